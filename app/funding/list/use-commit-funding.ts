import { useCallback, useEffect, useRef, useState } from 'react';
import type { CommitQuestion } from './commit-funding.ts';
import { COMMIT_UNREACHABLE } from '#app/funding/messages.ts';
import { useFundingList } from './use-funding-list.ts';
import { provingFetch } from '#app/platform/limits/proving-fetch.ts';
import { leaveTo, track } from '#app/platform/analytics/track.ts';

/** A browser that was asked to leave and is still here after this long has been stopped. */
const LEAVING_MS = 20_000;
interface Commit {
  start: () => void;
  /** From the click until the page is left, or until there is something to say. */
  isBusy: boolean;
  /** What went wrong, a sentence each; empty where nothing did. */
  sentences: string[];
  /** What the visitor has to answer before the commit goes on. */
  question: CommitQuestion | undefined;
  answer: (isConfirmed: boolean) => void;
}

/** One commit of the funding list at a time, with what its button and its dialog show. */
export function useCommitFunding(): Commit {
  const { items, refresh, replace } = useFundingList();
  const [isBusy, setBusy] = useState(false);
  const [sentences, setSentences] = useState<string[]>([]);
  const [question, setQuestion] = useState<CommitQuestion>();
  const isRunning = useRef(false);
  const answers = useRef<(isConfirmed: boolean) => void>(undefined);
  const abort = useRef<AbortController>(undefined);
  const leavingTimer = useRef<ReturnType<typeof setTimeout>>(undefined);

  const finish = useCallback(() => {
    isRunning.current = false;
    setBusy(false);
  }, []);

  const answer = useCallback((isConfirmed: boolean) => {
    setQuestion(undefined);
    answers.current?.(isConfirmed);
    answers.current = undefined;
  }, []);

  useEffect(() => {
    // Back from the hosted page, the browser may show this one just as it was left.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) finish();
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      abort.current?.abort();
      answers.current?.(false);
    };
  }, [finish]);

  async function run() {
    const leaving = new AbortController();
    abort.current = leaving;
    // What only a commit needs is loaded with it, and a page paints without.
    const [line] = await Promise.all([
      import('./commit-funding.ts'),
      import('./confirm-changes.tsx'),
    ]).catch(() => []);
    if (!line) {
      setSentences([COMMIT_UNREACHABLE]);
      finish();
      return;
    }
    const outcome = await line.commitFunding(items, {
      fetch: (input, init) => provingFetch(input, { ...init, signal: leaving.signal }),
      confirm: (asked) =>
        new Promise((resolve) => {
          answers.current = resolve;
          setQuestion(asked);
        }),
      navigate: leaveTo,
      refresh,
      replace,
      track,
    });
    if (leaving.signal.aborted) return;
    if (outcome.kind === 'left') {
      leavingTimer.current = setTimeout(finish, LEAVING_MS);
      return;
    }
    if (outcome.kind === 'refused') setSentences(outcome.sentences);
    finish();
  }

  function start() {
    if (isRunning.current) return;
    isRunning.current = true;
    clearTimeout(leavingTimer.current);
    setBusy(true);
    setSentences([]);
    void run();
  }

  return { start, isBusy, sentences, question, answer };
}
