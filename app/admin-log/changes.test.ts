import { expect, it } from 'vitest';
import { changesIn, changesText } from './changes.ts';

it('what changed is told field by field, into what is inside of a field', () => {
  const before = { unit: 'ng/g', lines: {}, raisedCents: 1_250, place: 'A', lot: null };
  const after = {
    unit: 'ppb',
    lines: { 5: 'sample:2', 9: 'blank' },
    raisedCents: 0,
    place: 'A',
    products: [
      { product: 1061, revision: 2 },
      { product: 1062, revision: 1 },
    ],
    orders: ['a', 'b', 'c', 'd', 'e', 'f', 'g'],
    confirmed: [],
  };
  expect(changesIn(before, after)).toEqual([
    { name: 'Unit', from: 'ng/g', to: 'ppb' },
    { name: 'Lines', from: 'none', to: undefined },
    { name: 'Raised', from: '$12.50', to: '$0' },
    { name: 'Lot', from: 'empty', to: undefined },
    { name: 'Lines 5', from: undefined, to: 'sample:2' },
    { name: 'Lines 9', from: undefined, to: 'blank' },
    {
      name: 'Products',
      from: undefined,
      to: 'product 1061, revision 2; product 1062, revision 1',
    },
    { name: 'Orders', from: undefined, to: 'a, b, c, d, e, and 2 more' },
    { name: 'Confirmed', from: undefined, to: 'none' },
  ]);
});

it('never reads as what a program calls an object', () => {
  const deep = { photo: { size: { width: 200, height: 100 } }, list: [[{ a: 1 }], null] };
  const text = changesText(changesIn(null, deep));
  expect(text).toBe('Photo size width: 200; Photo size height: 100; List: a 1, empty');
  expect(changesText(changesIn({ status: 'paid' }, { status: 'refund_pending' }))).toBe(
    'Status: paid → refund pending',
  );
});
