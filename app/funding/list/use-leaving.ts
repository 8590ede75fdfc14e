import { useEffect, useRef, useState } from 'react';
import type { Departure } from './leave-for.ts';

/** A browser that was asked to leave and is still here after this long has been stopped. */
const LEAVING_MS = 20_000;

/** One departure for the payment provider at a time, with what its button shows meanwhile. */
export function useLeaving() {
  const [isBusy, setBusy] = useState(false);
  const [sentences, setSentences] = useState<string[]>([]);
  const abort = useRef<AbortController>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isRunning = useRef(false);

  function finish() {
    isRunning.current = false;
    setBusy(false);
  }

  useEffect(() => {
    // Back from the provider's page, the browser may show this one just as it was left.
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) finish();
    };
    window.addEventListener('pageshow', onReturn);
    return () => {
      window.removeEventListener('pageshow', onReturn);
      clearTimeout(timer.current);
      abort.current?.abort();
    };
  }, []);

  /** `depart` gives up by its signal, once the page is left by another way. */
  async function start(depart: (signal: AbortSignal) => Promise<Departure>) {
    if (isRunning.current) return;
    isRunning.current = true;
    clearTimeout(timer.current);
    setBusy(true);
    setSentences([]);
    const leaving = new AbortController();
    abort.current = leaving;
    const departure = await depart(leaving.signal);
    if (leaving.signal.aborted) return;
    if (departure === 'left') {
      timer.current = setTimeout(finish, LEAVING_MS);
    } else {
      setSentences(departure);
      finish();
    }
  }

  return {
    start: (...how: Parameters<typeof start>) => void start(...how),
    /** From the click until the page is left, or until there is something to say. */
    isBusy,
    /** What went wrong, a sentence each; empty where nothing did. */
    sentences,
  };
}
