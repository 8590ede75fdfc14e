import { REFUND_DAYS } from '#app/kit/facts.ts';
import { and, asc, eq, inArray, isNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type Stripe from 'stripe';
import { dashboardUrl } from './dashboard-url.ts';
import { movedText } from './whose-words.ts';
import { record, type Actor } from '#app/admin/trail/trail.server.ts';
import { config, siteUrl } from '#app/config.ts';
import { findOrderByPayment } from '#app/funding/store.server.ts';
import { dollarsFromCents, formatCents } from '#app/kit/money.ts';
import { isErased } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import { stripe } from '#app/platform/stripe/stripe.server.ts';
import { site } from '#app/site.ts';
import { allocations, contributions, mails, products, refunds, testEndings } from '#db/schema.ts';

/**
 * All that an administrator needs to answer a dispute, in one value: what is contested and until
 * when, who paid what for which products, what the payer was told, what went back already, and the
 * texts of Stripe's own evidence form. Amounts in dollars, moments in ISO 8601. Undefined where
 * Stripe knows no such dispute. It shows who paid, by name and address: that it was looked at is
 * written down.
 */
export async function disputeEvidence(by: Actor, disputeId: string) {
  const dispute = await retrieve(disputeId);
  if (!dispute) return undefined;
  const intentId =
    typeof dispute.payment_intent === 'string'
      ? dispute.payment_intent
      : dispute.payment_intent?.id;
  const order = await findOrderByPayment(intentId ?? null);
  await record(db(), by, {
    action: 'look-at-dispute',
    subject: `dispute ${dispute.id}`,
    before: null,
    after: { orders: order ? [order.id] : [] },
  });
  const shares = order ? await sharesOf(order.id) : [];
  const charge = typeof dispute.charge === 'object' ? dispute.charge : undefined;
  return {
    dispute: {
      id: dispute.id,
      amount: dollarsFromCents(dispute.amount),
      currency: dispute.currency,
      reason: dispute.reason,
      status: dispute.status,
      opened_at: iso(dispute.created),
      evidence_due_at: dispute.evidence_details.due_by
        ? iso(dispute.evidence_details.due_by)
        : null,
      evidence_submissions: dispute.evidence_details.submission_count,
      withdrawn: dollarsFromCents(
        -dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0),
      ),
      fees: dollarsFromCents(dispute.balance_transactions.reduce((sum, { fee }) => sum + fee, 0)),
      dashboard_url: dashboardUrl(dispute, config().STRIPE_API_BASE),
    },
    payment: {
      payment_intent: intentId ?? null,
      charge: charge?.id ?? null,
      receipt_url: charge?.receipt_url ?? null,
      paid_at: charge ? iso(charge.created) : null,
      card: charge?.payment_method_details?.card
        ? {
            brand: charge.payment_method_details.card.brand,
            last4: charge.payment_method_details.card.last4,
            country: charge.payment_method_details.card.country,
            cvc_check: charge.payment_method_details.card.checks?.cvc_check ?? null,
          }
        : null,
      billing_name: charge?.billing_details.name ?? null,
    },
    order: order && {
      id: order.id,
      kind: order.kind,
      email: order.email,
      amount: dollarsFromCents(order.amountCents),
      session_id: order.sessionId,
      invoice_id: order.invoiceId,
      placed_at: order.createdAt.toISOString(),
      recorded_at: order.paidAt?.toISOString() ?? null,
    },
    shares,
    refunds: order ? await refundsOf(order.id) : [],
    mails: order
      ? await mailsOf(
          order.id,
          shares.map(({ contribution_id }) => contribution_id),
        )
      : [],
    /** Named as Stripe's evidence form names its fields. */
    suggested_evidence: {
      customer_email_address: order?.email && !isErased(order.email) ? order.email : null,
      service_date: (charge ? iso(charge.created) : iso(dispute.created)).slice(0, 10),
      product_description: describe(shares),
      refund_policy: REFUND_POLICY,
      refund_policy_disclosure: `The rule stands beside the funding list, in its dialog "How Funding Works", and in the receipt mailed after the payment.`,
    },
  };
}

const REFUND_POLICY = `Money for a product that does not reach its goal within ${REFUND_DAYS} days is refunded automatically. Once the first sample has been bought, testing has begun and nothing is refunded.`;

async function retrieve(disputeId: string): Promise<Stripe.Dispute | undefined> {
  if (!/^\w{1,255}$/.test(disputeId)) return undefined;
  try {
    return await stripe().disputes.retrieve(disputeId, { expand: ['charge'] });
  } catch (error) {
    if ((error as Stripe.errors.StripeError).code === 'resource_missing') return undefined;
    throw error;
  }
}

/** What was paid for, as the payer's receipt names it; how it stands is told of what it is now. */
async function sharesOf(orderId: string) {
  const paidFor = alias(products, 'paid_for');
  const { mergedFrom, productId } = contributions;
  const rows = await db()
    .select({
      contribution: contributions,
      product: products,
      paidFor,
      testEndedAt: testEndings.endedAt,
    })
    .from(contributions)
    .leftJoin(products, eq(products.id, productId))
    .leftJoin(testEndings, eq(testEndings.productId, productId))
    .leftJoin(paidFor, eq(paidFor.id, sql`coalesce(${mergedFrom}, ${productId})`))
    .where(eq(contributions.orderId, orderId))
    .orderBy(asc(contributions.createdAt), asc(contributions.id));
  return rows.map(({ contribution, product, paidFor: paid, testEndedAt }) => ({
    contribution_id: contribution.id,
    amount: dollarsFromCents(contribution.amountCents),
    status: contribution.status,
    product: paid && {
      id: paid.id,
      name: paid.name,
      brand: paid.brand,
      /** Leads on to what it was merged into. */
      url: `${siteUrl()}/product/${paid.id}`,
      ...whereItIs(contribution.movedAt, paid, product),
      ...stageOf(product ?? paid),
      test_ended_on: testEndedAt?.toISOString().slice(0, 10) ?? null,
    },
  }));
}

type Product = typeof products.$inferSelect;

/** Where what was paid for one product is since: that was merged into another, or the payer moved it. */
function whereItIs(movedAt: Date | null, paid: Product, now: Product | null) {
  const other = now && now.id !== paid.id ? { id: now.id, name: now.name } : null;
  const isMoved = movedAt !== null && now?.id !== paid.id;
  return {
    merged_into: isMoved ? null : other,
    /** A number of null is the project. */
    moved_to: isMoved
      ? { ...(other ?? { id: null, name: 'the project' }), on: movedAt.toISOString().slice(0, 10) }
      : null,
  };
}

function stageOf(product: Product) {
  return {
    testing_status: product.testingStatus,
    testing_begun_at: product.testingBegunAt?.toISOString() ?? null,
    raised: dollarsFromCents(product.raisedCents),
    target: dollarsFromCents(product.targetCents),
  };
}

async function refundsOf(orderId: string) {
  const isPaid = and(eq(allocations.refundId, refunds.id), isNull(allocations.unmatchedId));
  const stands = and(isPaid, isNull(allocations.withdrawnAt));
  const rows = await db()
    .select({ refund: refunds, payment: allocations })
    .from(refunds)
    .leftJoin(allocations, stands)
    .where(eq(refunds.orderId, orderId));
  return rows.map(({ refund, payment }) => ({
    id: refund.id,
    amount: dollarsFromCents(refund.amountCents),
    reason: refund.reason,
    status: refund.status,
    stripe_refund: refund.stripeRefundId,
    requested_at: refund.requestedAt.toISOString(),
    settled_at: refund.settledAt?.toISOString() ?? null,
    /** Where it did not go through Stripe but was paid by ourselves. */
    paid_otherwise: payment && { paid_on: payment.paidOn, reference: payment.reference },
  }));
}

/** What the payer was told of this payment, and when. */
async function mailsOf(orderId: string, contributionIds: string[]) {
  const named = (key: string) => sql`${mails.params}->>${key}`;
  const ids = [orderId, ...contributionIds];
  const rows = await db()
    .select()
    .from(mails)
    .where(
      or(
        eq(named('orderId'), orderId),
        inArray(named('contributionId'), ids),
        inArray(named('refundId'), ids),
      ),
    )
    .orderBy(asc(mails.createdAt));
  return rows.map(({ name, createdAt, sentAt }) => ({
    name,
    queued_at: createdAt.toISOString(),
    sent_at: sentAt?.toISOString() ?? null,
  }));
}

function describe(shares: Awaited<ReturnType<typeof sharesOf>>): string {
  const parts = shares.map(({ amount, product }) => {
    const now = product?.merged_into;
    const moved = product?.moved_to;
    const isMoved = moved ? ` (moved by the customer to ${movedText(moved)})` : '';
    const isNow = now ? ` (now product ${now.id}, ${now.name})` : isMoved;
    const what = product
      ? `independent laboratory testing of ${product.name}${isNow}`
      : 'a donation';
    return `${formatCents(Math.round(amount * 100))} for ${what}`;
  });
  return `${site.name}: ${parts.join('; ')}.`;
}

function iso(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}
