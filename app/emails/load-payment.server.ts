import { and, asc, eq, gt, inArray, isNotNull, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { siteUrl } from '#app/config.ts';
import { stepsOfMonth, stepText } from '#app/donations/monthly-steps.server.ts';
import { isMonthly } from '#app/funding/order.ts';
import { createMoveLink } from '#app/funding/moving/move-link.server.ts';
import { feeOfShare } from '#app/funding/moving/move-offer.server.ts';
import { refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { REFUND_REASONS, type RefundReason } from '#app/funding/transfers/refund-reasons.ts';
import { isUuid, normaliseEmail } from '#app/kit/text.ts';
import { db } from '#app/database/db.server.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { mailboxOf, preferencesUrl } from '#app/mail/mailbox.server.ts';
import type { MailParams, MailShown } from './shown.ts';
import {
  allocations,
  contributions,
  mails,
  orders,
  products,
  refunds,
  unmatched,
} from '#db/schema.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** A product as mails name it; without an address once it has been taken off the list. */
export interface NamedProduct {
  name: string;
  url: string | undefined;
  /** Where it is not tested for plastic chemicals. */
  panel?: string;
}

/** One share of a payment: cents for a product, or for none. */
export interface Share {
  product: NamedProduct | undefined;
  amountCents: number;
  /** Set where it goes back. */
  excess?: ExcessReason;
}

/**
 * Why a product did not take a share: others had `filled` it, money of a dispute `won` came back to it, or
 * it was `removed` from the list.
 */
export type ExcessReason = 'filled' | 'won' | 'removed';

const WHY_EXCESS: Record<string, ExcessReason> = { excess_removed: 'removed', excess_won: 'won' };

/** What a mail about a payment shows; undefined where the order is gone. */
async function loadPayment({ orderId }: MailParams) {
  return isUuid(String(orderId)) ? readPayment(String(orderId)) : undefined;
}

/** Read together: a burst of payments is a burst of receipts. */
const readPayment = inGroups(async (orderIds: string[]) => {
  const byOrder = Map.groupBy(await sharesOf(orderIds), ({ order }) => order.id);
  return orderIds.map((id) => paymentOf(byOrder.get(id) ?? []));
});

/** Orders beside each share of them, with why it goes back, as it was noted when it was decided. */
async function sharesOf(orderIds: string[]) {
  return db()
    .select({ order: orders, share: contributions, product: products, reason: refunds.reason })
    .from(orders)
    .leftJoin(contributions, eq(contributions.orderId, orders.id))
    .leftJoin(products, eq(products.id, contributions.productId))
    .leftJoin(refunds, eq(refunds.id, contributions.id))
    .where(sql`${orders.id} = any(${sql.param([...new Set(orderIds)])}::uuid[])`)
    .orderBy(asc(contributions.productId), asc(contributions.isExcess));
}

function paymentOf(rows: Awaited<ReturnType<typeof sharesOf>>) {
  const order = rows[0]?.order;
  if (!order) return undefined;
  const shares = rows.flatMap((row): Share | [] =>
    row.share
      ? {
          product: row.product ? named(row.product) : undefined,
          amountCents: row.share.amountCents,
          ...(row.share.isExcess && { excess: WHY_EXCESS[row.reason ?? ''] ?? 'filled' }),
        }
      : [],
  );
  const excess = shares.filter((share) => share.excess);
  return {
    kind: order.kind,
    amountCents: order.amountCents,
    /** What goes back of it. */
    excessCents: excess.reduce((sum, { amountCents }) => sum + amountCents, 0),
    paidAt: order.paidAt ?? order.createdAt,
    reference: order.id,
    shares,
  };
}
export type PaymentMail = NonNullable<ReturnType<typeof paymentOf>>;

/** The same for a receipt, with the way to all that its payer is sent. */
export async function loadReceipt(params: MailParams, toEmail: string) {
  const payment = await loadPayment(params);
  if (!payment) return undefined;
  const mailbox = await mailboxOf(normaliseEmail(toEmail));
  // What a monthly gift has completed since the last receipt.
  const steps = isMonthly(payment.kind) ? await stepsOfMonth(payment.reference) : [];
  return { ...payment, steps: steps.map(stepText), preferencesUrl: preferencesUrl(mailbox) };
}
export type ReceiptMail = MailShown<typeof loadReceipt>;

/** What a mail shows of a payment under review; undefined once it has been decided on. */
export async function loadUnderReview({ orderId }: MailParams) {
  const [row] = await db()
    .select({ reference: orders.id, amountCents: unmatched.amountCents })
    .from(orders)
    .innerJoin(unmatched, eq(unmatched.paymentIntentId, orders.paymentIntentId))
    .where(and(eq(orders.id, String(orderId)), gt(unmatched.openCents, 0)));
  return row;
}
export type ReviewMail = MailShown<typeof loadUnderReview>;

/** Money that goes back because its product needed less than was paid. */
export interface ExcessMail {
  amountCents: number;
  /** Nothing of the payment stays. */
  isWhole: boolean;
  shares: Share[];
  /**
   * How far the test is of the product that stayed, where two entries of it were merged: the money of
   * one that has begun is complete.
   */
  merged?: 'open' | 'begun' | 'tested';
  reference: string;
}

/** What a mail shows of what was not needed of a payment as it arrived. */
export async function loadExcess(params: MailParams): Promise<ExcessMail | undefined> {
  const payment = await loadPayment(params);
  if (!payment) return undefined;
  const { amountCents, excessCents, shares, reference } = payment;
  return {
    amountCents: excessCents,
    isWhole: excessCents === amountCents,
    shares: shares.filter(({ excess }) => excess),
    reference,
  };
}

/**
 * What a mail shows of the part of a payment that goes back because its product was listed twice:
 * what one merge has sent back of it.
 */
export async function loadMergedExcess({
  orderId,
  contributionIds,
}: MailParams): Promise<ExcessMail | undefined> {
  const rows = await db()
    .select({ cents: contributions.amountCents, product: products, paidCents: orders.amountCents })
    .from(contributions)
    .innerJoin(products, eq(products.id, contributions.productId))
    .innerJoin(orders, eq(orders.id, contributions.orderId))
    .where(
      and(
        eq(contributions.orderId, String(orderId)),
        inArray(contributions.id, String(contributionIds).split(',').filter(isUuid)),
        eq(contributions.isExcess, true),
        isNotNull(contributions.paidForProductId),
      ),
    );
  const [first] = rows;
  if (!first) return undefined;
  const amountCents = rows.reduce((sum, { cents }) => sum + cents, 0);
  const { testingBegunAt, testingStatus } = first.product;
  return {
    amountCents,
    isWhole: amountCents === first.paidCents,
    shares: [{ product: named(first.product), amountCents, excess: 'filled' }],
    merged: testingStatus === 'Tested' ? 'tested' : testingBegunAt ? 'begun' : 'open',
    reference: String(orderId),
  };
}

/** What a mail about money on its way back shows. */
export async function loadRefund({ refundId }: MailParams) {
  const [row] = await db()
    .select({ refund: refunds, share: contributions, product: products })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(refunds.id, String(refundId)));
  if (!row) return undefined;
  return {
    amountCents: row.refund.amountCents,
    product: row.product ? named(row.product) : undefined,
    why: REFUND_REASONS[row.refund.reason as RefundReason] ?? 'it was refunded',
    /** More than its product needed, so that it never counted towards the goal. */
    isExcess: row.share?.isExcess ?? false,
    /** It counted for a duplicate of the product. */
    isMerged: row.share != null && row.share.paidForProductId !== null,
    reference: row.refund.id,
    /** It has not reached its payer, and is owed still. */
    isOwed: false,
  };
}
/** `paidOn` as `2026-11-21`, where it was said to be paid by other means, under what number at our bank. */
export type RefundMail = MailShown<typeof loadRefund> & { paidOn?: string; payment?: string };

/** The same of one that failed. */
export async function loadFailed(params: MailParams): Promise<RefundMail | undefined> {
  const refund = await loadRefund(params);
  return refund && { ...refund, isOwed: true };
}

/** What a mail shows of a refund that was paid by other means; undefined once that was taken back. */
export async function loadPaidOtherwise(params: MailParams): Promise<RefundMail | undefined> {
  const paid = await loadOtherwise(params);
  return paid?.withdrawnAt ? undefined : paid;
}

/**
 * What a mail shows of one that was not paid after all; undefined where it is owed no longer, or
 * nobody was told that it was paid.
 */
export async function loadOwedAgain(params: MailParams): Promise<RefundMail | undefined> {
  const paid = await loadOtherwise(params);
  const [told] = await db()
    .select({ sentAt: mails.sentAt })
    .from(mails)
    .where(eq(mails.dedupeKey, `refund-otherwise:${params.paymentId}`));
  // What was sent long ago is no longer kept.
  const wasTold = told === undefined || told.sentAt !== null;
  return wasTold && paid?.status === 'failed' ? { ...paid, isOwed: true } : undefined;
}

async function loadOtherwise(params: MailParams) {
  const mail = await loadRefund(params);
  const [row] = await db()
    .select({ payment: allocations, status: refunds.status })
    .from(allocations)
    .innerJoin(refunds, eq(refunds.id, allocations.refundId))
    .where(eq(allocations.id, String(params.paymentId)));
  if (!mail || !row) return undefined;
  const { paidOn, reference, withdrawnAt } = row.payment;
  return { ...mail, paidOn: paidOn ?? '', payment: reference, withdrawnAt, status: row.status };
}

/** What a mail shows that a refund comes up; undefined where it no longer does. */
export async function loadUpcoming({ contributionId }: MailParams) {
  const [row] = await db()
    .select({ share: contributions, product: products })
    .from(contributions)
    .innerJoin(products, eq(products.id, contributions.productId))
    .where(eq(contributions.id, String(contributionId)));
  const dueAt = row && refundDueAt(row.share);
  if (row?.share.status !== 'paid' || !dueAt) return undefined;
  const missingCents = row.product.targetCents - row.product.raisedCents;
  const { testingBegunAt, removedAt } = row.product;
  if (missingCents <= 0 || testingBegunAt || removedAt) return undefined;
  return {
    /** Where its giver can say that it goes elsewhere. */
    moveUrl: await createMoveLink(row.share.id),
    /** What Stripe kept of it, and does not give back with a refund; null where that is not known. */
    feeCents: await feeOfShare(db(), row.share),
    amountCents: row.share.amountCents,
    product: { ...named(row.product), url: addressOf(row.product.id) },
    /** Nobody can give to it at the moment. */
    isHidden: row.product.hiddenAt !== null,
    missingCents,
    /** It had reached its goal, and has lost money since. */
    hasFallen: row.product.fellAt !== null,
    dueAt,
  };
}
export type UpcomingMail = MailShown<typeof loadUpcoming>;

/** What a mail shows of a contribution that its giver has moved; undefined where it is gone since. */
export async function loadMoved({ contributionId, fromId }: MailParams) {
  const from = alias(products, 'from');
  const [row] = await db()
    .select({ share: contributions, product: products, from })
    .from(contributions)
    .innerJoin(from, eq(from.id, Number(fromId)))
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(eq(contributions.id, String(contributionId)));
  if (!row) return undefined;
  const isWaiting = row.product && row.product.raisedCents < row.product.targetCents;
  return {
    amountCents: row.share.amountCents,
    from: named(row.from),
    /** undefined: it is a donation now. */
    product: row.product ? named(row.product) : undefined,
    dueAt: isWaiting ? refundDueAt(row.share) : undefined,
  };
}
export type MovedMail = MailShown<typeof loadMoved>;

export function named(product: typeof products.$inferSelect): NamedProduct {
  const { id, panel, removedAt } = product;
  const url = removedAt ? undefined : addressOf(id);
  return { name: testName(product), url, ...(panel !== 'plastics' && { panel }) };
}

/** A product's page. */
export function addressOf(productId: number): string {
  return `${siteUrl()}/product/${productId}`;
}
