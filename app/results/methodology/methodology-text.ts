import { chemicalOf, isChemicalKey } from '#app/toxicology/chemicals.ts';
import {
  limitFor,
  limits,
  type Authority,
  type IntakeLimit,
  type LimitSubject,
} from '#app/toxicology/limits.ts';
import { potencyFactorsOf } from '#app/toxicology/potency.ts';
import { levelCutOffs } from '#app/toxicology/risk-level.ts';
import { CANT_TELL, NOT_TESTED } from '#app/kit/facts.ts';
import { standingOfLimit } from '#app/toxicology/limit-standing.ts';
import { grouped } from '#app/kit/text.ts';
import { type Word } from '#app/results/answers/answer.ts';
import { familyOf, type Family } from '#app/toxicology/families.ts';

/** A chemical's abbreviation or a sum's name. */
export function subjectName(subject: LimitSubject): string {
  return isChemicalKey(subject) ? chemicalOf(subject).abbreviation : familyOf(subject).sum;
}

/** A figure of the example, to two decimals; less than a hundredth to two digits. */
export function figureOf(figure: number): string {
  const precision =
    figure !== 0 && Math.abs(figure) < 0.01
      ? { maximumSignificantDigits: 2 }
      : { maximumFractionDigits: 2 };
  return figure.toLocaleString('en-US', precision);
}

/** A limit or another whole figure, every digit of it: `50,000`, `0.2`. */
export function exactFigure(figure: number): string {
  return grouped(figure, 20);
}

/** `Status: contested. Looked at November 21, 2026.` */
export function limitStanding(limit: IntakeLimit): string {
  const { status, lookedAt } = standingOfLimit(limit);
  return `Status: ${status}. ${lookedAtText(lookedAt)}`;
}

/** `Looked at November 21, 2026.` */
export function lookedAtText(day: string): string {
  // Not by `dayText`: used on one page more, it would come with the home page's scripts.
  const words = new Date(day).toLocaleDateString('en-US', { dateStyle: 'long', timeZone: 'UTC' });
  return `Looked at ${words}.`;
}

/** What a family adds up, such as `DEHP + 5 × DBP`; what weighs nothing is left out. */
export function sumText(family: Family): string {
  return potencyFactorsOf(family)
    .filter(({ factor }) => factor !== 0)
    .map(({ chemical, factor }) => weighted(factor, chemicalOf(chemical).abbreviation))
    .join(' + ');
}

/** `DEHP` or `5 × DBP`. */
export function weighted(factor: number, text: string): string {
  return factor === 1 ? text : `${exactFigure(factor)} × ${text}`;
}

/** Every chemical that both authorities have a limit for, in ng/kg/day, the widest apart first. */
export function regulatorGaps() {
  return limits
    .filter(({ authority }) => authority === 'EFSA')
    .flatMap(({ subject, limitNgPerKgDay: efsa }) => {
      const epa = limitFor(subject, 'EPA')?.limitNgPerKgDay;
      if (epa === undefined || !isChemicalKey(subject)) return [];
      const stricter: Authority | null = efsa === epa ? null : efsa < epa ? 'EFSA' : 'EPA';
      /** The higher over the lower; at least 1. */
      const ratio = Math.max(efsa, epa) / Math.min(efsa, epa);
      return [{ chemical: subject, efsa, epa, ratio, stricter }];
    })
    .toSorted((a, b) => b.ratio - a.ratio);
}

/** What each level means, from the cut-offs that rate. */
export const LEVEL_TEXTS: readonly { level: Word; range: string; meaning: string }[] = [
  {
    level: 'Low',
    range: `below ${levelCutOffs.mediumFromPercent}%`,
    meaning:
      'One serving a day is a small share of the daily limit, even with the most that the test could have missed.',
  },
  {
    level: 'Medium',
    range: `${levelCutOffs.mediumFromPercent}% or more, but below ${levelCutOffs.highFromPercent}%`,
    meaning: 'A share worth knowing about, because other food and other things add to it.',
  },
  {
    level: 'High',
    range: `${levelCutOffs.highFromPercent}% or more`,
    meaning:
      'A large share from a single product. It is not the same as being above the limit, which begins at 100%.',
  },
  {
    level: CANT_TELL,
    range: 'upper bound in a higher level',
    meaning:
      'What the test could not see may make it Medium or High. The report says what it could be, why, and the best estimate.',
  },
  {
    level: NOT_TESTED,
    range: 'no results',
    meaning:
      'No sample has a result for these chemicals, so nothing is known. Programs read None and 0 percent.',
  },
  {
    level: 'N/A',
    range: 'not rated',
    meaning:
      'There are results, but they can’t be rated (the serving size is unknown) or shouldn’t be (the product has since changed).',
  },
];
