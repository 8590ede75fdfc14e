import { and, eq, isNotNull } from 'drizzle-orm';
import { matchRefunds } from './match-refunds.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import { takeBeyond } from '#app/funding/disputes/take-beyond.server.ts';
import { followRefund, type Refund } from '#app/funding/refunds/refund.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { joinProduct, needOf } from '#app/funding/product-funding.server.ts';
import type { Order } from '#app/funding/order.ts';
import { settleFailed, type SettledAs } from '#app/funding/refunds/settle-failed.server.ts';
import { lockOrder, lockPlaces } from '#app/funding/store.server.ts';
import {
  changeOpen,
  lockOrderOf,
  readUnmatched,
  STANDS,
  type Allocation,
  type Unmatched,
} from '#app/funding/unmatched.server.ts';
import { isErased, isUuid } from '#app/kit/text.ts';
import { allocationAccount, type Account } from '#app/ledger/accounts.ts';
import { balanceOfSource, isPosted, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { allocations, contributions, refunds, unmatched } from '#db/schema.ts';

/** Where each kind of allocation puts money. */
export const TARGETS: Record<string, Account> = {
  refund: 'refunds',
  donation: 'donations',
  loss: 'losses',
  outside: 'bank',
};

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
    ? await lockOrder(tx, refund.orderId)
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

/** Takes allocations back, with whatever settled the same refunds; these, as failed again. */
async function reverse(
  tx: Tx,
  some: Allocation[],
  reason: string,
  why?: string,
): Promise<Refund[]> {
  const owed: Refund[] = [];
  for (const one of some) {
    const [refund] = one.refundId ? await readRefund(tx, one.refundId) : [];
    const ofIt = and(
      eq(allocations.refundId, one.refundId ?? ''),
      isNotNull(allocations.unmatchedId),
    );
    const all =
      one.unmatchedId && one.refundId
        ? await tx.select().from(allocations).where(and(ofIt, STANDS))
        : [one];
    for (const each of all) {
      // The payment's own side is now what is owed.
      if (refund && each.unmatchedId && each.amountCents > 0) continue;
      await counter(tx, each, reason, refund !== undefined || each.goesTo !== 'refund');
    }
    if (!refund) continue;
    const state = { status: 'failed', isBooked: false, settledAt: now() };
    const failureReason = why ?? refund.failureReason;
    const set = { ...state, failureReason };
    await tx.update(refunds).set(set).where(eq(refunds.id, refund.id));
    await followRefund(tx, refund, 'refund_failed');
    owed.push({ ...refund, ...set });
  }
  return owed;
}

/**
 * Brings unmatched money to so many cents, as it is at Stripe by now: what it was allocated to is
 * undone. None is left where it came back whole. The refunds that are owed again.
 */
export async function restate(
  tx: Tx,
  { id, amountCents: before }: Unmatched,
  amountCents: number,
  { source, reason, why }: { source: string; reason: string; why?: string },
): Promise<Refund[]> {
  const standing = and(eq(allocations.unmatchedId, id), STANDS);
  const parts = await tx.select().from(allocations).where(standing);
  const owed = await reverse(tx, parts, reason, why);
  const set = amountCents
    ? { amountCents, openCents: amountCents }
    : { openCents: 0, returnedAt: now() };
  await tx.update(unmatched).set(set).where(eq(unmatched.id, id));
  await post(tx, {
    reason,
    source,
    entries: [
      ['stripe', before - amountCents],
      ['review', amountCents - before],
    ],
  });
  return owed;
}

async function counter(tx: Tx, one: Allocation, reason: string, isBooked: boolean): Promise<void> {
  const { id, unmatchedId, amountCents, goesTo } = one;
  const [taken] = await tx
    .update(allocations)
    .set({ withdrawnAt: now(), withdrawnReason: reason })
    .where(and(eq(allocations.id, id), STANDS))
    .returning();
  if (!taken) return;
  if (unmatchedId) await changeOpen(tx, unmatchedId, amountCents);
  if (!isBooked) return;
  await post(tx, {
    reason: `not ${goesTo} after all`,
    source: `unallocated:${id}`,
    entries: [
      [TARGETS[goesTo] ?? 'review', -amountCents],
      [unmatchedId ? 'review' : 'refunds', amountCents],
    ],
  });
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
 * Puts a share that had stood with its product back there, instead of owing it, but for what a dispute
 * has taken meanwhile: that is contested, and returns to the product. The cents of that; undefined
 * where the rest is owed: it had been so before, or the product has no place for it any more.
 */
async function restore(
  tx: Tx,
  order: Order,
  refund: Refund,
  allocationId: string,
): Promise<number | undefined> {
  const source = `allocated:${allocationId}`;
  const { id, contributionId, orderId, amountCents } = refund;
  if (!contributionId || !(await isPosted(tx, source))) return undefined;
  if ((await balanceOfSource(tx, source, 'refunds')) !== 0) return undefined;
  const places = await lockPlaces(tx, orderId);
  const [share] = await tx.select().from(contributions).where(eq(contributions.id, id));
  if (!share) return undefined;
  const account = allocationAccount(share.productId);
  /** The share, or the part of it that was cut off, is no refund any more. */
  const stand = async (partId: string, status: string) => {
    await tx.update(contributions).set({ status }).where(eq(contributions.id, partId));
    await tx.delete(refunds).where(eq(refunds.id, partId));
  };
  let leftCents = amountCents;
  const takenCents = await takeBeyond(tx, order, async (mostCents, by) => {
    const cents = Math.min(leftCents, mostCents);
    if (cents === 0) return [];
    const partId = cents < leftCents ? await cutShare(tx, id, cents, by) : id;
    leftCents -= cents;
    await stand(partId, 'disputed');
    return [{ allocationId: partId, account, amountCents: cents, previousStatus: 'paid' }];
  });
  const product = places.get(share.productId ?? 0);
  const isOwed = product !== undefined && needOf(product) < leftCents;
  if (isOwed && takenCents === 0) return undefined;
  const { emailNormalised } = share;
  const paid = { orderId, emailNormalised, amountCents: leftCents, reservedCents: 0 };
  const isJoining = product && !isOwed && leftCents > 0;
  const joined = isJoining ? await joinProduct(tx, product, paid) : undefined;
  if (!isOwed && leftCents > 0) await stand(id, 'paid');
  const cents = isOwed ? takenCents : amountCents;
  await post(tx, {
    reason: 'contribution not refunded after all',
    source: `restored:${allocationId}`,
    entries: [
      ['refunds', -cents],
      [account, cents],
    ],
  });
  if (product && joined?.isNewlyFull) await tellAudience(tx, product.id, 'goal-reached', orderId);
  return isOwed ? undefined : takenCents;
}

function readRefund(tx: Tx, id: string) {
  return tx.select().from(refunds).where(eq(refunds.id, id));
}
