import { expect, test } from 'vitest';
import { refundedOf } from './refunded.server.ts';

const settledAt = new Date('2026-05-01T10:00:00Z');

test.each([
  ['succeeded', settledAt.toISOString(), false],
  ['paid_otherwise', settledAt.toISOString(), true],
  ['pending', null, false],
  ['failed', null, false],
  ['canceled', null, false],
  ['held', null, false],
])(
  'of a contribution whose refund is %s, the list says when it went back: %s',
  (status, when, isOther) => {
    const expected = { refunded_at: when, is_refunded_otherwise: isOther };
    expect(refundedOf({ status, settledAt })).toEqual(expected);
  },
);

test('a contribution without a refund has not gone back', () => {
  expect(refundedOf(null)).toEqual({ refunded_at: null, is_refunded_otherwise: false });
});
