import { describe, expect, it } from 'vitest';
import { changesIn, changesText } from './changes.ts';
import { sentenceOf, type TrailFacts } from './trail-sentence.ts';

const share = '11111111-1111-4111-8111-111111111111';
const order = '22222222-2222-4222-8222-222222222222';
const money = (cents: number, ...products: number[]) => {
  return { cents, products, isDonation: products.length === 0, payment: share };
};
const FACTS: TrailFacts = {
  names: new Map([
    [1061, 'Oat Drink'],
    [1062, 'Soup'],
    [93, 'Burrito'],
  ]),
  money: new Map([
    [`contribution ${share}`, money(5_000, 1061)],
    [`refund request ${share}`, money(5_000, 1061)],
    [`refund ${share}`, money(5_000)],
    [`unmatched ${share}`, money(5_000, 1061)],
    [`unmatched refund ${share}`, money(5_000, 1061)],
    [`order ${order}`, money(9_000, 1061, 1062, 93, 1063)],
    ['dispute dp_1', money(4_550, 1061)],
  ]),
  mails: new Map([[share, 'receipt']]),
};

describe('what was done', () => {
  it.each([
    [
      'grant-refund',
      `refund request ${share}`,
      { amount: 40 },
      'granted a refund of $40 given to product 1061 Oat Drink',
    ],
    [
      'decline-refund',
      `refund request ${share}`,
      {},
      'declined a refund of $50 given to product 1061 Oat Drink',
    ],
    [
      'decline-refund',
      `refund request ${share}`,
      { amount: 1_275, product: 1062 },
      'declined a refund of $1,275 given to product 1062 Soup',
    ],
    [
      'decline-refund',
      `refund request ${order}`,
      { amount: 1_275, product: 1062 },
      'declined a refund of $1,275 given to product 1062 Soup',
    ],
    ['refund-contribution', `contribution ${order}`, {}, 'refunded a contribution'],
    ['retry-refund', `refund ${share}`, {}, 'sent the failed refund of a donation of $50 again'],
    ['edit-product', 'product 1061', {}, 'changed product 1061 Oat Drink'],
    ['make-pool', 'product 900000001', {}, 'made product 900000001'],
    ['hide-product', 'product 1070', {}, 'hid product 1070'],
    ['buy-sample', 'product 1061 sample 2', {}, 'bought sample 2 of product 1061 Oat Drink'],
    [
      'end-reservation',
      `order ${order}`,
      {},
      'ended the unfinished checkout of $90 for product 1061 Oat Drink, product 1062 Soup, product 0093 Burrito, and 1 more',
    ],
    [
      'look-at-dispute',
      'dispute dp_1',
      {},
      'looked at the evidence of the dispute over $45.50 given to product 1061 Oat Drink',
    ],
    ['look-at-dispute', 'dispute dp_2', {}, 'looked at the evidence of a dispute'],
    ['allocate-unmatched', 'unmatched re_7', { amount: -15 }, 'said what $15 (re_7) is'],
    [
      'allocate-unmatched',
      `unmatched ${share}`,
      { amount: 50 },
      'said what the failed refund of $50 given to product 1061 Oat Drink is',
    ],
    [
      'undo-allocation',
      `unmatched refund ${share}`,
      { amount: 50 },
      'undid what was said of the failed refund of $50 given to product 1061 Oat Drink',
    ],
    ['undo-allocation', 'unmatched refund x', { amount: 50 }, 'undid what was said of $50 (x)'],
    [
      'allow-refunds',
      'refunds of the 365-day rule',
      { amount: 3_000 },
      'approved $3,000 in refunds under the 365-day rule',
    ],
    [
      'publish-results',
      'results file abc',
      { fileName: 'a.csv', products: [{ product: 93, revision: 2 }] },
      'published results of product 0093 Burrito',
    ],
    ['upload-results', 'results file abc', { fileName: 'a.csv' }, 'uploaded the file a.csv'],
    ['read-results', 'results file abc', { unit: 'ng/g' }, 'said how an uploaded file is read'],
    ['retry-mail', `mail ${share}`, {}, 'sent the undelivered email “receipt” again'],
    ['retry-mail', `mail ${order}`, {}, 'sent an undelivered email again'],
    ['list-administrator', 'administrator one@example.org', {}, 'put one@example.org on the list'],
    ['send-digest', 'digest 3', {}, 'sent issue 3 of the digest'],
    ['search-contributions', 'payments of an address', {}, 'looked for payments of an address'],
    ['sign-in', 'session 7', {}, 'signed in'],
    ['not-known-any-more', 'thing 7', {}, 'not-known-any-more'],
  ])('is a sentence: %s of %s', (action, subject, after, sentence) => {
    const parts = sentenceOf({ action, subject, before: null, after }, FACTS);
    expect(parts.map(({ text }) => text).join('')).toBe(sentence);
  });

  it('leads to the products and the dispute that it names', () => {
    const row = { action: 'look-at-dispute', subject: 'dispute dp_1', before: null, after: {} };
    const leads = sentenceOf(row, FACTS).flatMap(
      ({ dispute, product }) => dispute ?? product ?? [],
    );
    expect(leads).toEqual(['dp_1', 1061]);
  });
});

describe('what changed', () => {
  it('is told field by field, into what is inside of a field', () => {
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
      { name: 'Line', from: 'none', to: undefined },
      { name: 'Raised', from: '$12.50', to: '$0' },
      { name: 'Lot', from: 'empty', to: undefined },
      { name: 'Line 5', from: undefined, to: 'sample:2' },
      { name: 'Line 9', from: undefined, to: 'blank' },
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
});
