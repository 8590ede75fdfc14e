import { describe, expect, it } from 'vitest';
import { donateLabel, readDonationAmount } from './donation-amount.ts';
import * as messages from './messages.ts';

describe('readDonationAmount', () => {
  it.each([
    [5, 5],
    [5.99, 5],
    [20, 20],
    [10_000.5, 10_000],
  ])('monthly: %d is floored to %d', (asked, dollars) => {
    expect(readDonationAmount(asked, 'monthly')).toBe(dollars);
  });

  it.each([4.99, 0, -5, 0.1, -Infinity, Number.NaN, '20', '5e2', [20], null, undefined, {}])(
    'monthly: %j is below the minimum',
    (asked) => {
      const error = messages.MONTHLY_MINIMUM;
      expect(readDonationAmount(asked, 'monthly')).toBe(error);
    },
  );

  it.each([10_001, 1e21, Infinity])('monthly: %d is above the maximum', (asked) => {
    const error = messages.MONTHLY_MAXIMUM;
    expect(readDonationAmount(asked, 'monthly')).toBe(error);
  });

  it.each([
    [5, undefined],
    [10_000, undefined],
    [4, messages.DONATION_MINIMUM],
    [-5, messages.DONATION_MINIMUM],
    [10_001, messages.DONATION_MAXIMUM],
    [5.5, messages.DONATION_NOT_WHOLE],
    [Infinity, messages.DONATION_NOT_WHOLE],
    ['20', messages.DONATION_NOT_WHOLE],
  ])('once: %j', (asked, error) => {
    expect(readDonationAmount(asked, 'once')).toBe(error ?? asked);
  });
});

describe('what is typed', () => {
  it.each([
    ['20', 'monthly', 'DONATE $20 MONTHLY'],
    ['20.9', 'monthly', 'DONATE $20 MONTHLY'],
    ['1000', 'monthly', 'DONATE $1,000 MONTHLY'],
    ['', 'monthly', 'DONATE MONTHLY'],
    ['20', 'once', 'DONATE $20'],
    ['5e2', 'once', 'DONATE'],
  ] as const)('%j, %s: %s', (text, rhythm, label) => {
    expect(donateLabel(text, rhythm)).toBe(label);
  });
});
