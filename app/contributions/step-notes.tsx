import type { Failure, Lookup } from './lookup.ts';
import { Notice } from '#app/ui/notice.tsx';

/** What there is to say at a step: why something failed, or that it went well. */
export function StepNotes({ lookup }: { lookup: Pick<Lookup, 'failure' | 'word'> }) {
  const { failure, word } = lookup;
  return (
    <>
      <div role="status">
        {word && (
          <Notice tone="good" className="mt-4">
            {word}
          </Notice>
        )}
      </div>
      {failure && <FailureNotice failure={failure} className="mt-4" />}
    </>
  );
}

/** A sentence of the catalogue, and below it what the site said beyond it. */
export function FailureNotice({ failure, className }: { failure: Failure; className?: string }) {
  return (
    <Notice tone="error" className={className}>
      <p>{failure.sentence}</p>
      {failure.reason && <p className="mt-1">{failure.reason}</p>}
    </Notice>
  );
}
