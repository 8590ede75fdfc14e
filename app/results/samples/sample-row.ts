import { rangeOf } from '#app/toxicology/metals/amounts.ts';
import { isPartAboveTotal } from '#app/toxicology/metals/verdicts.ts';
import {
  highestPossibleNgG,
  parseMeasurement,
  type Measurement,
} from '#app/toxicology/measurement.ts';
import {
  allSubstances,
  panelNaming,
  panels,
  type SubstanceKey,
} from '#app/toxicology/panels/panels.ts';
import {
  concentrationColumn,
  dateColumns,
  provenanceColumns,
  type ProvenanceColumn,
} from '#app/results/sample-columns.ts';

/** The cells of one line by column name, as written. */
export type Row = ReadonlyMap<string, string>;

export type Sample = NonNullable<ReturnType<typeof parseSampleRow>['sample']>;

/** What a sample was tested for. */
export function panelOfSample({ measurements }: Pick<Sample, 'measurements'>) {
  return panelNaming(Object.keys(measurements));
}

/** Whether a file about one product calls a sample so. */
export function isCalled({ id }: Pick<Sample, 'id'>, name: string): boolean {
  return id === name || id.endsWith(`: ${name}`);
}

/** Grams: a heavier serving is a slip of the pen or a wrong unit. */
const largestServingG = 100_000;

/** Grams: what is lighter is one, too, and no text of a number below it is free of an exponent. */
const smallestServingG = 0.000_001;

/**
 * Reads one line; `sample` is null exactly when there are reasons to refuse it. `about` is the
 * product that the whole file is about, where that is known.
 */
export function parseSampleRow(row: Row, line: number, about?: number) {
  const reasons: string[] = [];
  const refuse = (column: string, cell: string, why: string) => {
    const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
    reasons.push(`${column}: ${JSON.stringify(shown)} ${why}`);
  };

  const id = tidy(row.get('id') ?? '');
  if (id === '') reasons.push('id: the sample has no id');
  else if (id.length > 100) refuse('id', id, 'is longer than 100 characters');

  const productIdText = tidy(row.get('product_id') ?? '');
  const productId = parseProductId(productIdText, about);
  if (productId === 0) {
    const why = about
      ? `is not ${about}, the product of this file`
      : 'is not a number from 1 to 9999';
    refuse('product_id', productIdText, why);
  }

  const product = tidy(row.get('product') ?? '');
  if (product === '' && about === undefined) reasons.push('product: the product has no name');
  else if (product.length > 300) refuse('product', product, 'is longer than 300 characters');

  const servingText = (row.get('serving_size_g') ?? '').trim();
  const servingG = parseServingG(servingText);
  if (servingG === 'bad') {
    refuse(
      'serving_size_g',
      servingText,
      `is not a number of grams above 0, at most ${largestServingG}`,
    );
  }

  for (const column of dateColumns) {
    const cell = row.get(column) ?? '';
    if (!isDateOrEmpty(cell)) refuse(column, cell, 'is not a date (YYYY-MM-DD or YYYY-MM)');
  }

  const { measurements, reasons: unreadable } = parseMeasurements(row);
  reasons.push(...unreadable);
  if (reasons.length > 0 || servingG === 'bad') return { sample: null, reasons };

  const provenance = Object.fromEntries(
    provenanceColumns.map((column) => [column, row.get(column) ?? '']),
  ) as Record<ProvenanceColumn, string>;
  const sample = {
    /** Line of the file, the header being 1; 0 for a sample that is stored. */
    line,
    /** Text, not a number: spacing tidied, otherwise as published. */
    id,
    /** PlasticList's number, or the code of a product that was funded here (see `isFundable`). */
    productId,
    /** Empty where a file about one product leaves it out. */
    product,
    tags: tagsOf(provenance.tags),
    /** Spacing tidied; null where the laboratory noted none. */
    lotNo: tidy(provenance.lot_no) || null,
    collectionNotes: tidy(provenance.collection_notes) || null,
    /** Grams, more than 0; null where unknown. */
    servingG,
    /** One for every concentration column of the file, blank cells of optional ones aside. */
    measurements,
    /** As written, spacing included; empty where the file has no such column. */
    provenance,
  };
  return { sample, reasons };
}

/** The tags of a cell, in the order given, without blanks. */
export function tagsOf(cell: string): string[] {
  return cell
    .split(',')
    .map(tidy)
    .filter((tag) => tag !== '');
}

function parseMeasurements(row: Row) {
  const measurements: { [K in SubstanceKey]?: Measurement } = {};
  const reasons: string[] = [];
  for (const { key } of allSubstances) {
    const column = concentrationColumn(key);
    const cell = row.get(column);
    if (cell === undefined || (cell.trim() === '' && optional.has(key))) continue;
    const parsed = parseMeasurement(cell);
    if (parsed.ok) measurements[key] = parsed.measurement;
    else reasons.push(`${column}: ${parsed.reason}`);
  }
  const togetherNgG = Object.values(measurements).reduce((sum, m) => sum + (m.valueNgG ?? 0), 0);
  if (togetherNgG > highestPossibleNgG) {
    reasons.push('the chemicals together are more than the sample itself weighs');
  }
  if (isPartAboveTotal({ as: rangeOf(measurements.as), ias: rangeOf(measurements.ias) })) {
    reasons.push('iAs: there is more inorganic arsenic than arsenic. Correct one of them');
  }
  return { measurements, reasons };
}

const optional = new Set<string>(panels.flatMap(({ others }) => others.map(({ key }) => key)));

/** 0 where it is none, or not the one that the file is about. */
function parseProductId(text: string, about: number | undefined): number {
  if (about === undefined) return /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return text === '' || (/^\d+$/.test(text) && Number(text) === about) ? about : 0;
}

/** An empty cell is an unknown serving; a zero is a mistake, as nobody serves nothing. */
function parseServingG(text: string): number | null | 'bad' {
  if (text === '') return null;
  if (!/^\d+(\.\d+)?$/.test(text)) return 'bad';
  const servingG = Number(text);
  return servingG >= smallestServingG && servingG <= largestServingG ? servingG : 'bad';
}

function isDateOrEmpty(cell: string): boolean {
  const text = cell.replaceAll(/\s/g, '');
  if (text === '') return true;
  const match = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3] ?? '1')];
  const date = new Date(Date.UTC(year, month - 1, day));
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
}

/** Ids, names and lots come with odd spacing, which would split what belongs together. */
function tidy(text: string): string {
  return text.trim().replaceAll(/\s+/g, ' ');
}
