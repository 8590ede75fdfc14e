import { and, lt, notInArray } from 'drizzle-orm';
import { KEPT } from '#app/kit/kept.ts';
import { daysAgo } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { orders } from '#db/schema.ts';

/** Stands in its place. */
const FORGOTTEN = 'forgotten';

/** Takes the hash of the address off orders that are old enough, paid or not. */
export async function forgetAddresses(): Promise<void> {
  const before = daysAgo(KEPT.addressDays);
  await db()
    .update(orders)
    .set({ addressHash: FORGOTTEN, networkHash: null })
    .where(
      and(lt(orders.createdAt, before), notInArray(orders.addressHash, [FORGOTTEN, 'erased'])),
    );
}
