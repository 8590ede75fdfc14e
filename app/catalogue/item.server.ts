import { asc, eq, sql, type SQL } from 'drizzle-orm';
import { productsByCode } from './product-row.server.ts';
import type { Product } from './product-schema.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** Whether a row of products is of an item, which has the number of its first row, or of PlasticList's product. */
export function isOfItem(item: number): SQL {
  return sql`(${products.id} = ${item} or ${products.itemOf} = ${item})`;
}

/** Whether a row of products is of the item of a barcode, which its first row has. */
export function isUnderBarcode(upc: string): SQL {
  return sql`coalesce(products.item_of, products.id) in (
    select coalesce(coded.item_of, coded.id) from products coded where coded.upc = ${upc})`;
}

/** The item that a product is a test of; its own number where there is no such product. */
export async function itemOf(id: number, tx: Tx = db()): Promise<number> {
  const { itemOf: item } = products;
  const [row] = await tx.select({ item }).from(products).where(eq(products.id, id));
  return row?.item ?? id;
}

/** The rows of an item, removed ones included, locked by their numbers' order; of no row for an unknown one. */
export async function lockItem(tx: Tx, id: number) {
  const item = await itemOf(id, tx);
  return tx.select().from(products).where(isOfItem(item)).orderBy(asc(products.id)).for('update');
}

/** Other tests of the items of these products that anybody may see, plastics first, by product; none for most. */
export async function othersOf(ids: readonly number[]): Promise<Record<number, Product[]>> {
  const { rows } = await db().execute<{ of: number; id: number }>(sql`
    select hit.id as of, products.id from unnest(${sql.param([...new Set(ids)])}::int[]) as hit (id)
    left join products own on own.id = hit.id
    join products on coalesce(products.item_of, products.id) = coalesce(own.item_of, hit.id)
      and products.id <> hit.id and products.removed_at is null
    where not products.is_demo and products.hidden_at is null
    order by products.panel <> 'plastics', products.round, products.id`);
  const tests = await productsByCode(rows);
  return Object.fromEntries(Map.groupBy(tests, (_, at) => rows[at]?.of ?? 0));
}
