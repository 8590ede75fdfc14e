import { inArray, sql } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { nudgeAll } from '#app/database/queue.server.ts';
import { orders, productSubmissions } from '#db/schema.ts';
import { NAME_SUBMISSION_JOB } from './submission-kind.server.ts';

/** What somebody wrote on /add-product, where they paid for it. */
export async function submissionsUnder(emailNormalised: string) {
  const own = sql`(select id from ${orders} where lower(email) = ${emailNormalised})`;
  return db().select().from(productSubmissions).where(inArray(productSubmissions.orderId, own));
}

/** Empties the comments of these orders, also at Stripe: the products that they had listed stay. */
export async function eraseSubmissions(tx: Tx, orderIds: string[]): Promise<void> {
  await tx
    .update(productSubmissions)
    .set({ comments: '' })
    .where(inArray(productSubmissions.orderId, orderIds));
  const jobs = orderIds.map((orderId) => ({ orderId }));
  await nudgeAll(tx, NAME_SUBMISSION_JOB, jobs);
}
