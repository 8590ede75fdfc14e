import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import type { Bounds } from '#app/toxicology/bounds.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';
import { ownSubstance, type OwnShare } from '#app/toxicology/limit-verdicts.ts';
import { chemicalOf, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { servingsADay } from '#app/toxicology/servings.ts';
import { grouped, listed } from '#app/kit/text.ts';
import {
  highestLevel,
  levelCutOffs,
  riskLevel,
  type RiskLevel,
} from '#app/toxicology/risk-level.ts';
import { allCounted, amountOf, ofLimit, type Amount } from './percent-text.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

/** What a person reads of a rating. The API keeps the level of the best estimate, and None. */
export type Word = Exclude<RiskLevel, 'None'> | typeof CANT_TELL | typeof NOT_TESTED;

/** The levels in one sentence; the figures are those they are worked out by. */
export const LEVEL_GUIDE = `Low is below ${levelCutOffs.mediumFromPercent}% of the daily limit (the tolerable daily intake, TDI), Medium from ${levelCutOffs.mediumFromPercent}%, High from ${levelCutOffs.highFromPercent}%: far below it, as nobody eats one food alone. “${CANT_TELL}” means that the test could have missed enough for a higher level.`;

/** What no range of figures on a report contains. */
export const BOUNDS_GUIDE =
  'Ranges include neither the laboratory’s own uncertainty nor what the next lot may hold.';

/** What a family comes to for somebody: all that its answer is made of. */
export interface FamilyFigure {
  /** Whose limit it is, by name; `the limit` without. */
  family?: Family;
  level: RiskLevel;
  /** Of EFSA's limit; null where it is not rated. */
  percent: Bounds | null;
  /** What of it is the limit's own substance: without it, nothing is said to be above. */
  own?: OwnShare | null;
  /** What the percent is of, a day. */
  servings?: number;
}

/** The word for a level; `isUnsure` where what the test could not see may make it a higher one. */
export function wordOf(level: RiskLevel, isUnsure: boolean): Word {
  if (level === 'None') return NOT_TESTED;
  return isUnsure ? CANT_TELL : level;
}

/** What a rating says, in words and in a figure that people can hold. */
export type RatingAnswer = ReturnType<typeof answerOf>;

export function answerOf({ family, level, percent, own, servings = 1 }: FamilyFigure) {
  const whose = family && familyOf(family).whoseLimit;
  const rated = level === 'None' || level === 'N/A' ? null : percent;
  const highest = rated ? highestLevel(rated) : level;
  const isHigher = highest !== level;
  const tag = rated && level === 'High' ? sideOf(rated, own) : null;
  return {
    word: wordOf(level, isHigher),
    /** What it could be where nobody can tell, `Low to High`; else null. */
    could: rated && isHigher ? `${riskLevel(rated.lower)} to ${highest}` : null,
    /** The best estimate; null where there is no percent. */
    amount: rated && amountFor(rated, whose, own),
    /** Which side of the limit a High is on, whatever the test could not see; above by its own substance. */
    tag,
    /** Of what nobody can tell though none was found, how much there could be; else null. */
    missed:
      rated && isHigher && rated.estimate === 0 && !rated.upperOpen
        ? `this test could have missed up to ${ofLimit(rated.upper, whose)}${allCounted(rated.upper, whose)}`
        : null,
    /** What is said where nothing that counts was found: `None found`, `None found that counts`. */
    none: noneFound(own),
    /** Of a High that is below the limit, how many: `up to 10 servings a day stay within the European limit`. */
    perDay: rated && tag === 'Below limit' ? perDayText(rated, servings, whose, own) : null,
  };
}

/**
 * `up to 10 servings a day stay within the European limit`, whichever sample they are like; null where
 * not even one is known to.
 */
function perDayText(
  percent: Bounds,
  servings: number,
  whose = 'the',
  own?: OwnShare | null,
): string | null {
  const { sampleUpperPercent: most = percent.upper } = own ?? {};
  const { within } = servingsADay({ ...percent, upper: most ?? Infinity }, servings);
  if (!within) return null;
  const stay =
    within === 1 ? 'one serving a day stays' : `up to ${grouped(within)} servings a day stay`;
  return `${stay} within ${whose} limit`;
}

/** ` if BPS is counted as BPA`, of chemicals that stand for their limit's own; empty of none. */
export function countedText(counted: readonly ChemicalKey[]): string {
  const [first] = counted;
  const own = first && ownSubstance(chemicalOf(first).family);
  if (!own) return '';
  return ` if ${listed(counted.map(nameOf))} ${counted.length > 1 ? 'are' : 'is'} counted as ${nameOf(own)}`;
}

/** `DEHP`. */
export function nameOf(key: ChemicalKey): string {
  return chemicalOf(key).abbreviation;
}

/** The best estimate; what is known to be there where nobody knows how much more there is. */
function amountFor(percent: Bounds, whose: string | undefined, own?: OwnShare | null): Amount {
  const { lower, estimate, upper, upperOpen } = percent;
  const isLeast = upperOpen && lower > 0;
  const shown = isLeast ? lower : estimate;
  if (shown === 0) {
    const most = upperOpen || upper === 0 ? '' : `(${mostText(upper, whose)})`;
    return { figure: noneFound(own), of: most };
  }
  const { figure, of } = amountOf(shown, isLeast, whose);
  return { figure, of: shown < 100 ? of : of + countedText(own?.counted ?? []) };
}

/** Of nothing that counts: what was found beside it is not denied. */
export function noneFound(own?: OwnShare | null): string {
  return own?.beside?.length ? 'None found that counts' : 'None found';
}

/** `at most 24 times the limit`, `less than 0.01% of the limit`. */
export function mostText(upper: number, whose?: string): string {
  return `at most ${ofLimit(upper, whose)}${allCounted(upper, whose)}`.replace(
    'at most <',
    'less than',
  );
}

function sideOf({ upper, upperOpen }: Bounds, own?: OwnShare | null) {
  if (own && own.lowerPercent > 100) return 'Above limit';
  return upper < 100 && !upperOpen ? 'Below limit' : null;
}

/** Of a row of the list what is read of its ratings: those for whoever the product is for. */
export type FamilyRow = Pick<RiskLevelRow, 'eater'>;

/** The same of a row of the list: whoever the product is for, EFSA's limits. */
export function rowAnswer({ eater }: FamilyRow, family: Family): RatingAnswer {
  const { risk: level, tdi_percent: estimate, ...rating } = eater[family];
  const figure = { family, level, servings: eater.servings };
  const { lower_percent: lower, upper_percent: upper, own_lower_percent: lowerPercent } = rating;
  if (estimate === null) return answerOf({ ...figure, percent: null });
  const { counted, beside, sample_upper_percent: sampleUpperPercent } = rating;
  return answerOf({
    ...figure,
    percent: {
      lower: lower ?? estimate,
      estimate,
      upper: upper ?? estimate,
      upperOpen: upper === null,
    },
    own: lowerPercent === null ? null : { lowerPercent, counted, beside, sampleUpperPercent },
  });
}

/** An answer in one breath: `Low, 1/190 of the European limit (0.52%)`, `can’t tell, Low to High`. */
export function answerText(answer: RatingAnswer): string {
  const { word, could, amount, missed, perDay } = answer;
  if (missed !== null) return `${answer.none.toLowerCase()}; ${missed}`;
  if (could !== null) return `can’t tell, ${could}`;
  const text = amount ? `${word}, ${amountInSentence(amount)}` : word;
  return perDay ? `${text}; ${perDay}` : text;
}

/** An amount within a sentence: `about 4,000 times the limit`. */
export function amountInSentence({ figure, of }: Amount): string {
  const text = `${figure} ${of}`.trim();
  return text.charAt(0).toLowerCase() + text.slice(1);
}
