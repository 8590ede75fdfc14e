import {
  addToList,
  FUNDING_LIST_KEY,
  listAfterOrder,
  parseStoredList,
  refreshList,
  setListedAmount,
  type FundableProduct,
} from './funding-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';
import type { track } from '#app/analytics/track.ts';

/**
 * The funding list of one browser, and everything that can be done to it: a store over the browser's
 * local storage, `undefined` where that is blocked. The storage is read before each change, so that two tabs do not overwrite each other; where it cannot be written,
 * the list is kept in memory until it can.
 */
export function createFundingListStore(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> | undefined,
  report: typeof track,
) {
  const listeners = new Set<() => void>();
  let stored: string | null = null;
  let list: FundingListItem[] = [];
  let isInMemory = false;
  read();

  function read(): boolean {
    if (isInMemory) return false;
    let found: string | null = null;
    try {
      found = storage?.getItem(FUNDING_LIST_KEY) ?? null;
    } catch {
      return false;
    }
    if (found === stored) return false;
    stored = found;
    list = parseStoredList(found);
    return true;
  }

  function write(next: FundingListItem[]): void {
    list = next;
    const text = next.length === 0 ? null : JSON.stringify(next);
    try {
      if (text === null) storage?.removeItem(FUNDING_LIST_KEY);
      else storage?.setItem(FUNDING_LIST_KEY, text);
      stored = text;
      isInMemory = storage === undefined;
    } catch {
      isInMemory = true;
    }
    notify();
  }

  function notify(): void {
    for (const listener of listeners) listener();
  }

  function change(make: (list: FundingListItem[]) => FundingListItem[]): void {
    const isNews = read();
    const next = make(list);
    if (next !== list) write(next);
    else if (isNews) notify();
  }

  function amountOf(productId: number): number {
    return list.find((item) => item.productId === productId)?.amount ?? 0;
  }

  /** Changes what is listed of a product; reports, and answers, by how many dollars. */
  function changeOne(
    productId: number,
    make: (list: FundingListItem[]) => FundingListItem[],
    name?: string,
  ): number {
    if (read()) notify();
    const before = list.find((item) => item.productId === productId);
    change(make);
    const dollars = amountOf(productId) - (before?.amount ?? 0);
    if (dollars === 0) return 0;
    report(dollars > 0 ? 'Add to Funding List' : 'Remove from Funding List', {
      product_id: productId,
      product_name: name ?? before?.name ?? '',
      amount: Math.abs(Math.round(dollars * 100)) / 100,
    });
    return dollars;
  }

  return {
    subscribe(onChange: () => void): () => void {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    /** The list in the order of adding; the same array as long as nothing changes. */
    items: () => list,
    /** Adds whole dollars to a product and answers how many there was room for. */
    add(product: FundableProduct, amountDollars: number): number {
      change((current) => refreshList(current, [product]));
      const adding = (current: FundingListItem[]) => addToList(current, product, amountDollars);
      return changeOne(product.id, adding, product.name);
    },
    /** Sets a listed product's amount, held between 1 and its remaining need. */
    setAmount: (productId: number, amountDollars: number) =>
      changeOne(productId, (current) => setListedAmount(current, productId, amountDollars)),
    remove: (productId: number) =>
      changeOne(productId, (current) => current.filter((item) => item.productId !== productId)),
    /** Takes fresher product data: amounts above what is needed now are capped. */
    refresh: (products: FundableProduct[]) => change((current) => refreshList(current, products)),
    replace: write,
    /** Clears what an order has paid for, in dollars, and keeps what it did not hold. */
    settle: (paid: { productId: number; amount: number }[]) =>
      change((current) => listAfterOrder(current, paid)),
    /** Reads the storage again, after another tab changed it. */
    reread(): void {
      if (read()) notify();
    },
  };
}
