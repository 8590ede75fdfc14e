import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { reportTiles } from './report-cards.ts';
import { defaultViewpoint } from './viewpoint.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { verdictText } from './verdict.ts';

const parsed = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
if (!parsed.ok) throw new Error('the dataset cannot be read');
const products = productsOf(parsed.samples);

function verdictOf(originalId: number): string {
  const product = products.find((one) => one.originalId === originalId);
  const measured = product?.samples.map(({ measurements }) => measurements) ?? [];
  return verdictText(
    reportTiles(originalId, product?.servingSizeG ?? null, measured, defaultViewpoint),
  );
}

test('the verdict says each family once, those with the same answer together', () => {
  expect(verdictOf(1)).toBe('Phthalates and substitutes: low. Bisphenols: this test can’t tell.');
  expect(verdictOf(93)).toMatch(/Bisphenols: not rated\./);
  for (const { originalId } of products) {
    const text = verdictOf(originalId);
    for (const family of ['phthalates', 'bisphenols', 'substitutes']) {
      expect(text.toLowerCase().split(family), `${originalId}: ${text}`).toHaveLength(2);
    }
  }
});
