import { and, eq, inArray, isNotNull, sql } from 'drizzle-orm';
import { isDonation, isMonthly } from '#app/funding/order.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, orders } from '#db/schema.ts';

export type BookedPayment =
  Awaited<ReturnType<typeof bookedPayments>> extends Map<string, infer One> ? One : never;

/** Every payment that is recorded here, a paid order or one under review, by its order. */
export async function bookedPayments(tx: Tx) {
  const { id, kind, status, sessionId, invoiceId, paymentIntentId, paidAt } = orders;
  const isBooked = inArray(status, ['paid', 'review']);
  const order = { orderId: id, kind, status, sessionId, invoiceId, paymentIntentId, paidAt };
  /** The only product that it can be for, where its line items name none. */
  const only = sql<number | null>`(select min(l.product_id) from order_lines l
    where l.order_id = ${id})`;
  const known = await tx
    .select({ ...order, productId: only })
    .from(orders)
    .where(isBooked);
  const { orderId, paidForProductId, productId, amountCents, emailNormalised } = contributions;
  const paidFor = sql<number | null>`coalesce(${paidForProductId}, ${productId})`;
  const shares = await tx
    .select({
      orderId,
      productId: paidFor,
      cents: sql<number>`sum(${amountCents})::float8`,
      emails: sql<string[]>`array_agg(distinct ${emailNormalised})`,
    })
    .from(contributions)
    .innerJoin(orders, eq(orders.id, orderId))
    .where(isBooked)
    .groupBy(orderId, paidFor);
  const sharesOf = Map.groupBy(shares, (share) => share.orderId);
  const booked = known.map(({ kind: of, invoiceId: invoice, ...one }) => ({
    ...one,
    /** What it is at Stripe: the session; the invoice of a monthly donation. */
    id: isMonthly(of) ? invoice : one.sessionId,
    /** What the ledger has it under. */
    key: one.sessionId ?? invoice,
    /** Stripe knows what it costs: what it funds is chosen here (decision 0109). */
    isByRule: isDonation({ kind: of }),
    /** Cents by the product that was paid for, whatever became of them; null is none. */
    shares: sharesOf.get(one.orderId) ?? [],
  }));
  return new Map(booked.map((one) => [one.orderId, one]));
}

/** Cents that stand elsewhere than at the product they were paid for, by both, whatever became of them. */
export async function elsewhere(tx: Tx) {
  const { orderId, paidForProductId, productId, amountCents } = contributions;
  return tx
    .select({
      paidFor: sql<number>`${paidForProductId}`,
      productId,
      cents: sql<number>`sum(${amountCents})::float8`,
    })
    .from(contributions)
    .innerJoin(orders, and(eq(orders.id, orderId), eq(orders.status, 'paid')))
    .where(isNotNull(paidForProductId))
    .groupBy(paidForProductId, productId);
}

/** What was booked under something that Stripe has no id for. */
const NO_OBJECT = 'nothing at Stripe';

/** Cents that the ledger has in Stripe's balance, by the object at Stripe that brought or took them. */
export async function bookedMovements(tx: Tx): Promise<Map<string, number>> {
  const { rows } = await tx.execute<{ id: string; cents: number }>(sql`
    select case when split_part(t.source, ':', 2) ~ '^[a-z]+_' then split_part(t.source, ':', 2)
                else ${NO_OBJECT} end as id,
      -sum(e.amount_cents)::float8 as cents
    from ledger_transactions t
    join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
    group by 1`);
  return new Map(rows.map(({ id, cents }) => [id, cents]));
}
