import { eq } from 'drizzle-orm';
import type { Product } from '#app/catalogue/product.ts';
import { productColumns, productFromRow } from '#app/catalogue/product-row.server.ts';
import { db } from '#app/platform/db.server.ts';
import { products } from '#db/schema.ts';

/** The product with this code, demo products included; undefined where there is none. */
export async function findProduct(id: number): Promise<Product | undefined> {
  if (!isProductId(id)) return undefined;
  const [row] = await db().select(productColumns).from(products).where(eq(products.id, id));
  return row && productFromRow(row);
}

/** Whether a number can be a product code at all: a positive 32-bit integer. */
export function isProductId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id <= 2_147_483_647;
}
