import {
  notRatedFamilies,
  productFigures,
  type FamilyFigures,
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
    notRated: notRatedFamilies(originalId),
  };
  const { families } = productFigures(request);
  const levels = sampleLevels(request);
  const { phthalates, bisphenols, substitutes } = families;
  return {
    phthalatesRisk: phthalates.level,
    bisphenolsRisk: bisphenols.level,
    substitutesRisk: substitutes.level,
    phthalatesTdiPercent: ratedPercent(phthalates),
    bisphenolsTdiPercent: ratedPercent(bisphenols),
    substitutesTdiPercent: ratedPercent(substitutes),
    phthalatesLowerPercent: lowerPercent(phthalates),
    bisphenolsLowerPercent: lowerPercent(bisphenols),
    substitutesLowerPercent: lowerPercent(substitutes),
    phthalatesUpperPercent: upperPercent(phthalates),
    bisphenolsUpperPercent: upperPercent(bisphenols),
    substitutesUpperPercent: upperPercent(substitutes),
    phthalatesLimitUnseen: isUnseen(phthalates),
    bisphenolsLimitUnseen: isUnseen(bisphenols),
    substitutesLimitUnseen: isUnseen(substitutes),
    phthalatesSamplesDisagree: doLevelsDiffer(levels.phthalates),
    bisphenolsSamplesDisagree: doLevelsDiffer(levels.bisphenols),
    substitutesSamplesDisagree: doLevelsDiffer(levels.substitutes),
    phthalatesAboveRange: isAboveRange(phthalates),
    bisphenolsAboveRange: isAboveRange(bisphenols),
    substitutesAboveRange: isAboveRange(substitutes),
  };
}

function ratedPercent({ level, percent }: FamilyFigures): number | null {
  return level === 'N/A' ? null : (percent?.estimate ?? null);
}

function lowerPercent({ level, percent }: FamilyFigures): number | null {
  return level === 'N/A' ? null : (percent?.lower ?? null);
}

function upperPercent({ level, percent }: FamilyFigures): number | null {
  return level === 'N/A' || !percent || percent.upperOpen ? null : percent.upper;
}

function isUnseen({ level, couldNotSeeLimit }: FamilyFigures): boolean {
  return level !== 'N/A' && couldNotSeeLimit;
}

function isAboveRange({ level, aboveRange }: FamilyFigures): boolean {
  return level !== 'N/A' && aboveRange.length > 0;
}
