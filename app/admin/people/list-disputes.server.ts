import { desc, isNull, sql } from 'drizzle-orm';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/platform/database/db.server.ts';
import { disputes } from '#db/schema.ts';

/** Disputes: those that are open, by when their answers are due, then the newest. */
export async function listDisputes(limit: number) {
  const { closedAt, evidenceDueAt: dueAt, createdAt } = disputes;
  const isOpen = isNull(closedAt);
  const rows = await db()
    .select()
    .from(disputes)
    .orderBy(desc(isOpen), sql`case when ${isOpen} then ${dueAt} end`, desc(createdAt))
    .limit(limit);
  return rows.map((one) => ({
    id: one.id,
    amount: dollarsFromCents(one.amountCents),
    reason: one.reason,
    status: one.status,
    openedAt: one.createdAt.toISOString(),
    dueAt: one.closedAt ? null : (one.evidenceDueAt?.toISOString() ?? null),
    isOpen: one.closedAt === null,
  }));
}

export type ListedDispute = Awaited<ReturnType<typeof listDisputes>>[number];
