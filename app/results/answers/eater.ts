import { capitalized, spelled } from '#app/kit/text.ts';
import {
  babyServings,
  babyWeightKg,
  bodyWeights,
  weightInPounds,
} from '#app/toxicology/body-weights.ts';
import { babyFoodOf } from './product-category.ts';

/** Who eats, and how much of it. */
export interface Eater {
  /** Kilograms. */
  weightKg: number;
  /** A day; whole, from 1 to `MOST_SERVINGS`. */
  servings: number;
}

export const MOST_SERVINGS = 12;

/** One serving a day for the spec's child: what lists, levels, and the API count with. */
export const specChild: Eater = { weightKg: bodyWeights[0].weightKg, servings: 1 };

/** Somebody of a known weight, and the servings a day that are taken for granted. */
interface Person extends Eater {
  key: string;
  label: string;
}

/**
 * Whom what is for babies is judged for. Six servings of what a baby lives on are an assumption: no data
 * holds a product's own directions (decision 0077).
 */
export const baby: Person = {
  key: 'baby',
  label: 'Baby',
  weightKg: babyWeightKg,
  servings: babyServings,
};

const persons: readonly Person[] = [...bodyWeights.map((one) => ({ ...one, servings: 1 })), baby];

/** The same with one serving a day: of what a baby has beside what it lives on. */
export const babyOnce: Eater = { weightKg: baby.weightKg, servings: 1 };

/**
 * Whom a product is judged for, everywhere: for what is for babies the baby, six servings of what it
 * lives on and one of other food; else the spec's child.
 */
export function eaterOf(product: Parameters<typeof babyFoodOf>[0]): Eater {
  const food = babyFoodOf(product);
  if (!food) return specChild;
  return food === 'whole' ? baby : babyOnce;
}

/** Who eats all of some products; null where not everybody is the same. */
export function sharedEater([first, ...others]: readonly Eater[]): Eater | null {
  return first && others.every((other) => isSameEater(first, other)) ? first : null;
}

/** Whether both are of the same weight and eat as much. */
export function isSameEater(one: Eater, other: Eater): boolean {
  return one.weightKg === other.weightKg && one.servings === other.servings;
}

/** After the servings of somebody who eats as many as are taken for granted: they are an assumption. */
export function assumedMark(eater: Eater): string {
  return isSameEater(eater, baby) ? ' (assumed)' : '';
}

/** The same servings for a person of the spec; of the baby's, which are assumed for it alone, one. */
export function asPerson({ weightKg, servings }: Eater, person: { weightKg: number }): Eater {
  return { weightKg: person.weightKg, servings: weightKg === baby.weightKg ? 1 : servings };
}

/** The person of a weight; undefined for anybody else's. */
export function personOf(weightKg: number): Person | undefined {
  return persons.find((person) => person.weightKg === weightKg);
}

/** The person that an address names. */
export function personNamed(key: string): Person | undefined {
  return persons.find((person) => person.key === key);
}

/** `a child of 31 lb (14 kg)`, `an adult of 154 lb (70 kg)`, `a person of 50 lb (22.7 kg)`. */
export function personText(weightKg: number): string {
  const person = personInPounds(weightKg);
  return `${person.startsWith('adult') ? 'an' : 'a'} ${person}`;
}

/** The same without its article. */
export function personInPounds(weightKg: number): string {
  return `${personOf(weightKg)?.key ?? 'person'} of ${weightInPounds(weightKg)}`;
}

/** `one serving of 370 g a day`, `six servings of 22 g a day`; without grams where they are unknown, 0. */
export function servingsText(servings: number, servingG: number): string {
  const grams = servingG > 0 ? ` of ${servingG} g` : '';
  return `${spelled(servings)} ${servings === 1 ? 'serving' : 'servings'}${grams} a day`;
}

/** For whom a figure is, in few words: `a baby: six servings a day`. */
export function whomText({ weightKg, servings }: Eater): string {
  return `${personText(weightKg).split(' of ')[0]}: ${servingsText(servings, 0)}`;
}

/** The same in full: `a baby of 11 lb (5 kg), six servings a day (assumed)`. */
export function personServingsText(eater: Eater): string {
  return `${personText(eater.weightKg)}, ${servingsText(eater.servings, 0)}${assumedMark(eater)}`;
}

/** Servings at the beginning of a sentence. */
export function servingsFirst(servings: number, servingG: number): string {
  return capitalized(servingsText(servings, servingG));
}
