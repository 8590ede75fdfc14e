import { useEffect, useRef, type FormEvent, type Ref } from 'react';
import { EmailField } from '#app/letters/email-field.tsx';
import type { Following, FollowState } from './follow.ts';
import * as messages from './follow-messages.ts';
import type { FormOutcome } from '#app/http/ask.ts';
import { useFollow } from './use-follow.ts';
import { Button, Spinner } from '#app/ui/button.tsx';

/**
 * Follows a product by email. It stands in a row that wraps: its button at the
 * row's end, and below it a line whose room is kept while nothing is known.
 */
export function FollowControl({
  product,
  lead = messages.FOLLOW_LEAD,
  sent,
}: {
  /** By its code, or by PlasticList's number. */
  product: { id: number; name: string };
  /** What is emailed; empty where the page says it. */
  lead?: string;
  /** What came of it where it was sent without a script. */
  sent?: FormOutcome | undefined;
}) {
  const [state, following] = useFollow(product);
  const button = useRef<HTMLButtonElement>(null);
  const wasAsking = useRef(false);
  useEffect(() => {
    if (wasAsking.current && !state.isAsking) button.current?.focus({ preventScroll: true });
    wasAsking.current = state.isAsking;
  }, [state.isAsking]);
  return (
    <>
      {state.isAsking ? (
        <EmailForm following={following} />
      ) : (
        <Toggle state={state} following={following} button={button} />
      )}
      <div className="flex min-h-6 w-full min-w-0 items-center justify-end text-xs text-ink-soft noscript:hidden">
        {state.isAsking
          ? lead && <p className="w-full pt-2 @2xl:text-right">{lead}</p>
          : state.isKnown && state.email && <Address state={state} following={following} />}
      </div>
      <p role="status" className="sr-only">
        {state.said && messages.followSentence(state.said, product.name, state.email)}
      </p>
      <PlainForm name={product.name} lead={lead} sent={sent} />
    </>
  );
}

/** Without scripts: an address is all that there is to know; the links in emails end it. */
function PlainForm({
  name,
  lead,
  sent,
}: {
  name: string;
  lead: string;
  sent: FormOutcome | undefined;
}) {
  if (sent?.ok) {
    return (
      <p role="status" className="hidden w-full text-sm text-ink-soft noscript:block">
        {messages.followSentence('followed', name, undefined)}
      </p>
    );
  }
  return (
    <form
      method="post"
      aria-label="Follow by email"
      className="hidden w-full flex-wrap gap-2.5 py-2 noscript:flex"
    >
      <EmailField
        labelHidden
        placeholder="Your email"
        defaultValue={sent?.typed.email}
        error={sent?.sentence}
        className="max-w-sm min-w-0 flex-1"
      />
      <Button type="submit" className="px-4!">
        Follow
      </Button>
      {lead && <p className="w-full text-xs text-ink-soft">{lead}</p>}
    </form>
  );
}

interface Shown {
  state: FollowState;
  following: Following;
}

function Toggle({ state, following, button }: Shown & { button: Ref<HTMLButtonElement> }) {
  const { isKnown, isFollowing, isBusy } = state;
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
        onClick={() => void following.press()}
        className="min-h-11 min-w-26 sm:min-h-9"
      >
        {!isFollowing && (isBusy ? <Spinner /> : <Bell />)}
        {isFollowing ? 'Unfollow' : 'Follow'}
      </Button>
    </div>
  );
}

/** Under which address, and the way to another. */
function Address({ state: { email, isFollowing }, following }: Shown) {
  return (
    <>
      <p className="flex min-w-0 gap-x-[0.4em] whitespace-nowrap">
        {isFollowing ? 'Updates go to' : 'Updates would go to'}
        <span className="truncate font-medium text-ink">{email}</span>
      </p>
      <button
        type="button"
        onClick={following.changeEmail}
        className="ml-3 min-h-6 shrink-0 link underline-offset-2"
      >
        Use different email
      </button>
    </>
  );
}

/** Asks for the address, then follows; Escape leaves it as Cancel does. */
function EmailForm({ following }: { following: Following }) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => input.current?.focus({ preventScroll: true }), []);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    void following.submit(input.current?.value ?? '');
  }

  return (
    <form
      aria-label="Follow by email"
      onSubmit={submit}
      onKeyDown={({ key }) => {
        if (key === 'Escape') following.cancel();
      }}
      className="flex w-full gap-2.5 pt-2 @2xl:w-auto @2xl:pt-0"
    >
      <EmailField
        ref={input}
        labelHidden
        placeholder="Your email"
        className="min-w-0 flex-1 @2xl:w-64"
      />
      <Button type="submit" variant="primary" className="px-4!">
        Follow
      </Button>
      <Button variant="quiet" className="-ml-1 px-3!" onClick={following.cancel}>
        Cancel
      </Button>
    </form>
  );
}

function Bell() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      strokeWidth="1.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-3.5 fill-none stroke-current"
    >
      <path d="M3 11.5h10c-1-1.2-1.4-2.6-1.4-5a3.6 3.6 0 0 0-7.2 0c0 2.4-.4 3.8-1.4 5zM6.6 14h2.8M8 1.5v1.2" />
    </svg>
  );
}

function Tick() {
  return (
    <svg
      viewBox="0 0 16 16"
      aria-hidden="true"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="size-3.5 fill-none stroke-current"
    >
      <path d="M3 8.5l3.2 3.2L13 4.8" />
    </svg>
  );
}
