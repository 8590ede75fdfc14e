import { saveChange } from './changes.ts';
import { StripeError, invalidRequest, notBuilt, onlyOneOf } from './errors.ts';
import { emit } from './events.ts';
import { newId } from './ids.ts';
import { filters, listPage } from './lists.ts';
import { mergeMetadata } from './metadata.ts';
import { move } from './movements.ts';
import type { Charge, Dispute, PaymentIntent, Refund, StripeObject } from './objects.ts';
import type { Params } from './params.ts';
import type { Call, Sandbox } from './sandbox.ts';
import { complete } from './schema.ts';
import type { Store } from './store.ts';

const UNBUILT = ['customer', 'origin', 'refund_application_fee', 'reverse_transfer', 'currency'];

/** Test cards whose refunds do not simply succeed, by their last four digits, as at Stripe. */
const SLOW_CARD = '7726';
const FAILING_CARD = '5126';

/**
 * Refunds a charge, in whole or in part. Where the balance has been limited and does not cover it,
 * or the card is one that takes its time, the refund is pending.
 */
export function createRefund({ sandbox, params }: Call): Refund {
  for (const name of UNBUILT) if (params[name] !== undefined) throw notBuilt(name, name);
  const { store, clock } = sandbox;
  const charge = chargeOf(store, params);
  const amount = amountOf(charge, params.amount);
  refuseContested(store, charge);
  const refund = complete<Refund>('refund', {
    id: newId('re'),
    object: 'refund',
    amount,
    charge: charge.id,
    created: clock.nowS(),
    currency: charge.currency,
    balance_transaction: null,
    destination_details: complete('Refund.DestinationDetails', {
      type: 'card',
      card: complete('Refund.DestinationDetails.Card', { type: 'refund' }),
    }),
    metadata: mergeMetadata({}, params.metadata as Params | undefined),
    payment_intent: charge.payment_intent,
    reason: (params.reason as string | undefined) ?? null,
    status: 'pending',
  });
  const card = cardOf(charge);
  const isCovered = takeFromBalance(store, amount);
  const isSlow = card === SLOW_CARD || !card;
  const booked = isCovered ? { ...refund, balance_transaction: book(sandbox, refund) } : refund;
  const made: Refund = {
    ...booked,
    ...(isCovered && !isSlow ? { status: 'succeeded' as const } : {}),
    ...(isCovered && isSlow ? { pending_reason: 'processing' } : {}),
    ...(isCovered ? {} : { pending_reason: 'insufficient_funds' }),
  };
  store.insert(made);
  changeRefunded(sandbox, charge, amount);
  emit(sandbox, 'refund.created', made);
  if (isCovered && isSlow) plan(sandbox, made.id, 'refund_succeeds');
  if (card === FAILING_CARD) plan(sandbox, made.id, 'refund_fails');
  return made;
}

export function listRefunds({ sandbox, params, path }: Call) {
  return listPage(sandbox.store, {
    kind: 'refund',
    url: path,
    params,
    conditions: paymentFilters(params),
  });
}

/** The refunds of a charge, where a caller expands them. */
export function refundsOf(store: Store, charge: StripeObject) {
  const conditions = paymentFilters({ charge: charge.id });
  const url = `/v1/charges/${charge.id}/refunds`;
  return listPage(store, { kind: 'refund', url, params: {}, conditions });
}

/** Ends a refund that the bank has in hand, or fails one that had succeeded. */
export function settleRefund(
  sandbox: Sandbox,
  id: string,
  outcome: 'succeeded' | 'failed',
): Refund {
  return sandbox.store.transaction(() => {
    const refund = sandbox.store.need<Refund>('refund', id);
    sandbox.store.run('DELETE FROM due WHERE session_id = ?', id);
    if (refund.status === outcome) return refund;
    if (refund.status === 'failed') throw invalidRequest('This refund has failed for good.');
    return outcome === 'failed' ? fail(sandbox, refund) : succeed(sandbox, refund);
  });
}

/** Sends what waits for money in the balance, the oldest first, as far as the balance reaches. */
export function sendWaiting(sandbox: Sandbox): number {
  const { store } = sandbox;
  const waiting = store.all<{ id: string }>(
    `SELECT id FROM objects WHERE kind = 'refund'
       AND json_extract(json, '$.pending_reason') = 'insufficient_funds' ORDER BY seq`,
  );
  let sent = 0;
  for (const { id } of waiting) {
    const refund = store.need<Refund>('refund', id);
    if (!takeFromBalance(store, refund.amount)) break;
    succeed(sandbox, refund);
    sent += 1;
  }
  return sent;
}

function succeed(sandbox: Sandbox, refund: Refund): Refund {
  const { pending_reason: _, ...rest } = refund;
  const balance_transaction = refund.balance_transaction ?? book(sandbox, refund);
  const done = { ...rest, balance_transaction, status: 'succeeded' } as Refund;
  const saved = saveChange(sandbox, 'refund.updated', refund, done);
  emit(sandbox, 'charge.refund.updated', saved);
  return saved;
}

function fail(sandbox: Sandbox, refund: Refund): Refund {
  const { pending_reason: _, ...rest } = refund;
  const back = refund.balance_transaction
    ? {
        failure_balance_transaction: move(sandbox, {
          type: 'refund_failure',
          amount: refund.amount,
          source: refund.id,
          category: 'refund_failure',
          description: 'REFUND FAILURE',
        }).id,
      }
    : {};
  const failed: Refund = {
    ...(rest as Refund),
    ...back,
    failure_reason: 'expired_or_canceled_card',
    status: 'failed',
  };
  const saved = saveChange(sandbox, 'refund.updated', refund, failed);
  emit(sandbox, 'refund.failed', saved);
  emit(sandbox, 'charge.refund.updated', saved);
  const charge = sandbox.store.need<Charge>('charge', refund.charge);
  changeRefunded(sandbox, charge, -refund.amount);
  return saved;
}

/** Takes an amount out of a limited balance; whether there was enough. */
function takeFromBalance(store: Store, amount: number): boolean {
  if (!store.setting('balance_limited')) return true;
  const available = store.setting('balance_available');
  if (available < amount) return false;
  store.setSetting('balance_available', available - amount);
  return true;
}

function book(sandbox: Sandbox, refund: Refund): string {
  return move(sandbox, {
    type: 'refund',
    amount: -refund.amount,
    source: refund.id,
    category: 'refund',
    description: 'REFUND FOR CHARGE',
  }).id;
}

function changeRefunded(sandbox: Sandbox, charge: Charge, byCents: number): void {
  const amount_refunded = charge.amount_refunded + byCents;
  const changed = { ...charge, amount_refunded, refunded: amount_refunded === charge.amount };
  sandbox.store.update(changed);
  if (byCents > 0) {
    emit(sandbox, 'charge.refunded', changed, {
      amount_refunded: charge.amount_refunded,
      refunded: charge.refunded,
    });
  }
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

/** What the bank has taken back can't be sent back a second time. */
function refuseContested(store: Store, charge: Charge): void {
  if (!charge.disputed) return;
  const contested = store
    .all<{ json: string }>(
      `SELECT json FROM objects WHERE kind = 'dispute'
         AND json_extract(json, '$.payment_intent') = ?`,
      charge.payment_intent,
    )
    .map(({ json }) => JSON.parse(json) as Dispute);
  if (contested.every((dispute) => dispute.is_charge_refundable)) return;
  throw new StripeError(
    400,
    'invalid_request_error',
    `Charge ${charge.id} has been charged back; cannot issue a refund.`,
    { code: 'charge_disputed' },
  );
}

/** Conditions of lists by `charge`, `payment_intent` and `created`. */
export function paymentFilters(params: Params) {
  const { charge, payment_intent: intent, ...rest } = params;
  return [
    ...filters(rest),
    ...(intent
      ? [{ sql: "json_extract(json, '$.payment_intent') = ?", values: [String(intent)] }]
      : []),
    ...(charge ? [{ sql: "json_extract(json, '$.charge') = ?", values: [String(charge)] }] : []),
  ];
}

function cardOf(charge: Charge): string | undefined {
  const { card } = (charge.payment_method_details ?? {}) as { card?: { last4: string } };
  return card?.last4;
}

function plan({ store, clock, options }: Sandbox, id: string, action: string): void {
  const sql = 'INSERT INTO due (session_id, action, at) VALUES (?, ?, ?)';
  store.run(sql, id, action, clock.nowS() + options.settlementDelayS);
}

function dollars(cents: number): string {
  return `$${(cents / 100).toFixed(2)}`;
}
