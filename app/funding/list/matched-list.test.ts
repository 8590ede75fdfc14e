import { afterEach, describe, expect, it, vi } from 'vitest';
import { cartChanges, changeSentences, hasChanges } from './cart-changes.ts';
import { createFundingListStore } from './funding-list-store.ts';
import { FUNDING_LIST_KEY, parseStoredList, refreshList, setListedAmount } from './funding-list.ts';
import { askMatched, matchesAdd, sponsorAdds } from './matched-list.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';

function itemOf(id: number, amount: number, matched?: number): FundingListItem {
  const rest = { name: `Product ${id}`, target_amount: 1275, current_amount: 0 };
  return { id, productId: id, amount, ...rest, ...(matched === undefined ? {} : { matched }) };
}

afterEach(() => void vi.unstubAllGlobals());

describe('what a match adds to a listed amount', () => {
  it('is taken over for that amount alone, and the list stays as it is where nothing is said', async () => {
    const answers = (body: object, status = 200) =>
      vi.stubGlobal('fetch', async () => new Response(JSON.stringify(body), { status }));
    const found = (...validItems: FundingListItem[]) => answers({ validItems, removedItems: [] });
    const ask = (list: FundingListItem[]) => askMatched(list, new AbortController().signal);
    const list = [itemOf(1001, 20), itemOf(1002, 40)];
    found(itemOf(1001, 20, 20), itemOf(1002, 30, 20));
    expect(await ask(list)).toEqual([itemOf(1001, 20, 20), itemOf(1002, 40)]);
    expect(await ask([itemOf(1003, 20)])).toEqual([itemOf(1003, 20)]);
    found(itemOf(1001, 20, 0), itemOf(1002, 40));
    expect(await ask(list)).toBe(list);
    expect(await ask([itemOf(1001, 20, 20)])).toEqual([itemOf(1001, 20)]);
    answers({ error: 'x' }, 500);
    expect(await ask(list)).toBe(list);
  });

  it('is forgotten once the amount or the product is another', () => {
    const list = [itemOf(1001, 20, 20)];
    expect(setListedAmount(list, 1001, 30)).toEqual([itemOf(1001, 30)]);
    const product = { id: 1001, name: 'Product 1001', target_amount: 1275, current_amount: 500 };
    expect(refreshList(list, [product])).toEqual([{ ...itemOf(1001, 20), current_amount: 500 }]);
  });

  it('is said of each, and in sum apart from what is paid, of what takes money', () => {
    const funded = { ...itemOf(1003, 20, 20), current_amount: 1275 };
    expect([itemOf(1001, 20, 20), itemOf(1001, 20, 0), funded].map(sponsorAdds)).toEqual([
      'A sponsor adds $20.',
      '',
      '',
    ]);
    expect(matchesAdd([itemOf(1001, 20, 20), itemOf(1002, 20, 15.5), funded])).toBe(
      'Matches add $35.50. Together that is $75.50.',
    );
    expect(matchesAdd([itemOf(1001, 20), funded])).toBe('');
  });

  it('is kept for this visit, and neither stored nor believed from storage', () => {
    const kept = new Map([[FUNDING_LIST_KEY, JSON.stringify([itemOf(1001, 20, 500)])]]);
    const storage = {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, value: string) => void kept.set(key, value),
      removeItem: (key: string) => void kept.delete(key),
    };
    expect(parseStoredList(kept.get(FUNDING_LIST_KEY)!)).toEqual([itemOf(1001, 20)]);
    const store = createFundingListStore(storage, () => {});
    expect(store.items()).toEqual([itemOf(1001, 20)]);
    store.replace([itemOf(1001, 20, 20)]);
    store.reread();
    expect(store.items()).toEqual([itemOf(1001, 20, 20)]);
    expect(JSON.parse(kept.get(FUNDING_LIST_KEY)!)).toEqual([itemOf(1001, 20)]);
  });
});

describe('a list whose match adds less than was shown', () => {
  const changesOf = (shown: FundingListItem, found: FundingListItem) =>
    cartChanges([shown], { validItems: [found], removedItems: [] });

  it.each([
    [5, 'The match for Product 1001 is now $5, not $20.'],
    [0, 'The $20 that a match would have added for Product 1001 is no longer there.'],
  ])('has changed: it says that %i dollars are added', (matched, sentence) => {
    const changes = changesOf(itemOf(1001, 20, 20), itemOf(1001, 20, matched));
    expect(changes.lessMatched).toEqual([
      { productId: 1001, name: 'Product 1001', fromDollars: 20, toDollars: matched },
    ]);
    expect(hasChanges(changes)).toBe(true);
    expect(changeSentences(changes)).toEqual([sentence]);
  });

  it('has not where as much is added, or more', () => {
    expect(hasChanges(changesOf(itemOf(1001, 20, 20), itemOf(1001, 20, 20)))).toBe(false);
    expect(hasChanges(changesOf(itemOf(1001, 20), itemOf(1001, 20, 20)))).toBe(false);
  });
});
