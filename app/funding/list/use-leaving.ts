import { useEffect, useRef, useState } from 'react';
import { leaveFor, type Departure } from './leave-for.ts';
import { provingFetch } from '#app/platform/limits/proving-fetch.ts';
import { leaveTo } from '#app/platform/analytics/track.ts';

/** A browser that was asked to leave and is still here after this long has been stopped. */
const LEAVING_MS = 20_000;
interface Leaving {
  start: (departure: Departure) => void;
  /** From the click until the page is left, or until there is something to say. */
  isBusy: boolean;
  /** What went wrong. */
  sentence: string | undefined;
}

/** One departure for the payment provider at a time, with what its button shows meanwhile. */
export function useLeaving(): Leaving {
  const [isBusy, setBusy] = useState(false);
  const [sentence, setSentence] = useState<string>();
  const isRunning = useRef(false);
  const abort = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  useEffect(() => {
    // Back from the provider's page, the browser may show this one just as it was left.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      isRunning.current = false;
      setBusy(false);
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      clearTimeout(timer.current);
      abort.current?.abort();
    };
  }, []);

  async function run(departure: Departure) {
    const leaving = new AbortController();
    abort.current = leaving;
    const wrong = await leaveFor(departure, {
      fetch: (input, init) => provingFetch(input, { ...init, signal: leaving.signal }),
      navigate: leaveTo,
    });
    if (leaving.signal.aborted) return;
    const finish = () => {
      isRunning.current = false;
      setBusy(false);
    };
    setSentence(wrong);
    if (wrong === undefined) timer.current = setTimeout(finish, LEAVING_MS);
    else finish();
  }

  function start(departure: Departure) {
    if (isRunning.current) return;
    isRunning.current = true;
    clearTimeout(timer.current);
    setBusy(true);
    setSentence(undefined);
    void run(departure);
  }

  return { start, isBusy, sentence };
}
