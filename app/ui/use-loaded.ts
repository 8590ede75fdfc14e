import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What the browser loads once a screen is there, anew for each `key`: undefined while it does. What
 * is left behind is given up; `retry` begins again.
 */
export function useLoaded<Outcome>(key: string, load: (signal: AbortSignal) => Promise<Outcome>) {
  const [outcome, setOutcome] = useState<Outcome>();
  const [attempt, setAttempt] = useState(0);
  const loadNow = useEffectEvent(load);
  useEffect(() => {
    const leaving = new AbortController();
    const loadAndShow = async () => {
      const found = await loadNow(leaving.signal);
      if (!leaving.signal.aborted) setOutcome(found);
    };
    void loadAndShow();
    return () => leaving.abort();
  }, [key, attempt]);
  return {
    outcome,
    retry() {
      setOutcome(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
