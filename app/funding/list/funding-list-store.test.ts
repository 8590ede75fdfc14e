import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createFundingListStore } from './funding-list-store.ts';
import { FUNDING_LIST_KEY } from './funding-list.ts';
import type { track } from '#app/analytics/track.ts';

const honey = { id: 1001, name: 'Honey', target_amount: 1275, current_amount: 1200 };
const oats = { id: 1002, name: 'Oats', target_amount: 1275, current_amount: 0 };

class MemoryStorage {
  stored = new Map<string, string>();
  getItem = (key: string) => this.stored.get(key) ?? null;
  setItem = (key: string, value: string) => void this.stored.set(key, value);
  removeItem = (key: string) => void this.stored.delete(key);
}

let storage: MemoryStorage;
const report = vi.fn<typeof track>();

beforeEach(() => {
  storage = new MemoryStorage();
  report.mockReset();
});

const amounts = (store: ReturnType<typeof createFundingListStore>) =>
  store.items().map((item) => [item.productId, item.amount]);

describe('the funding list store', () => {
  it('answers what was really added, and reports that once', () => {
    const store = createFundingListStore(storage, report);
    expect(store.add(honey, 500)).toBe(75);
    expect(store.add(honey, 5)).toBe(0);
    expect(report.mock.calls).toEqual([
      ['Add to Funding List', { product_id: 1001, product_name: 'Honey', amount: 75 }],
    ]);
  });

  it('counts only the new dollars when fresher data caps what was listed', () => {
    const store = createFundingListStore(storage, report);
    store.add(honey, 75);
    expect(store.add({ ...honey, current_amount: 1265 }, 20)).toBe(0);
    expect(amounts(store)).toEqual([[1001, 10]]);
    expect(report).toHaveBeenCalledTimes(1);
  });

  it('reports a removal once, and nothing for what is not listed', () => {
    const store = createFundingListStore(storage, report);
    store.add(honey, 20);
    store.remove(1001);
    store.remove(1001);
    expect(report.mock.calls.slice(1)).toEqual([
      ['Remove from Funding List', { product_id: 1001, product_name: 'Honey', amount: 20 }],
    ]);
    expect(storage.getItem(FUNDING_LIST_KEY)).toBeNull();
  });

  it('reports a changed amount by its difference', () => {
    const store = createFundingListStore(storage, report);
    store.add(oats, 20);
    store.setAmount(1002, 25);
    store.setAmount(1002, 10);
    store.setAmount(1002, 10);
    expect(
      report.mock.calls.slice(1).map(([name, properties]) => [name, properties?.amount]),
    ).toEqual([
      ['Add to Funding List', 5],
      ['Remove from Funding List', 15],
    ]);
  });

  it('tells its listeners of each change, and keeps the array while nothing changes', () => {
    const store = createFundingListStore(storage, report);
    const onChange = vi.fn();
    const stop = store.subscribe(onChange);
    store.add(honey, 5);
    const before = store.items();
    store.refresh([honey]);
    store.reread();
    expect(store.items()).toBe(before);
    expect(onChange).toHaveBeenCalledTimes(1);
    stop();
    store.settle([{ productId: 1001, amount: 5 }]);
    expect(store.items()).toEqual([]);
    expect(onChange).toHaveBeenCalledTimes(1);
  });

  it('keeps two tabs in step, even where one has not heard of the other yet', () => {
    const one = createFundingListStore(storage, report);
    const other = createFundingListStore(storage, report);
    one.add(honey, 5);
    other.add(oats, 10);
    one.reread();
    expect(amounts(one)).toEqual([
      [1001, 5],
      [1002, 10],
    ]);
    other.settle([
      { productId: 1001, amount: 5 },
      { productId: 1002, amount: 10 },
    ]);
    expect(storage.getItem(FUNDING_LIST_KEY)).toBeNull();
    one.add(honey, 5);
    expect(amounts(one)).toEqual([[1001, 5]]);
  });

  it('works in memory without storage, or with one that refuses', () => {
    const full = {
      getItem: () => null,
      setItem: () => {
        throw new DOMException('full', 'QuotaExceededError');
      },
      removeItem: () => {},
    };
    const blocked = {
      ...full,
      getItem: () => {
        throw new DOMException('blocked', 'SecurityError');
      },
    };
    for (const none of [undefined, full, blocked]) {
      const store = createFundingListStore(none, report);
      store.add(honey, 5);
      store.add(oats, 10);
      store.reread();
      expect(amounts(store)).toEqual([
        [1001, 5],
        [1002, 10],
      ]);
    }
  });
});
