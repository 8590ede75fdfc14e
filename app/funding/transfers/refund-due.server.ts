import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, sql } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { contributions, products } from '#db/schema.ts';

const DAY_MS = 86_400_000;

type Aged = Pick<typeof contributions.$inferSelect, 'paidAt' | 'renewedAt' | 'refundToldAt'>;

/**
 * When a contribution to a product without its goal goes back: 365 days after its payment, or after
 * its giver accepted that they count anew (decision 0103), and never before its giver has known of it
 * for 14 days (decision 0059). Undefined before it is paid.
 */
export function refundDueAt({ paidAt, renewedAt, refundToldAt }: Aged): Date | undefined {
  if (!paidAt) return undefined;
  const toldAt = refundToldAt ?? now();
  const [byAge, byNotice] = [
    (renewedAt ?? paidAt).getTime() + REFUND_DAYS * DAY_MS,
    toldAt.getTime() + REFUND_WARNING_DAYS * DAY_MS,
  ];
  return new Date(Math.max(byAge, byNotice));
}

/**
 * Cents that disputes have out of a product and that may come back to it: with them it would have its
 * goal, nothing given to it goes back by age, and nobody is told that it does. For a query of `products`.
 */
export const contestedCents = sql<number>`(
  select coalesce(sum(c.amount_cents), 0)::int from ${contributions} c
  where c.product_id = ${products.id} and c.status = 'disputed' and not c.is_excess
)`.mapWith(Number);

/** Of `products`: below the goal, whatever becomes of its disputes; testing not begun. */
export const lacksItsGoal = and(
  isNull(products.testingBegunAt),
  eq(products.isDemo, false),
  lt(products.raisedCents, products.targetCents),
  sql`${products.raisedCents} + ${contestedCents} < ${products.targetCents}`,
);

/** Of `contributions`: paid, and their days have run for at least so many. */
export function isAged(days: number) {
  const { status, paidAt, renewedAt } = contributions;
  const isRenewedLately = gt(renewedAt, daysAgo(days));
  // By the index of payments first: what counts anew counts from a later day.
  return and(eq(status, 'paid'), lte(paidAt, daysAgo(days)), sql`${isRenewedLately} is not true`);
}

/** Of `contributions` and their `products`: to go back by age now. */
export function pastDue() {
  return and(
    isAged(REFUND_DAYS),
    lte(contributions.refundToldAt, daysAgo(REFUND_WARNING_DAYS)),
    lacksItsGoal,
  );
}

/** Whether a contribution may go back by its age, of a product that is locked. */
export async function isDue(tx: Tx, contribution: Aged, { id }: LockedProduct): Promise<boolean> {
  const dueAt = contribution.refundToldAt && refundDueAt(contribution);
  if (!dueAt || dueAt > now()) return false;
  return (await tx.$count(products, and(eq(products.id, id), lacksItsGoal))) > 0;
}

/** Takes back what was told of refunds, of a locked product that has its goal: a fall tells anew. */
export async function withdrawNotices(tx: Tx, productId: number): Promise<void> {
  const { refundToldAt } = contributions;
  // These are others' contributions: whoever erases a person holds the addresses before them.
  await holdAddresses(tx);
  await tx
    .update(contributions)
    .set({ refundToldAt: null })
    .where(and(eq(contributions.productId, productId), isNotNull(refundToldAt)));
}

/** The same of products that a dispute alone keeps from their goal: the days wait for its decision. */
export async function withdrawContestedNotices(): Promise<void> {
  const { productId, refundToldAt } = contributions;
  const told = db().select({ productId }).from(contributions).where(isNotNull(refundToldAt));
  const held = and(
    lt(products.raisedCents, products.targetCents),
    sql`${products.raisedCents} + ${contestedCents} >= ${products.targetCents}`,
  );
  const { id } = products;
  const toldOf = and(inArray(id, told), held);
  for (const product of await db().select({ id }).from(products).where(toldOf)) {
    await inTransaction(async (tx) => {
      await lockProducts(tx, [product.id]);
      const isStill = (await tx.$count(products, and(eq(id, product.id), held))) > 0;
      if (isStill) await withdrawNotices(tx, product.id);
    });
  }
}

/**
 * What a product needs that had reached its goal and lost it before testing began, and by when;
 * undefined for any other, and while a dispute decides.
 */
export async function findSecondChance(productId: number, within: Tx = db()) {
  const { raisedCents, targetCents, fellAt, removedAt } = products;
  const fallen = and(eq(products.id, productId), isNotNull(fellAt), isNull(removedAt));
  const [product] = await within
    .select({ missingCents: sql<number>`${targetCents} - ${raisedCents}`.mapWith(Number) })
    .from(products)
    .where(and(fallen, lacksItsGoal));
  if (!product) return undefined;
  const { paidAt, renewedAt, refundToldAt, status } = contributions;
  const isTold = and(eq(status, 'paid'), isNotNull(refundToldAt));
  const told = await within
    .select({ paidAt, renewedAt, refundToldAt })
    .from(contributions)
    .where(and(eq(contributions.productId, productId), isTold));
  const due = told.flatMap((share) => refundDueAt(share)?.getTime() ?? []);
  return { ...product, until: due.length > 0 ? new Date(Math.min(...due)) : null };
}
