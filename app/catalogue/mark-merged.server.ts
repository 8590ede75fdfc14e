import { eq, isNotNull } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/**
 * Notes that a locked product was a duplicate: it is off the list for good, and its code means
 * `survivorId` from now on, as do the codes of what was merged into it before. It keeps its page and
 * barcode, so that nobody can list it anew.
 */
export async function markMerged(tx: Tx, id: number, survivorId: number): Promise<void> {
  await tx.update(products).set({ mergedInto: survivorId }).where(eq(products.mergedInto, id));
  await tx
    .update(products)
    .set({ removedAt: now(), removedReason: 'merged', mergedInto: survivorId, hiddenAt: null })
    .where(eq(products.id, id));
}

/** Every product that was merged: its code, and the code of the one that stayed. */
export async function mergedProducts(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .select({ id: products.id, into: products.mergedInto })
    .from(products)
    .where(isNotNull(products.mergedInto));
  return new Map(rows.flatMap((row) => (row.into === null ? [] : [[row.id, row.into]])));
}
