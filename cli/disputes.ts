import type { Writable } from 'node:stream';
import { asc } from 'drizzle-orm';
import { formatCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';
import { disputes } from '#db/schema.ts';
import { printRow } from './print.ts';

/** Lists the disputes, and by when each is to be answered at Stripe. */
export async function runDisputes(out: Writable): Promise<number> {
  const rows = await db().select().from(disputes).orderBy(asc(disputes.createdAt));
  out.write('dispute\tamount\treason\tstatus\topened\tanswer by\n');
  for (const one of rows) {
    const due = one.closedAt ? null : one.evidenceDueAt?.toISOString();
    const opened = one.createdAt.toISOString();
    printRow(out, [one.id, formatCents(one.amountCents), one.reason, one.status, opened, due]);
  }
  return 0;
}
