import {
  formatCents,
  formatDollars,
  FULL_FUNDING_CENTS,
  LEVEL_CENTS,
  LEVELS,
  samples,
} from './money.ts';
import { NUMBERS } from './numbers.ts';

/*
 * What pages and letters say in more than one place. Amounts that the program itself reckons with
 * come from where it reckons.
 */

export const {
  usualLabCents: USUAL_LAB_CENTS,
  refundDays: REFUND_DAYS,
  refundWarningDays: REFUND_WARNING_DAYS,
  resultsWeeks: RESULTS_WEEKS,
  contributorAgeYears: CONTRIBUTOR_AGE_YEARS,
} = NUMBERS;
/** What is tested for, as a sentence lists it: `families` in `toxicology`, which a test holds it to. */
export const TESTED_FOR = 'phthalates, bisphenols and their substitutes';
/** Said in place of a level that a test could not be sure of (decision 0069). */
export const CANT_TELL = 'Can’t tell';
/** How long results take from the beginning of testing: a promise of ours. */
export const RESULTS_WITHIN = `${RESULTS_WEEKS.from}–${RESULTS_WEEKS.to} weeks`;
/** How administrators call what sends money back that has found no goal. */
export const REFUND_RULE = `the ${REFUND_DAYS}-day rule`;
/** The least that one press gives to a product. */
export const LEAST_GIVEN = formatDollars(Math.min(...NUMBERS.quickAddDollars));
/** What a product is tested by: "three samples". */
export const SAMPLES = samples(LEVELS);
/**
 * The edition of the legal texts that their page names (spec §2). What changed since stands at
 * their end, from `pages/legal/legal-changes.ts`.
 */
export const LEGAL_UPDATED = 'July 20, 2025';

/** "$1,275, which is three samples at $425 each". */
export const GOAL = `${formatCents(FULL_FUNDING_CENTS)}, which is ${LEVELS} samples at ${formatCents(LEVEL_CENTS)} each`;

/** The one policy on manufacturers' money, in the same words wherever it is stated. */
export const MANUFACTURER_MONEY =
  'Manufacturers may fund tests of their own products; the samples are still bought at retail, and the result is published whatever it says and no matter who paid.';
/** What is in scope, in the same words wherever it is stated. */
export const SCOPE =
  'Only products that a U.S. resident can buy through standard retail channels, online or in a store, are in scope.';
/** The feature that is announced in copy only (spec §1). */
export const DIRECT_PURCHASE =
  'Planned, but not available yet: researchers and journalists will be able to pay for the test of a single product directly.';
/** What becomes of a product's money that its test did not need (decision 0029). */
export const LEFT_POLICY =
  'What is left when a test is done goes to a reserve that pays for tests that cost more than they raised, and for nothing else. If a test costs more than it raised, the rest comes from that reserve and, if the reserve is too small, from the project’s own money, which is paid back first if anything is left over after all.';
