import { useEffect, useEffectEvent, useState } from 'react';

/**
 * What the browser loads once a screen is there, anew for each `key`: undefined while it does. What
 * is left behind is given up. `retry` begins again; `replace` puts in what another call brought; `sent`
 * is what a form without scripts has loaded already.
 */
export function useLoaded<Outcome>(
  key: string,
  load: (signal: AbortSignal) => Promise<Outcome>,
  sent?: Outcome,
): {
  outcome: Outcome | undefined;
  replace: (outcome: Outcome) => void;
  retry: () => void;
} {
  const [outcome, setOutcome] = useState(sent);
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
    replace: setOutcome,
    retry() {
      setOutcome(undefined);
      setAttempt((count) => count + 1);
    },
  };
}
