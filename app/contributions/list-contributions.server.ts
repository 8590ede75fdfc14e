import { and, asc, desc, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { isBegun } from '#app/funding/product-funding.server.ts';
import { contestedCents, refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid } from '#app/kit/text.ts';
import type { Contribution, ContributionStatus, RefundRequest } from './contribution-schema.ts';
import { refundedOf } from './refunded.server.ts';
import { db } from '#app/database/db.server.ts';
import {
  contributions,
  disputes,
  orders,
  products,
  refundRequests,
  refunds,
  testEndings,
} from '#db/schema.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

/** Everything given under an address, the newest first; or one. */
export async function listContributions(emailNormalised: string, only?: string) {
  const rows = await rowsUnder(emailNormalised, only);
  const latest = await latestRequests(rows.map(({ share }) => share.id));
  return rows.map((row) => shown(row, latest.get(row.share.id)));
}

/** What is known of each: the rows that its answer is made of. */
function rowsUnder(emailNormalised: string, only: string | undefined) {
  const contested = sql<boolean>`exists (
    select from ${disputes} d where d.order_id = ${contributions.orderId} and d.closed_at is null
  )`;
  const paidFor = alias(products, 'paid_for');
  const isMoved = and(
    eq(paidFor.id, contributions.paidForProductId),
    // By its giver, or by a pool or a match of an earlier version; what was merged is where it was.
    or(isNotNull(contributions.movedAt), sql`${paidFor.removedReason} is distinct from 'merged'`),
  );
  const isOne = only === undefined ? undefined : eq(contributions.id, only);
  return db()
    .select({
      share: contributions,
      kind: orders.kind,
      product: products,
      paidFor,
      /** Cents that disputes have out of its product. */
      contestedCents,
      testEndedAt: testEndings.endedAt,
      refund: { status: refunds.status, settledAt: refunds.settledAt },
      isContested: contested,
    })
    .from(contributions)
    .innerJoin(orders, eq(orders.id, contributions.orderId))
    .leftJoin(products, eq(products.id, contributions.productId))
    .leftJoin(paidFor, isMoved)
    .leftJoin(testEndings, eq(testEndings.productId, contributions.productId))
    .leftJoin(refunds, eq(refunds.contributionId, contributions.id))
    .where(and(eq(contributions.emailNormalised, emailNormalised), isOne))
    .orderBy(desc(contributions.createdAt), asc(contributions.productId), asc(contributions.id));
}

/** One contribution of an address; undefined where it is not theirs, or is none. */
export async function findContribution(emailNormalised: string, id: string) {
  const [found] = isUuid(id) ? await listContributions(emailNormalised, id) : [];
  return found;
}

async function latestRequests(ids: string[]) {
  if (ids.length === 0) return new Map<string, AskedRequest>();
  const rows = await db()
    .select()
    .from(refundRequests)
    .where(inArray(refundRequests.contributionId, ids))
    .orderBy(asc(refundRequests.requestedAt));
  return new Map(rows.map((row) => [row.contributionId, row]));
}

type Row = Awaited<ReturnType<typeof rowsUnder>>[number];

function shown({ share, product, paidFor, ...row }: Row, request?: AskedRequest): Contribution {
  const isPaid = share.status === 'paid';
  const hasBegun = Boolean(product?.testingBegunAt);
  const isWaiting =
    isPaid && product !== null && !hasBegun && product.raisedCents < product.targetCents;
  const mayLeave =
    isPaid &&
    share.stripePaymentId !== null &&
    !hasBegun &&
    !row.isContested &&
    request?.status !== 'open';
  const isHeld = isWaiting && product.raisedCents + row.contestedCents >= product.targetCents;
  return {
    id: share.id,
    product_id: share.productId,
    email: share.email,
    amount: dollarsFromCents(share.amountCents),
    stripe_payment_id: share.stripePaymentId,
    status: share.status as ContributionStatus,
    created_at: share.createdAt.toISOString(),
    kind: row.kind as Contribution['kind'],
    is_excess: share.isExcess,
    refund_due_at: isWaiting && !isHeld ? iso(refundDueAt(share) ?? null) : null,
    ...refundedOf(row.refund),
    refund_request: request
      ? {
          status: request.status as RefundRequest['status'],
          requested_at: request.requestedAt.toISOString(),
          decided_at: iso(request.decidedAt),
          note: request.note,
        }
      : null,
    can_request_refund: mayLeave,
    moved_from: paidFor && { id: paidFor.id, name: testName(paidFor) },
    can_move: mayLeave && product !== null && product.removedAt === null && !isBegun(product),
    product: product && {
      id: product.id,
      name: testName(product),
      brand: product.brand,
      testing_status: product.testingStatus,
      test_ended_on: row.testEndedAt?.toISOString().slice(0, 10) ?? null,
      image_url: photoAddress(product.itemOf ?? product.id) ?? product.imageUrl,
      is_removed: product.removedAt !== null,
      is_hidden: product.hiddenAt !== null,
      has_testing_begun: product.testingBegunAt !== null,
      is_contested: isHeld,
    },
  };
}

type AskedRequest = typeof refundRequests.$inferSelect;

function iso(date: Date | null): string | null {
  return date?.toISOString() ?? null;
}
