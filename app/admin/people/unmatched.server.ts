import { z } from '@hono/zod-openapi';
import { REPEATED } from '#app/desk/page-answer.server.ts';
import { askStripe, GOES_BACK, wentBack } from './refund-money.server.ts';
import { administer, type Actor } from '#app/trail/trail.server.ts';
import { allocate, type AllocationInput } from '#app/funding/allocating/allocate.server.ts';
import { undoAllocation } from '#app/funding/allocating/undo-allocation.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { answer, refuse, type Answer } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
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
function readAllocation(fields: Fields): Read<AllocationInput> {
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
  const input = readAllocation(fields);
  if (!input.ok) return refuse(400, input.error);
  const { subject, to, paidOn } = input.value;
  if (paidOn && paidOn > latestDay(now())) return refuse(400, 'That day is in the future.');
  const isOnItsWay = await askStripe(subject);
  if (typeof isOnItsWay !== 'boolean') return isOnItsWay;
  if (isOnItsWay && to === 'outside')
    return refuse(
      409,
      'A refund of that payment is in progress at Stripe. Wait until it has arrived or failed.',
    );
  return administer(by, async (tx, note) => {
    const done = await allocate(tx, input.value);
    if (!done.ok) {
      const { why, cents = 0 } = done;
      if (why === 'went_back') return refuse(409, wentBack(cents));
      return refuse(409, ALLOCATION_REFUSALS[why]);
    }
    if (done.isRepeated) return answer(200, { message: REPEATED });
    await note({
      action: 'allocate-unmatched',
      subject: `unmatched ${subject}`,
      before: null,
      // What else was typed is about a person: it stands beside the allocation.
      after: {
        to,
        amount: dollarsFromCents(done.amountCents),
        allocation: input.value.id,
        ...(paidOn ? { paidOn } : {}),
      },
    });
    return answer(200, { message: allocated(to, done.refundId), refund: done.refundId });
  });
}

/** Takes an allocation back. */
export async function undoAllocated(by: Actor, allocationId: string, fields: Fields) {
  const why = read(explained, fields, (value) => value.reason);
  if (!why.ok) return refuse(400, why.error);
  return administer(by, async (tx, note) => {
    const undone = await undoAllocation(tx, allocationId, why.value);
    if (!undone.ok) return refuse(409, UNDO_REFUSALS[undone.why]);
    const { subject, status, amountCents } = undone;
    await note({
      action: 'undo-allocation',
      subject: `unmatched ${subject}`,
      before: { allocation: allocationId },
      after: { status, amount: dollarsFromCents(amountCents) },
    });
    return answer(200, { message: UNDONE[status] });
  });
}

export const ALLOCATION_REFUSALS = {
  unknown: 'No refund or unmatched money has that number.',
  form_used:
    'This form was already used for something else, so nothing was saved. Please look again.',
  not_failed:
    'That refund is no longer listed as failed: it was sent again, has gone through, or its bank took the money back. Please look again.',
  not_open: 'None of it is still unmatched. Please look again.',
  not_for_it: 'That is not one of the choices for it. Please look again.',
  before_owed: 'That day is before the day it was first owed.',
  disputed: 'Its payment is disputed with the bank, so nothing is refunded until that is decided.',
} as const;

const PAID_OUTSIDE = 'Recorded as paid outside Stripe.';
/** What is said once money was allocated: to what (else a refund's id), of or to which refund. */
function allocated(to: string, refundId: string | null): string {
  if (to === 'outside') return refundId ? `${PAID_OUTSIDE} Its payer is told.` : PAID_OUTSIDE;
  if (to === 'loss') return 'The project covers it.';
  if (to === 'donation') return 'It is a donation now.';
  return to === 'refund'
    ? GOES_BACK
    : 'It is matched with that refund now, and its payer gets a receipt.';
}

const UNDO_REFUSALS = {
  unknown: 'There is no such allocation.',
  withdrawn: 'That has already been undone.',
  goes_back: 'It is being refunded to its payer, and that cannot be undone here.',
} as const;

const UNDONE = {
  open: 'Undone: it is unmatched again.',
  restored: 'Undone: the contribution counts for its product again, and the refund is unmatched.',
  contested:
    'Undone. The bank has since taken some or all of this money in a dispute; the rest stands as it did before.',
  failed: 'Undone: the refund is owed again and listed as failed.',
  refunded:
    'Undone. A refund made at Stripe itself had already paid it, so its payer gets a receipt.',
  held: 'Undone. The bank has since taken the money in a dispute, so it waits for the outcome.',
  canceled: 'Undone. The bank took the money back in a dispute, so its payer has it already.',
} as const;
