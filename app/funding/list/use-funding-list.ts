import { useMemo, useSyncExternalStore } from 'react';
import { createFundingListStore, type FundingListStore } from './funding-list-store.ts';
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

/** The same functions at every rendering, so that effects may depend on them. */
const actions: Omit<FundingListStore, 'subscribe' | 'items' | 'reread'> = {
  add: (product, amountDollars) => store().add(product, amountDollars),
  setAmount: (productId, amountDollars) => store().setAmount(productId, amountDollars),
  remove: (productId) => store().remove(productId),
  settle: (paid) => store().settle(paid),
  replace: (items) => store().replace(items),
  refresh: (products) => store().refresh(products),
};

let shared: FundingListStore | undefined;

/** One store for the page, made at first use in the browser and kept in step with other tabs. */
function store(): FundingListStore {
  if (shared) return shared;
  const made = createFundingListStore(storageOrNone('localStorage'), track);
  window.addEventListener('storage', ({ key }) => {
    if (key === FUNDING_LIST_KEY || key === null) made.reread();
  });
  // A page kept aside for the back button hears nothing of what other pages did meanwhile.
  window.addEventListener('pageshow', () => made.reread());
  shared = made;
  return made;
}

const nothing: FundingListItem[] = [];
const subscribe = (onChange: () => void) => store().subscribe(onChange);
const clientItems = () => store().items();
const serverItems = () => nothing;
const yes = () => true;
const no = () => false;
