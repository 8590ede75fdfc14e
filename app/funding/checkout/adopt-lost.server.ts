import { CHECKOUT_SECONDS } from '#app/funding/order.ts';
import { inArray, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { paidLines, sealedOrder } from '#app/funding/checkout-session.server.ts';
import { unknownNumbers } from '#app/funding/store.server.ts';
import { readSession } from '#app/funding/stripe-payment.server.ts';
import { moveCursor, readCursor } from '#app/database/cursor.server.ts';
import { db } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { orders } from '#db/schema.ts';
import { adopt, numbersIn } from './adopt.server.ts';

const CURSOR = 'sessions';
/** Read again from before the cursor, beside what a session may take to be paid. */
const OVERLAP_SECONDS = 3_600;

/**
 * Adopts every paid order of this site that Stripe has and this database has lost, the oldest first,
 * so that a product which a visitor added is there before what others gave to it; and sees to it that
 * no number of a product which those orders name is given anew. From `since` on, or since the last
 * time: the moment of that is set back with the database. Resolves to how many could not be adopted
 * now; they are tried again.
 */
export async function adoptLostOrders(since: Date | undefined, onProgress: (read: number) => void) {
  const begin = since ?? (await lastTime());
  const { lost, newest } = await lostSessions(begin, onProgress);
  const whole: Stripe.Checkout.Session[] = [];
  for (const { id } of lost) whole.push(await readSession(id));
  await keepNumbers(whole);
  let failed = 0;
  for (const session of whole) {
    if (session.status !== 'complete' || session.payment_status !== 'paid') continue;
    try {
      await adopt(session, true);
    } catch (error) {
      failed += 1;
      log.error({ err: error, sessionId: session.id }, 'a lost order was not adopted; tried again');
    }
  }
  if (failed === 0 && newest > 0) await moveCursor(CURSOR, new Date(newest * 1000));
  return failed;
}

/** Before the first time, events were read so far at least. */
async function lastTime(): Promise<Date | undefined> {
  const reached = (await readCursor(CURSOR)) ?? (await readCursor('events'));
  const backSeconds = OVERLAP_SECONDS + CHECKOUT_SECONDS;
  return reached && new Date(reached.getTime() - backSeconds * 1000);
}

/** Those whose orders are not known here, the oldest first. */
async function lostSessions(begin: Date | undefined, onProgress: (read: number) => void) {
  const created = begin && { created: { gte: Math.floor(begin.getTime() / 1000) } };
  const list = stripe().checkout.sessions.list({ limit: 100, ...created });
  const lost: Stripe.Checkout.Session[] = [];
  let [read, newest] = [0, 0];
  let page: Stripe.Checkout.Session[] = [];
  for await (const session of list) {
    newest = Math.max(newest, session.created);
    page.push(session);
    if ((read += 1) % 100 > 0) continue;
    lost.push(...(await unknownOf(page)));
    page = [];
    onProgress(read);
  }
  lost.push(...(await unknownOf(page)));
  onProgress(read);
  return { lost: lost.reverse(), newest };
}

async function unknownOf(page: Stripe.Checkout.Session[]): Promise<Stripe.Checkout.Session[]> {
  const ids = new Map(page.map((session) => [session, sealedOrder(session)?.id]));
  const asked = [...ids.values()].filter((id) => id !== undefined);
  const rows = await db().select({ id: orders.id }).from(orders).where(inArray(orders.id, asked));
  const known = new Set<string | undefined>(rows.map(({ id }) => id));
  return page.filter((session) => ids.get(session) && !known.has(ids.get(session)));
}

/** Whoever lists a product from now on gives it a number that none of these has. */
async function keepNumbers(sessions: Stripe.Checkout.Session[]): Promise<void> {
  const numbers: number[] = [];
  for (const session of sessions) {
    numbers.push(...numbersIn(await paidLines(session)));
    const listed = Number(session.metadata?.product_id ?? Number.NaN);
    if (Number.isSafeInteger(listed)) numbers.push(listed);
  }
  const lost = await unknownNumbers([...new Set(numbers)]);
  if (lost.length > 0) await db().execute(sql`select pass_product_numbers(${Math.max(...lost)})`);
}
