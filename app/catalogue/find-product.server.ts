import { eq, sql } from 'drizzle-orm';
import type { Product } from './product-schema.ts';
import { productColumns, productFromRow } from './product-row.server.ts';
import { db } from '#app/database/db.server.ts';
import { preparedFor } from '#app/database/prepared.server.ts';
import { products, testEndings } from '#db/schema.ts';

const PLACES_FROM = 800_000_000;

const byId = preparedFor((on) =>
  on
    .select({ ...productColumns, mergedInto: products.mergedInto })
    .from(products)
    .where(eq(products.id, sql.placeholder('id')))
    .prepare(''),
);

/**
 * The product with this code, demo products included; undefined where there is none. A duplicate
 * that was merged is the product it was merged into, under that one's code.
 */
export async function findProduct(id: number): Promise<Product | undefined> {
  if (!isProductId(id)) return undefined;
  const statement = byId(db());
  const [row] = await statement.execute({ id });
  // Asked apart: hardly any product was merged, and every page of one would pay for a join.
  const [found] = row?.mergedInto ? await statement.execute({ id: row.mergedInto }) : [row];
  return found && productFromRow({ ...found, testEndedAt: await endingOf(found) });
}

/** When its test was ended without results: asked apart, too, of tests under way alone. */
async function endingOf(row: { id: number; testingStatus: string }): Promise<Date | null> {
  if (row.testingStatus !== 'Testing in Progress') return null;
  const [ending] = await db()
    .select({ endedAt: testEndings.endedAt })
    .from(testEndings)
    .where(eq(testEndings.productId, row.id));
  return ending?.endedAt ?? null;
}

/** Whether a number can be a product code at all: a positive integer below those that pools and matches of an earlier version had. */
export function isProductId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id < PLACES_FROM;
}
