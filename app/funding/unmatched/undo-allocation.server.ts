import { and, eq, isNotNull } from 'drizzle-orm';
import { spendAgain } from '#app/funding/break-promises.server.ts';
import { followRefund } from '#app/funding/refunds/follow-refund.server.ts';
import { mailPayer } from '#app/funding/mail-payer.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { joinProduct, needOf } from '#app/funding/product-funding.server.ts';
import type { Refund } from '#app/funding/refunds/refund.ts';
import { lockProductOf } from '#app/funding/refunds/request-refund.server.ts';
import { settleFailed, type SettledAs } from '#app/funding/refunds/settle-failed.server.ts';
import { lockOrder } from '#app/funding/store.server.ts';
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
import type { Tx } from '#app/platform/database/db.server.ts';
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
      /** `open`: unmatched again; `restored`: its share stands with its product again. */
      status: 'open' | 'restored' | 'failed' | SettledAs;
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
  if (!owed) return { ...done, status: 'open' };
  if (row && (await restore(tx, owed, id))) return { ...done, status: 'restored' };
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
 * Puts a share that had stood with its product back there, instead of owing it; false where it had
 * been owed before, or the product has no place for it any more.
 */
async function restore(tx: Tx, refund: Refund, allocationId: string): Promise<boolean> {
  const source = `allocated:${allocationId}`;
  const { id, contributionId, orderId, amountCents } = refund;
  if (!contributionId || !(await isPosted(tx, source))) return false;
  if ((await balanceOfSource(tx, source, 'refunds')) !== 0) return false;
  const product = await lockProductOf(tx, contributionId);
  if (product && needOf(product) < amountCents) return false;
  const own = eq(contributions.id, contributionId);
  const [share] = await tx.select().from(contributions).where(own);
  if (!share) return false;
  const paid = { orderId, emailNormalised: share.emailNormalised, amountCents, reservedCents: 0 };
  const joined = product && (await joinProduct(tx, product, paid));
  await tx.update(contributions).set({ status: 'paid' }).where(own);
  await spendAgain(tx, share.spentBy);
  await tx.delete(refunds).where(eq(refunds.id, id));
  await post(tx, {
    reason: 'contribution not refunded after all',
    source: `restored:${allocationId}`,
    entries: [
      ['refunds', -amountCents],
      [allocationAccount(share.productId), amountCents],
    ],
  });
  if (product && joined?.isNewlyFull) await tellAudience(tx, product.id, 'goal-reached', orderId);
  return true;
}

function readRefund(tx: Tx, id: string) {
  return tx.select().from(refunds).where(eq(refunds.id, id));
}
