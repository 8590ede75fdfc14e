import { randomUUID } from 'node:crypto';
import { TARGETS } from './restate.server.ts';
import {
  changeOpen,
  lockOrderOf,
  lockUnmatched,
  readUnmatched,
} from '#app/funding/unmatched.server.ts';
import { isErased } from '#app/kit/text.ts';
import { fromTo, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { changeRow, type Tx } from '#app/database/db.server.ts';
import { allocations, unmatched } from '#db/schema.ts';

/**
 * Keeps what is open of unmatched money: what arrived is a donation, and what left is the project's
 * loss. Once it goes or comes back at Stripe, it no longer is (`reopenKept`, `restate`). The allocation that
 * keeps it, with its cents, below zero where it had left; undefined: none of it is open.
 */
export async function keepUnmatched(tx: Tx, unmatchedId: string) {
  const row = await lockWithOrder(tx, unmatchedId);
  if (!row || row.openCents === 0) return undefined;
  const { openCents: amountCents } = row;
  const goesTo = amountCents > 0 ? 'donation' : 'loss';
  const one = { id: randomUUID(), goesTo, amountCents } as const;
  await tx
    .insert(allocations)
    .values({ ...one, unmatchedId, reference: '', reason: '', notedAt: now() });
  await changeOpen(tx, unmatchedId, -amountCents);
  await post(tx, {
    reason: `unmatched: ${goesTo}`,
    source: `allocated:${one.id}`,
    entries: fromTo('review', TARGETS[goesTo] ?? 'review', amountCents),
  });
  return one;
}

/** Notes what is known of unmatched money, for administrators; false: there is none of that id. */
export async function noteUnmatched(tx: Tx, unmatchedId: string, words: string): Promise<boolean> {
  const row = await lockWithOrder(tx, unmatchedId);
  if (!row) return false;
  const note = row.isErased ? '' : words;
  await changeRow(tx, unmatched, unmatchedId, { note });
  return true;
}

/** Locked, after the order of its payment; `isErased`: nothing is kept about its payer. */
async function lockWithOrder(tx: Tx, id: string) {
  const found = await readUnmatched(tx, id);
  const order = await lockOrderOf(tx, found?.paymentIntentId ?? null);
  const row = await lockUnmatched(tx, id);
  return row && { ...row, isErased: isErased(order?.email ?? '') };
}
