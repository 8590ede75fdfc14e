import { sql } from 'drizzle-orm';
import {
  boolean,
  check,
  date,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { products } from './catalogue.ts';
import { moment, createdAt } from './columns.ts';

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
    email: text('email'),
    /** Where the payer returns to, kept so that a repeated request for the session is the same. */
    returnUrl: text('return_url').notNull(),
    /** Why an order stands in `review` or `failed`. */
    note: text('note'),
    /** SHA-256 of the browser's cookie and of the network address: caps, never identity. */
    browserHash: text('browser_hash').notNull(),
    addressHash: text('address_hash').notNull(),
    /** Of the network around the address; null on orders older than this column. */
    networkHash: text('network_hash'),
    /** Holds one product for a proof of work, beside what the network holds without. */
    isProven: boolean('is_proven').notNull().default(false),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    paidAt: moment('paid_at'),
    closedAt: moment('closed_at'),
  },
  (t) => [
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
    index('orders_unfinished_by_network')
      .on(t.networkHash)
      .where(sql`status in ('open', 'awaiting')`),
    index('orders_expired_by_address')
      .on(t.addressHash, t.closedAt)
      .where(sql`status = 'expired'`),
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
 * The allocations of paid money: what a person gave to one product, or to the project itself where
 * no product is named, and what became of it.
 */
export const contributions = pgTable(
  'contributions',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    productId: integer('product_id').references(() => products.id),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** design "Money" 11. */
    status: text('status').notNull(),
    /** The part of a late payment that the product no longer needed: it goes back. */
    isExcess: boolean('is_excess').notNull().default(false),
    /** The product that was paid for, where that one has been merged into this one since. */
    mergedFrom: integer('merged_from').references(() => products.id),
    /** The booking that cut this part off a larger contribution of the same payment. */
    cutBy: text('cut_by'),
    stripePaymentId: text('stripe_payment_id'),
    createdAt: createdAt(),
    paidAt: moment('paid_at'),
    /** When its giver was told of the refund that comes unless the goal is reached. */
    refundToldAt: moment('refund_told_at'),
    /** When an administrator let it go back, among more at once than goes back unasked. */
    refundAllowedAt: moment('refund_allowed_at'),
  },
  (t) => [
    unique('contributions_once')
      .on(t.orderId, t.productId, t.isExcess, t.mergedFrom, t.cutBy)
      .nullsNotDistinct(),
    index('contributions_by_payment').on(t.stripePaymentId),
    index('contributions_by_age')
      .on(t.paidAt)
      .where(sql`status = 'paid'`),
    index('contributions_told')
      .on(t.productId)
      .where(sql`refund_told_at is not null`),
    index('contributions_by_product').on(t.productId, t.emailNormalised),
    index('contributions_by_email').on(t.emailNormalised),
    check(
      'contributions_status_known',
      sql`${t.status} in ('pending', 'paid', 'refund_pending', 'refunded', 'refund_failed', 'disputed', 'charged_back')`,
    ),
    check('contributions_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/**
 * Money on its way back, one row per allocation. `id` is the allocation: the contribution, or, for
 * money that never was one (under review), the order. It goes to Stripe as `allocation_id`.
 */
export const refunds = pgTable(
  'refunds',
  {
    id: uuid('id').primaryKey(),
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    /** null: money under review. */
    contributionId: uuid('contribution_id')
      .unique()
      .references(() => contributions.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** A key of `funding/refunds/refund-reasons.ts`. */
    reason: text('reason').notNull(),
    /** What an administrator wrote beside it. */
    note: text('note'),
    /**
     * queued (not at Stripe yet), pending (at Stripe), succeeded, failed (an administrator's queue),
     * held (a dispute took the money meanwhile), canceled (the dispute was lost: it went back so),
     * paid_otherwise (`allocations` says how).
     */
    status: text('status').notNull().default('queued'),
    /** Whether the money has left Stripe's balance: the books have it out of `refunds`. */
    isBooked: boolean('is_booked').notNull().default(false),
    /** Part of the idempotency key: goes up only once Stripe has said that the last one failed. */
    attempt: integer('attempt').notNull().default(1),
    stripeRefundId: text('stripe_refund_id'),
    failureReason: text('failure_reason'),
    /** Requests made in this attempt: from the second on, Stripe is searched first. */
    tries: integer('tries').notNull().default(0),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    settledAt: moment('settled_at'),
  },
  (t) => [
    index('refunds_unsettled')
      .on(t.requestedAt)
      .where(sql`status in ('queued', 'pending', 'failed', 'held')`),
    index('refunds_by_order').on(t.orderId),
    index('refunds_by_stripe_refund').on(t.stripeRefundId),
    check(
      'refunds_status_known',
      sql`${t.status} in ('queued', 'pending', 'succeeded', 'failed', 'held', 'canceled', 'paid_otherwise')`,
    ),
    check('refunds_amount_positive', sql`${t.amountCents} > 0`),
  ],
);

/**
 * Money that arrived at Stripe, or left it, and fits no order, share or refund exactly: a payment
 * that is not what was ordered, or nobody's; a refund that was made at Stripe itself.
 */
export const unmatched = pgTable(
  'unmatched',
  {
    /** Stripe's: the payment (`pi_…`) or the refund (`re_…`). */
    id: text('id').primaryKey(),
    /** The payment that it is, or was taken from; null: not known. */
    paymentIntentId: text('payment_intent_id'),
    /** What arrived; below zero: what left. */
    amountCents: integer('amount_cents').notNull(),
    /** So much of it as nobody has allocated, with the same sign: together the account `review`. */
    openCents: integer('open_cents').notNull(),
    /** An administrator has undone what it was matched with: it is matched by hand alone. */
    isByHand: boolean('is_by_hand').notNull().default(false),
    /** At Stripe. */
    happenedAt: moment('happened_at').notNull(),
    bookedAt: moment('booked_at').notNull(),
    /** The refund failed, and its money is back; or the payment was recorded as what it is. */
    returnedAt: moment('returned_at'),
  },
  (t) => [
    index('unmatched_open')
      .on(t.bookedAt)
      .where(sql`open_cents <> 0`),
    index('unmatched_by_payment').on(t.paymentIntentId),
    check(
      'unmatched_open_within_amount',
      sql`${t.amountCents} <> 0 and ${t.openCents} between least(0, ${t.amountCents}) and greatest(0, ${t.amountCents})`,
    ),
  ],
);

/** What unmatched money, or a refund that failed, turned out to be; undone, another may stand. */
export const allocations = pgTable(
  'allocations',
  {
    /** Made by the form that noted it. */
    id: uuid('id').primaryKey(),
    /** null: a refund that failed, and was paid outside Stripe. */
    unmatchedId: text('unmatched_id').references(() => unmatched.id),
    /** refund (`refund_id`), donation, loss, outside (paid outside Stripe). */
    goesTo: text('goes_to').notNull(),
    /** What it settles; of payments that are none of ours, what the two sides share. */
    refundId: uuid('refund_id'),
    /** With the sign of what is allocated. */
    amountCents: integer('amount_cents').notNull(),
    /** Outside Stripe. */
    paidOn: date('paid_on', { mode: 'string' }),
    /** The payment's number, as our bank's statement has it; empty once its payee is erased. */
    reference: text('reference').notNull(),
    /** Empty once the person it is about is erased. */
    reason: text('reason').notNull(),
    notedAt: moment('noted_at').notNull(),
    /** It was undone. */
    withdrawnAt: moment('withdrawn_at'),
    withdrawnReason: text('withdrawn_reason'),
  },
  (t) => [
    uniqueIndex('allocations_one_payment_stands')
      .on(t.refundId)
      .where(sql`unmatched_id is null and withdrawn_at is null`),
    index('allocations_by_refund').on(t.refundId),
    index('allocations_by_unmatched').on(t.unmatchedId),
    index('allocations_by_noting').on(t.notedAt),
    check('allocations_known', sql`${t.goesTo} in ('refund', 'donation', 'loss', 'outside')`),
    check(
      'allocations_of_something',
      sql`${t.amountCents} <> 0 and (${t.unmatchedId} is not null or (${t.refundId} is not null and ${t.goesTo} = 'outside'))`,
    ),
    check(
      'allocations_withdrawn_with_reason',
      sql`(${t.withdrawnAt} is null) = (${t.withdrawnReason} is null)`,
    ),
  ],
);

/** A contributor's wish to have money back before testing has begun; an administrator decides. */
export const refundRequests = pgTable(
  'refund_requests',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    contributionId: uuid('contribution_id')
      .notNull()
      .references(() => contributions.id),
    /** In the contributor's own words. */
    reason: text('reason').notNull().default(''),
    /** open, granted, declined. */
    status: text('status').notNull().default('open'),
    /** What the administrator tells the contributor. */
    note: text('note'),
    requestedAt: moment('requested_at').notNull().defaultNow(),
    decidedAt: moment('decided_at'),
  },
  (t) => [
    uniqueIndex('refund_requests_one_open')
      .on(t.contributionId)
      .where(sql`status = 'open'`),
    index('refund_requests_by_contribution').on(t.contributionId),
    index('refund_requests_open')
      .on(t.requestedAt)
      .where(sql`status = 'open'`),
    check('refund_requests_status_known', sql`${t.status} in ('open', 'granted', 'declined')`),
  ],
);

/** A payment that its payer contests at the bank. */
export const disputes = pgTable(
  'disputes',
  {
    /** Stripe's. */
    id: text('id').primaryKey(),
    /** null: a payment that is none of ours. */
    orderId: uuid('order_id').references(() => orders.id),
    paymentIntentId: text('payment_intent_id').notNull(),
    amountCents: integer('amount_cents').notNull(),
    reason: text('reason').notNull(),
    /** As Stripe names it. */
    status: text('status').notNull(),
    /** Cents that our books have out of Stripe's balance because of it, fees apart. */
    withdrawnCents: integer('withdrawn_cents').notNull().default(0),
    /** Balance transactions seen: an answer of Stripe's with fewer is an older one. */
    movements: integer('movements').notNull().default(0),
    evidenceDueAt: moment('evidence_due_at'),
    createdAt: createdAt(),
    closedAt: moment('closed_at'),
  },
  (t) => [
    index('disputes_by_order').on(t.orderId),
    index('disputes_open')
      .on(t.createdAt)
      .where(sql`closed_at is null`),
  ],
);

/** What a dispute took from each allocation of its payment, and what that stood as before. */
export const disputeLines = pgTable(
  'dispute_lines',
  {
    disputeId: text('dispute_id')
      .notNull()
      .references(() => disputes.id),
    /**
     * The contribution, the refund that is owed, or the order of money under review; a refund of that
     * may have the order's id as well.
     */
    allocationId: uuid('allocation_id').notNull(),
    account: text('account').notNull(),
    amountCents: integer('amount_cents').notNull(),
    previousStatus: text('previous_status').notNull(),
    /** When the dispute gave it back. */
    returnedAt: moment('returned_at'),
  },
  (t) => [
    primaryKey({ columns: [t.disputeId, t.allocationId, t.account] }),
    index('dispute_lines_by_allocation').on(t.allocationId),
  ],
);
