import type { Writable } from 'node:stream';
import { asc } from 'drizzle-orm';
import { disputeEvidence } from '#app/admin/people/dispute-evidence.server.ts';
import { NO_SUCH_DISPUTE } from '#app/admin/desk/messages.ts';
import { formatCents } from '#app/kit/money.ts';
import { db } from '#app/platform/database/db.server.ts';
import { disputes } from '#db/schema.ts';

/** Prints what is needed to answer one dispute, as JSON; without an id, the list of disputes. */
export async function runDispute(id: string | undefined, out: Writable): Promise<number> {
  if (!id) return list(out);
  const evidence = await disputeEvidence({ actor: 'command line' }, id);
  out.write(evidence ? `${JSON.stringify(evidence, null, 2)}\n` : `${NO_SUCH_DISPUTE}\n`);
  return evidence ? 0 : 1;
}

async function list(out: Writable): Promise<number> {
  const rows = await db().select().from(disputes).orderBy(asc(disputes.createdAt));
  out.write('dispute\tamount\treason\tstatus\topened\tanswer by\n');
  for (const one of rows) {
    const due = one.closedAt ? '-' : (one.evidenceDueAt?.toISOString() ?? '-');
    const opened = one.createdAt.toISOString();
    const cells = [one.id, formatCents(one.amountCents), one.reason, one.status, opened, due];
    out.write(`${cells.join('\t')}\n`);
  }
  return 0;
}
