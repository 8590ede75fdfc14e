import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommitQuestion } from './commit-funding.ts';
import { COMMIT_UNREACHABLE } from '#app/funding/messages.ts';
import { useFundingList } from './use-funding-list.ts';
import { useLeaving } from './use-leaving.ts';
import { track } from '#app/platform/analytics/track.ts';

/** One commit of the funding list at a time, with what its button and its dialog show. */
export function useCommitFunding() {
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
    if (!line) return [COMMIT_UNREACHABLE];
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

  return { start: () => start(commit), isBusy, sentences, question, answer };
}
