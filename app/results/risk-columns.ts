import {
  notRatedCategories,
  productFigures,
  type CategoryFigures,
} from '#app/toxicology/product-figures.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';

/** The risk row of a tested product as it is stored. */
export interface RiskColumns {
  phthalatesRisk: RiskLevel;
  bisphenolsRisk: RiskLevel;
  substitutesRisk: RiskLevel;
  phthalatesTdiPercent: number | null;
  bisphenolsTdiPercent: number | null;
  substitutesTdiPercent: number | null;
  phthalatesUpperPercent: number | null;
  bisphenolsUpperPercent: number | null;
  substitutesUpperPercent: number | null;
  phthalatesLimitUnseen: boolean;
  bisphenolsLimitUnseen: boolean;
  substitutesLimitUnseen: boolean;
}

const [child] = bodyWeights;

/**
 * Rates a product by all of its samples: a child, one serving a day, EFSA (spec §9). Percents are
 * null where the level is N/A, so that the list sorts last what it does not rate.
 */
export function riskColumns(
  originalId: number,
  servingG: number | null,
  samples: readonly SampleMeasurements[],
): RiskColumns {
  const { categories } = productFigures({
    samples,
    servingG,
    bodyWeightKg: child.weightKg,
    authority: 'EFSA',
    notRated: notRatedCategories(originalId),
  });
  const { Phthalates, Bisphenols, 'Phthalate Substitutes': substitutes } = categories;
  return {
    phthalatesRisk: Phthalates.level,
    bisphenolsRisk: Bisphenols.level,
    substitutesRisk: substitutes.level,
    phthalatesTdiPercent: ratedPercent(Phthalates),
    bisphenolsTdiPercent: ratedPercent(Bisphenols),
    substitutesTdiPercent: ratedPercent(substitutes),
    phthalatesUpperPercent: upperPercent(Phthalates),
    bisphenolsUpperPercent: upperPercent(Bisphenols),
    substitutesUpperPercent: upperPercent(substitutes),
    phthalatesLimitUnseen: isUnseen(Phthalates),
    bisphenolsLimitUnseen: isUnseen(Bisphenols),
    substitutesLimitUnseen: isUnseen(substitutes),
  };
}

function ratedPercent({ level, percent }: CategoryFigures): number | null {
  return level === 'N/A' ? null : (percent?.estimate ?? null);
}

function upperPercent({ level, percent }: CategoryFigures): number | null {
  return level === 'N/A' || !percent || percent.upperOpen ? null : percent.upper;
}

function isUnseen({ level, couldNotSeeLimit }: CategoryFigures): boolean {
  return level !== 'N/A' && couldNotSeeLimit;
}
