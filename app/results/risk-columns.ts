import {
  notRatedCategories,
  productFigures,
  type CategoryFigures,
  type FiguresRequest,
} from '#app/toxicology/product-figures.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import { doLevelsDiffer, sampleLevels } from '#app/toxicology/sample-levels.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';

/** The risk row of a tested product as it is stored. */
interface RiskColumns {
  phthalatesRisk: RiskLevel;
  bisphenolsRisk: RiskLevel;
  substitutesRisk: RiskLevel;
  phthalatesTdiPercent: number | null;
  bisphenolsTdiPercent: number | null;
  substitutesTdiPercent: number | null;
  phthalatesLowerPercent: number | null;
  bisphenolsLowerPercent: number | null;
  substitutesLowerPercent: number | null;
  phthalatesUpperPercent: number | null;
  bisphenolsUpperPercent: number | null;
  substitutesUpperPercent: number | null;
  phthalatesLimitUnseen: boolean;
  bisphenolsLimitUnseen: boolean;
  substitutesLimitUnseen: boolean;
  phthalatesSamplesDisagree: boolean;
  bisphenolsSamplesDisagree: boolean;
  substitutesSamplesDisagree: boolean;
  phthalatesAboveRange: boolean;
  bisphenolsAboveRange: boolean;
  substitutesAboveRange: boolean;
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
  const request: FiguresRequest = {
    samples,
    servingG,
    bodyWeightKg: child.weightKg,
    authority: 'EFSA',
    notRated: notRatedCategories(originalId),
  };
  const { categories } = productFigures(request);
  const levels = sampleLevels(request);
  const { Phthalates, Bisphenols, 'Phthalate Substitutes': substitutes } = categories;
  return {
    phthalatesRisk: Phthalates.level,
    bisphenolsRisk: Bisphenols.level,
    substitutesRisk: substitutes.level,
    phthalatesTdiPercent: ratedPercent(Phthalates),
    bisphenolsTdiPercent: ratedPercent(Bisphenols),
    substitutesTdiPercent: ratedPercent(substitutes),
    phthalatesLowerPercent: lowerPercent(Phthalates),
    bisphenolsLowerPercent: lowerPercent(Bisphenols),
    substitutesLowerPercent: lowerPercent(substitutes),
    phthalatesUpperPercent: upperPercent(Phthalates),
    bisphenolsUpperPercent: upperPercent(Bisphenols),
    substitutesUpperPercent: upperPercent(substitutes),
    phthalatesLimitUnseen: isUnseen(Phthalates),
    bisphenolsLimitUnseen: isUnseen(Bisphenols),
    substitutesLimitUnseen: isUnseen(substitutes),
    phthalatesSamplesDisagree: doLevelsDiffer(levels.Phthalates),
    bisphenolsSamplesDisagree: doLevelsDiffer(levels.Bisphenols),
    substitutesSamplesDisagree: doLevelsDiffer(levels['Phthalate Substitutes']),
    phthalatesAboveRange: isAboveRange(Phthalates),
    bisphenolsAboveRange: isAboveRange(Bisphenols),
    substitutesAboveRange: isAboveRange(substitutes),
  };
}

function ratedPercent({ level, percent }: CategoryFigures): number | null {
  return level === 'N/A' ? null : (percent?.estimate ?? null);
}

function lowerPercent({ level, percent }: CategoryFigures): number | null {
  return level === 'N/A' ? null : (percent?.lower ?? null);
}

function upperPercent({ level, percent }: CategoryFigures): number | null {
  return level === 'N/A' || !percent || percent.upperOpen ? null : percent.upper;
}

function isUnseen({ level, couldNotSeeLimit }: CategoryFigures): boolean {
  return level !== 'N/A' && couldNotSeeLimit;
}

function isAboveRange({ level, aboveRange }: CategoryFigures): boolean {
  return level !== 'N/A' && aboveRange.length > 0;
}
