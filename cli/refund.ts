import type { Writable } from 'node:stream';
import { asc, eq, inArray, type SQL } from 'drizzle-orm';
import { takeOffTheList } from '#app/admin/products/change-product.server.ts';
import { NO_SUCH_PRODUCT } from '#app/admin/products/messages.ts';
import { payRefundOutside } from '#app/admin/people/paid-outside.server.ts';
import { listOpenRequests } from '#app/admin/people/refund-list.server.ts';
import * as money from '#app/admin/people/refund-money.server.ts';
import type { PRODUCT_REASONS } from '#app/funding/transfers/refund-reasons.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { sendRefund, settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import type { Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { dayHere } from '#app/testing/promise.ts';
import { db } from '#app/database/db.server.ts';
import { contributions, refunds } from '#db/schema.ts';
import { BY_COMMAND, type Streams } from '#cli/commands/command.ts';
import { MOST_LISTED, printAnswer, printDone, printRefusal, printTable } from './print.ts';

/** Takes one contribution back and sends it. */
export async function refundOne(id: string, reason: string, note: string, out: Writable) {
  return report(await money.refundContribution(BY_COMMAND, id, reason, note.trim()), out);
}

/** Has a failed refund sent again. */
export async function sendAgain(id: string, isAnyway: boolean, out: Writable): Promise<number> {
  return report(await money.retryFailedRefund(BY_COMMAND, id, isAnyway), out);
}

interface PaidOutside {
  id: string;
  reference: string;
  reason: string;
  day?: string | undefined;
  anyway: boolean;
}

/** Records that a failed refund was paid outside Stripe, today unless a day is given. */
export async function notePaidOutside(
  { id, anyway, day = dayHere(now()), ...said }: PaidOutside,
  out: Writable,
): Promise<number> {
  const fields = { ...said, day, anyway: anyway ? 'yes' : '' };
  return printAnswer(await payRefundOutside(BY_COMMAND, id, fields), out);
}

export async function grantAsked(id: string, note: string, out: Writable): Promise<number> {
  return report(await money.grantRequest(BY_COMMAND, id, note.trim()), out);
}

export async function declineAsked(id: string, note: string, out: Writable): Promise<number> {
  return printAnswer(await money.declineRequest(BY_COMMAND, id, note.trim()), out);
}

/** Sends what has been taken on, or says why it was not: 0 or 1. */
async function report({ status, body }: Answer, out: Writable): Promise<number> {
  const { refund = '', error = '' } = body as { refund?: string; error?: string };
  if (status !== 200) return printRefusal(out, error);
  await sendRefund(refund);
  return printRefunds(await readRefunds(eq(refunds.id, refund)), out);
}

/** Takes a product off the list and everything that was given to it back. */
export async function refundAll(
  code: number,
  reason: (typeof PRODUCT_REASONS)[number],
  typed: string,
  { out, err }: Streams,
): Promise<number> {
  const removal = await takeOffTheList(BY_COMMAND, code, reason);
  if (removal === 'unknown' || removal === 'testing_begun')
    return printRefusal(
      out,
      removal === 'unknown' ? NO_SUCH_PRODUCT : money.REFUND_REFUSALS[removal],
    );
  // Taken off before, it goes on with what an interruption has left.
  const note = typed.trim();
  const why = { reason, ...(note && { note }) };
  const result = await refundProduct(code, why, (done) => err.write(`\rtaken back ${done}`));
  await settleRefunds((done) => err.write(`\rsent ${done}          `));
  err.write('\n');
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
  const rows = await readRefunds(inArray(refunds.status, states));
  if (rows.length === 0) return printDone(out, 'Nothing is owed back.');
  printRefunds(rows, out);
  return rows.some(({ refund }) => refund.status === 'failed') ? 1 : 0;
}

function readRefunds(which: SQL) {
  return db()
    .select({ refund: refunds, productId: contributions.productId })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .where(which)
    .orderBy(asc(refunds.requestedAt));
}

/** One line a refund: tab-separated, the oldest first. */
function printRefunds(rows: Awaited<ReturnType<typeof readRefunds>>, out: Writable): number {
  const head = 'refund,product,amount,reason,status,at Stripe,requested,why it failed'.split(',');
  const cells = rows.map(({ refund, productId }) => [
    refund.id,
    productId,
    formatCents(refund.amountCents),
    refund.reason,
    refund.status,
    refund.stripeRefundId,
    refund.requestedAt.toISOString(),
    refund.failureReason,
  ]);
  return printTable(out, head, cells);
}

/** The open ones, the oldest first: who asks stands nowhere, what they say in one line. */
export async function listRequests(out: Writable): Promise<number> {
  const rows = (await listOpenRequests(MOST_LISTED)).map(
    ({ id, askedAt, amount, product, reason }) => {
      return [id, askedAt, formatDollars(amount), product?.id, inOneLine(reason)];
    },
  );
  return printTable(out, ['request', 'asked', 'amount', 'product', 'reason'], rows);
}

/** Anybody's text, without what would move a terminal's cursor or turn its writing round. */
function inOneLine(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
}
