import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { asc, eq } from 'drizzle-orm';
import { NO_SUCH_REQUEST, REFUND_REFUSALS, REQUEST_DECIDED } from '#app/admin/messages.ts';
import { declineRefund, grantRefund } from '#app/funding/decide-refund.server.ts';
import { sendRefund } from '#app/funding/send-refund.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { db } from '#app/platform/db.server.ts';
import { contributions, refundRequests } from '#db/schema.ts';
import { printRefunds } from './refund.ts';

/**
 * Lists what contributors ask for, or decides one: 0 done, 1 refused, undefined where the arguments
 * fit nothing.
 */
export async function runRefundRequests(
  args: string[],
  out: Writable,
): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { reason: { type: 'string' }, note: { type: 'string' } },
  });
  const [what, id = ''] = positionals;
  const note = values.note?.trim() ?? '';
  if (what === 'requests') return listRequests(out);
  if (what === 'grant') return grant(id, note, out);
  if (what === 'decline' && note) return decline(id, note, out);
  return undefined;
}

/** The open ones, the oldest first: who asks stands nowhere, what they say in one line. */
async function listRequests(out: Writable): Promise<number> {
  const rows = await db()
    .select({ request: refundRequests, contribution: contributions })
    .from(refundRequests)
    .innerJoin(contributions, eq(contributions.id, refundRequests.contributionId))
    .where(eq(refundRequests.status, 'open'))
    .orderBy(asc(refundRequests.requestedAt), asc(refundRequests.id));
  out.write('request\tasked\tamount\tproduct\treason\n');
  for (const { request, contribution } of rows) {
    const cells = [
      request.id,
      request.requestedAt.toISOString(),
      formatCents(contribution.amountCents),
      contribution.productId ?? '-',
      inOneLine(request.reason) || '-',
    ];
    out.write(`${cells.join('\t')}\n`);
  }
  return 0;
}

/** Anybody's text, without what would move a terminal's cursor or turn its writing round. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}

async function grant(id: string, note: string, out: Writable): Promise<number> {
  const granted = await grantRefund(id, note || undefined);
  if (!granted.accepted) {
    const sentences = { ...REFUND_REFUSALS, unknown: NO_SUCH_REQUEST, decided: REQUEST_DECIDED };
    out.write(`${sentences[granted.why]}\n`);
    return 1;
  }
  await sendRefund(granted.refundId);
  return printRefunds([granted.refundId], out);
}

async function decline(id: string, note: string, out: Writable): Promise<number> {
  const declined = await declineRefund(id, note);
  if (declined.ok) {
    out.write('Declined; the contributor is told.\n');
    return 0;
  }
  out.write(`${declined.why === 'unknown' ? NO_SUCH_REQUEST : REQUEST_DECIDED}\n`);
  return 1;
}
