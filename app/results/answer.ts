import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { levelCutOffs, riskLevel, type RiskLevel } from '#app/toxicology/risk-level.ts';
import { amountOf, ofLimit, type Amount } from './percent-text.ts';
import type { Rating, RiskLevelRow } from './tested-schema.ts';

/** What a person reads of a rating. The API keeps the level of the best estimate, and None. */
export type Word = Exclude<RiskLevel, 'None'> | typeof CANT_TELL | typeof NOT_TESTED;

/** The levels in one sentence; the figures are those they are worked out by. */
export const LEVEL_GUIDE = `Low is below ${levelCutOffs.mediumFromPercent}% of the daily limit (the tolerable daily intake, TDI), Medium from ${levelCutOffs.mediumFromPercent}%, High from ${levelCutOffs.highFromPercent}%. “${CANT_TELL}” means that the test could have missed enough for a higher level.`;

/** What no range of figures on a report contains. */
export const BOUNDS_GUIDE =
  'Ranges include neither the laboratory’s own uncertainty nor what the next lot may hold.';

/** What a rating says, in words and in a figure that people can hold. */
export interface RatingAnswer {
  word: Word;
  /** What it could be where nobody can tell, `Low to High`; else null. */
  could: string | null;
  /** The best estimate; null where there is no percent. */
  amount: Amount | null;
  /** Which side of the limit a High is on, whatever the test could not see. */
  tag: 'Above limit' | 'Below limit' | null;
}

/** The word for a level; `isUnsure` where what the test could not see may make it a higher one. */
export function wordOf(level: RiskLevel, isUnsure: boolean): Word {
  if (level === 'None') return NOT_TESTED;
  return isUnsure ? CANT_TELL : level;
}

/**
 * What a level and its percents say; `percent` is null where there is none, or none to be shown.
 * `whose` is the family's `whoseLimit`.
 */
export function answerOf(level: RiskLevel, percent: Bounds | null, whose?: string): RatingAnswer {
  if (!percent || level === 'None' || level === 'N/A') {
    return { word: wordOf(level, false), could: null, amount: null, tag: null };
  }
  const highest = highestOf(percent);
  const isHigher = highest !== level;
  return {
    word: wordOf(level, isHigher),
    could: isHigher ? `${riskLevel(percent.lower)} to ${highest}` : null,
    amount: amountFor(percent, whose),
    tag: level === 'High' ? sideOf(percent) : null,
  };
}

/** The best estimate; what is known to be there where nobody knows how much more there is. */
function amountFor(percent: Bounds, whose?: string): Amount {
  const { lower, estimate, upperOpen } = percent;
  if (upperOpen && lower > 0) return amountOf(lower, true, whose);
  return estimate > 0 ? amountOf(estimate, false, whose) : none(percent, whose);
}

function highestOf({ upper, upperOpen }: Bounds): RiskLevel {
  return riskLevel(upperOpen ? Infinity : upper);
}

function none({ upper, upperOpen }: Bounds, whose?: string): Amount {
  const most = upperOpen || upper === 0 ? '' : `(${mostText(upper, whose)})`;
  return { figure: 'None found', of: most };
}

/** `at most 24 times the limit`, `less than 0.01% of the limit`. */
export function mostText(upper: number, whose?: string): string {
  return `at most ${ofLimit(upper, whose)}`.replace('at most <', 'less than');
}

function sideOf({ lower, upper, upperOpen }: Bounds): RatingAnswer['tag'] {
  if (lower > 100) return 'Above limit';
  return upper < 100 && !upperOpen ? 'Below limit' : null;
}

/** The same of a row of the list: a child, EFSA's limits. */
export function rowAnswer(row: FamilyRow, family: Family): RatingAnswer {
  return ratingAnswer(rowRating(row, family), familyOf(family).whoseLimit);
}

/** A family's rating as a row states it. */
export function rowRating(row: FamilyRow, family: Family): Rated {
  return {
    risk: row[`${family}_risk`],
    tdi_percent: row[`${family}_tdi_percent`],
    lower_percent: row[`${family}_lower_percent`],
    upper_percent: row[`${family}_upper_percent`],
  };
}

/** Of a row of the list what is read of its ratings. */
export type FamilyRow = Pick<
  RiskLevelRow,
  `${Family}_${'risk' | 'tdi_percent' | 'lower_percent' | 'upper_percent'}`
>;

type Rated = Pick<Rating, 'risk' | 'tdi_percent' | 'lower_percent' | 'upper_percent'>;

/** The same of a rating as it is stored. */
export function ratingAnswer(rating: Rated, whose?: string): RatingAnswer {
  return answerOf(rating.risk, boundsOf(rating), whose);
}

/** Whether nobody can tell what a stored rating is: what `could` is for, and no more of the answer. */
export function isUnsure(rating: Rated): boolean {
  const percent = boundsOf(rating);
  return percent !== null && highestOf(percent) !== rating.risk;
}

/** A stored rating's percent of EFSA's limit; null where there is none, or it is not rated. */
export function boundsOf({
  risk,
  tdi_percent: estimate,
  lower_percent: lower,
  upper_percent: upper,
}: Rated): Bounds | null {
  if (estimate === null || risk === 'None' || risk === 'N/A') return null;
  return {
    lower: lower ?? estimate,
    estimate,
    upper: upper ?? estimate,
    upperOpen: upper === null,
  };
}

/** An answer in one breath: `Low, 1/190 of the daily limit (0.52%)`, `can’t tell, Low to High`. */
export function answerText({ word, could, amount, tag }: RatingAnswer): string {
  if (could !== null) return `can’t tell, ${could}`;
  const below = tag === 'Below limit' ? ', but below the limit' : '';
  return amount ? `${word}${below}, ${amountInSentence(amount)}` : word;
}

/** An amount within a sentence: `about 4,000 times the limit`. */
export function amountInSentence({ figure, of }: Amount): string {
  const text = `${figure} ${of}`.trim();
  return text.charAt(0).toLowerCase() + text.slice(1);
}
