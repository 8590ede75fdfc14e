import { z } from '@hono/zod-openapi';
import { askStripe, wentBack } from './refund-money.server.ts';
import { payOutside } from '#app/funding/refunds/pay-outside.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { latestDay } from '#app/testing/day-refusal.ts';
import { day, read, required, type Fields } from '#app/testing/read-input.ts';
import { administer, type Actor } from '#app/admin-log/trail.server.ts';

const payment = z.object({
  day,
  reference: required('The payment’s number', 100),
  reason: required('The reason', 300),
  anyway: z.string().optional(),
});

/** Records that a refund which failed was paid outside Stripe; its payer is told. */
export async function payRefundOutside(by: Actor, refundId: string, fields: Fields) {
  const input = read(payment, fields, ({ day: paidOn, anyway, ...rest }) => {
    return { ...rest, paidOn, isAnyway: Boolean(anyway) };
  });
  if (!input.ok) return refuse(400, input.error, { field: input.field });
  const { paidOn } = input.value;
  if (paidOn > latestDay(now())) return refuse(400, 'That day is in the future.');
  const isOnItsWay = await askStripe(refundId);
  if (typeof isOnItsWay !== 'boolean') return isOnItsWay;
  if (isOnItsWay)
    return refuse(
      409,
      'A refund of that payment is in progress at Stripe. Wait until it has arrived or failed.',
    );
  return administer(by, async (tx, note) => {
    const paid = await payOutside(tx, refundId, input.value);
    if (!paid.ok) {
      const { why, cents = 0 } = paid;
      return refuse(409, why === 'went_back' ? wentBack(cents) : REFUSALS[why]);
    }
    await note({
      action: 'pay-refund-outside',
      subject: `refund ${refundId}`,
      before: { status: 'failed' },
      // What else was typed is about a person: it stands beside the refund.
      after: { status: 'paid_otherwise', amount: dollarsFromCents(paid.amountCents), paidOn },
    });
    return answer(200, { message: 'Recorded as paid outside Stripe. Its payer is told.' });
  });
}

const REFUSALS = {
  unknown: 'No refund has that number.',
  not_failed:
    'That refund is no longer listed as failed: it was paid another way, was sent again, has gone through, or its bank took the money back. Please look again.',
  before_owed: 'That day is before the day it was first owed.',
} as const;
