import { bodyWeights, type BodyWeight } from '#app/toxicology/body-weights.ts';
import type { Authority } from '#app/toxicology/limits.ts';

/** Whose intake is shown, and against whose limits. Levels follow EFSA whichever is chosen. */
export interface Viewpoint {
  /** Kilograms. */
  weightKg: number;
  authority: Authority;
}

/** A child weighing 14 kg against EFSA's limits (spec §2, §9). */
export const defaultViewpoint: Viewpoint = { weightKg: bodyWeights[0].weightKg, authority: 'EFSA' };

/** Kilograms: lighter is no born child, and heavier nobody on record. */
export const LIGHTEST_KG = 1;
export const HEAVIEST_KG = 500;

/** The international avoirdupois pound. */
const KG_PER_LB = 0.45359237;

export type WeightUnit = 'kg' | 'lb';

/**
 * A viewpoint from a page's address: `weight=child`, `weight=adult` or a number, of kilograms unless
 * `unit=lb`; `limits=epa`. What is absent or makes no sense is the default.
 */
export function readViewpoint(params: URLSearchParams): Viewpoint {
  return {
    weightKg: readWeightKg(params) ?? defaultViewpoint.weightKg,
    authority: params.get('limits') === 'epa' ? 'EPA' : 'EFSA',
  };
}

/** Whether an address asks for a weight that is none: the default is shown in its place. */
export function isWeightRefused(params: URLSearchParams): boolean {
  return params.has('weight') && readWeightKg(params) === undefined;
}

function readWeightKg(params: URLSearchParams): number | undefined {
  const text = params.get('weight') ?? '';
  const person = bodyWeights.find(({ key }) => key === text);
  return person?.weightKg ?? parseWeightKg(text, params.get('unit') === 'lb' ? 'lb' : 'kg');
}

/** A typed body weight in kilograms to a tenth; undefined where it is none, or nobody's. */
export function parseWeightKg(text: string, unit: WeightUnit): number | undefined {
  const typed = text.trim().replace(',', '.');
  if (!/^\d{1,4}(\.\d{1,4})?$/.test(typed)) return undefined;
  const weightKg = Math.round(Number(typed) * (unit === 'lb' ? KG_PER_LB : 1) * 10) / 10;
  return weightKg >= LIGHTEST_KG && weightKg <= HEAVIEST_KG ? weightKg : undefined;
}

/** The address of a viewpoint on the same page: `?weight=adult&limits=epa`, or `?`. */
export function viewpointAddress({ weightKg, authority }: Viewpoint): string {
  const params = new URLSearchParams();
  if (weightKg !== defaultViewpoint.weightKg) params.set('weight', weightText(weightKg));
  if (authority === 'EPA') params.set('limits', 'epa');
  return `?${params}`;
}

/** A weight as an address says it: `adult`, `22.7`. */
export function weightText(weightKg: number): string {
  return personOf(weightKg)?.key ?? String(weightKg);
}

/** The reference person of a weight; undefined for anybody else's. */
export function personOf(weightKg: number): BodyWeight | undefined {
  return bodyWeights.find((person) => person.weightKg === weightKg);
}

/** `a child weighing 14 kg`, `an adult weighing 70 kg`, `a person weighing 22.7 kg`. */
export function personText(weightKg: number): string {
  const person = personOf(weightKg);
  if (!person) return `a person weighing ${weightKg} kg`;
  return `${person.key === 'adult' ? 'an adult' : 'a child'} weighing ${weightKg} kg`;
}

/** The same in short, pounds first: `child of 31 lb (14 kg)`, `person of 50 lb (22.7 kg)`. */
export function personInPounds(weightKg: number): string {
  return `${personOf(weightKg)?.key ?? 'person'} of ${poundsOf(weightKg)} lb (${weightKg} kg)`;
}

/** Whole pounds; to a tenth below ten. */
function poundsOf(weightKg: number): number {
  const pounds = weightKg / KG_PER_LB;
  return pounds < 10 ? Math.round(pounds * 10) / 10 : Math.round(pounds);
}
