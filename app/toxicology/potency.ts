import type { ChemicalKey } from './chemicals.ts';
import type { GroupKey } from './limits.ts';

/** How strong a chemical is beside the one that its group is expressed as. */
export type PotencyFactor = {
  readonly group: GroupKey;
  readonly chemical: ChemicalKey;
  /** Nanograms of the group's index chemical per nanogram of this one. */
  readonly factor: number;
  readonly source: string;
};

const efsa2019 = 'EFSA 2019, https://doi.org/10.2903/j.efsa.2019.5838';
const ratioOfLimits = 'the limit of DEHT over the limit of this chemical';
const readAcross = 'read-across: counted as BPA, weight for weight';

/** The weights of the three sums, in the order in which they are added (spec §9). */
export const potencyFactors: readonly PotencyFactor[] = [
  { group: 'dehp_equivalents', chemical: 'dehp', factor: 1, source: efsa2019 },
  { group: 'dehp_equivalents', chemical: 'dbp', factor: 5, source: efsa2019 },
  { group: 'dehp_equivalents', chemical: 'bbp', factor: 0.1, source: efsa2019 },
  { group: 'dehp_equivalents', chemical: 'dinp', factor: 0.3, source: efsa2019 },
  { group: 'bisphenols', chemical: 'bpa', factor: 1, source: readAcross },
  { group: 'bisphenols', chemical: 'bps', factor: 1, source: readAcross },
  { group: 'bisphenols', chemical: 'bpf', factor: 1, source: readAcross },
  { group: 'deht_equivalents', chemical: 'deht', factor: 1, source: ratioOfLimits },
  { group: 'deht_equivalents', chemical: 'deha', factor: 3.33, source: ratioOfLimits },
  { group: 'deht_equivalents', chemical: 'dinch', factor: 1, source: ratioOfLimits },
  {
    group: 'deht_equivalents',
    chemical: 'dida',
    factor: 0,
    source: 'no authority has set a limit, so there is nothing to weigh it by',
  },
];

/** The weights of one group, in the order in which they are added. */
export function potencyFactorsOf(group: GroupKey): readonly PotencyFactor[] {
  return potencyFactors.filter((p) => p.group === group);
}
