import type { Writable } from 'node:stream';
import { asc, eq } from 'drizzle-orm';
import { declineRequest, grantRequest } from '#app/admin/people/refund-money.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, refundRequests } from '#db/schema.ts';
import { readCommand } from './read-command.ts';
import { report } from './refund.ts';

const BY = { actor: 'command line' } as const;

/**
 * Lists what contributors ask for, or decides one: 0 done, 1 refused, undefined where the arguments
 * fit nothing.
 */
export async function runRefundRequests(
  args: string[],
  out: Writable,
): Promise<number | undefined> {
  const given = readCommand(['refund', ...args]);
  if ('said' in given) return undefined;
  const [what, id = ''] = given.words;
  const note = given.values.get('note')?.trim() ?? '';
  if (what === 'requests') return listRequests(out);
  if (what === 'grant') return report(await grantRequest(BY, id, note), out);
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

async function decline(id: string, note: string, out: Writable): Promise<number> {
  const { status, body } = await declineRequest(BY, id, note);
  const { message = '', error = '' } = body as { message?: string; error?: string };
  out.write(`${status === 200 ? message : error}\n`);
  return status === 200 ? 0 : 1;
}
