import { chemicals, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import {
  parseMeasurement,
  type Measurement,
  type SampleMeasurements,
} from '#app/toxicology/measurement.ts';
import {
  concentrationColumn,
  dateColumns,
  provenanceColumns,
  type ProvenanceColumn,
} from './sample-columns.ts';

/** The cells of one line by column name, as written. */
export type Row = ReadonlyMap<string, string>;

export type Sample = {
  /** Line of the file, the header being 1. */
  readonly line: number;
  /** Text, not a number: spacing tidied, otherwise as published. */
  readonly id: string;
  /** 1 to 9999. */
  readonly productId: number;
  readonly product: string;
  /** In the order given, without blanks. */
  readonly tags: readonly string[];
  /** Spacing tidied; null where the laboratory noted none. */
  readonly lotNo: string | null;
  readonly collectionNotes: string | null;
  /** Grams, more than 0; null where unknown. */
  readonly servingG: number | null;
  /** One for every concentration column of the file. */
  readonly measurements: SampleMeasurements;
  /** As written, spacing included; empty where the file has no such column. */
  readonly provenance: Readonly<Record<ProvenanceColumn, string>>;
};

/** Grams: a heavier serving is a slip of the pen or a wrong unit. */
const largestServingG = 100_000;

/** Reads one line; `sample` is null exactly when there are reasons to refuse it. */
export function parseSampleRow(
  row: Row,
  line: number,
): { sample: Sample | null; reasons: readonly string[] } {
  const reasons: string[] = [];
  const refuse = (column: string, cell: string, why: string) => {
    const shown = cell.length > 60 ? `${cell.slice(0, 60)}…` : cell;
    reasons.push(`${column}: ${JSON.stringify(shown)} ${why}`);
  };

  const id = tidy(row.get('id') ?? '');
  if (id === '') reasons.push('id: the sample has no id');
  else if (id.length > 100) refuse('id', id, 'is longer than 100 characters');

  const productIdText = tidy(row.get('product_id') ?? '');
  const productId = /^\d{1,4}$/.test(productIdText) ? Number(productIdText) : 0;
  if (productId === 0) refuse('product_id', productIdText, 'is not a number from 1 to 9999');

  const product = tidy(row.get('product') ?? '');
  if (product === '') reasons.push('product: the product has no name');
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
    line,
    id,
    productId,
    product,
    tags: provenance.tags
      .split(',')
      .map(tidy)
      .filter((tag) => tag !== ''),
    lotNo: tidy(provenance.lot_no) || null,
    collectionNotes: tidy(provenance.collection_notes) || null,
    servingG,
    measurements,
    provenance,
  };
  return { sample, reasons };
}

function parseMeasurements(row: Row) {
  const measurements: { [K in ChemicalKey]?: Measurement } = {};
  const reasons: string[] = [];
  for (const { key } of chemicals) {
    const column = concentrationColumn(key);
    const cell = row.get(column);
    if (cell === undefined) continue;
    const parsed = parseMeasurement(cell);
    if (parsed.ok) measurements[key] = parsed.measurement;
    else reasons.push(`${column}: ${parsed.reason}`);
  }
  return { measurements, reasons };
}

/** An empty cell is an unknown serving; a zero is a mistake, as nobody serves nothing. */
function parseServingG(text: string): number | null | 'bad' {
  if (text === '') return null;
  if (!/^\d+(\.\d+)?$/.test(text)) return 'bad';
  const servingG = Number(text);
  return servingG > 0 && servingG <= largestServingG ? servingG : 'bad';
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
