import { readFileSync } from 'node:fs';
import { requiredColumns } from '#app/results/sample-columns.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

/** PlasticList's samples, as they are shipped. */
export const plasticListFile = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');

/** Its products, each with its samples. */
export function plasticListProducts() {
  const parsed = parseSamplesFile(plasticListFile);
  if (!parsed.ok) throw new Error('the dataset cannot be read');
  return productsOf(parsed.samples);
}

export type Cells = Readonly<Record<string, string>>;

const columns = [...requiredColumns('plastics'), 'lot_no', 'tags', 'collection_notes'];
const usual: Cells = { product_id: '7', product: 'Tap Water', serving_size_g: '240' };

/**
 * A samples file in PlasticList's format, one line for each row: where a cell is not given, 240 g of
 * tap water, product 7, in which nothing was found.
 */
export function samplesFile(...rows: readonly Cells[]): string {
  return table('\t', columns, rows);
}

/** The same as a laboratory gives it that knows the samples alone: no product, no serving size. */
export function productFile(...rows: readonly Cells[]): string {
  const own = columns.filter((column) => !(column in usual));
  return table(',', own, rows);
}

function table(separator: string, header: readonly string[], rows: readonly Cells[]): string {
  const lines = rows.map((cells) =>
    header.map((c) => cells[c] ?? usual[c] ?? (c.endsWith('_ng_g') ? '<10' : '')),
  );
  return [header, ...lines].map((line) => `${line.join(separator)}\n`).join('');
}
