import { sql } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { networkOf, standingOf, type Rooms } from './holds.server.ts';
import type { Order } from '#app/funding/order.ts';
import { present } from '#app/kit/assert.ts';
import type { Visitor } from '#app/platform/http/call.ts';
import { now } from '#app/platform/clock.server.ts';
import { stripeNow } from '#app/platform/stripe/clocks.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { checkouts } from '#app/platform/limits/limits.ts';
import { isProof, MOST_LEVELS } from '#app/platform/limits/proof.server.ts';
import { orders } from '#db/schema.ts';

/** What a proof of work is asked for, and bound to: all that a checkout may have to prove. */
export const CHECKOUT_PROOF = checkouts(1).name;

/** Too many checkouts are unfinished: until when, and the proof that would let this one pass. */
interface TooManyOpen {
  waitSeconds: number;
  /** Undefined where no proof would. */
  level?: number;
}

/** Why no order may be placed now: another of this browser is open, or there are too many. */
export type OrderRefusal = 'busy' | TooManyOpen;

/** What a turn says: what the order may hold, and why none may be placed now. */
interface Turn {
  rooms: Rooms;
  refusal?: OrderRefusal | undefined;
}

/**
 * Takes this browser's turn until the transaction ends, and says whether it may place an order: one
 * open checkout of a kind per browser, and beyond a steady count per network address a proof of work
 * for each, unless the browser has paid before (design "Money" 3).
 */
export async function takeOrderTurn(tx: Tx, visitor: Visitor, kind: string): Promise<Turn> {
  const { browserHash, addressHash } = visitor;
  // One after the other in their order, so that two visitors do not wait for each other in a circle.
  const keys = sql.param([browserHash, addressHash, networkOf(visitor).now].toSorted());
  await tx.execute(
    sql`select pg_advisory_xact_lock(hashtextextended(key, 1)) from unnest(${keys}::text[]) as key`,
  );
  const { rooms, openAtAddress, openKinds, hasPaid, ...standing } = await standingOf(tx, visitor);
  if (openKinds.includes(kind)) return { rooms, refusal: 'busy' };
  const ratio = openAtAddress / config().RESERVATIONS_PER_ADDRESS;
  if (ratio < 1 || hasPaid) return { rooms };
  const level = Math.min(MOST_LEVELS, Math.floor(Math.log2(ratio)));
  const isProven = await isProof(visitor, CHECKOUT_PROOF, level, tx);
  return isProven
    ? { rooms }
    : { rooms, refusal: { waitSeconds: standing.addressWaitSeconds, level } };
}

/**
 * Writes an order, open: ours before Stripe hears of it. `returnUrl` has no trailing slash;
 * `isProven` where it holds for a proof of work what it could not hold without.
 */
export async function placeOrder(
  tx: Tx,
  visitor: Visitor,
  {
    kind,
    amountCents,
    returnUrl,
    isProven = false,
  }: Pick<Order, 'kind' | 'amountCents' | 'returnUrl'> & Partial<Pick<Order, 'isProven'>>,
): Promise<Order> {
  const [order] = await tx
    .insert(orders)
    .values({
      kind,
      amountCents,
      browserHash: visitor.browserHash,
      addressHash: visitor.addressHash,
      networkHash: networkOf(visitor).now,
      isProven,
      returnUrl,
      createdAt: now(),
      expiresAt: checkoutEnd(),
    })
    .returning();
  return present(order, 'the new order');
}

/** When a checkout that starts now ends, at a whole second, by Stripe's clock: it takes no less than half an hour. */
function checkoutEnd(): Date {
  return new Date(Math.ceil(stripeNow().getTime() / 1000 + config().CHECKOUT_SECONDS) * 1000);
}
