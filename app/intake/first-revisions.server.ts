import { eq, isNull } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import { labSamples, resultRevisions, testedProducts } from '#db/schema.ts';
import { loadPublished } from './load-published.server.ts';
import * as store from './store.server.ts';

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
  const published = await loadPublished(
    tx,
    bare.map((row) => row.originalId),
  );
  const rows = bare.flatMap(({ originalId: id, publishedAt }) => {
    const results = published.get(id);
    return results ? [{ originalId: id, number: 1, publishedAt, rows: results.rows }] : [];
  });
  await store.addRevisions(tx, rows);
}
