import { sql } from 'drizzle-orm';
import {
  type AnyPgColumn,
  bigint,
  boolean,
  check,
  date,
  customType,
  doublePrecision,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  unique,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import { FULL_FUNDING_CENTS, LEVELS } from '#app/kit/money.ts';

/**
 * Every table, in the order of the line of money. Which room writes which table stands in
 * ARCHITECTURE.md; `npm run db:generate` turns a change here into a migration.
 */

const moment = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });
const createdAt = () => moment('created_at').notNull().defaultNow();
const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });

// --- catalogue -------------------------------------------------------------------------------

/** A product that can be funded. Amounts are integer cents; `level` follows from them. */
export const products = pgTable(
  'products',
  {
    /** Four-digit product code: 1001 and up; 9001 and up for `[TEST]` products. */
    id: integer('id').primaryKey().generatedByDefaultAsIdentity({ startWith: 2001 }),
    name: text('name').notNull(),
    /** null where it is not known. */
    brand: text('brand'),
    category: text('category').notNull().default('Unknown'),
    imageUrl: text('image_url'),
    productUrl: text('product_url'),
    /** `urlKey(productUrl)`: two addresses of one page have the same one. */
    urlKey: text('url_key').unique(),
    /** Digits of the barcode, as `upcKey` leaves them. */
    upc: text('upc').unique(),
    servingSizeG: doublePrecision('serving_size_g'),
    servingSizeUnit: text('serving_size_unit'),
    testingStatus: text('testing_status').notNull().default('Untested'),
    /** What it is funded to, and how many samples that pays: kept once money was given to it. */
    targetCents: integer('target_cents')
      .notNull()
      .$default(() => FULL_FUNDING_CENTS),
    levels: smallint('levels')
      .notNull()
      .$default(() => LEVELS),
    /** Balance of the ledger account `product:<id>`. */
    raisedCents: integer('raised_cents').notNull().default(0),
    /** Sum of the lines of this product's open orders. */
    reservedCents: integer('reserved_cents').notNull().default(0),
    level: smallint('level')
      .notNull()
      .generatedAlwaysAs(sql`raised_cents::bigint * levels / target_cents`),
    /** Distinct normalised emails with net paid money. */
    contributorCount: integer('contributor_count').notNull().default(0),
    isDemo: boolean('is_demo').notNull().default(false),
    /** When the first sample was bought: from then on nothing is refunded, and never undone. */
    testingBegunAt: moment('testing_begun_at'),
    /** It had reached its goal, and has been below it since then, its testing not begun. */
    fellAt: moment('fell_at'),
    /** Taken off the list: it can be neither found nor funded, and its money goes back. */
    removedAt: moment('removed_at'),
    /** `removed`, `untestable` or `merged`. */
    removedReason: text('removed_reason'),
    /** The product that this one was a duplicate of: everything it had is there now. */
    mergedInto: integer('merged_into').references((): AnyPgColumn => products.id),
    /** Kept out of lists and search, and not funded anew, until it is shown again. */
    hiddenAt: moment('hidden_at'),
    /** A visitor added it then, and no administrator has looked at it since. */
    unreviewedSince: moment('unreviewed_since'),
    /** `searchable(name)`, a newline, `searchable(brand)`: a term never matches across the two. */
    searchText: text('search_text').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('products_by_raised').on(t.isDemo, t.raisedCents.desc(), t.id.desc()),
    index('products_by_contributors').on(t.isDemo, t.contributorCount.desc(), t.id.desc()),
    index('products_by_id').on(t.isDemo, t.id.desc()),
    index('products_search_trigrams').using('gin', sql`${t.searchText} gin_trgm_ops`),
    check('products_raised_within_target', sql`${t.raisedCents} between 0 and ${t.targetCents}`),
    check(
      'products_reserved_within_need',
      sql`${t.reservedCents} >= 0 and ${t.raisedCents} + ${t.reservedCents} <= ${t.targetCents}`,
    ),
    check('products_contributors_not_negative', sql`${t.contributorCount} >= 0`),
    check(
      'products_removed_with_reason',
      sql`(${t.removedAt} is null) = (${t.removedReason} is null)`,
    ),
    check(
      'products_merged_are_removed',
      sql`(${t.mergedInto} is not null) = (coalesce(${t.removedReason}, '') = 'merged')`,
    ),
    index('products_unreviewed')
      .on(t.unreviewedSince)
      .where(sql`unreviewed_since is not null`),
    index('products_merged')
      .on(t.mergedInto)
      .where(sql`merged_into is not null`),
  ],
);

/**
 * Photos that administrators have uploaded, one a product, as they were taken in: upright, without
 * the camera's notes. They lie here because processes share nothing else.
 */
export const productPhotos = pgTable('product_photos', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id),
  bytes: bytes('bytes').notNull(),
  /** Follows from the bytes. */
  version: text('version').notNull(),
  widthPx: integer('width_px').notNull(),
  heightPx: integer('height_px').notNull(),
  uploadedAt: moment('uploaded_at').notNull(),
});

/** How many products are listed, kept by triggers, so that no request has to count them. */
export const productTotals = pgTable('product_totals', {
  isDemo: boolean('is_demo').primaryKey(),
  total: integer('total').notNull().default(0),
});

// --- funding ---------------------------------------------------------------------------------

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

// --- submissions, donations ------------------------------------------------------------------

/** What a visitor wrote on /add-product; becomes a product when its order is paid. */
export const productSubmissions = pgTable('product_submissions', {
  orderId: uuid('order_id')
    .primaryKey()
    .references(() => orders.id),
  name: text('name').notNull(),
  brand: text('brand').notNull(),
  category: text('category').notNull(),
  upc: text('upc').notNull(),
  productUrl: text('product_url').notNull(),
  comments: text('comments').notNull(),
  /** As its submitter read it off the package; null where they did not say. */
  servingSizeG: doublePrecision('serving_size_g'),
  /** The product it became, or the one that was there already. */
  productId: integer('product_id').references(() => products.id),
  createdAt: createdAt(),
});

/** A monthly donation, as Stripe last described it. */
export const subscriptions = pgTable(
  'subscriptions',
  {
    /** Stripe's. */
    id: text('id').primaryKey(),
    /** The order of its first payment. */
    orderId: uuid('order_id')
      .notNull()
      .references(() => orders.id),
    customerId: text('customer_id').notNull(),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    amountCents: integer('amount_cents').notNull(),
    /** As Stripe names it. */
    status: text('status').notNull(),
    cancelAtPeriodEnd: boolean('cancel_at_period_end').notNull().default(false),
    currentPeriodEnd: moment('current_period_end'),
    createdAt: createdAt(),
    endedAt: moment('ended_at'),
  },
  (t) => [
    index('subscriptions_by_email').on(t.emailNormalised),
    index('subscriptions_by_customer').on(t.customerId),
  ],
);

/** Mailed links to manage monthly donations, as hashes only. */
export const manageLinks = pgTable(
  'manage_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    emailNormalised: text('email_normalised').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (t) => [index('manage_links_by_expiry').on(t.expiresAt)],
);

// --- ledger ----------------------------------------------------------------------------------

/** One happening with money. Unique per source event, so that nothing is booked twice. */
export const ledgerTransactions = pgTable('ledger_transactions', {
  id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
  reason: text('reason').notNull(),
  /** What caused it, e.g. `checkout:cs_…`. */
  source: text('source').notNull().unique(),
  createdAt: createdAt(),
});

/** Entries of a transaction sum to zero (deferred trigger) and are never changed (trigger). */
export const ledgerEntries = pgTable(
  'ledger_entries',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    transactionId: bigint('transaction_id', { mode: 'number' })
      .notNull()
      .references(() => ledgerTransactions.id),
    account: text('account').notNull(),
    amountCents: bigint('amount_cents', { mode: 'number' }).notNull(),
  },
  (t) => [
    index('ledger_entries_by_account').on(t.account),
    index('ledger_entries_by_transaction').on(t.transactionId),
    check('ledger_entries_not_zero', sql`${t.amountCents} <> 0`),
  ],
);

// --- platform --------------------------------------------------------------------------------

/** The webhook inbox: stored once, answered, then processed by a job. */
export const webhookEvents = pgTable(
  'webhook_events',
  {
    id: text('id').primaryKey(),
    type: text('type').notNull(),
    livemode: boolean('livemode').notNull(),
    /** Whole until it has been worked on, then ids alone: it is full of personal data. */
    payload: jsonb('payload').notNull(),
    receivedAt: moment('received_at').notNull().defaultNow(),
    /** When it came by webhook; null for what the reconciler had to fetch. */
    deliveredAt: moment('delivered_at'),
    processedAt: moment('processed_at'),
    attempts: integer('attempts').notNull().default(0),
    lastError: text('last_error'),
  },
  (t) => [
    index('webhook_events_delivered').on(t.deliveredAt),
    index('webhook_events_unprocessed')
      .on(t.receivedAt)
      .where(sql`processed_at is null`),
  ],
);

/** Mails queued by the transaction that causes them: a template's name and ids, never text. */
export const mails = pgTable(
  'mails',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    name: text('name').notNull(),
    toEmail: text('to_email').notNull(),
    params: jsonb('params').notNull().default({}),
    /** The same happening never queues the same mail twice. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    attempts: integer('attempts').notNull().default(0),
    /** Not before: grows with each failure, and marks a mail that a process is just sending. */
    nextAttemptAt: moment('next_attempt_at').notNull().defaultNow(),
    lastError: text('last_error'),
    /** `{ subject, html, text }` as sent, kept only where the outbox is the local one. */
    rendered: jsonb('rendered'),
    createdAt: createdAt(),
    sentAt: moment('sent_at'),
    /** It will not be sent. */
    deadAt: moment('dead_at'),
    /** Dead on purpose: nobody wants it, or there is nothing to say any more; not a failure. */
    isWithheld: boolean('is_withheld').notNull().default(false),
  },
  (t) => [
    index('mails_unsent')
      .on(t.nextAttemptAt)
      .where(sql`sent_at is null and dead_at is null`),
    index('mails_by_time').on(t.createdAt),
    index('mails_by_address').on(sql`lower(to_email)`),
  ],
);

/** How far a job that reads on has come: a moment of Stripe's clock. */
export const cursors = pgTable('cursors', {
  name: text('name').primaryKey(),
  reached: moment('reached').notNull(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Fixed-window counters, shared by all processes. */
export const rateLimits = pgTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: moment('window_start').notNull(),
    hits: integer('hits').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.windowStart] }),
    index('rate_limits_by_window').on(t.windowStart),
  ],
);

/** First-party analytics events (spec §3); no address, no email. */
export const analyticsEvents = pgTable(
  'analytics_events',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    name: text('name').notNull(),
    properties: jsonb('properties').notNull(),
    path: text('path').notNull(),
    /** Chosen at random for the event by the browser, so that a repeated sending counts once. */
    insertId: text('insert_id').unique(),
    receivedAt: moment('received_at').notNull().defaultNow(),
  },
  (t) => [index('analytics_events_by_time').on(t.receivedAt)],
);

/** How often each event came on a day (UTC) of which the events themselves are no longer kept. */
export const analyticsDays = pgTable(
  'analytics_days',
  {
    day: date('day').notNull(),
    name: text('name').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [primaryKey({ columns: [t.day, t.name] })],
);

// --- mailing, lookup, admin ------------------------------------------------------------------

/**
 * One browser's wish to hear of a product under an address. Each browser has a row of its own, so
 * that nobody can tell, or end, what another has asked for (decision 0018).
 */
export const follows = pgTable(
  'follows',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    browserHash: text('browser_hash').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    unique('follows_once').on(t.productId, t.emailNormalised, t.browserHash),
    index('follows_by_email').on(t.emailNormalised),
  ],
);

/** A person's place on one of the two lists that the digest goes to. */
export const subscribers = pgTable(
  'subscribers',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    /** `newsletter`, or `updates`: the home page's sign-up. */
    list: text('list').notNull().default('newsletter'),
    /** What was being searched for on the home page. */
    query: text('query'),
    status: text('status').notNull().default('new'),
    createdAt: createdAt(),
    confirmedAt: moment('confirmed_at'),
  },
  (t) => [
    unique('subscribers_once').on(t.emailNormalised, t.list),
    check('subscribers_list_known', sql`${t.list} in ('newsletter', 'updates')`),
  ],
);

/** What visitors write to the administrators by the form on Contact. */
export const contactMessages = pgTable(
  'contact_messages',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    email: text('email').notNull(),
    emailNormalised: text('email_normalised').notNull(),
    text: text('text').notNull(),
    /** The same words of the same address on one day are one message. */
    dedupeKey: text('dedupe_key').notNull().unique(),
    createdAt: createdAt(),
    answeredAt: moment('answered_at'),
  },
  (t) => [
    index('contact_messages_by_email').on(t.emailNormalised),
    index('contact_messages_open')
      .on(t.createdAt)
      .where(sql`answered_at is null`),
  ],
);

/** An address that mails go to: the secret of its links, and what may be sent there. */
export const mailboxes = pgTable('mailboxes', {
  emailNormalised: text('email_normalised').primaryKey(),
  /** Stands in the links of mails; another one every month. */
  token: text('token').notNull().unique(),
  tokenMadeAt: moment('token_made_at').notNull().defaultNow(),
  /** Nothing but what its owner asks or pays for is sent since. */
  stoppedAt: moment('stopped_at'),
  /** When a mail server said for good that there is no such mailbox. */
  bouncedAt: moment('bounced_at'),
  bounceReason: text('bounce_reason'),
  createdAt: createdAt(),
});

/** Tokens in the links of older mails: they open less and less (decision 0043). */
export const mailboxTokens = pgTable(
  'mailbox_tokens',
  {
    token: text('token').primaryKey(),
    emailNormalised: text('email_normalised')
      .notNull()
      .references(() => mailboxes.emailNormalised, { onDelete: 'cascade' }),
    retiredAt: moment('retired_at').notNull(),
  },
  (t) => [
    index('mailbox_tokens_by_email').on(t.emailNormalised),
    index('mailbox_tokens_by_time').on(t.retiredAt),
  ],
);

/**
 * A browser that has shown to read a mailbox, by a code or a link that went there: what it asks for is
 * its owner's own wish. It opens nothing.
 */
export const mailboxBrowsers = pgTable(
  'mailbox_browsers',
  {
    emailNormalised: text('email_normalised').notNull(),
    browserHash: text('browser_hash').notNull(),
    provenAt: moment('proven_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.emailNormalised, t.browserHash] }),
    index('mailbox_browsers_by_time').on(t.provenAt),
  ],
);

/** Products that the owner of an address wants to hear no more of, though they gave to them. */
export const productMutes = pgTable(
  'product_mutes',
  {
    emailNormalised: text('email_normalised').notNull(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    createdAt: createdAt(),
  },
  (t) => [primaryKey({ columns: [t.emailNormalised, t.productId] })],
);

/** One issue of the digest: what it tells of, by ids, and to how many. Who gets it stands in `mails`. */
export const digestIssues = pgTable('digest_issues', {
  /** From 1, without gaps: two processes cannot both make the next one. */
  number: integer('number').primaryKey(),
  /** What happened after this was looked through. */
  since: moment('since').notNull(),
  madeAt: moment('made_at').notNull(),
  /** `DigestItem[]` of `app/mailing/mails/digest-news.ts`: what was told once is not told again. */
  items: jsonb('items').notNull(),
  recipients: integer('recipients').notNull(),
});

/** Whether the clock sends the digest; without a row it does. At most one row. */
export const digestClock = pgTable(
  'digest_clock',
  {
    id: boolean('id').primaryKey().default(true),
    isOn: boolean('is_on').notNull(),
  },
  (t) => [check('digest_clock_one_row', sql`${t.id}`)],
);

/** Emailed codes, as salted hashes only, each for the browser that asked for it. */
export const contributionsVerification = pgTable(
  'contributions_verification',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    emailNormalised: text('email_normalised').notNull(),
    browserHash: text('browser_hash').notNull(),
    salt: text('salt').notNull(),
    codeHash: text('code_hash').notNull(),
    /** Guesses taken, counted before each is looked at. */
    attempts: integer('attempts').notNull().default(0),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    usedAt: moment('used_at'),
  },
  (t) => [
    index('contributions_verification_by_email').on(t.emailNormalised, t.browserHash, t.createdAt),
    index('contributions_verification_by_expiry').on(t.expiresAt),
  ],
);

/** Who has given the right code: what the cookie stands for, as a hash. */
export const lookupSessions = pgTable(
  'lookup_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    emailNormalised: text('email_normalised').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
  },
  (t) => [
    index('lookup_sessions_by_email').on(t.emailNormalised),
    index('lookup_sessions_by_expiry').on(t.expiresAt),
  ],
);

// --- admin -----------------------------------------------------------------------------------

/** The list of administrators, by normalised address. */
export const adminUsers = pgTable('admin_users', {
  email: text('email').primaryKey(),
  /** When they are told of what by email, where it is not as usual: `{ submission: 'never' }`. */
  notices: jsonb('notices').notNull().default({}),
  createdAt: createdAt(),
});

/** What the next daily email tells an administrator, and what earlier ones told. */
export const adminNotices = pgTable(
  'admin_notices',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    email: text('email')
      .notNull()
      .references(() => adminUsers.email, { onDelete: 'cascade' }),
    /** One of `app/platform/mail/notice-kinds.ts`. */
    kind: text('kind').notNull(),
    params: jsonb('params').notNull(),
    dedupeKey: text('dedupe_key').notNull(),
    happenedAt: moment('happened_at').notNull(),
    /** Of the email that tells it; null while it waits. */
    digestId: uuid('digest_id'),
  },
  (t) => [
    unique('admin_notices_once').on(t.email, t.dedupeKey),
    index('admin_notices_by_digest').on(t.digestId),
  ],
);

/**
 * What better-auth keeps of an administrator, in the columns that it asks for. Whoever is taken off
 * the list goes from here with all sessions and second factors, by the database itself.
 */
export const authUsers = pgTable('auth_users', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email')
    .notNull()
    .unique()
    .references(() => adminUsers.email, { onDelete: 'cascade' }),
  emailVerified: boolean('email_verified').notNull().default(false),
  image: text('image'),
  twoFactorEnabled: boolean('two_factor_enabled').default(false),
  createdAt: createdAt(),
  updatedAt: moment('updated_at').notNull().defaultNow(),
});

/** Who is signed in where. The cookie holds the token with a signature that is not kept here. */
export const authSessions = pgTable(
  'auth_sessions',
  {
    id: uuid('id').primaryKey(),
    token: text('token').notNull().unique(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    expiresAt: moment('expires_at').notNull(),
    /** Always empty: network addresses are not kept. */
    ipAddress: text('ip_address'),
    userAgent: text('user_agent'),
    /** When a code of the second factor was last given in it. */
    factorGivenAt: moment('factor_given_at'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('auth_sessions_by_user').on(t.userId),
    index('auth_sessions_by_expiry').on(t.expiresAt),
  ],
);

/** Passwords and identities elsewhere: always empty, but better-auth looks whether there is one. */
export const authAccounts = pgTable(
  'auth_accounts',
  {
    id: uuid('id').primaryKey(),
    accountId: text('account_id').notNull(),
    providerId: text('provider_id').notNull(),
    userId: uuid('user_id')
      .notNull()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    accessToken: text('access_token'),
    refreshToken: text('refresh_token'),
    idToken: text('id_token'),
    accessTokenExpiresAt: moment('access_token_expires_at'),
    refreshTokenExpiresAt: moment('refresh_token_expires_at'),
    scope: text('scope'),
    password: text('password'),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [index('auth_accounts_by_user').on(t.userId)],
);

/** Links that were mailed, by the hash of their token, and sign-ins that wait for a code. */
export const authVerifications = pgTable(
  'auth_verifications',
  {
    id: uuid('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: moment('expires_at').notNull(),
    createdAt: createdAt(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('auth_verifications_by_identifier').on(t.identifier),
    index('auth_verifications_by_expiry').on(t.expiresAt),
  ],
);

/** An administrator's second factor: its key encrypted with AUTH_SECRET, recovery codes as HMACs. */
export const authTwoFactors = pgTable(
  'auth_two_factors',
  {
    id: uuid('id').primaryKey(),
    secret: text('secret').notNull(),
    backupCodes: text('backup_codes').notNull(),
    userId: uuid('user_id')
      .notNull()
      .unique()
      .references(() => authUsers.id, { onDelete: 'cascade' }),
    verified: boolean('verified').default(true),
    failedVerificationCount: integer('failed_verification_count').default(0),
    lockedUntil: moment('locked_until'),
  },
  (t) => [index('auth_two_factors_by_secret').on(t.secret)],
);

/** The keys of `/.well-known/jwks.json`; the private ones are encrypted with AUTH_SECRET. */
export const authKeys = pgTable('auth_keys', {
  id: uuid('id').primaryKey(),
  publicKey: text('public_key').notNull(),
  privateKey: text('private_key').notNull(),
  alg: text('alg'),
  crv: text('crv'),
  createdAt: createdAt(),
  expiresAt: moment('expires_at'),
});

/**
 * What administrators did, append-only, each row written with what it tells of. Names no other table:
 * it outlives an administrator and a product.
 */
export const adminActions = pgTable(
  'admin_actions',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    at: moment('at').notNull(),
    /** An administrator's address; `command line` or `ADMIN_EMAILS` where it was none. */
    actor: text('actor').notNull(),
    /** Their id with better-auth, where they were signed in. */
    actorId: uuid('actor_id'),
    /** One of `app/admin/trail/action-names.ts`. */
    action: text('action').notNull(),
    /** What it was done to, such as `product 1001`. */
    subject: text('subject').notNull(),
    before: jsonb('before'),
    after: jsonb('after'),
  },
  (t) => [
    index('admin_actions_by_actor').on(t.actor, t.id.desc()),
    index('admin_actions_by_subject').on(t.subject, t.id.desc()),
  ],
);

// --- testing ---------------------------------------------------------------------------------

/** One package that was bought for the laboratory: what a funded product's money is spent on. */
export const testSamples = pgTable(
  'test_samples',
  {
    /** Made by the form that noted it, so that the same form sent twice buys once. */
    id: uuid('id').primaryKey(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** From 1, without gaps. */
    number: smallint('number').notNull(),
    notedAt: moment('noted_at').notNull(),
  },
  (t) => [
    unique('test_samples_numbered').on(t.productId, t.number),
    check('test_samples_number_from_one', sql`${t.number} >= 1`),
  ],
);

/**
 * What became of a sample, step by step. Rows are added and never changed: a correction is a row
 * that takes the place of another, with its reason.
 */
export const testSteps = pgTable(
  'test_steps',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sampleId: uuid('sample_id')
      .notNull()
      .references(() => testSamples.id),
    /** One of `app/testing/steps.ts`. */
    step: text('step').notNull(),
    /** The day on which it happened, wherever that was. */
    day: date('day', { mode: 'string' }).notNull(),
    /** The shop, the carrier, the laboratory. */
    place: text('place'),
    /** As printed on the package; of a purchase alone. */
    lot: text('lot'),
    /** For everybody to read. */
    note: text('note'),
    /** It did not happen after all. */
    isVoid: boolean('is_void').notNull().default(false),
    corrects: bigint('corrects', { mode: 'number' }).unique(),
    reason: text('reason'),
    notedAt: moment('noted_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'test_steps_corrects',
      columns: [t.corrects],
      foreignColumns: [t.id],
    }),
    uniqueIndex('test_steps_once')
      .on(t.sampleId, t.step)
      .where(sql`corrects is null`),
    check(
      'test_steps_known',
      sql`${t.step} in ('bought', 'shipped', 'at-lab', 'results-in', 'checked', 'published', 'given-up')`,
    ),
    check(
      'test_steps_corrected_with_reason',
      sql`(${t.corrects} is null) = (${t.reason} is null) and (${t.corrects} is not null or not ${t.isVoid})`,
    ),
  ],
);

/**
 * What was paid for a product's test, as the ledger has it in `spent:<id>`. A correction takes the
 * place of another row, with its reason; 0 cents: it was not paid after all.
 */
export const testCosts = pgTable(
  'test_costs',
  {
    /** Made by the form that noted it. */
    id: uuid('id').primaryKey(),
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** The sample that was bought with it. */
    sampleId: uuid('sample_id').references(() => testSamples.id),
    /** sample, laboratory, shipping, other. */
    kind: text('kind').notNull(),
    amountCents: integer('amount_cents').notNull(),
    paidOn: date('paid_on', { mode: 'string' }).notNull(),
    payee: text('payee').notNull(),
    /** Where its receipt or invoice is kept; administrators alone see it. */
    receipt: text('receipt').notNull(),
    corrects: uuid('corrects').unique(),
    reason: text('reason'),
    notedAt: moment('noted_at').notNull(),
  },
  (t) => [
    foreignKey({
      name: 'test_costs_corrects',
      columns: [t.corrects],
      foreignColumns: [t.id],
    }),
    index('test_costs_by_product').on(t.productId),
    check('test_costs_kind_known', sql`${t.kind} in ('sample', 'laboratory', 'shipping', 'other')`),
    check('test_costs_corrected_with_reason', sql`(${t.corrects} is null) = (${t.reason} is null)`),
    check(
      'test_costs_amount_positive',
      sql`${t.amountCents} > 0 or (${t.amountCents} = 0 and ${t.corrects} is not null)`,
    ),
  ],
);

/** Tests that were begun and have no results: at most one row a product, never changed. */
export const testEndings = pgTable('test_endings', {
  productId: integer('product_id')
    .primaryKey()
    .references(() => products.id),
  /** For everybody to read. */
  reason: text('reason').notNull(),
  endedAt: moment('ended_at').notNull(),
});

/** What was left of a product's money, or missing, when the books of its test were closed. */
export const testSettlements = pgTable(
  'test_settlements',
  {
    productId: integer('product_id')
      .notNull()
      .references(() => products.id),
    /** From 1: what comes after a closing is settled by another. */
    number: smallint('number').notNull(),
    /** Positive: left, and passed on. Negative: missing, and made up for. */
    amountCents: integer('amount_cents').notNull(),
    /** Of that, what the reserve took or gave; the rest is the project's own. */
    reserveCents: integer('reserve_cents').notNull(),
    settledAt: moment('settled_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.productId, t.number] }),
    check(
      'test_settlements_of_one_sign',
      sql`${t.amountCents} <> 0 and sign(${t.amountCents}) * ${t.reserveCents} between 0 and abs(${t.amountCents})`,
    ),
  ],
);

/**
 * A run of the audit: any process runs it, any process shows how far it has come. The last ones are
 * kept with what they found.
 */
export const auditRuns = pgTable(
  'audit_runs',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    /** running, done, failed. */
    status: text('status').notNull().default('running'),
    /** What is being read at Stripe and how much of it: `{ what, read }`. */
    progress: jsonb('progress'),
    /** All that was found but the entries, which are rows of their own. */
    report: jsonb('report'),
    startedAt: moment('started_at').notNull(),
    /** When it last said how far it is: one that is silent for long has died. */
    progressedAt: moment('progressed_at').notNull(),
    finishedAt: moment('finished_at'),
  },
  (t) => [
    uniqueIndex('audit_runs_one_at_once')
      .on(sql`(true)`)
      .where(sql`status = 'running'`),
    index('audit_runs_by_start').on(t.startedAt.desc()),
    check('audit_runs_status_known', sql`${t.status} in ('running', 'done', 'failed')`),
  ],
);

/** What one run of the audit found of one product (spec §3 "Audit entry"). */
export const auditEntries = pgTable(
  'audit_entries',
  {
    runId: uuid('run_id')
      .notNull()
      .references(() => auditRuns.id, { onDelete: 'cascade' }),
    /** Differences come first, demonstration products last. */
    position: integer('position').notNull(),
    productId: integer('product_id').notNull(),
    isDemo: boolean('is_demo').notNull(),
    entry: jsonb('entry').notNull(),
  },
  (t) => [primaryKey({ columns: [t.runId, t.position] })],
);

/** A laboratory's file as it was uploaded: what is previewed is what is published. Kept for a day. */
export const resultUploads = pgTable(
  'result_uploads',
  {
    id: uuid('id').primaryKey().defaultRandom(),
    fileName: text('file_name').notNull(),
    /** Of the text, which is the file's bytes read as UTF-8. */
    sha256: text('sha256').notNull(),
    content: text('content').notNull(),
    /** The product that the whole file is about, where one was named. */
    aboutProductId: integer('about_product_id'),
    uploadedAt: moment('uploaded_at').notNull(),
  },
  (t) => [index('result_uploads_by_time').on(t.uploadedAt)],
);

// --- results ---------------------------------------------------------------------------------

/** The chemicals a sample is tested for; rows mirror `app/toxicology/chemicals.ts`. */
export const chemicals = pgTable('chemicals', {
  key: text('key').primaryKey(),
  abbreviation: text('abbreviation').notNull().unique(),
  fullName: text('full_name').notNull(),
  /** full name followed by (ppb), spec §3. */
  headerName: text('header_name').notNull(),
  category: text('category').notNull(),
});

/** A tested product; changed when its samples or ratings are. */
export const testedProducts = pgTable(
  'tested_products',
  {
    /**
     * PlasticList's product number, below 1000, or the code of a product that was funded here;
     * zero-padded to four digits at the edges.
     */
    originalId: integer('original_id').primaryKey(),
    /** The same code, where the product was funded here. */
    productId: integer('product_id')
      .unique()
      .references(() => products.id),
    name: text('name').notNull(),
    tags: text('tags').array().notNull(),
    /** null where unknown; 0 at the edge (spec §3). */
    servingSizeG: doublePrecision('serving_size_g'),
    collectionNotes: text('collection_notes'),
    searchText: text('search_text').notNull(),
    updatedAt: moment('updated_at').notNull().defaultNow(),
  },
  (t) => [
    index('tested_products_search_trigrams').using('gin', sql`${t.searchText} gin_trgm_ops`),
    check('tested_products_code_is_number', sql`${t.productId} = ${t.originalId}`),
  ],
);

/**
 * How a tested product is rated in one family, as computed from its samples by `app/results` in the
 * same transaction as the samples (spec §3 "Risk list row": child of 14 kg, EFSA). Named as the
 * API's fields end, which `app/results/tested-schema.ts` explains.
 */
export const testedRatings = pgTable(
  'tested_ratings',
  {
    original_id: integer()
      .notNull()
      .references(() => testedProducts.originalId, { onDelete: 'cascade' }),
    family: text().notNull(),
    risk: text().notNull(),
    tdi_percent: doublePrecision(),
    lower_percent: doublePrecision(),
    upper_percent: doublePrecision(),
    limit_unseen: boolean().notNull(),
    samples_disagree: boolean().notNull(),
    above_range: boolean().notNull(),
  },
  (t) => [primaryKey({ columns: [t.original_id, t.family] })],
);

/**
 * Every set of results that was ever published of a tested product, the current one included; rows
 * are added and never changed.
 */
export const resultRevisions = pgTable(
  'result_revisions',
  {
    originalId: integer('original_id')
      .notNull()
      .references(() => testedProducts.originalId),
    /** From 1, without gaps. */
    number: integer('number').notNull(),
    /** Why it differs from the one before; null for the first. */
    reason: text('reason'),
    publishedAt: moment('published_at').notNull(),
    /** Of the laboratory's file; null where it is not known any more. */
    fileSha256: text('file_sha256'),
    /** All of the product's samples as a samples file of their own, header included. */
    rows: text('rows').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.originalId, t.number] }),
    check(
      'result_revisions_with_reason',
      sql`${t.number} >= 1 and (${t.number} = 1) = (${t.reason} is null)`,
    ),
  ],
);

/** One sample of a tested product, as last published, or of a `[TEST]` product. */
export const labSamples = pgTable(
  'lab_samples',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    sampleId: text('sample_id').notNull().unique(),
    testedProductId: integer('tested_product_id').references(() => testedProducts.originalId),
    productId: integer('product_id').references(() => products.id),
    lot: text('lot'),
    notes: text('notes'),
    /** The file's other columns (dates, places, shipment, methods), as reported. */
    provenance: jsonb('provenance').notNull().default({}),
  },
  (t) => [
    index('lab_samples_by_tested_product').on(t.testedProductId),
    index('lab_samples_by_product').on(t.productId),
    check(
      'lab_samples_of_one_product',
      sql`num_nonnulls(${t.testedProductId}, ${t.productId}) = 1`,
    ),
  ],
);

/** One concentration: the text as the lab reported it, and how it is read (design "Results"). */
export const labMeasurements = pgTable(
  'lab_measurements',
  {
    labSampleId: bigint('lab_sample_id', { mode: 'number' })
      .notNull()
      .references(() => labSamples.id),
    chemicalKey: text('chemical_key')
      .notNull()
      .references(() => chemicals.key),
    reported: text('reported').notNull(),
    status: text('status').notNull(),
    /** ng/g (ppb): the value, or the limit that `<` or `>` names; null where nothing was reported. */
    valueNgG: doublePrecision('value_ng_g'),
  },
  (t) => [
    primaryKey({ columns: [t.labSampleId, t.chemicalKey] }),
    check(
      'lab_measurements_status_known',
      sql`${t.status} in ('ok', 'below_loq', 'above_range', 'not_detected', 'not_tested')`,
    ),
  ],
);

/** Files taken in, by content: a start knows what it has already done. */
export const imports = pgTable(
  'imports',
  {
    id: bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    kind: text('kind').notNull(),
    fileSha256: text('file_sha256').notNull(),
    rowCount: integer('row_count').notNull(),
    createdAt: createdAt(),
  },
  (t) => [uniqueIndex('imports_once').on(t.kind, t.fileSha256)],
);
