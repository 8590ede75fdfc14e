import { bookDue, makeAvailable } from '#sandbox/stripe/payments/charge-money.ts';
import type { Session } from '#sandbox/stripe/objects.ts';
import { settleRefund } from '#sandbox/stripe/payments/refund-outcomes.ts';
import { renewDue, retryDue } from '#sandbox/stripe/subscriptions/renewals.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { endSession } from '#sandbox/stripe/checkout/sessions.ts';
import { settle } from '#sandbox/stripe/payments/settlement.ts';

type DueRow = { session_id: string; action: string; at: number };

/** What may become due; `id` names the session, charge or invoice, say, that it is about. */
const actions: Record<string, (sandbox: Sandbox, id: string, atS: number) => void> = {
  expire: (sandbox, id) =>
    void endSession(sandbox, sandbox.store.need<Session>('checkout.session', id)),
  succeeded: (sandbox, id) => void settle(sandbox, id, 'succeeded'),
  failed: (sandbox, id) => void settle(sandbox, id, 'failed'),
  refund_succeeds: (sandbox, id) => void settleRefund(sandbox, id, 'succeeded'),
  refund_fails: (sandbox, id) => void settleRefund(sandbox, id, 'failed'),
  available: makeAvailable,
  book: bookDue,
  renew: renewDue,
  retry: retryDue,
};

/**
 * Does what the clock says is due, in the order of the times, with what becomes due by it. It runs
 * on a timer and before every request, so that no answer shows a session that should have expired.
 */
export function runDue(sandbox: Sandbox): void {
  const { store, clock } = sandbox;
  const sql = `SELECT session_id, action, at FROM due WHERE at <= ?
    ORDER BY at, session_id, action LIMIT 1`;
  const next = () => store.one<DueRow>(sql, clock.nowS());
  for (let row = next(); row; row = next()) {
    const { session_id: id, action, at } = row;
    store.transaction(() => {
      store.run('DELETE FROM due WHERE session_id = ? AND action = ?', id, action);
      actions[action]!(sandbox, id, at);
    });
  }
}
