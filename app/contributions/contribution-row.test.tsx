import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ContributionRow } from './contribution-row.tsx';
import { ReceiptSheet } from './receipt-sheet.tsx';
import type { Contribution, Receipt } from './contribution-schema.ts';
import { rendered } from '#test/support/rendered.tsx';

const contribution: Contribution = {
  id: 'a',
  product_id: 1001,
  email: 'a@example.org',
  amount: 25,
  stripe_payment_id: 'pi_1',
  status: 'paid',
  created_at: '2027-07-01T12:00:00.000Z',
  kind: 'funding',
  is_excess: false,
  refund_due_at: null,
  refunded_at: null,
  is_refunded_otherwise: false,
  refund_request: null,
  can_request_refund: false,
  moved_from: null,
  can_move: false,
  product: {
    id: 1001,
    name: 'Whole milk',
    brand: 'A dairy',
    testing_status: 'Testing in Progress',
    test_ended_on: null,
    image_url: null,
    is_removed: false,
    is_hidden: false,
    has_testing_begun: true,
    is_contested: false,
  },
};

beforeEach(() => void vi.stubGlobal('navigator', { languages: ['en-US'] }));
afterEach(() => void vi.unstubAllGlobals());

test.each([
  [null, 'No. 1001 / Testing in Progress'],
  ['2027-08-01', 'No. 1001 / Test ended without results'],
])('of a test that ended on %s an entry says: %s', (test_ended_on, words) => {
  const product = { ...contribution.product!, test_ended_on };
  const { text } = rendered(<ContributionRow contribution={{ ...contribution, product }} />);
  expect(text).toContain(words);
});

test('a receipt says of each line what became of it', () => {
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
