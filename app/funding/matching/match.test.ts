import fc from 'fast-check';
import { expect, test } from 'vitest';
import { matchedCents, planMatches, type OpenMatch } from './match.ts';
import { matchedProductsAddress, remainsText } from './match-words.ts';

const open = { mostCents: 2_000, leftCents: 10_000, giftsLeft: null };

test.each([
  ['as much as the gift', open, 1_500, 50_000, 1_500],
  ['no more than the sponsor said', open, 5_000, 50_000, 2_000],
  ['no more than is left', { ...open, leftCents: 700 }, 1_500, 50_000, 700],
  ['no more than the product still needs', open, 1_500, 300, 300],
  ['nothing to a gift that brings the goal', open, 1_500, 0, 0],
  ['no rest below a dollar', open, 1_500, 1_550, 1_450],
  ['nothing where only a rest below a dollar would be left', open, 2_000, 2_050, 1_950],
  ['nothing below a dollar, which would be left where it is released', open, 100, 101, 0],
  ['nothing where less than a dollar is left', { ...open, leftCents: 99 }, 1_500, 50_000, 0],
  ['nothing once its gifts are given', { ...open, giftsLeft: 0 }, 1_500, 50_000, 0],
])('a match adds %s', (_, match, giftCents, needCents, cents) => {
  expect(matchedCents(match, giftCents, needCents)).toBe(cents);
});

test('a match never adds more than gift, sponsor, money, or need, and leaves no rest nobody could pay', () => {
  const cents = fc.nat(200_000);
  const asked = fc.record({ mostCents: cents, leftCents: cents, gift: cents, need: cents });
  fc.assert(
    fc.property(asked, ({ mostCents, leftCents, gift, need }) => {
      const added = matchedCents({ mostCents, leftCents, giftsLeft: 3 }, gift, need);
      expect(added).toBeGreaterThanOrEqual(0);
      expect(added).toBeLessThanOrEqual(Math.min(mostCents, leftCents, gift, need));
      if (added > 0) expect(added).toBeGreaterThanOrEqual(100);
      if (added > 0) expect([0, 100]).toContain(Math.min(100, need - added));
    }),
  );
});

test('what a match adds to one gift of a list is not there for the next, nor is its turn', () => {
  const match: OpenMatch = {
    ...open,
    id: 1,
    sponsorName: null,
    kind: 'brand',
    of: 'Oats',
    endsAt: new Date(),
    leftCents: 3_000,
  };
  const next: OpenMatch = { ...match, id: 2, mostCents: 700, giftsLeft: 1 };
  const gifts = ['Oats', 'Rye', 'Oats', 'Oats', 'Oats'].map((brand, at) => {
    return { productId: at, brand, category: null, giftCents: 2_500, needBesideCents: 50_000 };
  });
  expect([...planMatches([match, next], gifts)]).toEqual([
    [0, { matchId: 1, cents: 2_000 }],
    [2, { matchId: 1, cents: 1_000 }],
    [3, { matchId: 2, cents: 700 }],
  ]);
});

test.each([
  ['any', '', '/'],
  ['group', 'baby', '/?category=baby'],
  ['brand', 'Bean & Co.', '/?search=Bean+%26+Co.'],
] as const)(
  'the page of a match for %s leads to the list of what it is for',
  (kind, of, address) => {
    expect(matchedProductsAddress({ kind, of })).toBe(address);
  },
);

const shown = { isClosed: false, leftDollars: 40, giftsLeft: null };

test.each([
  ['what is left of its money', shown, '$40 remains.'],
  ['for how many gifts that is', { ...shown, giftsLeft: 1 }, '$40 remains, for 1 more gift.'],
  ['a dollar, which is still matched', { ...shown, leftDollars: 1 }, '$1 remains.'],
  [
    'less than a dollar as what matches no gift',
    { ...shown, leftDollars: 0.5 },
    '$0.50 remains, which is too little to match a gift. The rest is used, or promised to gifts that are being paid.',
  ],
  [
    'that all is used',
    { ...shown, leftDollars: 0 },
    'All of its money is used, or promised to gifts that are being paid.',
  ],
  [
    'that its gifts are matched, whatever is left',
    { ...shown, leftDollars: 0.5, giftsLeft: 0 },
    'It has matched as many gifts as it was made for.',
  ],
  [
    'nothing of what is left once it has ended',
    { ...shown, isClosed: true, leftDollars: 0.5 },
    'This match has ended. Gifts are not matched by it anymore.',
  ],
])('the page of a match says %s', (_, match, sentence) => {
  expect(remainsText(match)).toBe(sentence);
});
