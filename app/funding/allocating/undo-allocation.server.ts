import { eq } from 'drizzle-orm';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { takeBeyond } from '#app/funding/disputes/take-beyond.server.ts';
import type { Refund } from '#app/funding/transfers/refund.server.ts';
import { standingAt, transfer } from '#app/funding/transfers/transfer.server.ts';
import { reverse } from '#app/funding/unmatched/restate.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { needOf } from '#app/funding/product-funding.server.ts';
import type { Order } from '#app/funding/order.ts';
import { settleFailed, type SettledAs } from '#app/funding/refunds/settle-failed.server.ts';
import { lockPayment, lockPlaces } from '#app/funding/store.server.ts';
import { lockOrderOf, readUnmatched } from '#app/funding/unmatched.server.ts';
import { isErased, isUuid } from '#app/kit/text.ts';
import { balanceOfSource, isPosted } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { allocations, contributions, refunds, unmatched } from '#db/schema.ts';

type Undone =
  | {
      ok: true;
      /** The unmatched object's id, or the refund's: as its allocation was named. */
      subject: string;
      amountCents: number;
      /**
       * `open`: unmatched again; `restored`: its share stands with its product again; `contested`: so
       * much of it as no dispute has taken meanwhile.
       */
      status: 'open' | 'restored' | 'contested' | 'failed' | SettledAs;
    }
  | { ok: false; why: 'unknown' | 'withdrawn' | 'goes_back' };

/** Takes an allocation back, by a counter-entry: what it settled is owed, or unmatched, again. */
export async function undoAllocation(tx: Tx, id: string, words: string): Promise<Undone> {
  const read = () => tx.select().from(allocations).where(eq(allocations.id, id));
  const [known] = isUuid(id) ? await read() : [];
  if (!known) return { ok: false, why: 'unknown' };
  const row = known.unmatchedId ? await readUnmatched(tx, known.unmatchedId) : undefined;
  const [refund] = known.refundId ? await readRefund(tx, known.refundId) : [];
  const order = refund
    ? (await lockPayment(tx, refund.orderId)).order
    : await lockOrderOf(tx, row?.paymentIntentId ?? null);
  const [one] = await read();
  if (one?.withdrawnAt) return { ok: false, why: 'withdrawn' };
  // What a payment sends back is on its way to its payer.
  if (known.amountCents > 0 && row && refund) return { ok: false, why: 'goes_back' };
  const reason = isErased(order?.email ?? '') ? '' : words;
  const [owed] = await reverse(tx, [known], reason);
  if (row) await tx.update(unmatched).set({ isByHand: true }).where(eq(unmatched.id, row.id));
  const { amountCents } = known;
  const done = { ok: true, subject: row?.id ?? refund?.id ?? '', amountCents } as const;
  if (!owed) {
    if (!order) return { ...done, status: 'open' };
    const takenCents = await takeBeyond(tx, order);
    return { ...done, status: await standsAs(tx, order, done.subject, takenCents, 'open') };
  }
  const takenCents = order && row && (await restore(tx, order, owed, id));
  if (order && takenCents !== undefined) {
    return { ...done, status: await standsAs(tx, order, owed.id, takenCents, 'restored') };
  }
  const settledAs = await settleFailed(tx, owed.id);
  if (!settledAs && !row) {
    await mailPayer(tx, order, 'refund-owed-again', { refundId: owed.id, paymentId: id }, id);
  }
  return { ...done, status: settledAs ?? 'failed' };
}

/**
 * How what is there again stands: another refund that was made at the payment provider itself may be
 * of it, as may a dispute that took so many cents of it.
 */
async function standsAs<T>(tx: Tx, order: Order, id: string, takenCents: number, whole: T) {
  const settled = await matchRefunds(tx, order.paymentIntentId);
  if (settled.has(id)) return 'refunded';
  return takenCents > 0 ? 'contested' : whole;
}

/**
 * Puts a share that had stood with its product back there, instead of owing it; what a dispute has taken
 * meanwhile is of it then. The cents of that; undefined where it is owed: it had been so before, or the
 * product has no place for it any more.
 */
async function restore(
  tx: Tx,
  order: Order,
  { id, contributionId, amountCents }: Refund,
  allocationId: string,
): Promise<number | undefined> {
  const source = `allocated:${allocationId}`;
  if (!contributionId || !(await isPosted(tx, source))) return undefined;
  if ((await balanceOfSource(tx, source, 'refunds')) !== 0) return undefined;
  const places = await lockPlaces(tx, order.id);
  const [of] = await tx.select().from(contributions).where(eq(contributions.id, id));
  if (!of) return undefined;
  const product = places.get(of.productId ?? 0);
  const takenCents = await takeBeyond(tx, order, of);
  if (takenCents === amountCents) return takenCents;
  if (product && needOf(product) < amountCents - takenCents) return undefined;
  const booking = {
    reason: 'contribution not refunded after all',
    source: `restored:${allocationId}`,
  };
  await tx.delete(refunds).where(eq(refunds.id, id));
  const { filled } = await transfer(tx, booking, [{ of, to: standingAt(of.productId) }]);
  for (const productId of filled) await tellAudience(tx, productId, 'goal-reached', order.id);
  return takenCents;
}

function readRefund(tx: Tx, id: string) {
  return tx.select().from(refunds).where(eq(refunds.id, id));
}
