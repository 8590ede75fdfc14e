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

/** One concentration of a sample from which figures are derived. */
type Subject = {
  readonly name: string;
  readonly subject: LimitSubject;
  readonly read: (sample: Sample) => Reading;
};

/** `blank` holds what stands in the place of a figure: a missing result. */
type Reading =
  | { readonly kind: 'value'; readonly ngG: number; readonly sign: '' | '>' }
  | { readonly kind: 'below'; readonly loqNgG: number | null }
  | { readonly kind: 'blank'; readonly text: string };

const subjects: readonly Subject[] = [
  { name: 'DEHP_equivalents', subject: 'phthalates', read: readEquivalents },
  ...datasetChemicals.map(({ abbreviation, key }) => ({
    name: abbreviation,
    subject: key,
    read: (sample: Sample) => readMeasurement(sample.measurements[key]),
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
      const reading = read(sample);
      return reading.kind === 'value' ? { ngG: reading.ngG, servingG: sample.servingG } : [];
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

/** What is made of an amount that was found, or what stands in its place. */
function cellOf(reading: Reading, of: (ngG: number) => string): string {
  if (reading.kind === 'blank') return reading.text;
  return reading.kind === 'below' ? '<LOQ' : of(reading.ngG);
}

/** ng per serving; `<n` and `>n` keep their sign. Blank where the serving size is unknown. */
function servingText(reading: Reading, servingG: number | null): string {
  if (reading.kind === 'blank') return reading.text;
  if (reading.kind === 'below' && reading.loqNgG === null) return '<LOQ';
  if (servingG === null) return '';
  if (reading.kind === 'value') {
    return reading.sign + amountText(intakeNgPerServing(reading.ngG, servingG));
  }
  return `<${amountText(intakeNgPerServing(reading.loqNgG ?? 0, servingG))}`;
}

/** Blank where the figure to rank is unknown though the chemical was found: no serving size. */
function percentileIn(population: Population | undefined, figure: number | null): string {
  const standing = figure === null || !population ? null : percentileOf(figure, population);
  return standing ? percentileText(standing.percentile) : '';
}

function percentCell(
  reading: Reading,
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

function readMeasurement(measurement: Measurement | undefined): Reading {
  if (!measurement || measurement.status === 'not_tested') {
    return { kind: 'blank', text: measurement?.reported.trim() ?? '' };
  }
  if (measurement.valueNgG === null) return { kind: 'below', loqNgG: measurement.loqNgG };
  const sign = measurement.status === 'above_range' ? '>' : '';
  return { kind: 'value', ngG: measurement.valueNgG, sign };
}

/** The published sum carries no '>' even where an addend was above the range. */
function readEquivalents(sample: Sample): Reading {
  const { status, valueNgG: ngG } = dehpEquivalents(sample.measurements);
  if (ngG !== null) return { kind: 'value', ngG, sign: '' };
  if (status === 'below_loq') return { kind: 'below', loqNgG: null };
  return readMeasurement(sample.measurements.dehp);
}
