import { useEffect, useRef, type Ref, type RefObject } from 'react';
import { href, Link } from 'react-router';
import { EmailField } from './email-field.tsx';
import * as messages from './messages.ts';
import { useFollow, type Following } from './use-follow.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { Button, Spinner } from '#app/ui/button.tsx';

/**
 * Follows a topic by email. It stands in a row that wraps: its button at the
 * row's end, and below it a line whose room is kept while nothing is known. Without scripts its form
 * is all there is; the links in emails end a follow.
 */
export function FollowControl({
  followed,
  lead = messages.FOLLOW_LEAD,
  kind,
  sent,
}: {
  followed: Parameters<typeof useFollow>[0];
  /** What is emailed; empty where the page says it. */
  lead?: string;
  /** What a product is: offered to be followed, too, once the product is. */
  kind?: { key: string; name: string } | null | undefined;
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
}) {
  const following = useFollow(followed);
  const { email, isKnown, isAsking, become } = following;
  const button = useRef<HTMLButtonElement>(null);
  const input = useRef<HTMLInputElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (isAsking) input.current?.focus({ preventScroll: true });
    else if (wasAsking.current) button.current?.focus({ preventScroll: true });
    wasAsking.current = Boolean(isAsking);
  }, [isAsking]);
  return (
    <>
      {!isAsking && <Toggle following={following} button={button} />}
      <EmailForm key={email} following={following} input={input} sent={sent} />
      <div
        className={`flex min-h-6 w-full min-w-0 items-center justify-end text-xs text-ink-soft ${sent?.ok ? 'noscript:hidden' : ''}`}
      >
        {!isAsking && isKnown && email ? (
          <Address following={following} />
        ) : (
          lead && (
            <p className={`w-full pt-2 @2xl:text-right ${isAsking ? '' : 'hidden noscript:block'}`}>
              {lead}
            </p>
          )
        )}
      </div>
      <p role="status" className="sr-only text-sm text-ink-soft noscript:not-sr-only">
        {become === undefined
          ? sent?.ok && messages.followSentence(true, followed.name)
          : messages.followSentence(become, followed.name, email)}
      </p>
      {kind && become && <FollowKind kind={kind} />}
      {kind && sent?.ok && (
        <Link
          to={href('/plasticlist/kinds/:kind', { kind: kind.key })}
          className="link hidden text-sm noscript:inline"
        >
          {messages.followKind(kind.name)}
        </Link>
      )}
    </>
  );
}

/** One press more: everything of the kind, under the same address. */
function FollowKind({ kind: { key, name } }: { kind: { key: string; name: string } }) {
  const { isKnown, isFollowing, isBusy, press } = useFollow({ topic: `kind:${key}`, name });
  return (
    <p className={`flex w-full justify-end pt-2 ${isKnown ? '' : 'invisible'}`}>
      <Button
        size="small"
        aria-pressed={isFollowing}
        aria-busy={isBusy || undefined}
        onClick={press}
        className="min-h-11 sm:min-h-9"
      >
        <span className="inline-flex items-center gap-2 whitespace-normal">
          {isFollowing && <Tick />}
          <span>{messages.followKind(name)}</span>
        </span>
      </Button>
    </p>
  );
}

function Toggle({
  following: { isKnown, isFollowing, isBusy, press },
  button,
}: {
  following: Following;
  button: Ref<HTMLButtonElement>;
}) {
  return (
    <div
      className={`ml-auto flex items-center gap-3 noscript:hidden ${isKnown ? '' : 'invisible'}`}
    >
      {isFollowing && (
        <span className="inline-flex items-center gap-1.5 font-mono text-xs font-medium tracking-wide text-accent-ink">
          <Tick />
          <span className="@max-[20rem]:sr-only">Following</span>
        </span>
      )}
      <Button
        ref={button}
        size="small"
        aria-busy={isBusy || undefined}
        aria-disabled={isBusy || undefined}
        onClick={press}
        className="min-h-11 min-w-26 sm:min-h-9"
      >
        <span className="inline-flex items-center gap-2">
          {!isFollowing && (isBusy ? <Spinner /> : <Bell />)}
          <span>{isFollowing ? 'Unfollow' : 'Follow'}</span>
        </span>
      </Button>
    </div>
  );
}

/** Under which address, and the way to another. */
function Address({ following: { email, isFollowing, changeEmail } }: { following: Following }) {
  return (
    <>
      <p className="flex min-w-0 gap-x-[0.4em] whitespace-nowrap">
        {isFollowing ? 'Updates go to' : 'Updates would go to'}
        <span className="truncate font-medium text-ink">{email}</span>
      </p>
      <button
        type="button"
        onClick={changeEmail}
        className="ml-3 min-h-6 shrink-0 link underline-offset-2"
      >
        Use different email
      </button>
    </>
  );
}

/** Asks for the address, then follows; Escape leaves it as Cancel does. */
function EmailForm({
  following: { Form, topic, isAsking, keep, cancel },
  input,
  sent,
}: {
  following: Following;
  input: RefObject<HTMLInputElement | null>;
  sent: FormOutcome | undefined;
}) {
  const plain = sent?.ok ? 'hidden' : 'hidden noscript:flex';
  return (
    <Form
      method="post"
      aria-label="Follow by email"
      defaultShouldRevalidate={false}
      onSubmit={() => keep(input.current?.value ?? '')}
      onKeyDown={({ key }) => {
        if (key === 'Escape') cancel();
      }}
      className={`${isAsking ? 'flex' : plain} w-full gap-2.5 pt-2 @2xl:w-auto @2xl:pt-0`}
    >
      <input type="hidden" name="intent" value="follow" />
      <input type="hidden" name="topic" value={topic} />
      <EmailField
        ref={input}
        labelHidden
        placeholder="Your email"
        defaultValue={sent?.ok ? undefined : sent?.typed.email}
        error={sent?.sentence}
        className="min-w-0 flex-1 @2xl:w-64"
      />
      <Button type="submit" variant="primary" className="px-4!">
        Follow
      </Button>
      <Button variant="quiet" className="-ml-1 px-3! noscript:hidden" onClick={cancel}>
        Cancel
      </Button>
    </Form>
  );
}

function Icon({ d, strokeWidth }: { d: string; strokeWidth: number }) {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      strokeWidth={strokeWidth}
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-3.5 fill-none stroke-current"
    >
      <path d={d} />
    </svg>
  );
}

const Bell = () => (
  <Icon
    strokeWidth={1.4}
    d="M3 11.5h10c-1-1.2-1.4-2.6-1.4-5a3.6 3.6 0 0 0-7.2 0c0 2.4-.4 3.8-1.4 5zM6.6 14h2.8M8 1.5v1.2"
  />
);
const Tick = () => <Icon strokeWidth={2} d="M3 8.5l3.2 3.2L13 4.8" />;
