import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { COMMIT_UNREACHABLE } from '#app/funding/list-messages.ts';
import { track } from '#app/analytics/track.ts';
import { pressAgain, useRepeatedPress } from '#app/platform/press-again.ts';
import { Button } from '#app/ui/button.tsx';
import { Notice } from '#app/ui/notice.tsx';
import { useRestoredFocus } from '#app/ui/use-restored-focus.ts';
import { AcceptTerms } from './accept-terms.tsx';
import type { CommitQuestion } from './commit-funding.ts';
import { useFundingList } from './use-funding-list.ts';
import { useLeaving } from './use-leaving.ts';

/** The button's name where its press is repeated. */
const COMMIT = 'commit';

/** There already when a commit asks: `useCommitFunding` loads it first. */
const ConfirmChanges = lazy(() => import('./confirm-changes.tsx'));

/**
 * COMMIT FUNDING, beneath it what is agreed to and what went wrong, and the question that may come between.
 * It renders siblings, so that a panel lays them out.
 */
export function CommitButton({ className = '' }: { className?: string }) {
  const { items } = useFundingList();
  const { start, isBusy, sentences, question, answer } = useCommitFunding();
  const button = useRestoredFocus(isBusy);
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

/** One commit of the funding list at a time, with what its button and its dialog show. */
function useCommitFunding() {
  const { items, refresh, replace } = useFundingList();
  const { start, isBusy, sentences } = useLeaving();
  /** What the visitor has to answer before the commit goes on. */
  const [question, setQuestion] = useState<CommitQuestion>();
  const answers = useRef<(isConfirmed: boolean) => void>(undefined);

  const answer = useCallback((isConfirmed: boolean) => {
    setQuestion(undefined);
    answers.current?.(isConfirmed);
    answers.current = undefined;
  }, []);
  useEffect(() => () => answers.current?.(false), []);

  const commit = async (signal: AbortSignal) => {
    // What only a commit needs is loaded with it, and a page paints without.
    const [line] = await Promise.all([
      import('./commit-funding.ts'),
      import('./confirm-changes.tsx'),
    ]).catch(() => []);
    if (!line) return (await pressAgain(COMMIT)) ? 'left' : [COMMIT_UNREACHABLE];
    return line.commitFunding(items, {
      signal,
      confirm: (asked) =>
        new Promise((resolve) => {
          answers.current = resolve;
          setQuestion(asked);
        }),
      refresh,
      replace,
      track,
    });
  };

  useRepeatedPress(COMMIT, items.length > 0, () => start(commit));
  return { start: () => start(commit), isBusy, sentences, question, answer };
}
