import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { intakeNgPerServing, isKnownServing, percentOfLimit } from '#app/toxicology/intake.ts';
import { limitFor, type LimitSubject } from '#app/toxicology/limits.ts';
import { isQuantified, type Finding } from '#app/toxicology/measurement.ts';
import { BELOW_LOQ, FOUND_BELOW_DECIMAL, NO_TDI, NOT_TESTED_DASH } from '#app/results/messages.ts';

const [child, adult] = bodyWeights;

/** The units of the results table, in the order in which they are offered. */
export const labUnits = [
  { key: 'ng_per_g', label: 'nanograms/gram', weightKg: null },
  { key: 'ng_per_serving', label: 'nanograms/serving', weightKg: null },
  { key: 'efsa_toddler', label: 'EFSA Toddler %TDI (14kg)', weightKg: child.weightKg },
  { key: 'efsa_adult', label: 'EFSA Adult %TDI (70kg)', weightKg: adult.weightKg },
] as const;

export type LabUnit = (typeof labUnits)[number];

const [perGram] = labUnits;

/** The units that can be reckoned: without a serving size (grams) only the one per gram. */
export function unitsFor(servingG: number | null): readonly LabUnit[] {
  return isKnownServing(servingG) ? labUnits : [perGram];
}

/**
 * The unit of a stored key where it is offered; else the default: per serving if the serving size
 * (grams) is known, else per gram.
 */
export function labUnitFor(stored: string | null, servingG: number | null): LabUnit {
  const offered = unitsFor(servingG);
  const byDefault = isKnownServing(servingG) ? 'ng_per_serving' : 'ng_per_g';
  const find = (key: string | null) => offered.find((unit) => unit.key === key);
  return find(stored) ?? find(byDefault) ?? perGram;
}

/**
 * What the table shows of one chemical in one column: `1,512.3`, `> 12.3`
 * above the range, `< LOQ`, `< 0.1` where it was found and one decimal would read as nothing, `–`
 * where it was not tested, and `NO TDI` in percent units for all that EFSA has set no limit for. `servingG` is grams; units other than per gram need it known.
 */
export function labCellText(
  cell: Finding | undefined,
  subject: LimitSubject,
  unit: LabUnit,
  servingG: number | null,
): string {
  if (!cell || cell.status === 'not_tested') return NOT_TESTED_DASH;
  if (unit.weightKg !== null && !limitFor(subject, 'EFSA')) return NO_TDI;
  if (!isQuantified(cell)) return BELOW_LOQ;
  const value = inUnit(cell.valueNgG, subject, unit, servingG);
  if (value === null) return NOT_TESTED_DASH;
  const text = oneDecimal.format(value);
  if (cell.status === 'above_range') return `> ${text}`;
  return value > 0 && text === NOTHING ? FOUND_BELOW_DECIMAL : text;
}

const oneDecimal = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
});
const NOTHING = oneDecimal.format(0);

/** ng/g in another unit; null where that unit cannot be reckoned. */
function inUnit(ngPerG: number, subject: LimitSubject, unit: LabUnit, servingG: number | null) {
  if (unit === perGram) return ngPerG;
  if (!isKnownServing(servingG)) return null;
  const intakeNg = intakeNgPerServing(ngPerG, servingG);
  if (unit.weightKg === null) return intakeNg;
  const limit = limitFor(subject, 'EFSA');
  return limit && percentOfLimit(intakeNg, limit.limitNgPerKgDay, unit.weightKg);
}
