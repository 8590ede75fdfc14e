import { and, eq } from 'drizzle-orm';
import { hasOpenDispute, lockPayment } from '#app/funding/store.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { contributions, refundRequests } from '#db/schema.ts';

type Asking =
  | { ok: true; request: typeof refundRequests.$inferSelect }
  /** `unknown`: there is none, or it is another person's: the two cannot be told apart. */
  | { ok: false; why: 'unknown' | 'not_paid' | 'testing_begun' | 'disputed' | 'asked_already' };

/**
 * Notes that a contributor wants their own contribution back; an administrator decides, and until
 * then no money moves and testing of the product does not begin (decision 0020). `emailNormalised`
 * is the address that the asking person has shown to be theirs; `reason` is in their words.
 */
export async function askForRefund(
  contributionId: string,
  emailNormalised: string,
  reason: string,
): Promise<Asking> {
  const found = isUuid(contributionId)
    ? await readOwn(db(), contributionId, emailNormalised)
    : undefined;
  if (!found) return { ok: false, why: 'unknown' };
  return inTransaction(async (tx): Promise<Asking> => {
    // Also the lock under which testing begins.
    const { places } = await lockPayment(tx, found.orderId);
    const contribution = await readOwn(tx, contributionId, emailNormalised);
    const product = places.get(contribution?.productId ?? 0);
    if (!contribution) return { ok: false, why: 'unknown' };
    if (contribution.status === 'disputed') return { ok: false, why: 'disputed' };
    if (contribution.status !== 'paid' || !contribution.stripePaymentId) {
      return { ok: false, why: 'not_paid' };
    }
    if (product?.testingBegunAt) return { ok: false, why: 'testing_begun' };
    if (await hasOpenDispute(tx, contribution.orderId)) return { ok: false, why: 'disputed' };
    const [request] = await tx
      .insert(refundRequests)
      .values({ contributionId, reason, requestedAt: now() })
      .onConflictDoNothing()
      .returning();
    if (!request) return { ok: false, why: 'asked_already' };
    const params = { requestId: request.id };
    await notifyAdministrators(tx, 'refund-requested', { params, key: request.id });
    await mailPayer(tx, contribution, 'refund-asked', params, request.id);
    return { ok: true, request };
  });
}

async function readOwn(tx: Tx, id: string, emailNormalised: string) {
  const [own] = await tx
    .select()
    .from(contributions)
    .where(and(eq(contributions.id, id), eq(contributions.emailNormalised, emailNormalised)));
  return own;
}
