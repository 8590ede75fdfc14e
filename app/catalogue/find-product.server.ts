import { sql } from 'drizzle-orm';
import type { Product } from '#app/catalogue/product.ts';
import { productColumns, productFromRow } from '#app/catalogue/product-row.server.ts';
import { db, type Db } from '#app/platform/db.server.ts';
import { products } from '#db/schema.ts';

/**
 * The product with this code, demo products included; undefined where there is none. A duplicate
 * that was merged is the product it was merged into, under that one's code.
 */
export async function findProduct(id: number): Promise<Product | undefined> {
  if (!isProductId(id)) return undefined;
  const [row] = await prepared(db()).execute({ id });
  return row && productFromRow(row);
}

/** The statement is put together once for each database, which takes longer than to run it. */
const statements = new WeakMap<Db, ReturnType<typeof prepare>>();

function prepared(on: Db) {
  const statement = statements.get(on) ?? prepare(on);
  statements.set(on, statement);
  return statement;
}

/** Without a name: the server keeps nothing, so that a pooler may stand between. */
function prepare(on: Db) {
  const id = sql`${sql.placeholder('id')}::integer`;
  const survivor = sql`coalesce((select merged_into from products where id = ${id}), ${id})`;
  return on
    .select(productColumns)
    .from(products)
    .where(sql`${products.id} = ${survivor}`)
    .prepare('');
}

/** Whether a number can be a product code at all: a positive 32-bit integer. */
export function isProductId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647;
}
