import type { Writable } from 'node:stream';
import { asc } from 'drizzle-orm';
import { formatCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';
import { disputes } from '#db/schema.ts';
import { printTable } from './print.ts';

/** Lists the disputes, and by when each is to be answered at Stripe. */
export async function runDisputes(out: Writable): Promise<number> {
  const all = await db().select().from(disputes).orderBy(asc(disputes.createdAt));
  const rows = all.map((one) => {
    const due = one.closedAt ? null : one.evidenceDueAt?.toISOString();
    const opened = one.createdAt.toISOString();
    return [one.id, formatCents(one.amountCents), one.reason, one.status, opened, due];
  });
  return printTable(out, ['dispute', 'amount', 'reason', 'status', 'opened', 'answer by'], rows);
}
