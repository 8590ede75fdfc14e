import type { Failure } from './lookup.ts';
import { Notice } from '#app/ui/notice.tsx';

/** A sentence of the catalogue, and below it what the site said beyond it. */
export function FailureNotice({ failure, className }: { failure: Failure; className?: string }) {
  return (
    <Notice tone="error" className={className}>
      <p>{failure.sentence}</p>
      {failure.reason && <p className="mt-1">{failure.reason}</p>}
    </Notice>
  );
}
