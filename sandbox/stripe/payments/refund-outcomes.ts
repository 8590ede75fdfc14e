import { saveChange } from '#sandbox/stripe/changes.ts';
import { isDebit } from './charge-money.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { inBalance, move } from './movements.ts';
import type { Charge, Outcome, StripeRefund } from '#sandbox/stripe/objects.ts';
import type { RefundCourse } from '#sandbox/stripe/controls/faults.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import type { Store } from '#sandbox/stripe/store.ts';

/** What the sandbox keeps beside a refund that waits for money: how it goes on then. */
type RefundHidden = { course: RefundCourse };

/** The refund as it is once its money has left the balance; what follows by the clock is planned. */
export function begin(sandbox: Sandbox, refund: StripeRefund, course: RefundCourse): StripeRefund {
  const { pending_reason: _, ...rest } = refund;
  const charge = sandbox.store.need<Charge>('charge', refund.charge);
  const balance_transaction = move(sandbox, {
    type: isDebit(charge) ? 'payment_refund' : 'refund',
    ...inBalance(sandbox.store, charge, -refund.amount),
    source: refund.id,
    category: 'refund',
    description: 'REFUND FOR CHARGE',
  }).id;
  if (course.later) plan(sandbox, refund.id, course.later);
  const begun = { ...rest, balance_transaction, status: course.status };
  return course.status === 'pending' ? { ...begun, pending_reason: 'processing' } : begun;
}

/**
 * Ends a refund that the bank has in hand, or fails one that had succeeded; `backCents` come back to
 * the balance then, where the rate is another by now.
 */
export function settleRefund(
  sandbox: Sandbox,
  id: string,
  outcome: Outcome,
  backCents?: number,
): StripeRefund {
  return sandbox.store.transaction(() => {
    const refund = sandbox.store.need<StripeRefund>('refund', id);
    sandbox.store.run('DELETE FROM due WHERE session_id = ?', id);
    if (refund.status === outcome) return refund;
    if (refund.status === 'failed') throw invalidRequest('This refund has failed for good.');
    if (outcome === 'failed') return fail(sandbox, refund, 'expired_or_canceled_card', backCents);
    if (refund.pending_reason === 'charge_pending') {
      throw invalidRequest('This refund waits for its payment.');
    }
    if (refund.pending_reason === 'insufficient_funds') {
      throw invalidRequest('This refund waits for money in the balance.');
    }
    const { pending_reason: _, ...rest } = refund;
    return tell(sandbox, refund, { ...rest, status: 'succeeded' });
  });
}

/** Takes an amount out of a limited balance; whether there was enough. */
export function takeFromBalance(store: Store, amount: number): boolean {
  if (!store.setting('balance_limited')) return true;
  const available = store.setting('balance_available');
  if (available < amount) return false;
  store.setSetting('balance_available', available - amount);
  return true;
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
    const refund = store.need<StripeRefund>('refund', id);
    if (!takeFromBalance(store, refund.amount)) break;
    tell(sandbox, refund, begin(sandbox, refund, store.hidden<RefundHidden>(id).course));
    sent += 1;
  }
  return sent;
}

/** The debit that refunds waited for has succeeded: they go on, as far as the balance reaches. */
export function sendHeld(sandbox: Sandbox, charge: Charge): void {
  for (const refund of refundsThat(sandbox.store, charge, 'charge_pending')) {
    const { course } = sandbox.store.hidden<RefundHidden>(refund.id);
    const waits: StripeRefund = { ...refund, pending_reason: 'insufficient_funds' };
    const isCovered = takeFromBalance(sandbox.store, refund.amount);
    tell(sandbox, refund, isCovered ? begin(sandbox, refund, course) : waits);
  }
}

/** The debit that refunds waited for has failed: there is nothing to send back. */
export function failHeld(sandbox: Sandbox, charge: Charge): void {
  for (const refund of refundsThat(sandbox.store, charge, 'charge_pending')) {
    fail(sandbox, refund, 'unknown');
  }
}

/** The bank takes back a payment whose refund it has in hand: it sends the money once. */
export function failContested(sandbox: Sandbox, charge: Charge): void {
  for (const refund of refundsThat(sandbox.store, charge, 'processing')) {
    sandbox.store.run('DELETE FROM due WHERE session_id = ?', refund.id);
    fail(sandbox, refund, 'charge_for_pending_refund_disputed');
  }
}

function refundsThat(
  store: Store,
  charge: Charge,
  wait: StripeRefund['pending_reason'],
): StripeRefund[] {
  const rows = store.all<{ json: string }>(
    `SELECT json FROM objects WHERE kind = 'refund' AND json_extract(json, '$.charge') = ?
       AND json_extract(json, '$.pending_reason') = ? ORDER BY seq`,
    charge.id,
    wait ?? '',
  );
  return rows.map(({ json }) => JSON.parse(json) as StripeRefund);
}

/** Counts a refund into its charge, or with a negative amount out of it again. */
export function changeRefunded(sandbox: Sandbox, charge: Charge, byCents: number): void {
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

/** Brings back what had left the balance; that may be what another refund waits for. */
function fail(
  sandbox: Sandbox,
  refund: StripeRefund,
  why = 'expired_or_canceled_card',
  backCents?: number,
): StripeRefund {
  const { pending_reason: _, ...rest } = refund;
  const failed: StripeRefund = {
    ...rest,
    ...(refund.balance_transaction
      ? { failure_balance_transaction: back(sandbox, refund, backCents) }
      : {}),
    failure_reason: why,
    status: 'failed',
  };
  const saved = tell(sandbox, refund, failed);
  emit(sandbox, 'refund.failed', saved);
  const charge = sandbox.store.need<Charge>('charge', refund.charge);
  changeRefunded(sandbox, charge, -refund.amount);
  if (refund.balance_transaction) giveToBalance(sandbox, refund.amount);
  return saved;
}

function back(sandbox: Sandbox, refund: StripeRefund, cents?: number): string {
  const charge = sandbox.store.need<Charge>('charge', refund.charge);
  const { amount, currency } = inBalance(sandbox.store, charge, refund.amount);
  return move(sandbox, {
    type: 'refund_failure',
    amount: cents ?? amount,
    currency,
    source: refund.id,
    category: 'refund_failure',
    description: 'REFUND FAILURE',
  }).id;
}

function giveToBalance(sandbox: Sandbox, amount: number): void {
  const { store } = sandbox;
  if (!store.setting('balance_limited')) return;
  store.setSetting('balance_available', store.setting('balance_available') + amount);
  sendWaiting(sandbox);
}

function tell(sandbox: Sandbox, before: StripeRefund, after: StripeRefund): StripeRefund {
  const saved = saveChange(sandbox, 'refund.updated', before, after);
  emit(sandbox, 'charge.refund.updated', saved);
  return saved;
}

function plan({ store, clock, options }: Sandbox, id: string, outcome: Outcome): void {
  const action = outcome === 'failed' ? 'refund_fails' : 'refund_succeeds';
  const sql = 'INSERT INTO due (session_id, action, at) VALUES (?, ?, ?)';
  store.run(sql, id, action, clock.nowS() + options.settlementDelayS);
}
