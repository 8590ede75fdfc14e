import { readFileSync } from 'node:fs';
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
