import { isDebit } from './charge-money.ts';
import { disputesOf, withdrawnOf } from './disputes.ts';
import { StripeError, invalidRequest, notBuilt, onlyOneOf } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { newId } from '#sandbox/stripe/api/ids.ts';
import { filters, listPage } from '#sandbox/stripe/api/lists.ts';
import { mergeMetadata } from '#sandbox/stripe/api/metadata.ts';
import type { Charge, PaymentIntent, StripeRefund, StripeObject } from '#sandbox/stripe/objects.ts';
import type { Params } from '#sandbox/stripe/api/params.ts';
import { shownOf } from './payment-objects.ts';
import { takeCourse } from './refund-courses.ts';
import { begin, changeRefunded, takeFromBalance } from './refund-outcomes.ts';
import type { SandboxCall, Sandbox } from '#sandbox/stripe/sandbox.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';
import type { Store } from '#sandbox/stripe/store.ts';

const UNBUILT = ['customer', 'origin', 'refund_application_fee', 'reverse_transfer', 'currency'];

/**
 * Refunds a charge, in whole or in part. Where the balance has been limited and does not cover it,
 * or the bank takes its time, the refund is pending.
 */
export function createRefund({ sandbox, params }: SandboxCall): StripeRefund {
  for (const name of UNBUILT) if (params[name] !== undefined) throw notBuilt(name, name);
  const { store, clock } = sandbox;
  const charge = chargeOf(store, params);
  const amount = amountOf(charge, params.amount);
  refuseContested(store, charge, amount);
  refuseOld(sandbox, charge);
  const refund = complete<StripeRefund>('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: clock.nowS(),
    currency: charge.currency,
    balance_transaction: null,
    destination_details: destinationOf(charge),
    metadata: mergeMetadata({}, params.metadata as Params | undefined),
    payment_intent: charge.payment_intent,
    ...shownOf(charge, amount / charge.amount),
    pending_reason: charge.status === 'pending' ? 'charge_pending' : 'insufficient_funds',
    reason: (params.reason as string | undefined) ?? null,
    status: 'pending',
  });
  const course = takeCourse(sandbox, charge);
  const canGo = charge.status === 'succeeded' && takeFromBalance(store, amount);
  const made = canGo ? begin(sandbox, refund, course) : refund;
  store.insert(made, { hidden: { course } });
  changeRefunded(sandbox, charge, amount);
  emit(sandbox, 'refund.created', made);
  return made;
}

/** The refunds of a charge, where a caller expands them. */
export function refundsOf(store: Store, { id }: StripeObject) {
  const url = `/v1/charges/${id}/refunds`;
  return listPage(store, { kind: 'refund', url, params: {}, conditions: filters({ charge: id }) });
}

function chargeOf(store: Store, params: Params): Charge {
  const { charge, payment_intent: intent } = params;
  if (charge && intent) throw onlyOneOf('charge', 'payment_intent');
  if (typeof charge === 'string') return needCharge(store, charge, 'charge');
  if (typeof intent !== 'string') {
    throw invalidRequest(
      'One of the following params should be provided for this request: payment_intent or charge.',
    );
  }
  const where = { param: 'payment_intent' };
  const { latest_charge: latest } = store.need<PaymentIntent>('payment_intent', intent, where);
  if (!latest) {
    throw invalidRequest(
      `This PaymentIntent (${intent}) does not have a successful charge to refund.`,
      'payment_intent',
    );
  }
  return needCharge(store, latest, 'payment_intent');
}

function needCharge(store: Store, id: string, param: string): Charge {
  const charge = store.need<Charge>('charge', id, { param });
  if (charge.status === 'succeeded') return charge;
  // A debit that is under way: its refund waits for it.
  if (charge.status === 'pending' && isDebit(charge)) return charge;
  throw invalidRequest(`Charge ${id} has not succeeded and cannot be refunded.`, param);
}

function amountOf(charge: Charge, asked: Params[string]): number {
  const left = charge.amount - charge.amount_refunded;
  if (left === 0) {
    const message = `Charge ${charge.id} has already been refunded.`;
    throw invalidRequest(message, undefined, 'charge_already_refunded');
  }
  const amount = asked === undefined ? left : Number(asked);
  if (amount < 1) {
    const message = 'This value must be greater than or equal to 1.';
    throw invalidRequest(message, 'amount', 'parameter_invalid_integer');
  }
  if (amount > left) {
    throw invalidRequest(
      `Refund amount (${dollars(amount)}) is greater than unrefunded amount on charge (${dollars(left)})`,
      'amount',
    );
  }
  return amount;
}

/** Days after which a charge of a kind cannot be refunded; null: ever. */
export function refundLimits(store: Store) {
  return {
    bank_days: store.setting('refund_limit_bank') || BANK_LIMIT_DAYS,
    card_days: store.setting('refund_limit_card') || null,
  };
}

/** Stripe refunds ACH debits within 180 days; cards have no limit of their own. */
const BANK_LIMIT_DAYS = 180;

function refuseOld({ store, clock }: Sandbox, charge: Charge): void {
  const limits = refundLimits(store);
  const days = isDebit(charge) ? limits.bank_days : limits.card_days;
  if (days === null || clock.nowS() - charge.created <= days * 86_400) return;
  const message = `Charge ${charge.id} is more than ${days} days old and cannot be refunded.`;
  throw invalidRequest(message, undefined, 'charge_not_refundable');
}

function destinationOf(charge: Charge): object {
  if (isDebit(charge)) {
    return complete('Refund.DestinationDetails', {
      type: 'us_bank_transfer',
      us_bank_transfer: {},
    });
  }
  return complete('Refund.DestinationDetails', {
    type: 'card',
    card: complete('Refund.DestinationDetails.Card', { type: 'refund' }),
  });
}

/** What the bank has taken back, or is about to decide on, can't be sent back a second time. */
function refuseContested(store: Store, charge: Charge, amount: number): void {
  const disputes = disputesOf(store, charge).filter((one) => !one.is_charge_refundable);
  const isDecided = disputes.every(({ status }) => status === 'lost');
  const taken = disputes.reduce((sum, dispute) => sum + withdrawnOf(dispute), 0);
  if (isDecided && amount <= charge.amount - charge.amount_refunded - taken) return;
  throw new StripeError(
    400,
    'invalid_request_error',
    `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    { code: 'charge_disputed' },
  );
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
