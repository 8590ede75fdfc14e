import type { Session } from './objects.ts';
import type { Sandbox } from './sandbox.ts';
import { expireSession } from './sessions.ts';
import { isOutcome, settle } from './settlement.ts';

type DueRow = { session_id: string; action: string };

/**
 * Does what the clock says is due: sessions expire, bank payments settle. It runs on a timer and
 * before every request, so that no answer shows a session that should have expired.
 */
export function runDue(sandbox: Sandbox): void {
  const { store, clock } = sandbox;
  const sql = 'SELECT session_id, action FROM due WHERE at <= ? ORDER BY at, session_id';
  for (const { session_id: id, action } of store.all<DueRow>(sql, clock.nowS())) {
    if (isOutcome(action)) settle(sandbox, id, action);
    else
      store.transaction(() => expireSession(sandbox, store.need<Session>('checkout.session', id)));
  }
}
