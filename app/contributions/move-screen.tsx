import { useEffect, useRef } from 'react';
import { href, Link } from 'react-router';
import { MoveForm } from './move-form.tsx';
import type { Asked, NotAnswered } from '#app/http/ask.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';

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
 * What a mailed link, or the list of contributions, opens. Looking at it moves nothing, so that a mail
 * scanner which follows the link does no harm.
 */
export function MoveScreen({ offer, sent }: { offer: Loaded; sent?: Sent | undefined }) {
  return (
    <div className="page-column pt-10 pb-20">
      <div className="mx-auto flex max-w-prose flex-col gap-7">
        {sent?.done ? <Done sentence={sent.done} /> : <Choice offer={offer} sent={sent} />}
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

function Choice({ offer, sent }: Parameters<typeof MoveScreen>[0]) {
  const outcome = sent?.outcome ?? offer;
  return (
    <>
      <h1 className="text-3xl">Where should your contribution go?</h1>
      {outcome.ok ? (
        <>
          {sent?.refused && <Notice tone="error">{sent.refused}</Notice>}
          <MoveForm offer={outcome.body} chosen={sent?.chosen} />
        </>
      ) : (
        <Missing outcome={outcome} />
      )}
    </>
  );
}

/** What trying again does not mend. */
const NO_USE = new Set([400, 401, 404, 409]);

function Missing({ outcome: { status, sentence } }: { outcome: NotAnswered }) {
  if (!NO_USE.has(status ?? 0)) return <RetryNotice>{sentence}</RetryNotice>;
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
