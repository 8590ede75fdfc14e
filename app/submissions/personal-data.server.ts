import { inArray, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/db.server.ts';
import { orders, productSubmissions } from '#db/schema.ts';

/** What somebody wrote on /add-product, where they paid for it. */
export async function submissionsUnder(emailNormalised: string) {
  return db()
    .select()
    .from(productSubmissions)
    .where(inArray(productSubmissions.orderId, ordersOf(emailNormalised)));
}

/** Empties their comments: the product that they had listed stays. */
export async function eraseSubmissions(tx: Tx, emailNormalised: string): Promise<void> {
  await tx
    .update(productSubmissions)
    .set({ comments: '' })
    .where(inArray(productSubmissions.orderId, ordersOf(emailNormalised)));
}

function ordersOf(emailNormalised: string) {
  return sql`(select id from ${orders} where lower(email) = ${emailNormalised})`;
}
