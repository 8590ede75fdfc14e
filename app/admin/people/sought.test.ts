import { describe, expect, it } from 'vitest';
import { kindsOf, readSought, takenFor, typedAgain } from './sought.ts';

const UUID = '0b1e2c3d-4f50-4a6b-8c7d-9e0f1a2b3c4d';

describe('what is typed to find a payment is taken for', () => {
  it.each([
    ['an address', 'Cara@Example.org', 'an address'],
    ['with blanks around it', ' cara@example.org ', 'an address'],
    ['the beginning of one', 'cara@', 'part of an address'],
    ['the end of one', '@example.org', 'part of an address'],
    ['one that is cut off', 'cara@exam', 'part of an address'],
    ['an amount', '$50', 'an amount of $50'],
    ['with cents', '50.00', 'an amount of $50'],
    ['with thousands', '$1,240.50', 'an amount of $1,240.50'],
    ['in words', '50 dollars', 'an amount of $50'],
    ['a bare number', '50', 'an amount of $50 or product 0050'],
    ['four digits', '4242', 'an amount of $4,242, product 4242, or the last four digits of a card'],
    ['a code', '0042', 'product 0042 or the last four digits of a card'],
    ['a named product', '#2001', 'product 2001'],
    ['in a word', 'Product 2001', 'product 2001'],
    ['a masked card', '•••• 4242', 'the last four digits of a card'],
    ['a card in words', 'card ending in 4242', 'the last four digits of a card'],
    ['a day', '2026-11-21', 'November 21, 2026 (UTC)'],
    ['a day as it is said', 'Nov 21, 2026', 'November 21, 2026 (UTC)'],
    ['in full', 'November 21st, 2026', 'November 21, 2026 (UTC)'],
    ['the day first', '21 nov. 2026', 'November 21, 2026 (UTC)'],
    ['in figures', '11/21/2026', 'November 21, 2026 (UTC)'],
    ['one word', 'Cara', 'part of an address, a name on a card, or words of a product’s name'],
    ['several', 'Çelik Cara', 'a name on a card or words of a product’s name'],
    [
      'a day that there is not',
      '2026-02-30',
      'part of an address, a name on a card, or words of a product’s name',
    ],
  ])('%s: %j', (_, typed, meaning) => expect(takenFor(readSought(typed))).toBe(meaning));

  it.each(['', '  ', '%', '_%_', '\\', '@', '\u0000', 'a', '🙂', 'x'.repeat(301), 'a '.repeat(11)])(
    'nothing: %j',
    (typed) => expect(readSought(typed)).toEqual([]),
  );

  it.each([
    '$99999999999999999',
    '2147483648',
    '9'.repeat(300),
    '$0',
    '0000-01-01',
    "'; drop table orders; --",
    'cs_x; drop table orders',
    'a@b@c',
    '\ud800 lone',
    'zero\u0000byte',
    '%_%a%',
  ])('what no column or index trips over: %j', (typed) => {
    for (const one of readSought(typed)) {
      expect(JSON.stringify(one)).not.toMatch(/\\u0000|\\ud800/);
      if (one.by === 'amount') expect(one.amountCents).toBeLessThan(2 ** 31);
      if (one.by === 'product') expect(one.productId).toBeLessThan(2 ** 31);
      if (one.by === 'day') expect(Date.parse(one.day)).toBeGreaterThan(0);
    }
  });
});

it('keeps of a card’s whole number its last four digits alone', () => {
  for (const typed of ['4242 4242 4242 4243', '378282246310005', '4242-4242-4242-4243']) {
    const sought = readSought(typed);
    expect(sought).toEqual([{ by: 'last-four', last4: typed.slice(-4) }]);
    expect(typedAgain(typed, sought)).toBe(typed.slice(-4));
  }
  for (const around of [
    'visa 4242424242424243',
    '4242 4242 4242 4243 12/34',
    '#4242424242424243',
  ]) {
    expect(typedAgain(around, readSought(around))).toBe('4243');
  }
  for (const written of ['4242.4242.4242.4243', '４２４２４２４２４２４２４２４３']) {
    expect(readSought(written)).toEqual([{ by: 'last-four', last4: '4243' }]);
  }
  expect(typedAgain('Cara', readSought('Cara'))).toBe('Cara');
});

it('tells the trail kinds alone, but for numbers that name no person', () => {
  const told = (typed: string) => kindsOf(readSought(typed));
  expect(told('cara@example.org')).toBe('an address');
  expect(told('cara')).not.toContain('cara');
  expect(told('4242')).toBe('an amount, a product, or the last four digits of a card');
  expect(told('Nov 21, 2026')).toBe('a day');
  expect(told('pi_123')).toBe('pi_123');
  expect(told(UUID.toUpperCase())).toBe(UUID);
});
