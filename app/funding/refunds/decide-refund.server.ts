import { and, eq } from 'drizzle-orm';
import { takeBack, type RefundRefusal, type TakingBack } from './request-refund.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { contributions, refundRequests } from '#db/schema.ts';

/** Where the contribution cannot be taken back now, the request stays open. */
type Granting =
  | Extract<TakingBack, { accepted: true }>
  | { accepted: false; why: RefundRefusal | 'decided' };

type Declining =
  | { ok: true; amountCents: number; productId: number | null }
  | { ok: false; why: 'unknown' | 'decided' | 'no_note' };

/** Takes back the contribution that a request is for; `note` is shown to the contributor. */
export async function grantRefund(requestId: string, note?: string, within: Tx = db()) {
  return withRequest(within, requestId, async (tx, asked): Promise<Granting> => {
    if (!asked) return { accepted: false, why: 'unknown' };
    if (asked.request.status !== 'open') return { accepted: false, why: 'decided' };
    const taken = await takeBack(tx, asked.contribution, { reason: 'requested' });
    // The request itself is granted by being met.
    if (taken.accepted && note) {
      await changeRow(tx, refundRequests, requestId, { note });
    }
    return taken;
  });
}

/** Leaves the money where it is. The contributor is told, in the words of `note`. */
export async function declineRefund(
  requestId: string,
  note: string,
  within: Tx = db(),
): Promise<Declining> {
  if (note.trim() === '') return { ok: false, why: 'no_note' };
  return withRequest(within, requestId, async (tx, asked) => {
    if (!asked) return { ok: false, why: 'unknown' };
    const [declined] = await tx
      .update(refundRequests)
      .set({ status: 'declined', note: note.trim(), decidedAt: now() })
      .where(and(eq(refundRequests.id, requestId), eq(refundRequests.status, 'open')))
      .returning({ id: refundRequests.id });
    if (!declined) return { ok: false, why: 'decided' };
    await mailPayer(tx, asked.contribution, 'refund-declined', { requestId }, requestId);
    const { amountCents, productId } = asked.contribution;
    return { ok: true, amountCents, productId };
  });
}

/** Decides in one transaction, with the payment locked, so that two decisions never meet. */
async function withRequest<T>(
  within: Tx,
  requestId: string,
  decide: (tx: Tx, asked: Awaited<ReturnType<typeof read>>) => Promise<T>,
): Promise<T> {
  return inTransaction(async (tx) => {
    const found = isUuid(requestId) ? await read(tx, requestId) : undefined;
    if (!found) return decide(tx, undefined);
    await lockOrder(tx, found.contribution.orderId);
    return decide(tx, await read(tx, requestId));
  }, within);
}

async function read(tx: Tx, requestId: string) {
  const [asked] = await tx
    .select({ request: refundRequests, contribution: contributions })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .where(eq(refundRequests.id, requestId));
  return asked;
}
