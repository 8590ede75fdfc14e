import { sql, and, eq } from 'drizzle-orm';
import { heldReservations, times } from './holds.server.ts';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { CHECKOUT_SECONDS, type Order, type OrderLine } from '#app/funding/order.ts';
import { present } from '#app/kit/assert.ts';
import type { Visitor } from '#app/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { stripeNow } from '#app/stripe/clocks.server.ts';
import { type Tx, db } from '#app/database/db.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { orders, orderLines } from '#db/schema.ts';
import type Stripe from 'stripe';

/** Unfinished checkouts of all kinds at one address. */
const MOST_OPEN = 60;

type LineProduct = Pick<
  LockedProduct,
  'id' | 'name' | 'panel' | 'round' | 'brand' | 'servingSizeG'
>;

/** Why no order may be placed now: another of this browser is open, or there are too many until then. */
export type OrderRefusal = 'busy' | { waitSeconds: number };

/**
 * Takes this browser's turn until the transaction ends, and says whether it may place an order: one
 * open checkout of a kind per browser, and a steady count per address, unless the browser has paid
 * before. What the order may hold, and why none may be placed now.
 */
export async function takeOrderTurn(tx: Tx, visitor: Visitor, kind: string) {
  // One after the other in their order, so that two visitors do not wait for each other in a circle.
  const keys = sql.param([visitor.browserHash, visitor.addressHash].toSorted());
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 1)) from unnest(${keys}::text[]) as key`,
  );
  const standing = await heldReservations(tx, visitor);
  const { openAtAddress, openKinds, hasPaid, addressWaitSeconds: waitSeconds } = standing;
  if (openKinds.includes(kind)) return { standing, refusal: 'busy' as const };
  const isFull = !hasPaid && openAtAddress >= MOST_OPEN * times();
  return { standing, refusal: isFull ? { waitSeconds } : undefined };
}

/** Writes an order, open: ours before Stripe hears of it. `returnUrl` has no trailing slash. */
export async function placeOrder(
  tx: Tx,
  visitor: Visitor,
  { kind, amountCents, returnUrl }: Pick<Order, 'kind' | 'amountCents' | 'returnUrl'>,
): Promise<Order> {
  const [order] = await tx
    .insert(orders)
    .values({
      kind,
      amountCents,
      browserHash: visitor.browserHash,
      addressHash: visitor.addressHash,
      returnUrl,
      createdAt: now(),
      // At a whole second, by Stripe's clock: it takes no less than half an hour.
      expiresAt: new Date(Math.ceil(stripeNow().getTime() / 1000 + CHECKOUT_SECONDS) * 1000),
    })
    .returning();
  return present(order, 'the new order');
}

/**
 * Stores which checkout session an order has; false where the order has ended meanwhile, so that
 * nobody may be sent to that session any more.
 */
export async function rememberSession(
  orderId: string,
  session: Pick<Stripe.Checkout.Session, 'id' | 'url'>,
): Promise<boolean> {
  const stored = await db()
    .update(orders)
    .set({ sessionId: session.id, sessionUrl: session.url })
    .where(and(eq(orders.id, orderId), eq(orders.status, 'open')))
    .returning({ id: orders.id });
  return stored.length > 0;
}

/** Writes what an order is for, in cents by product, and returns it. */
export async function writeOrderLines(
  tx: Tx,
  orderId: string,
  parts: { product: LineProduct; cents: number }[],
): Promise<OrderLine[]> {
  if (parts.length === 0) return [];
  const rows = parts.map(({ product, cents }) => ({
    orderId,
    productId: product.id,
    productName: testName(product),
    brand: product.brand ?? '',
    isServingUnknown: product.panel === 'plastics' && !product.servingSizeG,
    amountCents: cents,
  }));
  return tx.insert(orderLines).values(rows).returning();
}
