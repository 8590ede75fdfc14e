import { readFaults, writeFaults, type RefundCourse } from '#sandbox/stripe/controls/faults.ts';
import type { Charge } from '#sandbox/stripe/objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

/** What the sandbox keeps beside a charge. */
export type ChargeHidden = { refunds?: RefundCourse };

const AT_ONCE: RefundCourse = { status: 'succeeded' };
const SLOW: RefundCourse = { status: 'pending', later: 'succeeded' };

/** Test cards whose refunds do not simply succeed, by their last four digits, as at Stripe. */
const COURSES_OF_CARDS: Record<string, RefundCourse> = {
  '7726': SLOW,
  '5126': { status: 'succeeded', later: 'failed' },
};

/** What the controls have in mind for the charge, or else for the next refund; then its card's. */
export function takeCourse({ store }: Sandbox, charge: Charge): RefundCourse {
  const { refunds: wished } = store.hidden<ChargeHidden>(charge.id);
  if (wished) return wished;
  const faults = readFaults(store);
  const { refunds: planned, ...others } = faults;
  if (!planned) return courseOfMethod(charge);
  const { next, ...course } = planned;
  writeFaults(store, next > 1 ? { ...faults, refunds: { ...planned, next: next - 1 } } : others);
  return course;
}

/** A bank account takes its time, most cards none. */
function courseOfMethod({ payment_method_details: details }: Charge): RefundCourse {
  const { card } = (details ?? {}) as { card?: { last4: string } };
  return card ? (COURSES_OF_CARDS[card.last4] ?? AT_ONCE) : SLOW;
}
