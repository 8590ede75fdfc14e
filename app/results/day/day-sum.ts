import { families } from '#app/toxicology/families.ts';
import { percentOfLimit } from '#app/toxicology/intake.ts';
import * as limits from '#app/toxicology/limit-verdicts.ts';
import { limitFor, type Authority, type LimitSubject } from '#app/toxicology/limits.ts';
import type { IntakeMetalLimit, MetalForm } from '#app/toxicology/metals/metal-limit.ts';
import { limitNgG, usualPortion } from '#app/toxicology/metals/portion.ts';
import { intakeVerdicts, knownOf } from '#app/toxicology/metals/verdicts.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { countingOf } from '#app/toxicology/potency.ts';
import type { DayEater } from './day-query.ts';
import type { DayItem } from './day-schema.ts';

/** The day of formula as reports judge it: null grams as fed where nobody read them; undefined of other food. */
export function formulaOf({ kind, serving_g, as_fed_per_g }: DayItem) {
  const { grams, asFedPerG } = usualPortion(kind?.key ?? null, serving_g, as_fed_per_g);
  return asFedPerG === undefined ? undefined : { grams, asFedPerG };
}

/** Something that counts, and how many grams of it in a day. */
interface Eaten {
  item: DayItem;
  grams: number;
}

/** What one thing adds, nanograms a day: at least, and at most; null where nobody knows the most. */
export interface DayPart extends Eaten {
  lower: number;
  upper: number | null;
  /** Of several samples. */
  isMean: boolean;
}

/** A verdict on means, and what the highest sample of each comes to; null where nobody knows. */
export interface DayVerdict extends limits.LimitVerdict {
  highestPercent: number | null;
}

export type DayBlock = ReturnType<typeof familyBlock> | ReturnType<typeof metalBlock>;

/** Each family and metal that something in a day is tested for. Nanograms are added, and divided once. */
export function dayBlocks(eaten: readonly Eaten[], eater: DayEater): DayBlock[] {
  return [
    ...families.map((one) => familyBlock(one, eaten, eater)),
    ...metals.substances.map((one) => metalBlock(one, eaten, eater)),
  ].filter(({ parts }) => parts.length > 0);
}

/** Its parts are shares of EFSA's limit. */
function familyBlock(
  { key: family, name }: Pick<(typeof families)[number], 'key' | 'name'>,
  eaten: readonly Eaten[],
  { weightKg }: DayEater,
) {
  const counted = eaten.filter(({ item }) => item.amounts[family]);
  const percentIn = (most: Most) => (subject: LimitSubject, authority: Authority) => {
    const limit = limitFor(subject, authority)?.limitNgPerKgDay ?? Infinity;
    const sum = sumOf(counted, ({ amounts }) => amounts[subject], most);
    const percent = (ng: number) => percentOfLimit(ng, limit, weightKg);
    const [lower, upper] = [percent(sum.lower), percent(sum.upper ?? sum.lower)];
    return { lower, estimate: lower, upper, upperOpen: sum.upper === null };
  };
  const own = limits.ownSubstance(family);
  const others = countingOf(family).filter((key) => own && key !== own);
  const ownShare = {
    lowerPercent: percentIn('upperNgG')(own ?? family, 'EFSA').lower,
    counted: others.filter((key) => sumOf(counted, ({ amounts }) => amounts[key]).lower > 0),
  };
  const [means, highest] = ([MEAN, 'highestUpperNgG'] as const)
    .map(percentIn)
    .map((percentOf) => [
      ...limits.sumVerdicts(family, percentOf(family, 'EFSA'), ownShare),
      ...limits.chemicalVerdicts(family, percentOf),
    ]);
  const parts = partsOf(counted, ({ amounts }) => amounts[family]);
  const each = parts.every(({ isMean }) => isMean) ? 'every_sample' : 'one_sample';
  const limit = limits.sumLimit(family, 'EFSA')?.limitNgPerKgDay ?? Infinity;
  return {
    key: family,
    family,
    name: name.toLowerCase(),
    parts,
    percentOf: (ng: number) => percentOfLimit(ng, limit, weightKg),
    limit: null,
    intakes: [],
    verdicts: means!.map((mean, at): DayVerdict => {
      const { verdict, percent } = highest![at]!; // one for each
      const highestPercent = percent.upperOpen ? null : percent.upper;
      return { ...mean, highestPercent, holds: verdict === 'within' ? each : 'average' };
    }),
  };
}

/** What limits of intake are of where that is a part of the metal. */
const limitedForms: Partial<Record<string, MetalForm[]>> = { as: ['ias'], hg: ['mehg', 'inhg'] };

/** Its parts are shares of its strictest limit. All that is eaten is judged as one gram that holds it. */
function metalBlock(
  { key, fullName }: (typeof metals.substances)[number],
  eaten: readonly Eaten[],
  { weightKg, groups }: DayEater,
) {
  const forms = limitedForms[key] ?? [key];
  const amountOf = (form: MetalForm) => (item: DayItem) => knownOf<Amount>(form, item.amounts);
  const counted = eaten.filter(
    ({ item }) => formulaOf(item)?.asFedPerG !== null && forms.some((form) => amountOf(form)(item)),
  );
  const portion = { grams: 1, weightKg, groups };
  const sums = forms.map((form) => {
    const { lower: lowerNgG, upper: upperNgG } = sumOf(counted, amountOf(form));
    const highestUpperNgG = sumOf(counted, amountOf(form), 'highestUpperNgG').upper;
    return [form, { lowerNgG, upperNgG, highestUpperNgG }] as const;
  });
  const intakes = intakeVerdicts(Object.fromEntries(sums), portion);
  const allowedNg = (limit: IntakeMetalLimit) => limitNgG(limit, portion) ?? Infinity;
  const [limit = null] = intakes
    .flatMap((one) => (one.limit.kind === 'margin' ? [] : one.limit))
    .toSorted((a, b) => allowedNg(a) - allowedNg(b));
  return {
    key,
    family: null,
    name: fullName.toLowerCase(),
    parts: partsOf(counted, amountOf(limit?.form ?? key)),
    percentOf: (ng: number) => (100 * ng) / (limit ? allowedNg(limit) : Infinity),
    limit,
    intakes,
    verdicts: [],
  };
}

type Amount = DayItem['amounts'][string];
type AmountOf = (item: DayItem) => Amount | undefined;
const MEAN = 'upperNgG';
type Most = typeof MEAN | 'highestUpperNgG';

/** What was not tested of something that counts may be there in any amount. */
function sumOf(eaten: readonly Eaten[], of: AmountOf, most: Most = MEAN) {
  let [lower, upper]: [number, number | null] = [0, 0];
  for (const { item, grams } of eaten) {
    const { lowerNgG = 0, [most]: own = null } = of(item) ?? {};
    lower += lowerNgG * grams;
    upper = upper === null || own === null ? null : upper + own * grams;
  }
  return { lower, upper };
}

/** The most measured first, then what could be the most. */
function partsOf(eaten: readonly Eaten[], of: AmountOf) {
  const isMean = (item: DayItem) => (of(item)?.samples ?? 0) > 1;
  return eaten
    .map((one): DayPart => ({ ...one, ...sumOf([one], of), isMean: isMean(one.item) }))
    .toSorted((a, b) => b.lower - a.lower || (b.upper ?? Infinity) - (a.upper ?? Infinity) || 0);
}
