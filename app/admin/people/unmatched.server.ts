import { z } from '@hono/zod-openapi';
import * as messages from '#app/desk/messages.ts';
import { administer, type Actor } from '#app/trail/trail.server.ts';
import { allocate, type AllocationWish } from '#app/funding/unmatched/allocate.server.ts';
import { refreshPayment } from '#app/funding/unmatched/refresh-payment.server.ts';
import { undoAllocation } from '#app/funding/unmatched/undo-allocation.server.ts';
import { dollarsFromCents, formatCents } from '#app/kit/money.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { log } from '#app/platform/log.server.ts';
import { latestDay } from '#app/testing/day-refusal.ts';
import { day, id, read, required, type Fields, type Read } from '#app/testing/read-input.ts';

const reason = required('The reason', 300);
const anything = z.object({ id, subject: z.string().trim(), to: z.string(), reason });
const outside = anything.extend({
  day,
  reference: required('The payment’s number', 100),
  anyway: z.string(),
});
const explained = z.object({ reason });

/** Only a payment outside Stripe has a day and a number. */
function readWish(fields: Fields): Read<AllocationWish> {
  const { to = '' } = fields;
  if (to === 'outside') {
    return read(outside, fields, ({ day: paidOn, anyway, ...rest }) => {
      return { ...rest, paidOn, isAnyway: anyway !== '' };
    });
  }
  const other = { paidOn: null, reference: '', isAnyway: false };
  return read(anything, fields, (value) => ({ ...value, ...other }));
}

/** Allocates what is unmatched, or a refund that failed; a form sent twice does it once. */
export async function allocateUnmatched(by: Actor, fields: Fields): Promise<Answer> {
  const wish = readWish(fields);
  if (!wish.ok) return refuse(400, wish.error);
  const { subject, to, paidOn } = wish.value;
  if (paidOn && paidOn > latestDay(now())) return refuse(400, messages.DAY_TO_COME);
  try {
    const isOnItsWay = await refreshPayment(subject);
    if (isOnItsWay && to === 'outside') return refuse(409, messages.ON_ITS_WAY);
  } catch (error) {
    log.error({ err: error }, 'Stripe was not asked about a payment');
    return refuse(503, messages.STRIPE_OUT_OF_REACH);
  }
  return administer(by, async (tx, note) => {
    const done = await allocate(tx, wish.value);
    if (!done.ok) {
      const { why, cents = 0 } = done;
      if (why === 'went_back') return refuse(409, messages.wentBack(formatCents(cents)));
      return refuse(409, messages.ALLOCATION_REFUSALS[why]);
    }
    if (done.isRepeated) return answer(200, { message: messages.REPEATED });
    await note({
      action: 'allocate-unmatched',
      subject: `unmatched ${subject}`,
      before: null,
      // What else was typed is about a person: it stands beside the allocation.
      after: {
        to,
        amount: dollarsFromCents(done.amountCents),
        allocation: wish.value.id,
        ...(paidOn ? { paidOn } : {}),
      },
    });
    return answer(200, { message: messages.allocated(to, done.refundId), refund: done.refundId });
  });
}

/** Takes an allocation back. */
export async function undoAllocated(by: Actor, allocationId: string, fields: Fields) {
  const why = read(explained, fields, (value) => value.reason);
  if (!why.ok) return refuse(400, why.error);
  return administer(by, async (tx, note) => {
    const undone = await undoAllocation(tx, allocationId, why.value);
    if (!undone.ok) return refuse(409, messages.UNDO_REFUSALS[undone.why]);
    const { subject, status, amountCents } = undone;
    await note({
      action: 'undo-allocation',
      subject: `unmatched ${subject}`,
      before: { allocation: allocationId },
      after: { status, amount: dollarsFromCents(amountCents) },
    });
    return answer(200, { message: messages.UNDONE[status] });
  });
}
