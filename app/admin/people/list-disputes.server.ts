import { desc, eq, isNull, sql } from 'drizzle-orm';
import { paidForOf } from './whose.server.ts';
import { config, isLive } from '#app/config.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';
import { disputes, orders } from '#db/schema.ts';

/**
 * Disputes: those that are open, by when their answers are due, then the newest; with whose payment each
 * is of, and for what; null: of none that is known here.
 */
export async function listNamedDisputes(limit: number) {
  const { closedAt, evidenceDueAt: dueAt, createdAt } = disputes;
  const isOpen = isNull(closedAt);
  const { id, email } = orders;
  const rows = await db()
    .select({ one: disputes, payer: { id, email } })
    .from(disputes)
    .leftJoin(orders, eq(id, disputes.orderId))
    .orderBy(desc(isOpen), sql`case when ${isOpen} then ${dueAt} end`, desc(createdAt))
    .limit(limit);
  const paidFor = await paidForOf(rows.flatMap(({ payer }) => payer?.id ?? []));
  return rows.map(({ one, payer }) => ({
    id: one.id,
    amount: dollarsFromCents(one.amountCents),
    /** What the bank holds of it, by our books. */
    held: dollarsFromCents(one.withdrawnCents),
    reason: one.reason,
    status: one.status,
    openedAt: one.createdAt.toISOString(),
    dueAt: one.closedAt ? null : (one.evidenceDueAt?.toISOString() ?? null),
    isOpen: one.closedAt === null,
    answerUrl: config().STRIPE_API_BASE ? null : dashboardUrl(one.id, isLive()),
    payment: payer && { email: payer.email, products: paidFor(payer.id) },
  }));
}

export type ListedDispute = Awaited<ReturnType<typeof listNamedDisputes>>[number];

/** Where a dispute is answered; what stands in for Stripe has no such page. */
export function dashboardUrl(id: string, isLiveMode: boolean): string {
  return `https://dashboard.stripe.com/${isLiveMode ? '' : 'test/'}disputes/${id}`;
}
