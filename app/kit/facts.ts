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
  refundDecisionDays: REFUND_DECISION_DAYS,
  resultsWeeks: RESULTS_WEEKS,
  contributorAgeYears: CONTRIBUTOR_AGE_YEARS,
} = NUMBERS;
/** What is tested for, as a sentence lists it: `families` in `toxicology`, which a test holds it to. */
export const TESTED_FOR = 'phthalates, bisphenols and their substitutes';
/** Said in place of a level that a test could not be sure of (decision 0069). */
export const CANT_TELL = 'Can’t tell';
/** Said in place of the level None: what nobody looked for is not said to be none. */
export const NOT_TESTED = 'Not tested';
/** How long results take once the first sample is bought: a promise of ours. */
export const RESULTS_WITHIN = `${RESULTS_WEEKS.from}–${RESULTS_WEEKS.to} weeks`;
/** Days before money goes back by age at which its giver is asked where else it should go (decision 0103). */
export const MOVE_ASK_DAYS = 35;
/** Days that a report says on top that a level or a headline of it was corrected. */
export const CORRECTION_SHOWN_DAYS = 90;
/** How administrators call what sends money back that has found no goal. */
export const REFUND_RULE = `the ${REFUND_DAYS}-day rule`;
/** The least that one press gives to a product. */
export const LEAST_GIVEN = formatDollars(Math.min(...NUMBERS.quickAddDollars));
/** What a product is tested by: "three samples". */
export const SAMPLES = samples(LEVELS);
/**
 * The edition of the legal texts that their page names. What changed since stands at
 * their end, in `content/legal`.
 */
export const LEGAL_UPDATED = 'July 20, 2025';

/** "our target of $425 each (a laboratory normally charges about $495)": of samples. */
export const TARGET_EACH = `our target of ${formatCents(LEVEL_CENTS)} each (a laboratory normally charges about ${formatCents(USUAL_LAB_CENTS)})`;

/** "$1,275, which is 3 samples at our target of $425 each (…)". */
export const GOAL = `${formatCents(FULL_FUNDING_CENTS)}, which is ${LEVELS} samples at ${TARGET_EACH}`;
