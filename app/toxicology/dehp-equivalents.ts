import type { ChemicalKey } from './chemicals.ts';
import { isNonDetect, isQuantified, type Finding } from './measurement.ts';
import { potencyFactorsOf } from './potency.ts';

/**
 * DEHP + 5 DBP + 0.1 BBP + 0.3 DINP in ng/g, of those that were quantified in this sample; what lies below quantification adds nothing, so this is a lower bound by nature.
 * `above_range`: one of the addends was. `below_loq`: none of the four was quantified, and at least one
 * was looked for.
 */
export function dehpEquivalents(sample: { readonly [K in ChemicalKey]?: Finding }): Finding {
  const measured = potencyFactorsOf('phthalates').flatMap(({ chemical, factor }) => {
    const one = sample[chemical];
    return one ? { ...one, factor } : [];
  });
  const found = measured.filter(isQuantified);
  const [missed, none] = [measured.some(isNonDetect), { valueNgG: null, loqNgG: null }];
  if (found.length === 0) return { status: missed ? 'below_loq' : 'not_tested', ...none };
  const isLowerBound = found.some(({ status }) => status === 'above_range');
  const valueNgG = found.reduce((sum, one) => sum + one.valueNgG * one.factor, 0);
  return { ...none, status: isLowerBound ? 'above_range' : 'ok', valueNgG };
}
