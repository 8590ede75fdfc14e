import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import {
  findSecondChance,
  isAged,
  lacksItsGoal,
  pastDue,
  withdrawContestedNotices,
} from '#app/funding/transfers/refund-due.server.ts';
import { isAllowed, isTooMuchAtOnce } from './large-refunds.server.ts';
import { refundedCents } from './refund-product.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { REFUND_DAYS, REFUND_WARNING_DAYS, REFUND_RULE } from '#app/kit/facts.ts';
import { pagesOf } from '#app/kit/batches.ts';
import { now } from '#app/platform/clock.server.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import { mustWaitForClocks } from '#app/stripe/clocks.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions, products } from '#db/schema.ts';

const PAGE = 200;

const { id, productId, paidAt, refundToldAt } = contributions;

/**
 * The 365-day rule: each contribution by its own payment's date, as
 * long as its product is not fully funded, and never before its giver has known of it for 14 days:
 * so a product that falls below its goal late has a second chance (decision 0059). Returns how many
 * were taken back; safe to repeat and to run twice at once.
 */
export async function refundUnfunded(onProgress: (done: number) => void = () => {}) {
  if (await mustWaitForClocks(`refunds of ${REFUND_RULE}`)) return { refunded: 0, warned: 0 };
  await withdrawContestedNotices();
  const warned = await tellGivers(
    'refund-upcoming',
    'refundToldAt',
    toBeWarned,
    async (tx, told) => {
      const ofProducts = new Set(told.flatMap((share) => share.productId ?? []));
      for (const one of ofProducts) await offerSecondChance(tx, one);
    },
  );
  let refunded = 0;
  const such = (await isTooMuchAtOnce()) ? and(pastDue(), isAllowed()) : pastDue();
  for await (const page of pagesOfSuch(such)) {
    for (const { id } of page) {
      const cents = await refundedCents(id, { reason: 'unfunded_365_days' });
      if (cents !== undefined) onProgress((refunded += 1));
    }
  }
  return { refunded, warned };
}

/** Of `contributions` and their `products`: to go back by age in 14 days, and nobody was told yet. */
const toBeWarned = () =>
  and(isAged(REFUND_DAYS - REFUND_WARNING_DAYS), isNull(refundToldAt), lacksItsGoal);

/**
 * Emails the givers of such contributions, and notes when; how many there were. Once for each moment
 * `since` of one. `besides` is done with them, in their transaction.
 */
export async function tellGivers(
  name: 'refund-upcoming' | 'move-offer',
  since: 'refundToldAt' | 'renewedAt',
  such: typeof toBeWarned,
  besides?: (tx: Tx, told: (typeof contributions.$inferSelect)[]) => Promise<void>,
): Promise<number> {
  let count = 0;
  for await (const page of pagesOfSuch(such())) {
    await inTransaction(async (tx) => {
      // Whoever changes a product's contributions holds the product.
      const given = page.flatMap((share) => share.productId ?? []);
      await lockProducts(tx, given);
      await holdAddresses(tx);
      const ids = page.map((share) => share.id);
      const still = tx
        .select({ id })
        .from(contributions)
        .innerJoin(products, eq(products.id, productId))
        .where(and(inArray(id, ids), such()));
      const told = await tx
        .update(contributions)
        .set(name === 'move-offer' ? { moveAskedAt: now() } : { refundToldAt: now() })
        .where(inArray(id, still))
        .returning();
      count += told.length;
      await queueMails(
        tx,
        told.map((share) => ({
          name,
          toEmail: share.email,
          params: { contributionId: share.id },
          dedupeKey: `${name}:${share.id}:${share[since]?.toISOString() ?? ''}`,
        })),
      );
      await besides?.(tx, told);
    });
  }
  return count;
}

/**
 * Tells whoever else a product concerns that it has lost its goal, and by when it needs it again: once
 * each fall. Those whose own money may go back read it in their own mail.
 */
async function offerSecondChance(tx: Tx, fallenId: number): Promise<void> {
  if (!(await findSecondChance(fallenId, tx))) return;
  const [product] = await tx.select().from(products).where(eq(products.id, fallenId));
  const { emailNormalised } = contributions;
  const told = await tx
    .select({ emailNormalised })
    .from(contributions)
    .where(and(eq(productId, fallenId), isAged(REFUND_DAYS - REFUND_WARNING_DAYS)));
  const except = new Set(told.map((one) => one.emailNormalised));
  await tellAudience(tx, fallenId, 'second-chance', product?.fellAt?.toISOString(), except);
}

/** Such contributions in pages, the oldest first. */
function pagesOfSuch(such: ReturnType<typeof and>) {
  return pagesOf(async (last?: { id: string; paidAt: Date | null }) =>
    db()
      .select({ id, productId, paidAt })
      .from(contributions)
      .innerJoin(products, eq(products.id, productId))
      .where(and(such, last && sql`(${paidAt}, ${id}) > (${last.paidAt}, ${last.id})`))
      .orderBy(asc(paidAt), asc(id))
      .limit(PAGE),
  );
}
