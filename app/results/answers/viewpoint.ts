import { capitalized } from '#app/kit/text.ts';
import { SHARE_SERVINGS_UNKNOWN } from '#app/results/messages.ts';
import type { Authority } from '#app/toxicology/limits.ts';
import { KG_PER_LB } from '#app/toxicology/body-weights.ts';
import { MOST_SERVINGS, personNamed, personOf, specChild, type Eater } from './eater.ts';

/** Whose intake is shown, and against whose limits. Levels follow EFSA whichever is chosen. */
export interface Viewpoint extends Eater {
  /** Percents can be switched between these two; a report states the verdict of every authority. */
  authority: Exclude<Authority, 'BfR'>;
}

/** The spec's child against EFSA's limits. */
export const defaultViewpoint: Viewpoint = { ...specChild, authority: 'EFSA' };

/** Kilograms: lighter is no born child, and heavier nobody on record. */
const LIGHTEST_KG = 1;
const HEAVIEST_KG = 500;

export type WeightUnit = 'kg' | 'lb';

/**
 * A viewpoint from a page's address: `weight=child`, `adult`, `baby` or a number, of kilograms
 * unless `unit=lb`; `servings=2`; `limits=epa`. What is absent or makes no sense is as with whom
 * the page opens, and for another person as that person usually eats.
 */
export function readViewpoint(params: URLSearchParams, opening: Eater = specChild): Viewpoint {
  const usual = readWeight(params) ?? opening;
  return {
    weightKg: usual.weightKg,
    servings: readServings(params) ?? usual.servings,
    authority: params.get('limits') === 'epa' ? 'EPA' : 'EFSA',
  };
}

export const WEIGHT_REFUSED = `Please enter a weight from ${LIGHTEST_KG} to ${HEAVIEST_KG} kg.`;

/** Whether an address asks for a weight that is none: the page's own is shown in its place. */
export function isWeightRefused(params: URLSearchParams): boolean {
  return params.has('weight') && readWeight(params) === undefined;
}

/** The same of servings. */
export function areServingsRefused(params: URLSearchParams): boolean {
  return params.has('servings') && readServings(params) === undefined;
}

/** What of an address was not followed, and how it can be asked; `isNamed`: its weight names a person. */
export function refusedTexts(params: URLSearchParams, isNamed = false): string[] {
  const weight = `Weight must be from ${LIGHTEST_KG} to ${HEAVIEST_KG} kg.`;
  return [
    ...(isWeightRefused(params) && !isNamed ? [weight] : []),
    ...(areServingsRefused(params) ? [capitalized(SHARE_SERVINGS_UNKNOWN)] : []),
  ];
}

function readWeight(params: URLSearchParams): Eater | undefined {
  const text = params.get('weight') ?? '';
  const weightKg = parseWeightKg(text, params.get('unit') === 'lb' ? 'lb' : 'kg');
  return personNamed(text) ?? (weightKg === undefined ? undefined : { weightKg, servings: 1 });
}

function readServings(params: URLSearchParams): number | undefined {
  const text = params.get('servings') ?? '';
  const servings = /^\d{1,2}$/.test(text) ? Number(text) : 0;
  return servings >= 1 && servings <= MOST_SERVINGS ? servings : undefined;
}

/** A typed body weight in kilograms to a tenth; undefined where it is none, or nobody's. */
export function parseWeightKg(text: string, unit: WeightUnit): number | undefined {
  const typed = text.trim().replace(',', '.');
  if (!/^\d{1,4}(\.\d{1,4})?$/.test(typed)) return undefined;
  const weightKg = Math.round(Number(typed) * (unit === 'lb' ? KG_PER_LB : 1) * 10) / 10;
  return weightKg >= LIGHTEST_KG && weightKg <= HEAVIEST_KG ? weightKg : undefined;
}

/** The address of a viewpoint on a page that opens so: `?weight=adult&limits=epa`, or `?`. */
export function viewpointAddress(viewpoint: Viewpoint, opening: Eater = specChild): string {
  const params = new URLSearchParams(eaterParameters(viewpoint, opening));
  if (viewpoint.authority === 'EPA') params.set('limits', 'epa');
  return `?${params}`;
}

/**
 * What an address says of who eats how much, in its order, beyond what the page opens with:
 * `weight` as `adult` or `22.7`, and `servings` where they are not the usual ones.
 */
export function eaterParameters(
  { weightKg, servings }: Eater,
  opening: Eater = specChild,
): [name: 'weight' | 'servings', text: string][] {
  const person = personOf(weightKg);
  const isOther = weightKg !== opening.weightKg;
  const usual = isOther ? (person?.servings ?? 1) : opening.servings;
  return [
    ...(isOther ? [['weight', person?.key ?? String(weightKg)] as ['weight', string]] : []),
    ...(servings === usual ? [] : [['servings', String(servings)] as ['servings', string]]),
  ];
}
