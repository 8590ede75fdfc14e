import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { zeroBounds } from '#app/toxicology/bounds.ts';
import { chemicalMeans, percentOf } from '#app/toxicology/product-figures.ts';
import { byFamily } from '#app/toxicology/families.ts';
import { selectTested } from '#app/results/read/risk-levels.server.ts';
import { testedProducts } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile, type Cells } from '#test/support/samples-file.ts';
import { importSamples } from './import-samples.server.ts';
import { loadSamples } from '#app/results/read/load-samples.server.ts';
import { previewSamples } from './preview-samples.server.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';
import { requiredColumns } from '#app/results/sample-columns.ts';

useDatabase();

async function previewOf(text: string): Promise<readonly ProductChange[]> {
  const preview = await previewSamples(text);
  if (!preview.ok) throw new Error(JSON.stringify(preview.problems));
  return preview.changes;
}

const tenths = fc.integer({ min: 1, max: 100_000 }).map((n) => n / 10);
const cell = fc.oneof(
  tenths.map(String),
  tenths.map((n) => `<${n}`),
  tenths.map((n) => `>${n}`),
  fc.constantFrom('0', 'ND', 'NO RESULT', ''),
);
const concentrations = requiredColumns('plastics').filter((column) => column.endsWith('_ng_g'));
const cells: fc.Arbitrary<Cells> = fc.record(
  Object.fromEntries(
    [...concentrations, 'lot_no'].map((column) => [
      column,
      column === 'lot_no' ? fc.constantFrom('', 'L 1') : cell,
    ]),
  ),
);
const product = fc.record({
  serving_size_g: fc.constantFrom('', '1', '12.5', '240'),
  samples: fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), cells, { minKeys: 1 }),
});
const twoProducts = fc.dictionary(fc.constantFrom('7', '93'), product, { minKeys: 1 });

function fileOf(found: Record<string, { serving_size_g: string; samples: Record<string, Cells> }>) {
  const rows = Object.entries(found).flatMap(([id, { serving_size_g, samples }]) =>
    Object.entries(samples).map(([sample, own]) => ({
      ...own,
      id: `${id}${sample}`,
      product_id: id,
      product: `Product ${id}`,
      serving_size_g,
    })),
  );
  return samplesFile(...rows);
}

/** What is published of a product, as a preview would say it. */
async function publishedFigures(originalId: number) {
  const [row] = await selectTested(db(), eq(testedProducts.originalId, originalId));
  const stored = await loadSamples(db(), [originalId]);
  const means = chemicalMeans(stored.map((sample) => sample.measurements));
  const servingG = row?.servingSizeG ?? null;
  return {
    name: row?.name,
    servingG,
    ids: stored.map((sample) => sample.sampleId),
    chemicals: Object.entries(means).map(([key, mean]) => ({
      key,
      mean,
      percent: percentOf(mean, key as 'dehp', servingG, bodyWeights[0].weightKg, 'EFSA').percent,
    })),
    families: Object.values(
      byFamily((family) => {
        const { risk, tdi_percent, upper_percent } = row?.assessments.child[family] ?? {};
        return [risk, tdi_percent, upper_percent];
      }),
    ),
  };
}

function previewedFigures(change: ProductChange) {
  return {
    name: change.name.after,
    servingG: change.servingG.after,
    chemicals: change.chemicals.flatMap(({ key, after }) => (after ? [{ key, ...after }] : [])),
    families: change.families.map(({ after }) => {
      // People read no percent of what nobody looked for; the list and the API keep 0 (decision 0117).
      const percent = after?.level === 'None' ? zeroBounds : after?.percent;
      const upper = percent && !percent.upperOpen ? percent.upper : null;
      return [after?.level, percent?.estimate ?? null, upper];
    }),
  };
}

/** Substitutes of which only one has a result, that counts in no sum. */
const onlyDida = {
  '7': {
    serving_size_g: '' as const,
    samples: { a: { DEHT_ng_g: '', DEHA_ng_g: 'NO RESULT', DINCH_ng_g: '', DIDA_ng_g: '0' } },
  },
};

test('whatever is previewed is what publication makes of it, and then there is nothing new', async () => {
  await fc.assert(
    fc.asyncProperty(twoProducts, twoProducts, async (one, two) => {
      await asOwner(
        'truncate lab_measurements, lab_samples, result_revisions, tested_products, imports restart identity cascade',
      );
      await importSamples(fileOf(one));
      const text = fileOf(two);
      const changes = await previewOf(text);
      for (const change of changes) {
        const was = one[change.originalId];
        const { ids: before } = await publishedFigures(change.originalId);
        const { added, removed } = change.samples;
        expect(change.isCorrection).toBe(was !== undefined && change.revision !== null);
        expect(
          removed.every((id) => before.includes(id)) && added.every((id) => !before.includes(id)),
        ).toBe(true);
      }
      const expected = changes.map((change) => change.revision).filter((number) => number !== null);
      const result = await importSamples(text, { reason: 'Because.' });
      expect(result.ok && result.changes).toEqual(
        changes.filter((change) => change.revision !== null),
      );
      expect(result.ok && result.changes.map((change) => change.revision)).toEqual(expected);
      for (const change of changes) {
        const { ids, ...figures } = await publishedFigures(change.originalId);
        expect(figures).toEqual(previewedFigures(change));
        expect(ids).toEqual(
          Object.keys(two[change.originalId]?.samples ?? {})
            .map((s) => `${change.originalId}${s}`)
            .toSorted(),
        );
      }
      expect((await previewOf(text)).every((change) => change.revision === null)).toBe(true);
    }),
    {
      numRuns: 25,
      examples: [[onlyDida, onlyDida]],
    },
  );
});
