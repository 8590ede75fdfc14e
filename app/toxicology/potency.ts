import { chemicals, type ChemicalKey } from './chemicals.ts';
import type { Family } from './families.ts';

/** How strong a chemical is beside the one that its family's sum is expressed as. */
export type PotencyFactor = {
  readonly family: Family;
  readonly chemical: ChemicalKey;
  /** Nanograms of the sum's index chemical per nanogram of this one. */
  readonly factor: number;
  readonly source: string;
};

/** The weights of every sum, in the order in which they are added. */
export const potencyFactors: readonly PotencyFactor[] = chemicals.flatMap(
  ({ key: chemical, family, factor, source }) =>
    factor === undefined ? [] : [{ family, chemical, factor, source }],
);

/** The weights of one sum, in the order in which they are added. */
export function potencyFactorsOf(family: Family): readonly PotencyFactor[] {
  return potencyFactors.filter((weight) => weight.family === family);
}

/** The chemicals that count toward a family's sum, in that order. */
export function countingOf(family: Family): ChemicalKey[] {
  return potencyFactorsOf(family)
    .filter(({ factor }) => factor !== 0)
    .map(({ chemical }) => chemical);
}
