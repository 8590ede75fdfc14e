import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { reconcile } from '#app/reconcile.ts';
import { contributions, disputes, refunds } from '#db/schema.ts';
import type { World } from './world.ts';

/** Beyond the five minutes within which clocks are believed. */
const APART_S = [11 * 60, -13 * 60];
/** So many refunds are asked for under each. */
const ASKED = 6;
/** Longer than a job waits before it is taken. */
const LOOKED_FOR_MS = 4_000;
const TRIES = 40;

/**
 * The provider's clock is far ahead, then far behind, in fair weather: refunds that are asked for
 * meanwhile wait, none is lost, and what waits goes once the clock is right, which the books at rest
 * show. Returns how many waited.
 */
export async function setClocksApart(world: World): Promise<number> {
  const { pair, sandbox, problems } = world;
  await pair.settled();
  await reconcile(); // a payment that is contested at Stripe alone has a refund refused
  let held = 0;
  for (const seconds of APART_S) {
    await settleRefunds(); // what is under way would count as sent
    await sandbox.skew(seconds);
    await allHaveHeard(world);
    const before = await sent();
    const waiting = await askForSome();
    await settleRefunds();
    await sleep(LOOKED_FOR_MS);
    const gone = (await sent()) - before;
    if (gone > 0) problems.push(`${gone} refunds were sent by a clock ${seconds} s apart`);
    held += waiting.length;
    await sandbox.skew(0);
    await allHaveHeard(world, false);
    await settleRefunds();
    const left = await stillQueued(waiting);
    if (left > 0) problems.push(`${left} refunds still wait for a clock that is right again`);
  }
  return held;
}

/** Has each process ask Stripe something, until each says of its clock what it should. */
async function allHaveHeard({ pair, problems }: World, isTrouble = true): Promise<void> {
  await stripe().events.list({ limit: 1 });
  for (const which of [0, 1]) {
    for (let tries = 0; (await isWarning(which)) !== isTrouble; tries += 1) {
      if (tries === TRIES) {
        problems.push(`process ${which} does not ${isTrouble ? 'see' : 'forget'} a wrong clock`);
        break;
      }
      await pair.settled(); // one that was killed is up again
      await pair.ask(which, askStripe);
      await sleep(100);
    }
  }

  async function isWarning(which: number): Promise<boolean> {
    const body = await pair.ask(which, async (url) => {
      const response = await fetch(`${url}/readyz`);
      return (await response.json()) as { clocks?: { warning?: string | null } };
    });
    return Boolean(body?.clocks?.warning);
  }
}

/** Has a process open a checkout, which nobody pays. */
async function askStripe(url: string): Promise<void> {
  const response = await fetch(`${url}/api/create-donation-checkout`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ amount: 5 }),
  });
  await response.body?.cancel();
}

/** Refunds that Stripe has. */
async function sent(): Promise<number> {
  const all = stripe().refunds.list({ limit: 100 });
  return (await all.autoPagingToArray({ limit: 10_000 })).length;
}

async function askForSome(): Promise<string[]> {
  const contested = db().select({ id: disputes.orderId }).from(disputes);
  const paid = await db()
    .select({ id: contributions.id })
    .from(contributions)
    .where(
      and(
        eq(contributions.status, 'paid'),
        isNull(contributions.mergedFrom),
        sql`${contributions.orderId} not in (${contested.where(sql`order_id is not null`)})`,
      ),
    )
    .limit(ASKED);
  const asked: string[] = [];
  for (const { id } of paid) {
    const { accepted } = await requestRefund(id, { reason: 'requested' });
    if (accepted) asked.push(id);
  }
  return asked;
}

async function stillQueued(ids: string[]): Promise<number> {
  return db().$count(
    refunds,
    and(inArray(refunds.contributionId, ids), eq(refunds.status, 'queued')),
  );
}
