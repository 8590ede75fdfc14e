import * as messages from '#app/admin/messages.ts';
import { readOtherPayment, readReason } from '#app/admin/refund-input.ts';
import { administer, type Actor } from '#app/admin/trail.server.ts';
import { payOtherwise, withdrawPayment } from '#app/funding/pay-otherwise.server.ts';
import { recordRefund } from '#app/funding/record-refund.server.ts';
import { refreshFailedRefund, refreshRefund } from '#app/funding/refresh-refunds.server.ts';
import { bearStray } from '#app/funding/strays.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse, type Answer } from '#app/platform/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { latestDay } from '#app/testing/day-refusal.ts';
import type { Fields } from '#app/testing/read-input.ts';

/** Notes that a failed refund was paid by other means; a form sent twice notes it once. */
export async function noteOtherPayment(
  by: Actor,
  refundId: string,
  fields: Fields,
): Promise<Answer> {
  const read = readOtherPayment(fields);
  if (!read.ok) return refuse(400, read.error);
  const { paidOn } = read.value;
  if (paidOn > latestDay(now())) return refuse(400, messages.DAY_TO_COME);
  const asked = await asking(() => refreshFailedRefund(refundId));
  if (!asked.ok) return refuse(503, messages.STRIPE_OUT_OF_REACH);
  if (asked.value.isOnItsWay) return refuse(409, messages.ON_ITS_WAY);
  return administer(by, async (tx, note) => {
    const paid = await payOtherwise(tx, refundId, read.value);
    if (!paid.ok) return refuse(409, messages.OTHER_PAYMENT_REFUSALS[paid.why]);
    const amount = dollarsFromCents(paid.amountCents);
    if (paid.isRepeated) return answer(200, { message: messages.REPEATED });
    await note({
      action: 'pay-refund-otherwise',
      subject: `refund ${refundId}`,
      before: { status: 'failed' },
      // What else was typed is about a person: it stands beside the refund.
      after: { status: 'paid_otherwise', amount, paidOn, payment: read.value.id },
    });
    return answer(200, { message: messages.PAID_OTHERWISE });
  });
}

/** Takes back that a refund was paid by other means. */
export async function withdrawOtherPayment(
  by: Actor,
  paymentId: string,
  fields: Fields,
): Promise<Answer> {
  const read = readReason(fields);
  if (!read.ok) return refuse(400, read.error);
  let leftAtStripe: string | null = null;
  const done = await administer(by, async (tx, note) => {
    const withdrawn = await withdrawPayment(tx, paymentId, read.value);
    if (!withdrawn.ok) return refuse(409, messages.WITHDRAWAL_REFUSALS[withdrawn.why]);
    const { refundId, status, stripeRefundId } = withdrawn;
    leftAtStripe = stripeRefundId;
    await note({
      action: 'withdraw-refund-payment',
      subject: `refund ${refundId}`,
      before: { status: 'paid_otherwise', payment: paymentId },
      after: { status },
    });
    return answer(200, { message: messages.WITHDRAWN[status] });
  });
  // Where Stripe is out of reach, the clock asks it later.
  if (leftAtStripe) await asking(() => recordRefund(leftAtStripe ?? ''));
  return done;
}

/** Has the project bear a refund that left Stripe's balance for nothing that is known here. */
export async function bearStrayRefund(by: Actor, strayId: string, fields: Fields): Promise<Answer> {
  const read = readReason(fields);
  if (!read.ok) return refuse(400, read.error);
  const asked = await asking(() => refreshRefund(strayId));
  if (!asked.ok) return refuse(503, messages.STRIPE_OUT_OF_REACH);
  const orderId = asked.value;
  if (!orderId) return refuse(409, messages.STRAY_REFUSALS.unknown);
  return administer(by, async (tx, note) => {
    const borne = await bearStray(tx, { orderId, strayId });
    if (!borne.ok) return refuse(409, messages.STRAY_REFUSALS[borne.why]);
    await note({
      action: 'bear-refund',
      subject: `refund ${strayId}`,
      before: null,
      after: { amount: dollarsFromCents(borne.amountCents), order: orderId, reason: read.value },
    });
    return answer(200, { message: messages.BORNE });
  });
}

async function asking<T>(ask: () => Promise<T>): Promise<{ ok: true; value: T } | { ok: false }> {
  try {
    return { ok: true, value: await ask() };
  } catch (error) {
    log.error({ err: error }, 'Stripe was not asked about a refund');
    return { ok: false };
  }
}
