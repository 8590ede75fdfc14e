import { chemicals, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { limitFor } from '#app/toxicology/limits.ts';
import type { SampleMeasurements } from '#app/toxicology/measurement.ts';
import {
  notRatedFamilies,
  percentOf,
  productFigures,
  type ChemicalMeans,
} from '#app/toxicology/product-figures.ts';
import { whatIsWithin, sampleFigures } from '#app/toxicology/sample-levels.ts';
import { byFamily, families, type Family } from '#app/toxicology/families.ts';
import { countingOf } from '#app/toxicology/potency.ts';
import { spreadOf, type Spread } from '#app/toxicology/which-is-lower.ts';
import type { FamilyFigure } from './answer.ts';
import { reportMeasurements } from './report-measurements.ts';
import type { TestedReport } from '#app/results/tested-schema.ts';
import type { Viewpoint } from './viewpoint.ts';

/** One tile of a report card: a family's level, percent of the limit, and its bounds. */
export type ReportTile = ReturnType<typeof reportTiles>[number];

/** One chemical of a product, as a share of the limit that is set for it alone. */
export type ChemicalShare = ReportTile['shares'][number];

/**
 * A product's report card for whoever eats it, against either authority's limits, from what a report
 * states: tiles in the order of `families`.
 */
export function tilesOf(
  { risk, serving_size_g, samples }: Pick<TestedReport, 'risk' | 'serving_size_g' | 'samples'>,
  viewpoint: Viewpoint,
): ReportTile[] {
  const measured = reportMeasurements(samples);
  return reportTiles(risk.product_id, serving_size_g || null, measured, viewpoint);
}

/** The same from measurements: as many servings of `servingG`, null where unknown, as the viewpoint says. */
export function reportTiles(
  originalId: number,
  servingG: number | null,
  samples: readonly SampleMeasurements[],
  viewpoint: Viewpoint,
) {
  const notRated = notRatedFamilies(originalId);
  const { weightKg: bodyWeightKg, servings, authority } = viewpoint;
  const dailyG = servingG === null ? null : servingG * servings;
  const request = { samples, servingG: dailyG, bodyWeightKg, authority, notRated };
  const figures = productFigures(request);
  const alone = sampleFigures({ ...request, authority: 'EFSA' });
  return families.map(({ key: family }) => {
    const { equivalentNgG: _, ...shown } = figures.families[family];
    return {
      ...shown,
      verdicts: shown.verdicts.map((one) => whatIsWithin(one, alone[family])),
      family,
      /** A day, which the percent is of. */
      servings,
      /** The level is N/A by decision, whatever was measured. */
      isNotRated: notRated.includes(family),
      /** What each sample comes to alone, against EFSA's limit; those without a level are left out. */
      samples: alone[family],
      /** The family's chemicals that have a result, each against its own limit. */
      shares: sharesOf(family, figures.chemicals, dailyG, viewpoint),
    };
  });
}

/** What the family of a tile comes to by EFSA's limit, whosever percent the tile shows. */
export function ratedFigure(tile: Omit<ReportTile, 'samples' | 'shares'>): FamilyFigure {
  const { family, level, rated: percent, own, servings } = tile;
  return { family, level, percent, own, servings };
}

/** A family's spread, and which of the chemicals that count were found in any sample. */
export interface SeenSpread extends Spread {
  found: readonly ChemicalKey[];
  /** Something was found that counts toward nothing. */
  isBeside?: boolean;
}
export type SeenSpreads = Readonly<Record<Family, SeenSpread | null>>;

/** Of a card against EFSA's limits, as the samples of its tiles are. */
export function spreadsOfTiles(tiles: readonly ReportTile[]): SeenSpreads {
  return byFamily((family) => {
    const tile = tiles.find((one) => one.family === family);
    const spread = tile && spreadOf(tile);
    if (!spread) return null;
    const found = countingOf(family).filter((key) =>
      tile.shares.some((one) => one.chemical === key && one.meanNgG.lower > 0),
    );
    return { ...spread, found, isBeside: Boolean(tile.own?.beside?.length) };
  });
}

function sharesOf(
  family: Family,
  means: ChemicalMeans,
  dailyG: number | null,
  { weightKg, authority }: Viewpoint,
) {
  return chemicals
    .filter((chemical) => chemical.family === family)
    .flatMap(({ key }) => {
      const meanNgG = means[key];
      if (!meanNgG) return [];
      const percent = percentOf(meanNgG, key, dailyG, weightKg, authority);
      return {
        chemical: key,
        /** ng/g, over the samples. */
        meanNgG,
        /** Null where the authority has set none. */
        limit: limitFor(key, authority),
        ...percent,
      };
    });
}
