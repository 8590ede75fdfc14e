import { inArray, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { CHECKOUT_SECONDS } from '#app/funding/order.ts';
import { centsByProduct, paidLines, sealedOrder } from '#app/funding/checkout-session.server.ts';
import { isOrderKind, orderKind, type PaidLine } from '#app/funding/order-kinds.server.ts';
import { unknownNumbers } from '#app/funding/store.server.ts';
import { paymentOfSession, readSession } from '#app/funding/stripe-payment.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { moveCursor, readCursor } from '#app/database/cursor.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { orders } from '#db/schema.ts';
import { recordAlone } from './record-payment.server.ts';

/** Stands for what only the browser that paid could tell again. */
const LOST = 'lost';

/**
 * Writes an order anew that was paid and that this database has lost, because it was set back to a
 * moment before or a failover lost its last commits, from its session, and records its payment, in one
 * transaction (decision 0094). What cannot be written exactly goes under review. Undefined where the
 * session is not of this site. `isLast` once everything older is adopted; until then, throws where a
 * product is missing that may come yet.
 */
export async function adopt(session: Stripe.Checkout.Session, isLast = false) {
  const lost = sealedOrder(session);
  const amountCents = session.amount_total ?? 0;
  if (!lost || !isOrderKind(lost.kind) || amountCents <= 0) return undefined;
  const lines = await paidLines(session);
  if (!isLast && (await unknownNumbers(numbersIn(lines))).length > 0) {
    throw new Error(
      `Order ${lost.id} is lost with a product: openassay reconcile brings them back.`,
    );
  }
  log.warn({ orderId: lost.id, sessionId: session.id }, 'an order that was lost is adopted');
  return recordAlone({
    orderId: lost.id,
    session,
    paid: centsByProduct(lines),
    payment: await paymentOfSession(session),
    async rebuild(tx) {
      if (!(await writeOrder(tx, lost, session))) return undefined;
      return orderKind(lost.kind).rebuild?.(tx, lost.id, { session, lines });
    },
  });
}

/** The products that lines were for, by their codes. */
function numbersIn(lines: PaidLine[]): number[] {
  return lines.map(({ productId }) => productId).filter(Number.isSafeInteger);
}

/** Whether it was not there; whoever else is writing it is waited for. */
async function writeOrder(
  tx: Tx,
  { id, kind }: { id: string; kind: string },
  session: Stripe.Checkout.Session,
): Promise<boolean> {
  const written = await tx
    .insert(orders)
    .values({
      id,
      kind,
      // Nothing is reserved for it any more: what its products do not need by now goes back.
      status: 'expired',
      amountCents: session.amount_total ?? 0,
      currency: session.currency ?? 'usd',
      sessionId: session.id,
      returnUrl: (session.success_url ?? '').replace(/\/success\?.*$/, ''),
      browserHash: LOST,
      addressHash: LOST,
      expiresAt: new Date(session.expires_at * 1000),
      createdAt: new Date(session.created * 1000),
      adoptedAt: now(),
    })
    .onConflictDoNothing()
    .returning({ id: orders.id });
  return written.length > 0;
}

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
