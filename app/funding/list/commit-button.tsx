import { lazy, Suspense } from 'react';
import { AcceptTerms } from './accept-terms.tsx';
import { useCommitFunding } from './use-commit-funding.ts';
import { useFundingList } from './use-funding-list.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useFocusKept } from '#app/ui/use-focus-kept.ts';

/** There already when a commit asks: `useCommitFunding` loads it first. */
const ConfirmChanges = lazy(() => import('./confirm-changes.tsx'));

/**
 * COMMIT FUNDING, beneath it what is agreed to and what went wrong, and the question that may come between (spec §2, §8).
 * It renders siblings, so that a panel lays them out.
 */
export function CommitButton({ className = '' }: { className?: string }) {
  const { items } = useFundingList();
  const { start, isBusy, sentences, question, answer } = useCommitFunding();
  const button = useFocusKept(isBusy);
  return (
    <>
      <Button
        ref={button}
        variant="primary"
        busy={isBusy}
        disabled={items.length === 0}
        onClick={start}
        className={`noscript:hidden ${className}`}
      >
        COMMIT FUNDING
      </Button>
      {items.length > 0 && <AcceptTerms className="w-full max-sm:mt-1.5 sm:mt-2" />}
      {sentences.length > 0 && (
        <Notice tone="error" className="my-2 w-full">
          {sentences.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </Notice>
      )}
      {question && (
        <Suspense>
          <ConfirmChanges question={question} onAnswer={answer} />
        </Suspense>
      )}
    </>
  );
}
