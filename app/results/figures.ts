import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import { intakeNgPerServing } from '#app/toxicology/intake.ts';
import { limitFor, type Authority, type LimitSubject } from '#app/toxicology/limits.ts';
import type { Measurement } from '#app/toxicology/measurement.ts';
import { percentOfLimit } from '#app/toxicology/percent.ts';
import { amountText, percentText } from './figure-text.ts';
import { datasetChemicals } from './sample-columns.ts';
import type { Sample } from './sample-row.ts';

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
  { name: 'DEHP_equivalents', subject: 'dehp_equivalents', read: readEquivalents },
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

/** The dataset's own column names, in its own order, without the percentiles. */
export const figureColumns: readonly string[] = [
  'id',
  'product_id',
  'DEHP_equivalents_ng_g',
  ...subjects.map(({ name }) => `${name}_ng_serving`),
  ...percentSets.flatMap(({ suffix }) => subjects.map(({ name }) => `${name}_${suffix}`)),
];

/**
 * Every derived figure of one sample, as text, in the order of `figureColumns`.
 *
 * These are PlasticList's per-sample figures, not the product figures of the report: `<n` stays a
 * limit and is never halved, and `>n` counts n in DEHP equivalents and percents without a mark.
 */
export function figureRow(sample: Sample): string[] {
  return [
    sample.id,
    String(sample.productId),
    concentrationText(readEquivalents(sample)),
    ...subjects.map(({ read }) => servingText(read(sample), sample.servingG)),
    ...percentSets.flatMap(({ authority, weightKg }) =>
      subjects.map(({ subject, read }) =>
        percentCell(read(sample), sample.servingG, subject, authority, weightKg),
      ),
    ),
  ];
}

/** A header and one line a sample, tab separated, in the order given. */
export function figuresTsv(samples: readonly Sample[]): string {
  const rows = [figureColumns, ...samples.map(figureRow)];
  return rows.map((cells) => `${cells.join('\t')}\n`).join('');
}

function concentrationText(reading: Reading): string {
  if (reading.kind === 'blank') return reading.text;
  return reading.kind === 'below' ? '<LOQ' : amountText(reading.ngG);
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

function percentCell(
  reading: Reading,
  servingG: number | null,
  subject: LimitSubject,
  authority: Authority,
  weightKg: number,
): string {
  const limit = limitFor(subject, authority);
  if (!limit) return authority === 'EPA' ? 'NO RfD' : 'NO TDI';
  if (reading.kind === 'blank') return reading.text;
  if (reading.kind === 'below') return '<LOQ';
  if (servingG === null) return '';
  const intakeNg = intakeNgPerServing(reading.ngG, servingG);
  return percentText(percentOfLimit(intakeNg, limit.limitNgPerKgDay, weightKg));
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
  const sum = dehpEquivalents(sample.measurements);
  if (sum.status === 'below_loq') return { kind: 'below', loqNgG: null };
  if (sum.status === 'ok') return { kind: 'value', ngG: sum.valueNgG, sign: '' };
  return readMeasurement(sample.measurements.dehp);
}
