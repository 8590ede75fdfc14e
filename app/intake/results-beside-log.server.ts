import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { and, asc, desc, eq, gt, inArray, sql } from 'drizzle-orm';
import { snapshot, type Tx } from '#app/database/db.server.ts';
import { currentTree } from '#app/log/store.server.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { inOrder } from '#app/results/samples/samples-text.ts';
import { logLeaves, resultRevisions, testedProducts } from '#db/schema.ts';
import { loadPublished } from './load-published.server.ts';

/** Products that are read together. */
const BATCH = 100;

/**
 * Compares published results, as reports read them, with what was sealed of them last; resolves to how
 * many products were looked at, and to a sentence for each that differs.
 */
export async function resultsBesideLog(): Promise<{ looked: number; found: string[] }> {
  return snapshot(async (tx) => {
    const { tree } = await currentTree(tx);
    const found: string[] = [];
    for (let [after, looked] = [0, 0]; ;) {
      const ids = await idsAfter(tx, after);
      if (ids.length === 0) return { looked, found };
      const sealed = await lastSealed(tx, tree, ids);
      for (const [id, { product }] of await loadPublished(tx, ids)) {
        const samples = sealed.get(id);
        if (!samples || !isDeepStrictEqual(whatCounts(samples), whatCounts(product.samples)))
          found.push(`Results of product ${id} are not those that were sealed last.`);
        looked += 1;
      }
      after = ids.at(-1)!;
    }
  });
}

async function idsAfter(tx: Tx, after: number): Promise<number[]> {
  const { originalId } = testedProducts;
  const rows = await tx
    .select({ originalId })
    .from(testedProducts)
    .where(gt(originalId, after))
    .orderBy(asc(originalId))
    .limit(BATCH);
  return rows.map((row) => row.originalId);
}

/** What is sealed of products last, by the text that the entry states the hash of. */
async function lastSealed(tx: Tx, tree: number, ids: readonly number[]) {
  const { productId, index, leaf } = logLeaves;
  const { originalId, number, rows } = resultRevisions;
  const stated = (field: string) => sql<string>`(${leaf}::jsonb ->> ${field})`;
  const last = await tx
    .selectDistinctOn([productId], { id: productId, hash: stated('rows_sha256'), rows })
    .from(logLeaves)
    .innerJoin(
      resultRevisions,
      and(eq(originalId, productId), sql`${number} = ${stated('revision')}::int`),
    )
    .where(
      and(
        eq(logLeaves.tree, tree),
        inArray(productId, [...ids]),
        sql`${stated('rows_sha256')} is not null`,
      ),
    )
    .orderBy(productId, desc(index));
  return new Map(
    last
      .filter((row) => row.hash === createHash('sha256').update(row.rows).digest('hex'))
      .map((row) => [row.id, samplesIn(row.rows)]),
  );
}

function samplesIn(rows: string): readonly Sample[] {
  const read = parseSamplesFile(rows);
  return read.ok ? read.samples : [];
}

/** All that a report draws from samples; a product can be given another name without a publication. */
function whatCounts(samples: readonly Sample[]) {
  return inOrder(samples).map(({ line: _line, product: _product, ...rest }) => rest);
}
