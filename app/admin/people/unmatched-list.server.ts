import { paidForOf } from './whose.server.ts';
import { unmatchedKindOf, listUnmatched } from '#app/funding/unmatched.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';

/** What is unmatched, the oldest first, at most `limit`, with what is known of it. */
export async function listOpen(limit: number) {
  const rows = await listUnmatched(limit);
  const paidFor = await paidForOf(rows.flatMap(({ order }) => order?.id ?? []));
  return rows.map(({ row, order }) => ({
    id: row.id,
    kind: unmatchedKindOf(row.id, row.openCents),
    /** In dollars, below zero where it left. */
    amount: dollarsFromCents(row.openCents),
    whole: dollarsFromCents(row.amountCents),
    note: row.note,
    happenedAt: row.happenedAt.toISOString(),
    payment: row.paymentIntentId,
    order: order && {
      id: order.id,
      note: order.note,
      email: order.email,
      products: paidFor(order.id),
    },
  }));
}

export type OpenListed = Awaited<ReturnType<typeof listOpen>>[number];
