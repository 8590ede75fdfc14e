import { randomUUID } from 'node:crypto';
import { and, asc, gt, isNull, or, sql } from 'drizzle-orm';
import { closestToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { ofPool, openPools, type Pool } from '#app/catalogue/pools.server.ts';
import {
  movableShares,
  moveCents,
  sumOf,
  type GivenShare,
} from '#app/funding/moving/move-share.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import { lockOrders, paidForAt, paymentsOf } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/funding/tell-audience.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { contributions, refundRequests } from '#db/schema.ts';

/**
 * The rule of pools (decision 0104): each completes the next sample of the product of its kind that
 * lacks least, as long as it has the money. Returns how many samples; safe to run twice at once. `at`
 * is the moment that they are spent.
 */
export async function spendPools(at: Date = now()): Promise<number> {
  let completed = 0;
  for (const pool of await openPools()) {
    try {
      while (pool.raisedCents > 0 && (await completesNext(pool, at))) completed += 1;
    } catch (error) {
      // Those after it are spent all the same.
      log.error({ err: error, poolId: pool.id }, 'a pool was not spent; it is tried again');
    }
  }
  return completed;
}

/** One step of one pool, in one transaction; whether it was one. */
async function completesNext(pool: Pool, at: Date): Promise<boolean> {
  return db().transaction(async (tx) => {
    // Payments first, then products: the way round in which everything else locks them.
    const held = await paymentsOf(tx, pool.id);
    await lockOrders(tx, held);
    const closest = await closestOf(tx, pool);
    if (!closest) return false;
    const paidFor = await paidForAt(tx, pool.id);
    const locked = await lockProducts(tx, [pool.id, closest.id, ...paidFor]);
    const [from, to] = [locked.get(pool.id), locked.get(closest.id)];
    const still = await closestOf(tx, pool);
    // Something else came first: the next run looks again.
    if (still?.id !== closest.id || !from || from.removedAt || !to) return false;
    const cents = still.missingCents;
    const shares = await spendable(tx, pool.id, held);
    if (sumOf(shares) < cents || openNeedOf(to) < cents) return false;
    const source = `pool:${pool.id}:${randomUUID()}`;
    const booking = { reason: 'pool completed a sample', source, at };
    const besides = { spentBy: source };
    const { isNewlyFull } = await moveCents(tx, shares, { from, to }, cents, booking, besides);
    if (isNewlyFull) await tellAudience(tx, to.id, 'goal-reached', source);
    await tellAudience(tx, pool.id, 'pool-step', source);
    return true;
  });
}

/** What is being paid for waits: its checkout may complete the sample, or come to nothing. */
async function closestOf(tx: Tx, pool: Pool) {
  const [closest] = await closestToFund(1, sql`reserved_cents = 0 and ${ofPool(pool)}`, tx);
  return closest;
}

/**
 * What a pool may spend, the oldest first: nothing of a payment in dispute, nothing that its giver has
 * asked back, and nothing that they were told goes back by age, unless they moved it here since.
 */
async function spendable(tx: Tx, poolId: number, held: string[]): Promise<GivenShare[]> {
  const { id, refundToldAt, movedAt, paidAt } = contributions;
  return tx
    .select()
    .from(contributions)
    .where(
      and(
        movableShares(poolId, held),
        or(isNull(refundToldAt), gt(movedAt, refundToldAt)),
        sql`not exists (select from ${refundRequests} q
          where q.contribution_id = ${id} and q.status = 'open')`,
      ),
    )
    .orderBy(asc(paidAt), asc(id));
}
