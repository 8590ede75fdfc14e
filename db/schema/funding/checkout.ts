import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from '#db/schema/catalogue.ts';
import { createdAt, moment } from '#db/schema/columns.ts';

/** One checkout: written before Stripe hears of it, and the place its reservation hangs on. */
export const orders = pgTable(
  'orders',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /**
     * funding, submission, donation, subscription, or renewal (a subscription's later payment, which
     * has an invoice and no session): see `app/webhooks.ts`.
     */
    kind: text('kind').notNull(),
    /** open, awaiting (completed, money under way), paid, expired, failed, review. */
    status: text('status').notNull().default('open'),
    amountCents: integer('amount_cents').notNull(),
    currency: text('currency').notNull().default('usd'),
    sessionId: text('session_id').unique(),
    sessionUrl: text('session_url'),
    paymentIntentId: text('payment_intent_id'),
    customerId: text('customer_id'),
    subscriptionId: text('subscription_id'),
    invoiceId: text('invoice_id').unique(),
    /** Stripe's balance transaction of the payment, `txn_…`: the ledger has its fee under it. */
    feeTransactionId: text('fee_transaction_id'),
    email: text('email'),
    /** Where the payer returns to, kept so that a repeated request for the session is the same. */
    returnUrl: text('return_url').notNull(),
    /** Why an order stands in `review` or `failed`. */
    note: text('note'),
    /** Hashes of the browser's cookie and of the network address: caps, never identity. */
    browserHash: text('browser_hash').notNull(),
    addressHash: text('address_hash').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    paidAt: moment('paid_at'),
    closedAt: moment('closed_at'),
    /** When it was written anew from its session: this database had lost it (decision 0094). */
    adoptedAt: moment('adopted_at'),
  },
  (t) => [
    index('orders_adopted')
      .on(t.adoptedAt)
      .where(sql`adopted_at is not null`),
    index('orders_unfinished')
      .on(t.expiresAt)
      .where(sql`status in ('open', 'awaiting')`),
    index('orders_by_browser').on(t.browserHash),
    index('orders_by_payment').on(t.paymentIntentId),
    index('orders_by_email').on(sql`lower(email)`),
    index('orders_by_subscription').on(t.subscriptionId),
    index('orders_paid_at').on(t.paidAt),
    index('orders_under_review')
      .on(t.paidAt)
      .where(sql`status = 'review'`),
    index('orders_unfinished_by_address')
      .on(t.addressHash)
      .where(sql`status in ('open', 'awaiting')`),
    check(
      'orders_status_known',
      sql`${t.status} in ('open', 'awaiting', 'paid', 'expired', 'failed', 'review')`,
    ),
    check('orders_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/** What an order asks for, per product: a reservation while the order is open or awaiting. */
export const orderLines = pgTable(
  'order_lines',
  {
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    productName: text('product_name').notNull(),
    brand: text('brand').notNull(),
    /** As the order was made, and its payer was told: the same request is asked of Stripe again. */
    isServingUnknown: boolean('is_serving_unknown').notNull().default(false),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.orderId, t.productId] }),
    index('order_lines_by_product').on(t.productId),
    check('order_lines_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/**
 * The lines of paid money: what a payer gave to one product, or to the project itself where no product
 * is named. Never changed; where its cents stand is what `contributions` says (decision 0128).
 */
export const shares = pgTable(
  'shares',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** What was paid for; null: the project. */
    productId: integer('product_id').references(() => products.id),
    amountCents: integer('amount_cents').notNull(),
  },
  (t) => [
    unique('shares_once').on(t.orderId, t.productId).nullsNotDistinct(),
    check('shares_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/**
 * Cents of a share at one place: what a person sees as a contribution. All of a share's add up to it,
 * and to its entries in the ledger, place by place (constraint triggers). Only `transfer` moves them.
 */
export const contributions = pgTable(
  'contributions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** null: announced by a delayed payment, which has not come. */
    shareId: uuid('share_id').references(() => shares.id),
    productId: integer('product_id').references(() => products.id),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** The account on which it stands; null while it is announced. */
    place: text('place'),
    /** What that is to its payer. */
    status: text('status').notNull(),
    /** The part of a late payment that the product no longer needed: it goes back. */
    isExcess: boolean('is_excess').notNull().default(false),
    /** The product that was paid for, where it stands elsewhere since: merged, or moved (`moved_at`). */
    paidForProductId: integer('merged_from').references(() => products.id),
    /** The booking that cut this part off a larger contribution of the same payment. */
    cutBy: text('cut_by'),
    stripePaymentId: text('stripe_payment_id'),
    createdAt: createdAt(),
    paidAt: moment('paid_at'),
    /** When its giver was told of the refund that comes unless the goal is reached. */
    refundToldAt: moment('refund_told_at'),
    /** When an administrator let it go back, among more at once than goes back unasked. */
    refundAllowedAt: moment('refund_allowed_at'),
    /** When its giver moved it to where it stands; null: it was paid for there, or merged into it. */
    movedAt: moment('moved_at'),
    /** When its giver, moving it, accepted that its days count anew from then; once. */
    renewedAt: moment('renewed_at'),
    /** When its giver was asked where it should go before it goes back by age. */
    moveAskedAt: moment('move_asked_at'),
  },
  (t) => [
    unique('contributions_once')
      .on(t.orderId, t.productId, t.isExcess, t.paidForProductId, t.cutBy)
      .nullsNotDistinct(),
    index('contributions_by_payment').on(t.stripePaymentId),
    index('contributions_by_age')
      .on(t.paidAt)
      .where(sql`status = 'paid'`),
    index('contributions_told')
      .on(t.productId)
      .where(sql`refund_told_at is not null`),
    index('contributions_by_product').on(t.productId, t.emailNormalised),
    index('contributions_by_share').on(t.shareId),
    index('contributions_standing')
      .on(t.productId)
      .where(sql`status = 'paid'`),
    index('contributions_by_email').on(t.emailNormalised),
    check(
      'contributions_status_known',
      sql`${t.status} in ('pending', 'paid', 'refund_pending', 'refunded', 'refund_failed', 'disputed', 'charged_back')`,
    ),
    check('contributions_amount_positive', sql`${t.amountCents} > 0`),
    check(
      'contributions_place_fits',
      sql`(${t.shareId} is null) = (${t.status} = 'pending') and coalesce(case ${t.status}
        when 'pending' then ${t.place} is null
        when 'paid' then not ${t.isExcess} and ${t.place} = coalesce('product:' || ${t.productId}, 'donations')
        when 'refund_pending' then ${t.place} in ('refunds', 'stripe')
        when 'refund_failed' then ${t.place} = 'refunds'
        when 'refunded' then ${t.place} in ('stripe', 'review', 'bank')
        else ${t.place} = 'stripe' end, false)`,
    ),
  ],
);
