import { chemicals } from '#app/toxicology/chemicals.ts';
import {
  isNonDetect,
  type Measurement,
  type SampleMeasurements,
} from '#app/toxicology/measurement.ts';
import type { RiskLevel } from '#app/toxicology/risk-level.ts';
import { byFamily, families, type Family } from '#app/toxicology/families.ts';
import { productsOf, type FileProduct } from '#app/results/samples/file-products.ts';
import { childFigures } from '#app/results/samples/product-change.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';

/**
 * What a result below detection could count: nothing, half its limit, its limit, or as the site
 * counts it: half, and nothing where no sample was above. A limit nobody stated counts nothing.
 */
export const NON_DETECT_RULES = ['site', 'zero', 'half', 'limit'] as const;
type NonDetectRule = (typeof NON_DETECT_RULES)[number];

type LevelsByRule = Record<NonDetectRule, RiskLevel>;

/** A product's levels (a child weighing 14 kg, EFSA) under each rule, by family. */
export function levelsByRule(product: FileProduct): Record<Family, LevelsByRule> {
  const ratings = NON_DETECT_RULES.map((rule) => [rule, rate(product, rule)] as const);
  return byFamily(
    (family) =>
      Object.fromEntries(
        ratings.map(([rule, rated]) => [rule, rated[family].level]),
      ) as LevelsByRule,
  );
}

function rate(product: FileProduct, rule: NonDetectRule) {
  const samples = product.samples.map((sample) => {
    return { ...sample, measurements: counted(sample.measurements, rule) };
  });
  return childFigures({ ...product, samples }).families;
}

function counted(measurements: SampleMeasurements, rule: NonDetectRule): SampleMeasurements {
  if (rule === 'site') return measurements;
  const share = { zero: 0, half: 0.5, limit: 1 }[rule];
  return Object.fromEntries(
    Object.entries(measurements).map(([key, measured]): [string, Measurement] => {
      if (!isNonDetect(measured)) return [key, measured];
      const valueNgG = (measured.loqNgG ?? 0) * share;
      return [key, { ...measured, status: 'ok', valueNgG, loqNgG: null }];
    }),
  );
}

/** The families that a file says anything of: one that is younger than the file is not told of. */
export function familiesIn(samples: readonly Sample[]): Family[] {
  const stated = new Set(samples.flatMap(({ measurements }) => Object.keys(measurements)));
  const told = new Set(chemicals.filter(({ key }) => stated.has(key)).map(({ family }) => family));
  return families.map(({ key }) => key).filter((family) => told.has(family));
}

/** The levels of every product of a file under each rule, as TSV with a header. */
export function sensitivityTsv(samples: readonly Sample[]): string {
  const told = familiesIn(samples);
  const columns = told.flatMap((family) => [
    ...NON_DETECT_RULES.map((rule) => `${family}_${rule}`),
    `${family}_depends`,
  ]);
  const lines = productsOf(samples).map((product) => {
    const levels = levelsByRule(product);
    const cells = told.flatMap((family) => [
      ...NON_DETECT_RULES.map((rule) => levels[family][rule]),
      new Set(Object.values(levels[family])).size > 1 ? 'yes' : 'no',
    ]);
    return [product.originalId, product.name, ...cells].join('\t');
  });
  return [['product_id', 'product', ...columns].join('\t'), ...lines, ''].join('\n');
}
