import { closeDispute, openDispute, type Contest } from './disputes.ts';
import { invalidRequest } from './errors.ts';
import type { Charge, PaymentIntent, Session } from './objects.ts';
import { sendWaiting, settleRefund } from './refunds.ts';
import type { Sandbox } from './sandbox.ts';
import { isOutcome } from './settlement.ts';

type Input = Record<string, unknown>;

/** `refunds/:id` {outcome}: what the bank makes of a refund. */
export function endRefund(sandbox: Sandbox, { outcome }: Input, id: string) {
  if (isOutcome(outcome)) return settleRefund(sandbox, id, outcome);
  throw invalidRequest('Invalid outcome: must be one of succeeded or failed', 'outcome');
}

/**
 * `balance` {available}: limits what refunds can be paid from, in cents; null lifts the limit.
 * What had been waiting for money goes out.
 */
export function limitBalance(sandbox: Sandbox, { available }: Input) {
  const { store } = sandbox;
  return store.transaction(() => {
    const isLimited = available !== null;
    if (isLimited && (!Number.isInteger(available) || Number(available) < 0)) {
      throw invalidRequest('available must be a number of cents, or null', 'available');
    }
    store.setSetting('balance_limited', isLimited ? 1 : 0);
    store.setSetting('balance_available', isLimited ? Number(available) : 0);
    const sent = sendWaiting(sandbox);
    return { available: isLimited ? store.setting('balance_available') : null, sent };
  });
}

/** `dispute` {payment_intent | charge | session, amount?, reason?, inquiry?} */
export function contest(sandbox: Sandbox, input: Input) {
  const { amount, reason, inquiry } = input;
  const wish: Contest = {
    ...(amount === undefined ? {} : { amount: Number(amount) }),
    ...(reason === undefined ? {} : { reason: String(reason) }),
    inquiry: inquiry === true,
  };
  return openDispute(sandbox, chargeOf(sandbox, input), wish);
}

/** `dispute/:id/close` {outcome: won | lost} */
export function endDispute(sandbox: Sandbox, { outcome }: Input, id: string) {
  if (outcome === 'won' || outcome === 'lost') return closeDispute(sandbox, id, outcome);
  throw invalidRequest('Invalid outcome: must be one of won or lost', 'outcome');
}

function chargeOf({ store }: Sandbox, { session, payment_intent, charge }: Input): Charge {
  if (typeof charge === 'string') return store.need<Charge>('charge', charge);
  const intent =
    typeof session === 'string'
      ? store.need<Session>('checkout.session', session).payment_intent
      : payment_intent;
  if (typeof intent !== 'string') {
    throw invalidRequest('Name the payment: payment_intent, charge or session.');
  }
  const { latest_charge: latest } = store.need<PaymentIntent>('payment_intent', intent);
  return store.need<Charge>('charge', latest ?? '');
}
