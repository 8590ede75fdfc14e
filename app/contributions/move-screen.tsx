import { useEffect, useRef } from 'react';
import { href, Link } from 'react-router';
import * as messages from './messages.ts';
import { MoveForm } from './move-form.tsx';
import { ask, type Asked, type NotAnswered } from '#app/http/ask.ts';
import { Button, buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';
import { SystemLine } from '#app/ui/system-line.tsx';
import { useLoaded } from '#app/ui/use-loaded.ts';

export const MOVE_OFFER = 'post /api/move-offer';

type Loaded = Asked<typeof MOVE_OFFER>;

/** What the page's own form has brought about. */
interface Sent {
  /** What was moved, in words. */
  done?: string;
  outcome?: Loaded;
  /** Why it was not. */
  refused?: string | undefined;
  /** The number of the product that was looked up. */
  chosen?: string | undefined;
}

/**
 * What a mailed link, or the list of contributions, opens. The page itself holds nothing of the giver's,
 * and looking at it moves nothing, so that a mail scanner which follows the link does no harm.
 */
export function MoveScreen({
  giver,
  sent,
}: {
  giver: { token?: string | undefined; id?: string | undefined };
  sent?: Sent | undefined;
}) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        {sent?.done ? <Done sentence={sent.done} /> : <Choice giver={giver} sent={sent} />}
        <p>
          <Link to={href('/view-contributions')} className="link">
            View contributions
          </Link>
        </p>
      </div>
    </div>
  );
}

function Done({ sentence }: { sentence: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="text-3xl">
        Done
      </h1>
      <Notice tone="good">{sentence}</Notice>
      <p>We email you about it, too.</p>
    </>
  );
}

function Choice({ giver, sent }: Parameters<typeof MoveScreen>[0]) {
  const load = async (signal: AbortSignal): Promise<Loaded> =>
    sent?.outcome ?? ask(MOVE_OFFER, { body: giver, signal, failed: messages.offerFailed });
  const { outcome, retry } = useLoaded(giver.token ?? giver.id ?? '', load, sent?.outcome);
  return (
    <>
      <h1 className="text-3xl">Where should your contribution go?</h1>
      {!outcome && <Waiting />}
      {outcome && !outcome.ok && <Missing outcome={outcome} retry={retry} />}
      {outcome?.ok && (
        <>
          {sent?.refused && <Notice tone="error">{sent.refused}</Notice>}
          <MoveForm offer={outcome.body} chosen={sent?.chosen} />
        </>
      )}
    </>
  );
}

/** What trying again does not mend. */
const NO_USE = new Set([400, 401, 404, 409]);

function Missing({ outcome, retry }: { outcome: NotAnswered; retry: () => void }) {
  const { status, sentence } = outcome;
  if (!NO_USE.has(status ?? 0)) {
    return (
      <>
        <RetryNotice retry={retry}>{sentence}</RetryNotice>
        <ShowForm>Try again</ShowForm>
      </>
    );
  }
  return (
    <>
      <Notice tone="warn">{sentence}</Notice>
      {status === 401 && (
        <p>
          <Link to={href('/view-contributions')} className={buttonClass({ variant: 'primary' })}>
            Get a code
          </Link>
        </p>
      )}
    </>
  );
}

function Waiting() {
  return (
    <>
      <SystemLine busy className="noscript:hidden">
        {messages.LOADING_MOVE}
      </SystemLine>
      <ShowForm>Show my contribution</ShowForm>
    </>
  );
}

/** Asks without a script; it is sent to this very address, whose token no page holds. */
function ShowForm({ children }: { children: string }) {
  return (
    <form method="post" className="hidden noscript:block">
      <Button type="submit" variant="primary">
        {children}
      </Button>
    </form>
  );
}
