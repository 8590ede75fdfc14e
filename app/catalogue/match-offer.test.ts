import { describe, expect, test } from 'vitest';
import { cardOffer, offerFor, type MatchOffer } from './match-offer.ts';
import { matchedSentence, offerWords } from './match-words.ts';
import type { Product } from './product-schema.ts';
import { oatRings } from '#test/support/oat-rings.ts';

const match: MatchOffer = {
  id: 800_000_001,
  name: 'Match for any product',
  sponsorName: 'Acme Foundation',
  purpose: 'any product',
  kind: 'any',
  of: '',
  mostCents: 2_000,
  giftsLeft: null,
  leftCents: 48_000,
  endsAt: '2026-12-31T12:00:00.000Z',
};

describe('a gift to a product', () => {
  const dairy: MatchOffer = { ...match, id: 800_000_002, kind: 'group', of: 'dairy' };
  const offered = (change: Partial<Product> = {}, matches = [match]) =>
    offerFor({ ...oatRings, ...change }, matches)?.id;

  test.each<[string, Partial<Product>]>([
    ['fully funded', { current_amount: 1275 }],
    ['in testing', { testing_status: 'Testing in Progress' }],
    ['off the list', { removed_reason: 'removed' }],
    ['not reviewed yet', { awaits_review: true }],
    ['a demonstration', { name: '[TEST] Oat Rings' }],
    ['so near its goal that nothing is left to add', { current_amount: 1273.5 }],
    ['being paid for to its goal', { reserved_amount: 934 }],
  ])('is offered no match while it is %s', (_, change) => {
    expect(offered()).toBe(match.id);
    expect(offered(change)).toBeUndefined();
  });

  test('is matched by the first that is for it', () => {
    expect(offered({}, [dairy, match])).toBe(match.id);
    expect(offered({ category: 'Dairy' }, [dairy, match])).toBe(dairy.id);
    expect(offered({ category: null }, [dairy])).toBeUndefined();
    expect(offered({}, [{ ...match, kind: 'brand', of: 'Millhouse' }])).toBe(match.id);
    expect(offered({}, [{ ...match, kind: 'brand', of: 'Acacia' }])).toBeUndefined();
  });
});

test('an offer says who matches, how, what is left, and when it ends', () => {
  expect(offerWords(match)).toEqual({
    rule: 'Acme Foundation matches gifts to this product one to one, up to $20 each.',
    left: '$480 is left; the match ends December 31, 2026.',
  });
  const few = { ...match, sponsorName: null, giftsLeft: 12 };
  expect(offerWords(few, 'Baby products')).toEqual({
    rule: 'A sponsor matches gifts to Baby products one to one, up to $20 each.',
    left: '$480 is left, for 12 more gifts at most; the match ends December 31, 2026.',
  });
});

test('a card says no more than the match has left', () => {
  expect(cardOffer(match)).toBe('Gifts are matched, up to $20 each.');
  expect(cardOffer({ ...match, leftCents: 700 })).toBe('Gifts are matched, up to $7 each.');
});

test.each([
  ['Acme Foundation', 'Matched with $20 by Acme Foundation.'],
  ['Acme Inc.', 'Matched with $20 by Acme Inc.'],
  [null, 'Matched with $20 by a sponsor.'],
])('what was added names its sponsor, as %s', (sponsorName, sentence) => {
  expect(matchedSentence(2_000, sponsorName)).toBe(sentence);
});
