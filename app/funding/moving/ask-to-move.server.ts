import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { isAged, lacksItsGoal } from '#app/funding/transfers/refund-due.server.ts';
import { MOVE_ASK_DAYS, REFUND_DAYS, REFUND_WARNING_DAYS } from '#app/kit/facts.ts';
import { now } from '#app/platform/clock.server.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions, disputes, products } from '#db/schema.ts';

/** Asked in one transaction. */
const PAGE = 200;

/** Of `contributions` and their `products`: to go back by age in 35 days, and nobody was asked yet. */
const toBeAsked = () =>
  and(
    isAged(REFUND_DAYS - MOVE_ASK_DAYS),
    isNull(contributions.moveAskedAt),
    // Later than that, the notice of the refund says the same (`refund-upcoming`).
    sql`${isAged(REFUND_DAYS - REFUND_WARNING_DAYS)} is not true`,
    isNull(contributions.refundToldAt),
    isNull(products.removedAt),
    lacksItsGoal,
    sql`not exists (select from ${disputes} d
      where d.order_id = ${contributions.orderId} and d.closed_at is null)`,
  );

/**
 * Asks the givers of what would go back by age in 35 days where else it should go (decision 0103); who
 * does not answer has it back, as if not asked. Returns how many were asked; safe to run twice at once.
 */
export async function askToMove(): Promise<number> {
  let asked = 0;
  for (;;) {
    const found = await askPage();
    if (found === undefined) return asked;
    asked += found;
  }
}

/** Those asked of the next page; undefined where there is none. */
async function askPage(): Promise<number | undefined> {
  const { id, productId, paidAt } = contributions;
  const page = await db()
    .select({ id, productId })
    .from(contributions)
    .innerJoin(products, eq(products.id, productId))
    .where(toBeAsked())
    .orderBy(asc(paidAt), asc(id))
    .limit(PAGE);
  if (page.length === 0) return undefined;
  return inTransaction(async (tx) => {
    // Whoever changes a product's contributions holds the product.
    const given = page.flatMap((share) => share.productId ?? []);
    await lockProducts(tx, given);
    await holdAddresses(tx);
    const ids = page.map((share) => share.id);
    const still = tx
      .select({ id })
      .from(contributions)
      .innerJoin(products, eq(products.id, productId))
      .where(and(inArray(id, ids), toBeAsked()));
    const asked = await tx
      .update(contributions)
      .set({ moveAskedAt: now() })
      .where(inArray(id, still))
      .returning();
    await queueMails(
      tx,
      asked.map((share) => ({
        name: 'move-offer',
        toEmail: share.email,
        params: { contributionId: share.id },
        dedupeKey: `move-offer:${share.id}:${share.renewedAt?.toISOString() ?? ''}`,
      })),
    );
    return asked.length;
  });
}
