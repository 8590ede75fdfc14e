import { useEffect, useEffectEvent } from 'react';
import { useFundingList } from './use-funding-list.ts';
import { ask } from '#app/platform/http/ask.ts';

/** Amounts that are pressed one after the other are asked about once. */
const QUIET_MS = 300;

/**
 * Asks what matches add to the listed amounts, and again once these are others; not at all where the
 * page has heard of no match that could.
 */
export function useMatched(isAnyOpen: boolean): void {
  const { items, match } = useFundingList();
  const listed = items.map(({ productId, amount }) => `${productId}:${amount}`).join();
  const lookUp = useEffectEvent(async (signal: AbortSignal) => {
    const asked = await ask('post /api/validate-cart', { body: { cart: items }, signal });
    if (asked.ok && !signal.aborted) match(asked.body.validItems);
  });
  useEffect(() => {
    if (!isAnyOpen || listed === '') return;
    const leaving = new AbortController();
    const timer = setTimeout(() => void lookUp(leaving.signal), QUIET_MS);
    return () => {
      clearTimeout(timer);
      leaving.abort();
    };
  }, [isAnyOpen, listed]);
}
