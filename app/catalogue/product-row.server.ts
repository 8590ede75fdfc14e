import { getTableColumns, sql } from 'drizzle-orm';
import { db, type Db } from '#app/database/db.server.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import type { Product } from './product-schema.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';
import { products, testEndings } from '#db/schema.ts';

/** What a product answer needs, beside `testEndedAt`: all but the words of searches. */
const { searchText: _words, ...columns } = getTableColumns(products);

/**
 * When a product's test was ended without results, for the rows of a page: asked for by the key,
 * where a test is under way, because a join would be planned with the whole list (decision 0122).
 */
const testEndedAt = sql<Date | null>`case when products.testing_status = 'Testing in Progress'
  then (select ended_at from ${testEndings} where product_id = products.id) end`.mapWith(
  testEndings.endedAt,
);

export type ProductRow = Awaited<ReturnType<typeof productRows>>[number];

const statements = new WeakMap<Db, ReturnType<typeof prepare>>();

/**
 * To put it together takes as long as to run it, so that is done once for each database. Under an empty
 * name it is parsed as any other is: a pooler may stand between.
 */
function prepare(on: Db) {
  return on
    .select({ ...columns, testEndedAt })
    .from(products)
    .where(sql`${products.id} = any(${sql.placeholder('ids')}::int[])`)
    .prepare('');
}

/** Products of these codes, in their order; a code that none has is left out. */
export async function productsByCode(asked: readonly { id: number }[]): Promise<Product[]> {
  return (await productRows(asked.map(({ id }) => id))).map(productFromRow);
}

/** The same as they are stored. */
export async function productRows(ids: readonly number[]) {
  const on = db();
  const statement = statements.get(on) ?? prepare(on);
  statements.set(on, statement);
  const rows = await statement.execute({ ids });
  return ids.flatMap((id) => rows.find((row) => row.id === id) ?? []);
}

/** A stored product under the spec's names, cents turned into dollars. */
export function productFromRow(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    brand: row.brand,
    category: row.category,
    image_url: photoAddress(row.itemOf ?? row.id) ?? row.imageUrl,
    product_url: row.productUrl,
    serving_size_g: row.servingSizeG,
    serving_size_unit: row.servingSizeUnit,
    testing_status: row.testingStatus,
    test_ended_on: row.testEndedAt?.toISOString().slice(0, 10) ?? null,
    current_amount: dollarsFromCents(row.raisedCents),
    reserved_amount: dollarsFromCents(row.reservedCents),
    target_amount: dollarsFromCents(row.targetCents),
    levels: row.levels,
    level: row.level,
    contributor_count: row.contributorCount,
    removed_reason: row.removedReason ?? (row.hiddenAt ? 'hidden' : null),
    awaits_review: row.unreviewedSince !== null && row.removedReason === null,
    ...(row.panel !== 'plastics' && { panel: panelOf(row.panel).key }),
    ...(row.round > 1 && { round: row.round }),
    ...(row.itemOf !== null && { item: row.itemOf }),
  };
}
