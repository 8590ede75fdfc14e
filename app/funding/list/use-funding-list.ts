import { useMemo, useSyncExternalStore } from 'react';
import { createFundingListStore } from './funding-list-store.ts';
import { FUNDING_LIST_KEY } from './funding-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import { track } from '#app/analytics/track.ts';
import { storageOrNone } from '#app/platform/browser-storage.ts';

export type FundingList = ReturnType<typeof useFundingList>;

/** The visitor's funding list, the same in every component and every tab. */
export function useFundingList() {
  const items = useSyncExternalStore(subscribe, clientItems, serverItems);
  const ready = useSyncExternalStore(subscribe, yes, no);
  return useMemo(
    () => ({
      items,
      /** False on the server and while hydrating: the list is not known yet. */
      ready,
      /** Dollars listed for a product; 0 where it is not on the list. */
      amountFor: (productId: number) =>
        items.find((item) => item.productId === productId)?.amount ?? 0,
      ...actions,
    }),
    [items, ready],
  );
}

/**
 * One store for the page, kept in step with other tabs; nobody writes the server's. Its functions are the
 * same at every rendering, so that effects may depend on them.
 */
const {
  subscribe,
  items: clientItems,
  reread,
  ...actions
} = createFundingListStore(storageOrNone('localStorage'), track);

if (typeof window !== 'undefined') {
  window.addEventListener('storage', ({ key }) => {
    if (key === FUNDING_LIST_KEY || key === null) reread();
  });
  // A page kept aside for the back button hears nothing of what other pages did meanwhile.
  window.addEventListener('pageshow', reread);
}

const nothing: FundingListItem[] = [];
const serverItems = () => nothing;
const yes = () => true;
const no = () => false;
