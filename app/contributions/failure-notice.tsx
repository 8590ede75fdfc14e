import { href, Link } from 'react-router';
import type { Failure } from './lookup.ts';
import type { NotAnswered } from '#app/http/ask.ts';
import { buttonClass } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { RetryNotice } from '#app/ui/retry-notice.tsx';

/** A sentence of the catalogue, and below it what the site said beyond it. */
export function FailureNotice({ failure, className }: { failure: Failure; className?: string }) {
  return (
    <Notice tone="error" className={className}>
      <p>{failure.sentence}</p>
      {failure.reason && <p className="mt-1">{failure.reason}</p>}
    </Notice>
  );
}

/** Why nothing is shown; where another try is of no use, the way to a code, or to the list by `listText`. */
export function Missing({
  outcome: { status, sentence },
  noUse,
  listText,
}: {
  outcome: NotAnswered;
  /** The statuses that trying again does not mend. */
  noUse: number[];
  listText?: string;
}) {
  if (!noUse.includes(status ?? 0)) return <RetryNotice>{sentence}</RetryNotice>;
  const text = status === 401 ? 'Get a code' : listText;
  return (
    <>
      <Notice tone="warn">{sentence}</Notice>
      {text && (
        <p>
          <Link to={href('/view-contributions')} className={buttonClass({ variant: 'primary' })}>
            {text}
          </Link>
        </p>
      )}
    </>
  );
}
