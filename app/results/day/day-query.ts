import { personNamed } from '#app/results/answers/eater.ts';
import { parseWeightKg } from '#app/results/answers/viewpoint.ts';
import { originalIdOf } from '#app/results/risk-level-row.ts';
import { bodyWeights, weightInPounds } from '#app/toxicology/body-weights.ts';
import type { EaterGroup } from '#app/toxicology/metals/metal-limit.ts';

/** As many as the address of a form has room for. */
export const MOST_IN_A_DAY = 40;

/** Of something in a day: servings, in steps of a half, or grams. */
type Much = { servings: number } | { grams: number };

/** Whom a day can be for, and whom limits are for that count for them. */
export const dayEaters: Record<string, { name: string; groups: readonly EaterGroup[] }> = {
  child: { name: 'a child', groups: ['child'] },
  adult: { name: 'an adult', groups: ['adult'] },
  woman: { name: 'a woman of childbearing age', groups: ['woman', 'adult'] },
  baby: { name: 'a baby', groups: ['child'] },
};

/** What an address, or this browser, says of a day. */
export interface DayQuery {
  /** In the order given; `much` is null where the usual is meant. */
  eaten: { id: number; much: Much | null }[];
  /** Of `dayEaters`; null: a baby where something is for babies, else the child. */
  person: string | null;
  /** Kilograms; null: as the person is taken to weigh. */
  weightKg: number | null;
  /** Nothing else is eaten. */
  isAll: boolean;
}

/**
 * Reads `ids=93,40&eat=2&eat=150+g&for=woman&weight=137+lb&all=1`, as the form of a day sends it: an `eat`
 * for each of `ids`. What makes no sense is as if it were not there.
 */
export function readDay(params: URLSearchParams): DayQuery {
  const [ids, eat] = [params.get('ids')?.split(',') ?? [], params.getAll('eat')];
  const eaten = new Map(ids.map((id, at) => [originalIdOf(id), muchOf(eat[at] ?? '')]));
  const [weight = '', unit] =
    params
      .get('weight')
      ?.trim()
      .split(/\s*(?=kg|lb)/) ?? [];
  const person = params.get('for') ?? '';
  return {
    eaten: [...eaten].flatMap(([id, much]) => (id ? { id, much } : [])).slice(0, MOST_IN_A_DAY),
    person: Object.hasOwn(dayEaters, person) ? person : null,
    weightKg: parseWeightKg(weight, unit === 'lb' ? 'lb' : 'kg') ?? null,
    isAll: params.has('all'),
  };
}

/** `2`, `0,5`, and `150 g` as they are typed; null of what is no amount. */
function muchOf(text: string): Much | null {
  const [, figure, unit] = /^\s*(\d{1,4}(?:[.,]\d{1,2})?)\s*(g?)\s*$/i.exec(text) ?? [];
  if (figure === undefined) return null;
  const amount = Number(figure.replace(',', '.'));
  return unit ? { grams: amount } : { servings: Math.round(Math.min(amount, 99) * 2) / 2 };
}

/** Who eats, and what they are called: `a woman of childbearing age of 137 lb (62 kg)`. */
export function dayEaterOf({ person, weightKg: own }: DayQuery, isForBaby: boolean) {
  const key = person ?? (isForBaby ? 'baby' : 'child');
  const { name, groups } = dayEaters[key]!; // as `readDay` has it
  const weightKg = own ?? personNamed(key)?.weightKg ?? bodyWeights[1].weightKg;
  return { key, groups, weightKg, text: `${name} of ${weightInPounds(weightKg)}` };
}

export type DayEater = ReturnType<typeof dayEaterOf>;
