import { isNonDetect, isQuantified, type SampleMeasurements } from './measurement.ts';
import { potencyFactorsOf } from './potency.ts';

/**
 * DEHP + 5 DBP + 0.1 BBP + 0.3 DINP in ng/g, of those that were quantified in this sample; what lies below quantification adds nothing, so this is a lower bound by nature.
 * `isLowerBound`: one of the addends was above the calibrated range. `below_loq`: none of the four was
 * quantified, and at least one was looked for.
 */
export function dehpEquivalents(sample: SampleMeasurements) {
  let sumNgG = 0;
  let isLowerBound = false;
  let quantified = 0;
  let nonDetects = 0;
  for (const { chemical, factor } of potencyFactorsOf('phthalates')) {
    const measurement = sample[chemical];
    if (!measurement) continue;
    if (isNonDetect(measurement)) nonDetects += 1;
    if (!isQuantified(measurement)) continue;
    quantified += 1;
    sumNgG += measurement.valueNgG * factor;
    isLowerBound ||= measurement.status === 'above_range';
  }
  if (quantified > 0) return { status: 'ok' as const, valueNgG: sumNgG, isLowerBound };
  return { status: nonDetects > 0 ? ('below_loq' as const) : ('not_tested' as const) };
}
