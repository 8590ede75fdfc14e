import { personNamed } from '#app/results/answers/eater.ts';
import { parseWeightKg } from '#app/results/answers/viewpoint.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import type { EaterGroup } from '#app/toxicology/metals/metal-limit.ts';

/** As many as the address of a form has room for. */
export const MOST_IN_A_DAY = 40;

export const MOST_OF_ONE = { servings: 99, grams: 99_999 };

/** Of something in a day: servings, in steps of a half, or grams; or what was typed and is neither, or too much. */
type Much = { servings: number } | { grams: number } | { typed: string; isTooMuch: boolean };

/** Whom a day can be for, and whom limits are for that count for them. */
export const dayEaters: Record<string, { name: string; groups: readonly EaterGroup[] }> = {
  child: { name: 'a child', groups: ['child'] },
  adult: { name: 'an adult', groups: ['adult'] },
  woman: { name: 'a woman of childbearing age', groups: ['woman', 'adult'] },
  baby: { name: 'a baby', groups: ['child'] },
};

/**
 * Reads `ids=93,40&eat=2&eat=150+g&for=woman&weight=137+lb&all=1`, as the form of a day sends it: an `eat`
 * for each of `ids`. An amount or a weight that makes no sense is kept as typed, to be said.
 */
export function readDay(params: URLSearchParams) {
  const [ids, eat] = [params.get('ids')?.split(',') ?? [], params.getAll('eat')];
  const eaten = new Map(ids.map((id, at) => [originalIdOf(id), muchOf(eat[at])]));
  const all = [...eaten].flatMap(([id, much]) => (id ? { id, much } : []));
  const weight = params.get('weight')?.trim() ?? '';
  const [, figure = '', unit = ''] = WEIGHT.exec(weight) ?? [];
  const person = params.get('for') ?? '';
  return {
    /** In the order given; `much` is null where the usual is meant. */
    eaten: all.slice(0, MOST_IN_A_DAY),
    /** Of `dayEaters`; null: a baby where something is for babies, else the child. */
    person: Object.hasOwn(dayEaters, person) ? person : null,
    /** Kilograms; null: as the person is taken to weigh. */
    weightKg: parseWeightKg(figure, /^k/i.test(unit) ? 'kg' : 'lb') ?? null,
    /** As it was typed, understood or not. */
    weight,
    /** Nothing else is eaten. */
    isAll: params.has('all'),
    /** More are named than a day has room for. */
    isCut: all.length > MOST_IN_A_DAY,
  };
}

/** What an address, or this browser, says of a day. */
export type DayQuery = ReturnType<typeof readDay>;

/** A unit is not left out: 137 could be of either. */
const WEIGHT = /^([\d.,]+)\s*(kg|kilos?|kilograms?|lbs?|pounds?)\.?$/i;

/** With commas between thousands, or one before decimals. */
const AMOUNT = /^\s*([1-9]\d?\d?(?:,\d{3})+(?:\.\d{1,2})?|\d+(?:[.,]\d{1,2})?)\s*(g|grams?)?\s*$/i;

/** `2`, `0,5`, `150 grams`, and `1,500 g` as they are typed; above none at least a half. Null of nothing. */
function muchOf(typed?: string): Much | null {
  if (typed === undefined) return null;
  const [, figure = '', unit] = AMOUNT.exec(typed) ?? [];
  const amount = Number(figure.replace(/,(?=\d{3})/g, '').replace(',', '.'));
  const isTooMuch = amount > MOST_OF_ONE[unit ? 'grams' : 'servings'];
  if (!figure || isTooMuch) return { typed, isTooMuch };
  if (unit) return { grams: amount };
  return { servings: amount && Math.max(Math.round(amount * 2) / 2, 0.5) };
}

/**
 * Who eats, and what they are called: `a person of 137 lb (62 kg)`. Nobody knows whom a limit of a group is
 * for at another weight than the group’s (decision 0213).
 */
export function dayEaterOf({ person, weightKg: own }: DayQuery, isForBaby: boolean) {
  const key = person ?? (isForBaby ? 'baby' : 'child');
  const { name, groups } = dayEaters[key]!; // as `readDay` has it
  const usualKg = personNamed(key)?.weightKg ?? bodyWeights[1].weightKg;
  const weightKg = own ?? usualKg;
  const isOwn = weightKg !== usualKg;
  const text = `${isOwn ? 'a person' : name} of ${weightInPounds(weightKg)}`;
  return { key, groups: isOwn ? [] : groups, isOwn, weightKg, text };
}

export type DayEater = ReturnType<typeof dayEaterOf>;
