import { REFUND_DECISION_DAYS } from '#app/kit/facts.ts';

/** By when a request for a refund is decided, given the moment at which it was made (decision 0020). */
export function decisionDueAt(requestedAt: Date | string): Date {
  const due = new Date(requestedAt);
  due.setUTCDate(due.getUTCDate() + REFUND_DECISION_DAYS);
  return due;
}
