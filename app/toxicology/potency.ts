import { chemicals, type ChemicalKey } from './chemicals.ts';
import type { Family } from './families.ts';

/**
 * The weights of every sum, in the order in which they are added: how many nanograms of the chemical that
 * its family's sum is expressed as a nanogram of each counts as.
 */
export const potencyFactors = chemicals.flatMap(({ key: chemical, family, factor, source }) =>
  factor === undefined ? [] : [{ family, chemical, factor, source }],
);

/** The weights of one sum, in the order in which they are added. */
export function potencyFactorsOf(family: Family) {
  return potencyFactors.filter((weight) => weight.family === family);
}

/** The chemicals that count toward a family's sum, in that order. */
export function countingOf(family: Family): ChemicalKey[] {
  return potencyFactorsOf(family)
    .filter(({ factor }) => factor !== 0)
    .map(({ chemical }) => chemical);
}
