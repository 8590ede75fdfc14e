import { isDebit, LATE_SETTING } from '#sandbox/stripe/payments/charge-money.ts';
import { closeDispute, openDispute } from '#sandbox/stripe/payments/disputes.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { chooseSchedule, FEE_SCHEDULES, isScheduleName } from '#sandbox/stripe/payments/fees.ts';
import type { Charge, Dispute, PaymentIntent, Session } from '#sandbox/stripe/objects.ts';
import { failContested } from '#sandbox/stripe/payments/refund-outcomes.ts';
import { refundLimits } from '#sandbox/stripe/payments/refunds.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

type Input = Record<string, unknown>;

const MOST_DAYS = 10_000;
const MOST_LATE_S = 30 * 86_400;

/** `fees` {schedule}: what is charged from now on. */
export function setFees({ store }: Sandbox, { schedule }: Input) {
  if (!isScheduleName(schedule)) {
    const known = Object.keys(FEE_SCHEDULES).join(' or ');
    throw invalidRequest(`Invalid schedule: must be one of ${known}`, 'schedule');
  }
  chooseSchedule(store, schedule);
  return { schedule, ...FEE_SCHEDULES[schedule] };
}

/** `late_transactions` {seconds}: how long after a charge its balance transaction is there. */
export function setLateness({ store }: Sandbox, { seconds }: Input) {
  const late = whole(seconds, 'seconds', 0, MOST_LATE_S);
  store.setSetting(LATE_SETTING, late);
  return { seconds: late };
}

/** `refund_limits` {bank_days?, card_days?}: null puts back what Stripe has. */
export function setRefundLimits({ store }: Sandbox, { bank_days, card_days }: Input) {
  const given = { refund_limit_bank: bank_days, refund_limit_card: card_days };
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined) continue;
    store.setSetting(name, value === null ? 0 : whole(value, name, 1, MOST_DAYS));
  }
  return refundLimits(store);
}

/**
 * The payer's bank returns a debit that had succeeded: a dispute that is lost at once, whatever
 * was refunded; a refund that is still in its hands fails.
 */
export function returnDebit(sandbox: Sandbox, sessionId: string): Dispute {
  const { store } = sandbox;
  return store.transaction(() => {
    const { payment_intent: intent } = store.need<Session>('checkout.session', sessionId);
    const latest = intent && store.need<PaymentIntent>('payment_intent', intent).latest_charge;
    const charge = latest ? store.need<Charge>('charge', latest) : undefined;
    if (!charge || !isDebit(charge) || charge.status !== 'succeeded') {
      throw invalidRequest('This Checkout Session has no bank payment that has succeeded.');
    }
    const { id } = openDispute(sandbox, charge, { reason: 'debit_not_authorized' });
    failContested(sandbox, store.need<Charge>('charge', charge.id));
    return closeDispute(sandbox, id, 'lost');
  });
}

function whole(value: unknown, name: string, min: number, max: number): number {
  if (Number.isInteger(value) && Number(value) >= min && Number(value) <= max) return Number(value);
  throw invalidRequest(`Invalid ${name}: a whole number from ${min} to ${max}`, name);
}
