import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addToList,
  coversNeed,
  isFunded,
  listAfterOrder,
  listTotal,
  mayJoin,
  parseStoredList,
  refreshList,
  samplesCompleted,
  setListedAmount,
  type FundableProduct,
} from './funding-list.ts';
import { FUNDING_LIST_MAX_ITEMS } from '#app/funding/list-messages.ts';
import type { FundingListItem } from '#app/funding/cart-schema.ts';

const honey = { id: 1001, name: 'Honey', target_amount: 1275, current_amount: 1200 };
const oats = { id: 1002, name: 'Oats', target_amount: 1275, current_amount: 0 };

function itemOf(product: FundableProduct, amount: number): FundingListItem {
  const { id, name, target_amount, current_amount } = product;
  return { id, productId: id, name, amount, target_amount, current_amount };
}

describe('samplesCompleted', () => {
  it.each([
    [0, 424, []],
    [0, 425, [1]],
    [420, 5, [1]],
    [420, 500, [1, 2]],
    [430, 420, [2]],
    [430, 419, []],
    [800, 475, [2, 3]],
    [849.63, 0.37, [2]],
  ])('of $%d, with $%d more', (current_amount, amount, samples) => {
    expect(samplesCompleted(itemOf({ ...oats, current_amount }, amount))).toEqual(samples);
  });

  it.each([
    [0, 274, []],
    [0, 275, [1]],
    [270, 280, [1, 2]],
    [550, 275, [3]],
  ])('of $%d of $825 for metals, with $%d more', (current_amount, amount, samples) => {
    const rice = { ...oats, target_amount: 825, current_amount };
    expect(samplesCompleted(itemOf(rice, amount))).toEqual(samples);
  });

  it('names none of a goal whose samples an item does not tell', () => {
    expect(samplesCompleted(itemOf({ ...oats, target_amount: 1000 }, 900))).toEqual([]);
  });
});

describe('addToList', () => {
  it('adds, adds up, and stops at the remaining need', () => {
    const once = addToList([], honey, 20);
    expect(once).toEqual([itemOf(honey, 20)]);
    expect(addToList(once, honey, 20)[0]?.amount).toBe(40);
    expect(addToList(once, honey, 500)[0]?.amount).toBe(75);
  });

  it('names a test for metals as one', () => {
    const rice = { ...oats, name: 'Rice', panel: 'metals', target_amount: 825 };
    const listed = addToList([], rice, 900);
    expect(listed).toMatchObject([{ name: 'Rice (metals)', amount: 825 }]);
    expect(refreshList(listed, [rice])).toBe(listed);
  });

  it('answers the very same list where nothing remains', () => {
    const full = addToList([], honey, 500);
    expect(addToList(full, honey, 5)).toBe(full);
    expect(addToList(full, { ...oats, current_amount: 1275 }, 5)).toBe(full);
    expect(addToList(full, { ...oats, current_amount: 1300 }, 5)).toBe(full);
  });

  it('adds nothing to what is tested, whatever a dispute has taken off it', () => {
    const begun = { ...honey, testing_status: 'Tested' };
    const empty: FundingListItem[] = [];
    expect(addToList(empty, begun, 5)).toBe(empty);
    const [listed] = refreshList([itemOf(honey, 5)], [begun]);
    expect(listed && isFunded(listed)).toBe(true);
  });

  it.each([0, -5, 2.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('refuses %s', (dollars) => {
    const list = [itemOf(oats, 5)];
    expect(addToList(list, honey, dollars)).toBe(list);
  });

  it.each([
    [1_269.63, [500], 5.37],
    [1_269.63, [5], 5.37],
    [1_269.63, [3, 1], 4],
    [1_269.63, [3, 1, 1], 5.37],
    [1_274.63, [5], 0.37],
    [1_200.5, [5], 5],
  ])('of a product with $%d raised, $%j comes to $%d', (current_amount, added, amount) => {
    const product = { ...honey, current_amount };
    const list = added.reduce(
      (before, dollars) => addToList(before, product, dollars),
      [] as FundingListItem[],
    );
    expect(list.map((item) => item.amount)).toEqual([amount]);
    expect(list.map(coversNeed)).toEqual([amount % 1 !== 0]);
    expect(parseStoredList(JSON.stringify(list))).toEqual(list);
    expect(listTotal(list)).toBe(amount);
  });

  it('leaves no cents of an earlier need, and rounds nothing up that was listed whole', () => {
    const needs = (dollars: number) => ({ ...honey, current_amount: 1275 - dollars });
    const after = (amount: number, need: number) =>
      refreshList([itemOf(needs(5.37), amount)], [needs(need)]).map((item) => item.amount);
    expect(after(5.37, 105.37)).toEqual([5]);
    expect(after(0.37, 100)).toEqual([1]);
    expect(after(5.37, 2.5)).toEqual([2.5]);
    expect(after(5, 5.37)).toEqual([5]);
  });

  it('caps what is listed already when others have funded meanwhile', () => {
    const list = [itemOf(honey, 75)];
    expect(addToList(list, { ...honey, current_amount: 1265 }, 5)).toEqual([
      itemOf({ ...honey, current_amount: 1265 }, 10),
    ]);
  });

  it('keeps at most 100 products, and still adds to those', () => {
    const full = Array.from({ length: FUNDING_LIST_MAX_ITEMS }, (_, index) =>
      itemOf({ ...oats, id: 2000 + index }, 5),
    );
    expect(addToList(full, honey, 5)).toBe(full);
    expect(addToList(full, { ...oats, id: 2000 }, 5)[0]?.amount).toBe(10);
  });

  it('never lets raised plus listed exceed the target, whatever is added in whatever order', () => {
    const product = fc.record({
      id: fc.integer({ min: 1, max: 4 }),
      name: fc.string(),
      target_amount: fc.constant(1275),
      current_amount: fc.integer({ min: 0, max: 140_000 }).map((cents) => cents / 100),
    });
    const amount = fc.oneof(fc.integer({ min: -20, max: 2000 }), fc.double());
    fc.assert(
      fc.property(fc.array(fc.tuple(product, amount), { maxLength: 40 }), (steps) => {
        let list: FundingListItem[] = [];
        for (const [added, dollars] of steps) {
          list = addToList(list, added, dollars);
          for (const item of list) {
            if (isFunded(item)) continue;
            const isWhole = Number.isSafeInteger(item.amount) && item.amount >= 1;
            expect(isWhole || coversNeed(item)).toBe(true);
            expect(item.current_amount + item.amount).toBeLessThan(item.target_amount + 0.001);
          }
          expect(new Set(list.map((item) => item.productId)).size).toBe(list.length);
        }
      }),
    );
  });
});

describe('a demonstration', () => {
  const demo = { ...oats, id: 9001, name: '[TEST] Oats' };

  it('never joins a list with a real product, and makes way for one', () => {
    const real = [itemOf(oats, 5)];
    expect(mayJoin(real, demo)).toBe(false);
    expect(addToList(real, demo, 5)).toEqual(real);
    const shown = addToList([], demo, 5);
    expect(shown).toMatchObject([{ productId: 9001, amount: 5 }]);
    expect(addToList(shown, oats, 5)).toEqual(real);
  });

  it('is left out of a stored list that holds something real', () => {
    const mixed = JSON.stringify([itemOf(demo, 5), itemOf(oats, 5)]);
    expect(parseStoredList(mixed)).toEqual([itemOf(oats, 5)]);
    expect(parseStoredList(JSON.stringify([itemOf(demo, 5)]))).toEqual([itemOf(demo, 5)]);
  });
});

describe('setListedAmount', () => {
  const list = [itemOf(honey, 20), itemOf(oats, 5)];

  it.each([
    [30, 30],
    [0, 1],
    [-4, 1],
    [9999, 75],
  ])('%d becomes %d', (wanted, set) => {
    expect(setListedAmount(list, 1001, wanted)[0]?.amount).toBe(set);
  });

  it('leaves the list alone where there is nothing to set', () => {
    expect(setListedAmount(list, 1001, 20)).toBe(list);
    expect(setListedAmount(list, 1001, 2.5)).toBe(list);
    expect(setListedAmount(list, 9999, 20)).toBe(list);
    const funded = [itemOf({ ...honey, current_amount: 1275 }, 20)];
    expect(setListedAmount(funded, 1001, 5)).toBe(funded);
  });
});

describe('refreshList', () => {
  it('caps to what is needed now, and marks what is funded without taking it away', () => {
    const list = [itemOf(honey, 75), itemOf(oats, 5)];
    const capped = refreshList(list, [{ ...honey, current_amount: 1270 }]);
    expect(capped.map((item) => item.amount)).toEqual([5, 5]);
    const funded = refreshList(list, [{ ...honey, current_amount: 1275 }]);
    expect(funded[0]).toEqual(itemOf({ ...honey, current_amount: 1275 }, 75));
    expect(isFunded(funded[0]!)).toBe(true);
    expect(listTotal(funded)).toBe(5);
  });

  it('answers the very same list where nothing differs', () => {
    const list = [itemOf(honey, 75)];
    expect(refreshList(list, [honey, oats])).toBe(list);
  });
});

describe('the rest of the list', () => {
  it('totals, and knows what covers the need', () => {
    const list = [itemOf(honey, 75), itemOf(oats, 5)];
    expect(listTotal(list)).toBe(80);
    expect(list.map(coversNeed)).toEqual([true, false]);
  });
});

describe('the list after an order', () => {
  const both = [itemOf(honey, 75), itemOf(oats, 5)];
  const overfull = [itemOf({ ...honey, current_amount: 1250 }, 75)];

  it.each<[string, FundingListItem[], Record<number, number>, Record<number, number>]>([
    ['is cleared of what was paid for', both, { 1001: 75, 1002: 5 }, {}],
    ['keeps what was left for another payment', both, { 1001: 75 }, { 1002: 5 }],
    ['keeps what was added meanwhile', [itemOf(oats, 30)], { 1002: 20 }, { 1002: 10 }],
    ['holds less than was paid for', [itemOf(oats, 10)], { 1002: 20 }, {}],
    ['counts cents, and keeps whole dollars', [itemOf(oats, 30)], { 1002: 20.01 }, { 1002: 9 }],
    ['keeps no more than is needed still', [itemOf(honey, 75)], { 1001: 40 }, { 1001: 35 }],
    ['keeps no more, where more was listed', overfull, { 1001: 10 }, { 1001: 15 }],
  ])('%s', (_name, list, paid, left) => {
    const lines = Object.entries(paid).map(([id, amount]) => ({ productId: Number(id), amount }));
    const after = listAfterOrder(list, lines);
    expect(Object.fromEntries(after.map((one) => [one.productId, one.amount]))).toEqual(left);
  });
});

describe('parseStoredList', () => {
  it('reads back what was stored', () => {
    const list = [itemOf(honey, 75), itemOf(oats, 5)];
    expect(parseStoredList(JSON.stringify(list))).toEqual(list);
  });

  it.each([null, '', 'nonsense', '{}', '"text"', '5', 'null'])('reads %j as empty', (stored) => {
    expect(parseStoredList(stored)).toEqual([]);
  });

  it('leaves out odd entries, repeats, and whatever an item does not have', () => {
    const good = itemOf(honey, 5);
    const odd = [
      null,
      7,
      { ...good, amount: 0 },
      { ...good, amount: '5' },
      { ...good, amount: 2.5 },
      { ...good, productId: -1 },
      { ...good, productId: 'x' },
      { ...good, name: undefined },
      { ...good, target_amount: null },
      { ...good, extra: 'x' },
      { ...good, amount: 20 },
    ];
    expect(parseStoredList(JSON.stringify(odd))).toEqual([good]);
  });

  it('holds amounts and length to what the calls accept', () => {
    const stored = Array.from({ length: 120 }, (_, index) =>
      itemOf({ ...oats, id: index + 1 }, 5000),
    );
    const list = parseStoredList(JSON.stringify(stored));
    expect(list).toHaveLength(100);
    expect(list[0]?.amount).toBe(1275);
  });
});
