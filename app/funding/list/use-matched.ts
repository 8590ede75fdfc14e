import { useEffect, useEffectEvent, useState } from 'react';
import { useFundingList } from './use-funding-list.ts';

/** Amounts that are pressed one after the other are asked about once. */
const QUIET_MS = 300;

type Words = Pick<typeof import('./matched-list.ts'), 'sponsorAdds' | 'matchesAdd'>;

/**
 * Asks what matches add to the listed amounts, and again once these are others; not at all where the
 * page has heard of no match. Returns the words for it, once they are there.
 */
export function useMatched(isAnyOpen: boolean): Words | undefined {
  const { items, replace } = useFundingList();
  const [words, setWords] = useState<Words>();
  const listed = items.map(({ productId, amount }) => `${productId}:${amount}`).join();
  const look = useEffectEvent(async (signal: AbortSignal) => {
    const matching = await import('./matched-list.ts').catch(() => undefined);
    const matched = await matching?.askMatched(items, signal);
    if (!matched || signal.aborted) return;
    setWords(matching);
    if (matched !== items) replace(matched);
  });
  useEffect(() => {
    if (!isAnyOpen || !listed) return;
    const leaving = new AbortController();
    const timer = setTimeout(look, QUIET_MS, leaving.signal);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isAnyOpen, listed]);
  return words;
}
