import { eq } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/**
 * Notes that the first sample of a locked product has been bought: never undone (design "Money" 9).
 * Whoever bought it has looked at the product.
 */
export async function writeTestingBegun(tx: Tx, id: number): Promise<void> {
  await tx
    .update(products)
    .set({ testingBegunAt: now(), unreviewedSince: null })
    .where(eq(products.id, id));
}

/** Notes the serving that results of a locked product are published for, in grams. */
export async function writeServing(tx: Tx, id: number, servingSizeG: number): Promise<void> {
  await tx.update(products).set({ servingSizeG }).where(eq(products.id, id));
}

/** Notes that results of a locked product are published. */
export async function writeTested(tx: Tx, id: number): Promise<void> {
  await tx.update(products).set({ testingStatus: 'Tested' }).where(eq(products.id, id));
}
