import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { refundRemovedProducts } from '#app/funding/refunds/refund-product.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { waitingEvents } from '#app/stripe/webhook-inbox.server.ts';
import { reconcile, type Reconciliation } from '#app/reconcile.ts';
import { HANDLED_EVENTS } from '#app/webhooks.ts';
import type { SandboxProcess } from './sandbox-process.ts';

const DAY_S = 86_400;
const ROUNDS = 15;
const DELIVERIES_MS = 30_000;

/** What the books still wait for; all zero once a run has come to rest. */
interface Unfinished extends Record<string, number> {
  orders: number;
  refunds: number;
  events: number;
}

/** Brings everything to rest, as hours of the clock's jobs would; the rounds that it took. */
export async function settle(
  sandbox: SandboxProcess,
  say: (line: string) => void,
): Promise<{ rounds: number; problems: string[] }> {
  let quiet = 0;
  for (let round = 1; round <= ROUNDS; round += 1) {
    // What the provider has still in store (a refund that fails after all) happens now.
    // A call that failed while it ran fails under its key until a day is over.
    const seconds = round === 1 ? DAY_S + 60 : 60;
    await sandbox.advance(seconds);
    advanceClock(seconds * 1000);
    await deliveriesDone(sandbox);
    const done = await reconcile();
    const removed = await refundRemovedProducts();
    const open = await unfinished();
    say(`round ${round}: ${JSON.stringify({ ...done, removed, open })}`);
    const moved = stirred(done) + removed + Object.values(open).reduce((a, b) => a + b, 0);
    quiet = moved === 0 ? quiet + 1 : 0;
    if (quiet === 2) return { rounds: round, problems: [] };
  }
  return {
    rounds: ROUNDS,
    problems: [`the books did not come to rest: ${JSON.stringify(await unfinished())}`],
  };
}

function stirred(done: Reconciliation): number {
  const { missedEvents, processedEvents, failedEvents, settledOrders, fees } = done;
  return missedEvents + processedEvents + failedEvents + settledOrders + fees;
}

/** Waits until the sandbox has told what it has to tell. */
async function deliveriesDone(sandbox: SandboxProcess): Promise<void> {
  for (const end = Date.now() + DELIVERIES_MS; Date.now() < end; await sleep(200)) {
    const { deliveries } = await sandbox.control<{ deliveries: Record<string, number> }>('state');
    if (!deliveries.pending) return;
  }
}

async function unfinished(): Promise<Unfinished> {
  const { rows } = await db().execute<Unfinished>(sql`
    select (select count(*)::int from orders where status in ('open', 'awaiting')) as orders,
           (select count(*)::int from refunds r where status in ('queued', 'pending')
              and not exists (select from disputes d
                              where d.order_id = r.order_id and d.closed_at is null)) as refunds`);
  return {
    orders: 0,
    refunds: 0,
    ...rows[0],
    events: (await waitingEvents(HANDLED_EVENTS)).length,
  };
}
