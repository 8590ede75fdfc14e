import { foodMetalLimits } from './food-limits.ts';
import { intakeMetalLimits } from './intake-limits.ts';
import {
  isShown,
  type FoodMetalLimit,
  type IntakeMetalLimit,
  type MetalForm,
} from './metal-limit.ts';
import { limitNgG, servingsIn, type Portion } from './portion.ts';

const shownIntakeLimits = intakeMetalLimits.filter(isShown);
const shownFoodLimits = foodMetalLimits.filter(isShown);

/** ng/g: at least, and at most; null where nobody knows the most. */
export interface MetalRange {
  lowerNgG: number;
  upperNgG: number | null;
}

/** Of a product's samples the mean, and the most that any of them holds. */
export interface MetalAmount extends MetalRange {
  highestUpperNgG: number | null;
  /** Samples that have a result, and all that were tested; left out of sums. */
  samples?: number;
  of?: number;
}

/** By what was measured: of one sample ranges, of a product amounts. */
export type ByForm<T> = Partial<Record<MetalForm, T>>;

/** At most the limit for certain, above it for certain, or neither. */
type MetalVerdict = 'yes' | 'no' | 'cannot tell';

/**
 * What one eats in parts of a limit: 1 is all of it, null where nobody knows the most. The verdict is `yes`
 * by the highest sample, and `no` by the mean.
 */
export type IntakeVerdict = ReturnType<typeof intakeVerdicts>[number];

/** On what one eats, of a product or of one sample, by the limits for the eater; none of an unknown portion. */
export function intakeVerdicts(
  amounts: ByForm<MetalRange & Partial<MetalAmount>>,
  portion: Portion,
  limits: readonly IntakeMetalLimit[] = shownIntakeLimits,
) {
  return limits.flatMap((limit) => {
    const whole = limitNgG(limit, portion);
    if (whole === null || !isFor(limit, portion)) return [];
    const { times } = servingsIn(limit, portion);
    return judged(limit.form, amounts, ({ lowerNgG, upperNgG, highestUpperNgG = upperNgG }) => {
      const [lower, upper, highestUpper] = [
        lowerNgG / whole,
        upperNgG === null ? null : upperNgG / whole,
        highestUpperNgG === null ? null : highestUpperNgG / whole,
      ];
      const verdict = verdictOn(lower, highestUpper, 1);
      // So many servings stay within it, by the highest sample; from so many on they are above it, by the mean.
      const within = highestUpper ? partsIn(highestUpper / times) : null;
      const aboveFrom = lower ? partsIn(lower / times) + 1 : null;
      return { limit, verdict, lower, upper, highestUpper, within, aboveFrom };
    });
  });
}

/** Of each sample as sold, which alone the limits by food are of: not on what was measured as prepared. */
export function foodVerdicts(
  samples: readonly ByForm<MetalRange>[],
  food: string,
  limits: readonly FoodMetalLimit[] = shownFoodLimits,
) {
  return limits
    .filter((limit) => limit.food === food)
    .map((limit) => {
      const verdictOf = ({ lowerNgG, upperNgG }: MetalRange) => ({
        verdict: verdictOn(lowerNgG, upperNgG, limit.ngG),
      });
      const all = samples.flatMap((sample) => judged(limit.form, sample, verdictOf));
      return { limit, each: all.map(({ verdict }) => verdict) };
    })
    .filter(({ each }) => each.length > 0);
}

export type FoodVerdict = ReturnType<typeof foodVerdicts>[number];

/**
 * What a test with these limits of quantification, ng/g as received, can see of the limits it is asked
 * about, by the form itself or by the total that it is a part of; null where nobody knows what is eaten.
 */
export function seenLimits(loqsNgG: ByForm<number>, portion: Portion) {
  return shownIntakeLimits
    .filter((limit) => limit.question && isFor(limit, portion))
    .map((limit) => {
      const neededNgG = limitNgG(limit, portion);
      const loqNgG = Math.min(...measuring(limit.form).map((one) => loqsNgG[one] ?? Infinity));
      const isOwn = loqsNgG[limit.form] === loqNgG;
      const isSeen = neededNgG === null ? null : !isAbove(loqNgG, neededNgG);
      return { limit, neededNgG, loqNgG, isOwn, isSeen };
    });
}

export type SeenLimit = ReturnType<typeof seenLimits>[number];

/** Whose limits of what must be met for green; arsenic is never green. */
const greenBy: ByForm<string[]> = {
  pb: ['FDA pb', 'California pb'],
  cd: ['EFSA cd'],
  hg: ['EFSA mehg', 'EFSA inhg'],
};

/** Whether a substance is shown in green: these are met, and no dose is reached that a margin is held against. */
export function isGreen(measured: MetalForm, verdicts: readonly IntakeVerdict[]): boolean {
  const own = verdicts.filter(({ limit }) => measuring(limit.form).includes(measured));
  const isMet = (name: string) =>
    own.some(
      ({ limit: { authority, form, kind }, verdict }) =>
        `${authority} ${form}` === name && kind !== 'margin' && verdict === 'yes',
    );
  const isRisk = own.some(({ limit, verdict }) => limit.kind === 'margin' && verdict !== 'yes');
  return !isRisk && greenBy[measured]?.every(isMet) === true;
}

/** Whether a sample is said to hold more inorganic arsenic than arsenic: a slip, which is refused. */
export function isPartAboveTotal({ as, ias }: ByForm<MetalRange>): boolean {
  return ias !== undefined && ias.lowerNgG > (as?.upperNgG ?? Infinity);
}

function isFor({ group }: IntakeMetalLimit, { groups }: Portion): boolean {
  return !group || groups.includes(group);
}

const totals: Partial<Record<MetalForm, MetalForm>> = { ias: 'as', mehg: 'hg', inhg: 'hg' };

/** What a form is measured by where it is not measured alone: the total that it is a part of. */
export function totalOf(form: MetalForm): MetalForm {
  return totals[form] ?? form;
}

/** What says something of a form: its own measurement, and that of the total, which is at least as much. */
export function measuring(form: MetalForm): MetalForm[] {
  return [form, totalOf(form)];
}

/**
 * What is known of a form by its own measurement and by its total, which it is at most; undefined where
 * neither was tested. Such amounts can be added up.
 */
export function knownOf<T extends MetalAmount>(form: MetalForm, measured: ByForm<T>) {
  const [own, total] = measuring(form).map((one) => measured[one]);
  if (!total || totals[form] === undefined) return own;
  const least = (a: number | null = null, b: number | null = null) =>
    a === null || b === null ? (a ?? b) : Math.min(a, b);
  return {
    ...total,
    lowerNgG: own?.lowerNgG ?? 0,
    upperNgG: least(own?.upperNgG, total.upperNgG),
    highestUpperNgG: least(own?.highestUpperNgG, total.highestUpperNgG),
  };
}

/**
 * The verdict by a form's own measurement, unless that can't tell and the total can, or is all there
 * is: a total that is within a limit has its parts within it; above, it says nothing of them.
 */
function judged<T extends MetalRange, V extends { verdict: MetalVerdict }>(
  form: MetalForm,
  measured: ByForm<T>,
  judge: (amount: T) => V,
): V[] {
  const all = measuring(form).flatMap((one) => {
    const amount = measured[one];
    return amount ? judge(one === form ? amount : { ...amount, lowerNgG: 0 }) : [];
  });
  const told = all.filter(({ verdict }) => verdict !== 'cannot tell');
  return (told.length > 0 ? told : all).slice(0, 1);
}

function verdictOn(least: number, most: number | null, limit: number): MetalVerdict {
  if (isAbove(least, limit)) return 'no';
  return most !== null && !isAbove(most, limit) ? 'yes' : 'cannot tell';
}

/** Far finer than what any laboratory writes, far coarser than what doubles lose: equal is within. */
const SLACK = 1 + 1e-12;

function isAbove(figure: number, limit: number): boolean {
  return figure > limit * SLACK;
}

/** How many whole parts make up 1. */
export function partsIn(part: number): number {
  return Math.floor(SLACK / part);
}
