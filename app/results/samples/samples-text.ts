import { allSubstances } from '#app/toxicology/panels/panels.ts';
import {
  concentrationColumn,
  ownColumns,
  provenanceColumns,
  provenanceOf,
} from '#app/results/sample-columns.ts';
import { inOrder } from './in-order.ts';
import { panelOfSample, type Sample } from './sample-row.ts';

/**
 * Samples as a samples file that says all there is of them, in one order of lines and columns: two
 * files with the same results give the same text, and `parseSamplesFile` reads it again.
 */
export function samplesText(samples: readonly Sample[]): string {
  const cells = inOrder(samples).map(sampleCells);
  const { key: panel, substances, others } = panelOfSample(samples[0] ?? { measurements: {} });
  const optional = [...others.map(({ key }) => concentrationColumn(key)), ...ownColumns];
  const columns = [
    'id',
    'product_id',
    'product',
    ...provenanceOf(panel).filter((column) => !ownColumns.includes(column)),
    ...substances.map(({ key }) => concentrationColumn(key)),
    ...optional.filter((column) => cells.some((row) => row.has(column))),
    'serving_size_g',
  ];
  const lines = cells.map((row) => columns.map((column) => row.get(column) ?? ''));
  return [columns, ...lines].map((line) => `${line.join('\t')}\n`).join('');
}

/** What such a text calls the product of its first sample; undefined where it has none. */
export function productIn(text: string): string | undefined {
  const [columns, first] = text.split('\n', 2).map((line) => line.split('\t'));
  return first?.[columns?.indexOf('product') ?? -1];
}

/** The cells of a sample by column, as they were written; blank ones are empty. */
export function sampleCells(sample: Sample): Map<string, string> {
  const cells = new Map([
    ['id', sample.id],
    ['product_id', String(sample.productId)],
    ['product', sample.product],
    ['serving_size_g', sample.servingG === null ? '' : String(sample.servingG)],
  ]);
  for (const column of provenanceColumns) {
    const cell = sample.provenance[column];
    if (cell.trim() !== '') cells.set(column, cell);
    else if (!ownColumns.includes(column)) cells.set(column, '');
  }
  for (const { key } of allSubstances) {
    const measurement = sample.measurements[key];
    if (measurement) cells.set(concentrationColumn(key), measurement.reported);
  }
  return cells;
}
