import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { rendered } from '#test/support/rendered.tsx';
import { ContributionRow } from './contribution-row.tsx';
import * as words from './contribution-words.ts';
import type { Contribution, Receipt } from './contribution-schema.ts';
import { ReceiptSheet } from './receipt-sheet.tsx';

const NOON = '2027-07-01T12:00:00.000Z';

const product = {
  id: 1001,
  name: 'Whole milk',
  brand: 'A dairy',
  testing_status: 'Untested',
  test_ended_on: null,
  image_url: null,
  is_removed: false,
  is_hidden: false,
  has_testing_begun: false,
  is_contested: false,
};
const paid: Contribution = {
  id: 'a',
  product_id: 1001,
  email: 'a@example.org',
  amount: 25,
  stripe_payment_id: 'pi_1',
  status: 'paid',
  created_at: NOON,
  kind: 'funding',
  is_excess: false,
  refund_due_at: null,
  refunded_at: null,
  is_refunded_otherwise: false,
  refund_request: null,
  can_request_refund: true,
  moved_from: null,
  can_move: true,
  product,
};
const donation: Contribution = { ...paid, product_id: null, product: null, kind: 'donation' };

describe('the words of an entry', () => {
  it.each([
    ['pending', 'Payment in progress'],
    ['paid', 'Paid'],
    ['refund_pending', 'Refund on its way'],
    ['refunded', 'Refunded on July 1, 2027'],
    ['refund_failed', 'Refund failed; we’re on it'],
    ['disputed', 'Disputed with your bank'],
    ['charged_back', 'Taken back by your bank'],
  ] as const)('%s: %s', (status, text) => {
    expect(words.statusWords({ ...paid, status, refunded_at: NOON }).text).toBe(text);
  });

  it('does not name a day of a refund that nobody knows', () => {
    expect(words.statusWords({ ...paid, status: 'refunded' }).text).toBe('Refunded');
  });

  it('say where a refund was paid by other means', () => {
    const told = { status: 'refunded', refunded_at: NOON, is_refunded_otherwise: true } as const;
    expect(words.statusWords({ ...paid, ...told }).text).toBe(
      'Paid back another way on July 1, 2027',
    );
  });

  it.each<[Partial<Contribution>, string | undefined]>([
    [{ refund_due_at: NOON }, 'Refunded automatically on July 1, 2027 if the goal is not reached.'],
    [{ is_excess: true }, 'No longer needed by the product, so it will be refunded to you.'],
    [{ is_excess: true, status: 'refunded' }, 'No longer needed by the product.'],
    [{}, 'The goal has been reached. Next, the first sample is bought.'],
    [
      { refund_due_at: NOON, product: { ...product, is_hidden: true } },
      'Refunded automatically on July 1, 2027 if the goal is not reached. Its page is hidden while we look into it.',
    ],
    [
      { product: { ...product, testing_status: 'Testing in Progress' } },
      'The goal has been reached. Next, the first sample is bought.',
    ],
    [
      { product: { ...product, has_testing_begun: true } },
      'The first sample has been bought, so this can no longer be refunded.',
    ],
    [
      { product: { ...product, is_contested: true } },
      'A payment for this product is disputed. Until that is decided, nothing is refunded automatically.',
    ],
    [{ product: { ...product, is_removed: true } }, undefined],
    [{ product: null }, 'Donations are not refunded automatically.'],
    [{ status: 'refund_pending' }, 'Banks take 5 to 10 business days.'],
    [{ status: 'disputed', refund_due_at: NOON }, undefined],
  ])('%o goes back: %s', (change, text) => {
    expect(words.refundWords({ ...paid, ...change })).toBe(text);
  });

  it.each([
    ['open', null, 'Refund requested on July 1, 2027. We decide by July 15, 2027.'],
    ['granted', NOON, 'Refund granted on July 1, 2027'],
    ['declined', NOON, 'Refund declined on July 1, 2027'],
    ['declined', null, 'Refund declined'],
  ] as const)('a request that is %s: %s', (status, decidedAt, text) => {
    const request = { status, requested_at: NOON, decided_at: decidedAt, note: null };
    expect(words.requestWords(request)).toBe(text);
  });

  it('says of a request that nobody decided in time that it should have been', () => {
    const late = { status: 'open', decided_at: null, note: null } as const;
    expect(words.requestWords({ ...late, requested_at: '2026-01-01T12:00:00.000Z' })).toBe(
      'Refund requested on January 1, 2026. It was to be decided by January 15, 2026.',
    );
  });

  it('names a donation by its rhythm', () => {
    expect(words.givenTo(paid)).toBe('Whole milk');
    expect(words.givenTo(donation)).toBe('Donation');
    expect(words.givenTo({ ...donation, kind: 'subscription' })).toBe('Monthly donation');
    expect(words.givenTo({ ...donation, kind: 'renewal' })).toBe('Monthly donation');
  });

  it.each([
    [['en-US'], 'July 1, 2027'],
    [['de-DE', 'en-GB'], '1 July 2027'],
    [['de-DE'], 'July 1, 2027'],
    [[], 'July 1, 2027'],
  ])('%j read a day as %s', (languages, text) => {
    expect(words.localDayText(NOON, languages)).toBe(text);
  });
});

describe('the sum', () => {
  it('counts a product once, and money by where it is', () => {
    expect(
      words.sumWords([
        { ...paid, amount: 25.5 },
        { ...paid, amount: 0.1 },
        { ...paid, amount: 0.2 },
        { ...paid, amount: 50, product_id: 1002, status: 'disputed' },
        { ...paid, amount: 7, product_id: 1003, status: 'pending' },
        { ...paid, amount: 3, is_excess: true },
        { ...paid, amount: 4, status: 'refund_failed' },
        { ...paid, amount: 5, status: 'refunded' },
        { ...paid, amount: 6, status: 'charged_back' },
        { ...donation, amount: 20 },
      ]),
    ).toEqual(['$75.80 to 2 products', '$20 in donations', '$7 being refunded', '$11 returned']);
  });

  it('leaves out what there is nothing of', () => {
    expect(words.sumWords([{ ...paid, amount: 25 }])).toEqual(['$25 to 1 product']);
    expect(words.sumWords([{ ...paid, status: 'pending' }])).toEqual([]);
  });
});

describe('what is drawn', () => {
  beforeEach(() => void vi.stubGlobal('navigator', { languages: ['en-US'] }));
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    [null, 'No. 1001 / Testing in Progress'],
    ['2027-08-01', 'No. 1001 / Test ended without results'],
  ])('of a test that ended on %s an entry says: %s', (test_ended_on, said) => {
    const begun = { testing_status: 'Testing in Progress', has_testing_begun: true } as const;
    const entry = { ...paid, can_request_refund: false, can_move: false };
    const contribution = { ...entry, product: { ...product, ...begun, test_ended_on } };
    const { text } = rendered(<ContributionRow contribution={contribution} />);
    expect(text).toContain(said);
  });

  it('a receipt says of each line what became of it', () => {
    const line = {
      brand: 'A dairy',
      product_id: 1001,
      merged_into: null,
      moved_to: null,
      is_excess: false,
      refunded_at: null,
      is_refunded_otherwise: false,
    };
    const receipt: Receipt = {
      site: 'OpenAssay',
      reference: '3f0c6a52-3a4e-4c0e-9c51-0d3f5d1e8a11',
      paid_at: '2027-07-01T23:30:00.000Z',
      total: 60.5,
      kind: 'funding',
      stripe_payment_id: 'pi_3QxAmpLe0000000000000000',
      email: 'a@example.org',
      lines: [
        { ...line, name: 'Whole milk', amount: 25, status: 'paid' },
        {
          ...line,
          name: 'Oat drink',
          amount: 30,
          status: 'refunded',
          refunded_at: '2027-08-02T00:30:00.000Z',
        },
        { ...line, name: 'Oat drink', amount: 5.5, status: 'paid', is_excess: true },
      ],
    };
    const { text } = rendered(<ReceiptSheet receipt={receipt} />);
    for (const words of [
      'July 1, 2027',
      'Refunded on August 2, 2027',
      'so this is refunded',
      '$60.50',
    ]) {
      expect(text).toContain(words);
    }
  });
});
