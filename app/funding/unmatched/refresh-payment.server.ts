import { eq } from 'drizzle-orm';
import { recordRefundsOf } from '#app/funding/refunds/record-refund.server.ts';
import { settleFailed } from '#app/funding/refunds/settle-failed.server.ts';
import { readUnmatched } from '#app/funding/unmatched.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { isPosted } from '#app/ledger/post.server.ts';
import { db } from '#app/database/db.server.ts';
import { refunds } from '#db/schema.ts';

/**
 * Brings the payment of what is unmatched, or of a refund that failed, to what Stripe says of it now,
 * before somebody decides. Whether a refund that may be meant for it is on its way there, and so not
 * on the books yet. Throws where Stripe is out of reach.
 */
export async function refreshPayment(subject: string): Promise<boolean> {
  const [refund] = isUuid(subject)
    ? await db().select().from(refunds).where(eq(refunds.id, subject))
    : [];
  const paymentIntentId =
    refund?.status === 'failed'
      ? refund.paymentIntentId
      : (await readUnmatched(db(), subject))?.paymentIntentId;
  if (!paymentIntentId?.startsWith('pi_')) return false;
  let isOnItsWay = false;
  for (const one of await recordRefundsOf(paymentIntentId)) {
    const allocation = one.metadata?.allocation_id ?? subject;
    const hasFailed = one.status === 'failed' || one.status === 'canceled';
    if (hasFailed || allocation !== subject) continue;
    isOnItsWay ||= !(await isPosted(db(), `refund:${one.id}`));
  }
  if (refund) await db().transaction(async (tx) => void (await settleFailed(tx, refund.id)));
  return isOnItsWay;
}
