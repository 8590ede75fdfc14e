import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type { Difference, Unattributed } from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';
import {
  bookedMovements,
  bookedPayments,
  elsewhere,
  type BookedPayment,
} from './booked-payments.server.ts';
import type {
  MovedAtStripe,
  PaidAtStripe,
  RefundAtStripe,
  StripeFacts,
} from './stripe-facts.server.ts';
import { batchesOf } from '#app/kit/batches.ts';
import { donatedCents, isDispute, unmatchedAmong } from '#app/funding/unmatched.server.ts';
import { mergedProducts } from '#app/catalogue/product-standing.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isErased, isUuid, normaliseEmail } from '#app/kit/text.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, disputeLines, disputes, orders, refunds } from '#db/schema.ts';

/** What Stripe says of one product, or of no product (donations). */
interface Side {
  /** Paid, less what was refunded or is contested. */
  cents: number;
  contributions: AuditEntry['contributions'];
}

/** The key of money for no product. */
export const NO_PRODUCT = 0;

/** Queries name so many ids at once. */
const BATCH = 1_000;

export interface StripeSide {
  tx: Tx;
  byProduct: Map<number, Side>;
  /** Codes that were merged: their money is with the product that stayed. */
  merged: Map<number, number>;
  unattributed: Unattributed[];
  /** What is not the same at Stripe and here, object by object. */
  differences: Difference[];
  /** Cents in Stripe's balance, in U.S. dollars. */
  balanceCents: number;
  /** Whether what differs under an id is under way: then it counts as the books have it. */
  isUnderWay: (id: string) => boolean;
}

/**
 * Holds what Stripe has against what is recorded here, payment by payment and movement by movement,
 * and gives each to products by their codes alone: what a product is called, or whether it is still
 * listed, misleads nobody. `isUnderWay` as in `StripeSide`.
 */
export async function attribute(tx: Tx, facts: StripeFacts, isUnderWay: StripeSide['isUnderWay']) {
  const side: StripeSide = {
    tx,
    byProduct: new Map(),
    merged: await mergedProducts(tx),
    unattributed: [],
    differences: [],
    balanceCents: 0,
    isUnderWay,
  };
  const booked = await bookedPayments(tx);
  const movements = await bookedMovements(tx);
  await takePayments(side, facts, booked);
  // What was paid for one product and stands at another is traced to that; where a duplicate was merged,
  // they are one.
  for (const { paidFor, productId, cents } of await elsewhere(tx)) {
    sideOf(side, paidFor).cents -= cents;
    sideOf(side, productId).cents += cents;
  }
  sideOf(side, null).cents += await donatedCents(tx);
  const out = takeMovements(side, facts, booked, movements);
  const refundsOut = [...out].filter(([id, cents]) => id.startsWith('re_') && cents !== 0);
  for (const page of batchesOf(refundsOut, BATCH)) await takeRefunds(side, page.map(asRefund));
  const disputed = [...out].filter(([id]) => isDispute(id));
  for (const page of batchesOf(disputed, BATCH)) await takeDisputes(side, new Map(page));
  return side;

  function asRefund([id, cents]: [string, number]): RefundAtStripe {
    return { id, amount: -cents, metadata: facts.refunds.get(id)?.metadata ?? null };
  }
}

function sideOf({ byProduct, merged }: StripeSide, productId: number | null): Side {
  const code = productId ?? NO_PRODUCT;
  const id = merged.get(code) ?? code;
  const known = byProduct.get(id);
  if (known) return known;
  const fresh = { cents: 0, contributions: [] };
  byProduct.set(id, fresh);
  return fresh;
}

/** Every payment at Stripe, the newest first, against its record here; and what is recorded beyond. */
async function takePayments(
  side: StripeSide,
  { paid }: StripeFacts,
  booked: Map<string, BookedPayment>,
): Promise<void> {
  const byId = new Map([...booked.values()].map((one) => [one.id, one]));
  const payments = [...paid.values()].filter(({ isSubscription }) => !isSubscription);
  const known = await knownOrders(side.tx, payments);
  const seen = new Set<BookedPayment>();
  for (const there of payments) {
    const one = byId.get(there.id);
    // A renewal names the order that its subscription began with; its session says who paid.
    const payer = one?.sessionId ? paid.get(one.sessionId) : there;
    // What our own order says holds whatever became of the metadata at Stripe.
    if (one && payer) {
      seen.add(one);
      if (one.status === 'review') aside(side, there, 'under review');
      else holdShares(side, one, there, payer);
    } else if (there.orderId === '') continue;
    else if (there.cents === 0) aside(side, there, 'paid outside Stripe', there.outsideCents);
    else if (booked.get(there.orderId)?.status === 'review') aside(side, there, 'under review');
    else if (!known.has(there.orderId)) aside(side, there, 'no order on this site');
    else if (!side.isUnderWay(there.id)) {
      differ(side, there.id, null, there.cents, 0, 'not recorded yet');
      for (const { productId, cents } of there.lines) addPayment(side, productId, cents, there);
    }
  }
  for (const one of booked.values()) {
    if (seen.has(one) || one.status !== 'paid') continue;
    const id = one.id ?? one.orderId;
    if (!side.isUnderWay(id)) differ(side, id, null, 0, sumOf(one.shares), 'not at Stripe');
    else {
      const created = Math.floor((one.paidAt?.getTime() ?? 0) / 1000);
      for (const share of one.shares)
        addPayment(side, share.productId, share.cents, { id, created });
    }
  }
}

/** Cents by product of one payment, here and there, and whose they are. */
function holdShares(
  side: StripeSide,
  { productId: only, isByRule, shares }: BookedPayment,
  there: PaidAtStripe,
  payer: PaidAtStripe,
): void {
  const asked = new Map<number | null, number>();
  const isWhole = there.cents === sumOf(shares);
  for (const { productId, cents } of isByRule && isWhole ? shares : there.lines) {
    const code = productId ?? (isByRule ? null : only);
    asked.set(code, (asked.get(code) ?? 0) + cents);
    addPayment(side, code, cents, there);
  }
  const given = new Map(shares.map(({ productId, cents }) => [productId, cents]));
  for (const code of new Set([...asked.keys(), ...given.keys()])) {
    const [cents, stored] = [asked.get(code) ?? 0, given.get(code) ?? 0];
    if (cents !== stored) differ(side, there.id, code, cents, stored, 'another amount');
  }
  if (!payer.email) return;
  const email = normaliseEmail(payer.email);
  for (const { productId, cents, emails } of shares) {
    if (emails.every((one) => one === email || isErased(one))) continue;
    differ(side, there.id, productId, cents, cents, 'another person');
  }
}

/** Those of the orders they name that are here, in whatever state. */
async function knownOrders(tx: Tx, some: PaidAtStripe[]): Promise<Set<string>> {
  const ids = some.map(({ orderId }) => orderId).filter(isUuid);
  const found = new Set<string>();
  for (const page of batchesOf(ids, BATCH)) {
    const own = inArray(orders.id, page);
    const rows = await tx.select({ id: orders.id }).from(orders).where(own);
    for (const { id } of rows) found.add(id);
  }
  return found;
}

/**
 * What moved Stripe's balance against what the ledger says of it, object by object; the cents that
 * each has moved in all.
 */
function takeMovements(
  side: StripeSide,
  facts: StripeFacts,
  booked: Map<string, BookedPayment>,
  movements: Map<string, number>,
): Map<string, number> {
  const keys = new Map<string, string>();
  for (const { paymentIntentId, key } of booked.values()) {
    if (paymentIntentId && key) keys.set(paymentIntentId, key);
  }
  const there = new Map<string, number>();
  const add = (id: string, cents: number) => there.set(id, (there.get(id) ?? 0) + cents);
  for (const one of facts.moved.values()) {
    if (one.currency !== 'usd') continue;
    add(keyOf(one, keys), one.amount);
    if (one.fee !== 0) add(one.id, -one.fee);
  }
  const told = new Set(side.differences.map(({ id }) => id));
  for (const id of new Set([...there.keys(), ...movements.keys()])) {
    const stored = movements.get(id) ?? 0;
    const moved = there.get(id) ?? 0;
    const cents = moved !== stored && side.isUnderWay(id) ? stored : moved;
    there.set(id, cents);
    side.balanceCents += cents;
    const why = moved === 0 ? 'not at Stripe' : 'not on the books so';
    if (cents !== stored && !told.has(id)) differ(side, id, null, cents, stored, why);
    if (cents === stored && cents > 0 && /^(pi|ch|py)_/.test(id)) {
      side.unattributed.push({ id, amount: dollarsFromCents(cents), why: 'a payment of no order' });
    }
  }
  return there;
}

/** What a movement is booked under: its payment's own, its refund or dispute, or itself. */
function keyOf({ id, of, paymentIntentId }: MovedAtStripe, keys: Map<string, string>): string {
  if (!of || !/^(ch|py)_/.test(of)) return of ?? id;
  return paymentIntentId ? (keys.get(paymentIntentId) ?? paymentIntentId) : of;
}

function differ(
  { differences }: StripeSide,
  id: string,
  productId: number | null,
  stripeCents: number,
  storedCents: number,
  why: Difference['why'],
): void {
  differences.push({
    id,
    product_id: productId,
    stripe_amount: dollarsFromCents(stripeCents),
    stored_amount: dollarsFromCents(storedCents),
    why,
  });
}

function aside(
  { unattributed }: StripeSide,
  { id, cents }: Pick<PaidAtStripe, 'id' | 'cents'>,
  why: Unattributed['why'],
  amountCents = cents,
): void {
  unattributed.push({ id, amount: dollarsFromCents(amountCents), why });
}

function sumOf(shares: { cents: number }[]): number {
  return shares.reduce((sum, { cents }) => sum + cents, 0);
}

function addPayment(
  side: StripeSide,
  productId: number | null,
  cents: number,
  { id, created }: Pick<PaidAtStripe, 'id' | 'created'>,
): void {
  const entry = sideOf(side, productId);
  entry.cents += cents;
  entry.contributions.push({
    amount: dollarsFromCents(cents),
    date: new Date(created * 1000).toISOString(),
    session_id: id,
  });
}

/** Refunds, and disputes of payments that are none of ours. */
async function takeRefunds(side: StripeSide, out: RefundAtStripe[]): Promise<void> {
  const ids = out.map(({ id }) => id);
  const unmatched = await unmatchedAmong(side.tx, ids);
  const parts = [...unmatched.values()].flatMap((one) => one.parts);
  const settled = parts.flatMap(({ refundId }) => refundId ?? []);
  const asked = out.flatMap(({ metadata }) => metadata?.allocation_id ?? []).filter(isUuid);
  const rows = await side.tx
    .select({ refund: refunds, productId: contributions.productId })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .where(or(inArray(refunds.stripeRefundId, ids), inArray(refunds.id, [...asked, ...settled])));
  for (const made of out) {
    const what = isDispute(made.id) ? 'a dispute' : 'a refund';
    const is = (cents: number, why: 'fits no contribution' | 'the project covers') =>
      aside(side, { id: made.id, cents }, `${what} that ${why}`);
    const known = unmatched.get(made.id);
    const own = rows.filter(
      ({ refund }) =>
        refund.id === made.metadata?.allocation_id || refund.stripeRefundId === made.id,
    );
    // One that was made since this site last looked.
    if (!known && own.length === 0) is(made.amount, 'fits no contribution');
    for (const { refund, productId } of known ? [] : own) {
      // What a dispute had taken before counts there, and what was paid outside Stripe as that;
      // money under review was never counted.
      const isCounted = ['held', 'canceled', 'paid_otherwise'].includes(refund.status);
      if (isCounted || !refund.contributionId) continue;
      sideOf(side, productId).cents -= refund.amountCents;
    }
    if (known && known.openCents !== 0) is(-known.openCents, 'fits no contribution');
    for (const { goesTo, refundId, amountCents } of known?.parts ?? []) {
      if (goesTo === 'loss') is(-amountCents, 'the project covers');
      const of = rows.find(({ refund }) => refund.id === refundId);
      if (goesTo !== 'refund' || !of?.refund.contributionId) continue;
      sideOf(side, of.productId).cents += amountCents;
    }
  }
}

async function takeDisputes(side: StripeSide, moved: Map<string, number>): Promise<void> {
  const ids = [...moved.keys()];
  const foreign = await side.tx
    .select({ id: disputes.id })
    .from(disputes)
    .where(and(inArray(disputes.id, ids), isNull(disputes.orderId)));
  const out = foreign
    .map(({ id }) => ({ id, amount: -(moved.get(id) ?? 0), metadata: null }))
    .filter(({ amount }) => amount !== 0);
  await takeRefunds(side, out);
  const lines = await side.tx
    .select({ line: disputeLines, productId: contributions.productId })
    .from(disputeLines)
    .innerJoin(contributions, eq(contributions.id, disputeLines.allocationId))
    .where(and(inArray(disputeLines.disputeId, ids), isNull(disputeLines.returnedAt)));
  for (const { line, productId } of lines) {
    sideOf(side, productId).cents -= line.amountCents;
  }
}
