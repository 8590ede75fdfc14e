import type { Writable } from 'node:stream';
import { allowRefunds } from '#app/admin/health/large-refunds.server.ts';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { refundRemovedProducts } from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { formatCents } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { clockTrouble } from '#app/stripe/clocks.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { BY_COMMAND } from '#cli/commands/command.ts';
import { printProgress, printRefusal } from './print.ts';

/**
 * Brings the books to what Stripe says, and orders back that are lost here, since `since` if that is
 * given; 1 while an event or such an order could not be processed, or its money waits to be matched.
 */
export async function runReconcile(
  out: Writable,
  progress: Writable,
  since?: Date,
): Promise<number> {
  const done = await reconcile(
    (what, read) => printProgress(progress, `${what}: ${read.toLocaleString('en-US')}`),
    since,
  );
  progress.write('\n');
  out.write(
    [
      `${counted(done.missedEvents, 'event')} that no webhook had brought`,
      `${counted(done.processedEvents, 'event')} processed, ${done.failedEvents} failed`,
      `${counted(done.settledOrders, 'order')} settled`,
      `${counted(done.refunds, 'refund')} and ${counted(done.disputes, 'dispute')} asked after`,
      `${counted(done.fees, 'balance transaction')} booked`,
      '',
    ].join('\n'),
  );
  const { adoptedOrders, failedOrders, reviewedOrders } = done;
  if (adoptedOrders > 0) {
    out.write(`${counted(adoptedOrders, 'lost order')} written anew from what Stripe has\n`);
  }
  if (failedOrders > 0)
    out.write(`${counted(failedOrders, 'lost order')} could not be: run it again\n`);
  if (reviewedOrders > 0) {
    out.write(
      `${counted(reviewedOrders, 'lost order')} cannot be exactly as they were: openassay unmatched list has their money, to be refunded at Stripe, say\n`,
    );
  }
  return done.failedEvents + failedOrders + reviewedOrders > 0 ? 1 : 0;
}

/** Applies the 365-day rule now, as the job of the clock does; `code` lets go what it named before. */
export async function runRefundUnfunded(
  out: Writable,
  progress: Writable,
  code?: string,
): Promise<number> {
  const trouble = await clockTrouble();
  if (trouble) return printRefusal(out, trouble);
  if (code !== undefined) {
    const { status, body } = await allowRefunds(BY_COMMAND, code);
    if (status !== 200) return printRefusal(out, (body as { error: string }).error);
  }
  const { refunded, warned } = await refundUnfunded((done) =>
    progress.write(`\rtaken back ${done}`),
  );
  const removed = await refundRemovedProducts();
  await settleRefunds((done) => progress.write(`\rsent ${done}          `));
  progress.write('\n');
  out.write(
    `Refunding ${counted(refunded + removed, 'contribution')}; ${counted(warned, 'warning')} sent.\n`,
  );
  const held = await readLargeRefunds();
  if (!held.isHeld) return 0;
  const [due, all] = [formatCents(held.dueCents), formatCents(held.heldCents)];
  out.write(
    `${due} in ${counted(held.contributions, 'contribution')}, out of ${all} that products hold, is due to be refunded: too much to send without approval. Check that it is right; openassay refund-unfunded --yes ${held.code} sends just that.\n`,
  );
  return 1;
}
