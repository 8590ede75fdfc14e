import { desc, inArray, eq, isNull } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import { resultRevisions, testedProducts, labSamples } from '#db/schema.ts';
import { productsOf, type FileProduct } from '#app/results/samples/file-products.ts';
import { loadAllSamples, type StoredSample } from '#app/results/read/load-samples.server.ts';
import { provenanceColumns, type ProvenanceColumn } from '#app/results/sample-columns.ts';
import { tagsOf, type Sample } from '#app/results/samples/sample-row.ts';
import { samplesText } from '#app/results/samples/samples-text.ts';
import * as store from './store.server.ts';

/** What is published of a tested product. */
export interface Published {
  product: FileProduct;
  /** Number and rows of its latest revision. */
  number: number;
  rows: string;
}

/**
 * The published results of these products, read from the samples as they are stored. A product
 * without samples is left out; one that was published before revisions were kept is at its first.
 */
export async function loadPublished(
  tx: Tx,
  originalIds: readonly number[],
): Promise<Map<number, Published>> {
  const latest = await latestRevisions(tx, originalIds);
  const products = productsOf(await storedSamples(tx, originalIds));
  return new Map(
    products.map((product) => {
      const revision = latest.get(product.originalId);
      const { number = 1, rows = samplesText(product.samples) } = revision ?? {};
      return [product.originalId, { product, number, rows }];
    }),
  );
}

async function latestRevisions(tx: Tx, originalIds: readonly number[]) {
  const { originalId, number, rows } = resultRevisions;
  const latest = await tx
    .selectDistinctOn([originalId], { originalId, number, rows })
    .from(resultRevisions)
    .where(inArray(originalId, [...originalIds]))
    .orderBy(originalId, desc(number));
  return new Map(latest.map((row) => [row.originalId, row]));
}

/** The stored samples as a file would hold them. */
async function storedSamples(tx: Tx, originalIds: readonly number[]): Promise<Sample[]> {
  const stored = await loadAllSamples(tx, originalIds);
  const byId = new Map(
    (await testedNames(tx, originalIds)).map((product) => [product.id, product]),
  );
  return stored.map((sample) => {
    const { name = '', servingG = null } = byId.get(sample.testedProductId) ?? {};
    return fileSample(sample, name, servingG);
  });
}

/** What tested products are called, and what is eaten of them. */
export async function testedNames(tx: Tx, originalIds: readonly number[]) {
  const { originalId: id, name, servingSizeG: servingG } = testedProducts;
  return tx
    .select({ id, name, servingG })
    .from(testedProducts)
    .where(inArray(id, [...originalIds]));
}

function fileSample(
  { testedProductId, sampleId, lot, notes, measurements, provenance: cells }: StoredSample,
  product: string,
  servingG: number | null,
): Sample {
  const provenance = Object.fromEntries(
    provenanceColumns.map((column) => [column, cells[column] ?? '']),
  ) as Record<ProvenanceColumn, string>;
  return {
    line: 0,
    id: sampleId,
    productId: testedProductId,
    product,
    tags: tagsOf(provenance.tags),
    lotNo: lot,
    collectionNotes: notes,
    servingG,
    measurements,
    provenance,
  };
}

/** Gives results that were published before revisions were kept their first one, as they stand. */
export async function keepFirstRevisions(tx: Tx): Promise<void> {
  await store.takePublishingTurn(tx);
  const { originalId, updatedAt } = testedProducts;
  const bare = await tx
    .selectDistinct({ originalId, publishedAt: updatedAt })
    .from(testedProducts)
    .innerJoin(labSamples, eq(labSamples.testedProductId, originalId))
    .leftJoin(resultRevisions, eq(resultRevisions.originalId, originalId))
    .where(isNull(resultRevisions.number));
  const ids = bare.map((row) => row.originalId);
  const published = await loadPublished(tx, ids);
  const rows = bare.flatMap(({ originalId: id, publishedAt }) => {
    const results = published.get(id);
    return results ? [{ originalId: id, number: 1, publishedAt, rows: results.rows }] : [];
  });
  await store.addRevisions(tx, rows);
}
