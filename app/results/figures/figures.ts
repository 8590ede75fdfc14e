import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import { intakeNgPerServing, percentOfLimit } from '#app/toxicology/intake.ts';
import { limitFor, type Authority, type LimitSubject } from '#app/toxicology/limits.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { datasetChemicals } from '#app/toxicology/chemicals.ts';
import { amountText, percentileText, percentText } from '#app/results/answers/figure-text.ts';
import { percentileOf, populationOf, type Population } from '#app/results/answers/percentile.ts';
import { usedSamples } from '#app/results/samples/file-products.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';

/** What figures are derived from: the concentrations of a sample, by what limits are of. */
const subjects = [
  { name: 'DEHP_equivalents', subject: 'phthalates' as LimitSubject, read: readEquivalents },
  ...datasetChemicals.map(({ abbreviation, key }) => ({
    name: abbreviation,
    subject: key,
    read: ({ measurements }: Sample) => measurements[key],
  })),
];

const percentSets = (['EPA', 'EFSA'] as const).flatMap((authority) =>
  bodyWeights.map(({ weightKg }) => ({
    authority,
    weightKg,
    suffix: `percent_tdi_${weightKg}_kg_${authority.toLowerCase()}`,
  })),
);

/** The dataset's own column names, in its own order. */
export const figureColumns: readonly string[] = [
  'id',
  'product_id',
  'DEHP_equivalents_ng_g',
  ...subjects.map(({ name }) => `${name}_percentile_ng_g`),
  ...subjects.map(({ name }) => `${name}_ng_serving`),
  ...subjects.map(({ name }) => `${name}_percentile_ng_serving`),
  ...percentSets.flatMap(({ suffix }) => subjects.map(({ name }) => `${name}_${suffix}`)),
];

/**
 * The populations of PlasticList's percentiles. All of the 1,892 published numbers to compare with
 * follow from one definition; what deviates from it reproduces the counts in brackets:
 *
 * - One population a column: all samples of the file, of whatever product (products of the same
 *   first tag: 45), in which the chemical was quantified (all others counted as 0: 18).
 * - Samples, not the means of products (271). `>n` is a member and counts n (left out: 1,387), and
 *   so are foods from 1952 (913), personal care (1,018) and receipts (1,176).
 * - Concentrations are ranked for `_ng_g`, amounts per serving for `_ng_serving`.
 * - A percentile is the mean rank in percent of the population, see `percentileOf` (of a tie the
 *   lowest rank: 1,390; the highest: 1,409), to a whole number, half to even (half up: 1,883).
 *
 * So a percentile changes with the file that it is computed from, and ranks a sample among those
 * in which something was found. What was not found reads `<LOQ`; a missing result, of which no
 * published row to compare with has one, repeats the laboratory's words as the other figures do.
 */
export function figurePopulations(samples: readonly Sample[]) {
  return subjects.map(({ read }) => {
    const found = usedSamples(samples).flatMap((sample) => {
      const ngG = read(sample)?.valueNgG ?? null;
      return ngG === null ? [] : { ngG, servingG: sample.servingG };
    });
    const ngServing = found.flatMap(({ ngG, servingG }) => servingNg(ngG, servingG) ?? []);
    return { ngG: populationOf(found.map(({ ngG }) => ngG)), ngServing: populationOf(ngServing) };
  });
}

/**
 * Every derived figure of one sample, as text, in the order of `figureColumns`.
 *
 * These are PlasticList's per-sample figures, not the product figures of the report: `<n` stays a
 * limit and is never halved, and `>n` counts n in DEHP equivalents, percentiles and percents
 * without a mark.
 */
export function figureRow(
  sample: Sample,
  populations: ReturnType<typeof figurePopulations>,
): string[] {
  const { servingG } = sample;
  const readings = subjects.map(({ subject, read }, at) => {
    return { subject, reading: read(sample), among: populations[at] };
  });
  return [
    sample.id,
    String(sample.productId),
    cellOf(readEquivalents(sample), amountText),
    ...readings.map(({ reading, among }) =>
      cellOf(reading, (ngG) => percentileIn(among?.ngG, ngG)),
    ),
    ...readings.map(({ reading }) => servingText(reading, servingG)),
    ...readings.map(({ reading, among }) =>
      cellOf(reading, (ngG) => percentileIn(among?.ngServing, servingNg(ngG, servingG))),
    ),
    ...percentSets.flatMap(({ authority, weightKg }) =>
      readings.map(({ subject, reading }) =>
        percentCell(reading, servingG, subject, authority, weightKg),
      ),
    ),
  ];
}

/** A header and one line a sample, tab separated, in the order given. */
export function figuresTsv(samples: readonly Sample[]): string {
  const populations = figurePopulations(samples);
  const rows = [figureColumns, ...samples.map((sample) => figureRow(sample, populations))];
  return rows.map((cells) => `${cells.join('\t')}\n`).join('');
}

/** What is made of an amount that was found, or what stands in its place: the words for a missing result. */
function cellOf(reading: Measurement | undefined, of: (ngG: number) => string): string {
  if (!reading || reading.status === 'not_tested') return reading?.reported.trim() ?? '';
  return reading.valueNgG === null ? '<LOQ' : of(reading.valueNgG);
}

/** ng per serving; `<n` and `>n` keep their sign. Blank where the serving size is unknown. */
function servingText(reading: Measurement | undefined, servingG: number | null): string {
  const signed = (sign: string, ngG: number) =>
    servingG === null ? '' : sign + amountText(intakeNgPerServing(ngG, servingG));
  if (reading?.status === 'below_loq' && reading.loqNgG !== null) {
    return signed('<', reading.loqNgG);
  }
  return cellOf(reading, (ngG) => signed(reading?.status === 'above_range' ? '>' : '', ngG));
}

/** Blank where the figure to rank is unknown though the chemical was found: no serving size. */
function percentileIn(population: Population | undefined, figure: number | null): string {
  const standing = figure === null || !population ? null : percentileOf(figure, population);
  return standing ? percentileText(standing.percentile) : '';
}

function percentCell(
  reading: Measurement | undefined,
  servingG: number | null,
  subject: LimitSubject,
  authority: Authority,
  weightKg: number,
): string {
  const limit = limitFor(subject, authority);
  if (!limit) return authority === 'EPA' ? 'NO RfD' : 'NO TDI';
  return cellOf(reading, (ngG) => {
    const intakeNg = servingNg(ngG, servingG);
    return intakeNg === null
      ? ''
      : percentText(percentOfLimit(intakeNg, limit.limitNgPerKgDay, weightKg));
  });
}

function servingNg(ngG: number, servingG: number | null): number | null {
  return servingG === null ? null : intakeNgPerServing(ngG, servingG);
}

/** The published sum carries no '>' even where an addend was above the range. */
function readEquivalents({ measurements }: Sample): Measurement | undefined {
  const sum = dehpEquivalents(measurements);
  if (sum.status === 'not_tested') return measurements.dehp;
  return { ...sum, status: sum.valueNgG === null ? sum.status : 'ok', reported: '' };
}
