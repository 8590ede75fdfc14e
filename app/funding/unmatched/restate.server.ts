import { and, eq, inArray, isNotNull } from 'drizzle-orm';
import { readRefund, type Refund } from '#app/funding/transfers/refund.server.ts';
import { PLACES, transferRefund } from '#app/funding/transfers/transfer.server.ts';
import {
  changeOpen,
  STANDS,
  unmatchedOf,
  type Allocation,
  type Unmatched,
} from '#app/funding/unmatched.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { fromTo, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, type Tx } from '#app/database/db.server.ts';
import { allocations, refunds, unmatched } from '#db/schema.ts';

/** Where each kind of allocation puts money; what was `outside` in the past stays so. */
export const TARGETS: Record<string, Account> = {
  refund: 'refunds',
  donation: 'donations',
  loss: 'losses',
  outside: 'bank',
};

/** Takes what unmatched money was back, with whatever settled the same refunds; these, as failed again. */
async function reverse(tx: Tx, some: Allocation[], reason: string, why?: string) {
  const owed: Refund[] = [];
  for (const one of some) {
    const refund = await readRefund(tx, one.refundId ?? '');
    const ofIt = and(
      eq(allocations.refundId, one.refundId ?? ''),
      isNotNull(allocations.unmatchedId),
    );
    const all = one.refundId ? await tx.select().from(allocations).where(and(ofIt, STANDS)) : [one];
    for (const each of all) {
      // The payment's own side is now what is owed.
      if (refund && each.amountCents > 0) continue;
      await counter(tx, each, reason, refund);
    }
    if (!refund) continue;
    const state = { status: 'failed', isBooked: false, settledAt: now() };
    const failureReason = why ?? refund.failureReason;
    const set = { ...state, failureReason };
    await changeRow(tx, refunds, refund.id, set);
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
  await changeRow(tx, unmatched, id, set);
  await post(tx, {
    reason,
    source,
    entries: fromTo('stripe', 'review', amountCents - before),
  });
  return owed;
}

/**
 * What was kept of a payment as a donation is no longer, once some of the payment has left and is of
 * nothing else. Whether there was any: it is unmatched again.
 */
export async function reopenKept(tx: Tx, paymentIntentId: string | null): Promise<boolean> {
  const own = await unmatchedOf(tx, paymentIntentId);
  if (!own.some(({ openCents }) => openCents < 0)) return false;
  const ids = own.map(({ id }) => id);
  const isKept = and(inArray(allocations.unmatchedId, ids), eq(allocations.goesTo, 'donation'));
  const kept = await tx.select().from(allocations).where(and(isKept, STANDS));
  await reverse(tx, kept, 'it left at Stripe');
  return kept.length > 0;
}

async function counter(tx: Tx, one: Allocation, reason: string, of?: Refund): Promise<void> {
  const { id, unmatchedId, amountCents, goesTo } = one;
  const [taken] = await tx
    .update(allocations)
    .set({ withdrawnAt: now(), withdrawnReason: reason })
    .where(and(eq(allocations.id, id), STANDS))
    .returning();
  if (!taken) return;
  if (unmatchedId) await changeOpen(tx, unmatchedId, amountCents);
  const booking = { reason: `not ${goesTo} after all`, source: `unallocated:${id}` };
  if (of) await transferRefund(tx, booking, of, { from: 'review', to: PLACES.failed });
  else if (goesTo !== 'refund') {
    const entries = fromTo(TARGETS[goesTo] ?? 'review', 'review', amountCents);
    await post(tx, { ...booking, entries });
  }
}
