import type { Writable } from 'node:stream';
import { asc, eq, inArray } from 'drizzle-orm';
import { takeOffTheList } from '#app/admin/products/change-product.server.ts';
import { NO_SUCH_PRODUCT } from '#app/admin/products/messages.ts';
import { payRefundOutside } from '#app/admin/people/paid-outside.server.ts';
import * as money from '#app/admin/people/refund-money.server.ts';
import {
  CONTRIBUTION_REASONS,
  PRODUCT_REASONS,
  type RefundReason,
} from '#app/funding/transfers/refund-reasons.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { sendRefund, settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import type { Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayHere } from '#app/testing/promise.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, refundRequests, refunds } from '#db/schema.ts';
import { printAnswer, printRow, printRefusal } from './print.ts';
import { readCommand } from './read-command.ts';

const BY = { actor: 'command line' } as const;

/** Runs a refund command: 0 done, 1 refused, undefined where it is not one. */
export async function runRefund(
  args: string[],
  out: Writable,
  progress: Writable,
): Promise<number | undefined> {
  const given = readCommand(['refund', ...args]);
  if ('message' in given) return undefined;
  const [what, id = ''] = given.words;
  const reason = given.values.get('reason') ?? '';
  const note = given.values.get('note')?.trim() ?? '';
  if (what === 'contribution' && isOneOf(CONTRIBUTION_REASONS, reason)) {
    return report(await money.refundContribution(BY, id, reason, note), out);
  }
  if (what === 'product' && isOneOf(PRODUCT_REASONS, reason)) {
    return ofProduct(Number(id), { reason, ...(note && { note }) }, out, progress);
  }
  if (what === 'retry')
    return report(await money.retryFailedRefund(BY, id, given.values.has('anyway')), out);
  if (what === 'paid') {
    const isAnyway = given.values.has('anyway');
    const typed = { day: dayHere(now()), ...Object.fromEntries(given.values) };
    const fields = { ...typed, anyway: isAnyway ? 'yes' : '' };
    return printAnswer(await payRefundOutside(BY, id, fields), out);
  }
  if (what === 'requests') return listRequests(out);
  if (what === 'grant') return report(await money.grantRequest(BY, id, note), out);
  if (what === 'decline') return printAnswer(await money.declineRequest(BY, id, note), out);
  return undefined;
}

function isOneOf<T extends RefundReason>(reasons: readonly T[], reason: string): reason is T {
  return (reasons as readonly string[]).includes(reason);
}

/** Sends what has been taken on, or says why it was not: 0 or 1. */
async function report({ status, body }: Answer, out: Writable): Promise<number> {
  const { refund = '', error = '' } = body as { refund?: string; error?: string };
  if (status !== 200) return printRefusal(out, error);
  await sendRefund(refund);
  return printRefunds([refund], out);
}

async function ofProduct(
  code: number,
  why: { reason: 'removed' | 'untestable'; note?: string },
  out: Writable,
  progress: Writable,
): Promise<number> {
  const removal = await takeOffTheList(BY, code, why.reason);
  if (removal === 'unknown' || removal === 'testing_begun')
    return printRefusal(
      out,
      removal === 'unknown' ? NO_SUCH_PRODUCT : money.REFUND_REFUSALS[removal],
    );
  // Taken off before, it goes on with what an interruption has left.
  const result = await refundProduct(code, why, (done) => progress.write(`\rtaken back ${done}`));
  await settleRefunds((done) => progress.write(`\rsent ${done}          `));
  progress.write('\n');
  const sum = formatCents(result.refundedCents);
  out.write(`Taken off the list. Refunding ${counted(result.refunded, 'contribution')}, ${sum}.\n`);
  if (result.left > 0) {
    out.write(
      `${counted(result.left, 'contribution')} disputed with the bank will follow later.\n`,
    );
  }
  return 0;
}

/** Lists what is owed back; 1 where a refund has failed. */
export async function listRefunds(which: string | undefined, out: Writable): Promise<number> {
  const states = which === 'failed' ? ['failed'] : ['queued', 'pending', 'failed', 'held'];
  const rows = await db()
    .select({ id: refunds.id })
    .from(refunds)
    .where(inArray(refunds.status, states));
  if (rows.length === 0) {
    out.write('Nothing is owed back.\n');
    return 0;
  }
  await printRefunds(
    rows.map((row) => row.id),
    out,
  );
  return (await db().select().from(refunds).where(eq(refunds.status, 'failed'))).length > 0 ? 1 : 0;
}

/** One line a refund: tab-separated, the oldest first. */
async function printRefunds(ids: string[], out: Writable): Promise<number> {
  const rows = await db()
    .select({ refund: refunds, productId: contributions.productId })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .where(inArray(refunds.id, ids))
    .orderBy(asc(refunds.requestedAt));
  out.write('refund\tproduct\tamount\treason\tstatus\tat Stripe\trequested\twhy it failed\n');
  for (const { refund, productId } of rows) {
    printRow(out, [
      refund.id,
      productId,
      formatCents(refund.amountCents),
      refund.reason,
      refund.status,
      refund.stripeRefundId,
      refund.requestedAt.toISOString(),
      refund.failureReason,
    ]);
  }
  return 0;
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
    printRow(out, [
      request.id,
      request.requestedAt.toISOString(),
      formatCents(contribution.amountCents),
      contribution.productId,
      inOneLine(request.reason),
    ]);
  }
  return 0;
}

/** Anybody's text, without what would move a terminal's cursor or turn its writing round. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}
