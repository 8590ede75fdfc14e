import { FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';

/** What the terms of a match may be; amounts in whole dollars. */
export const LIMITS = {
  sum: { from: 50, to: 50_000 },
  /** What a gift is matched up to: never more than a product is given at once. */
  most: { from: 1, to: FULL_FUNDING_DOLLARS },
  gifts: { from: 1, to: 100_000 },
  /** What a sponsor paid by card can still go back so long after. */
  days: 300,
  nameCharacters: 120,
};

/** What is wrong with the terms of a match. */
export type TermsRefusal =
  | 'sum'
  | 'most'
  | 'most_above_sum'
  | 'gifts'
  | 'no_end'
  | 'end_past'
  | 'end_far'
  | 'name'
  | 'email'
  | 'kind'
  | 'unused_to';
