import { eq, ne, sql } from 'drizzle-orm';
import { closestToFund, likenessOf } from '#app/catalogue/closest-to-fund.server.ts';
import { kindOf } from '#app/catalogue/kinds.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import {
  goesBackSoon,
  refused,
  shareOf,
  whyStays,
  whyTakesNothing,
  type Giver,
} from './movable.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import { recordedFee } from '#app/funding/post-fee.server.ts';
import { refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { takenCents } from '#app/kit/money.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { REFUND_DAYS } from '#app/kit/facts.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';
import { orders, products } from '#db/schema.ts';
import type { Holding } from '#app/funding/transfers/transfer.server.ts';

/** So many products are offered unasked. */
const OFFERED = 5;

/**
 * What may become of a contribution, as things are now; nothing is held or written. `asked` is the
 * number of a product that its giver looks for, and `found` are those that words of theirs have found.
 * Amounts in cents.
 */
export async function moveOffer(giver: Giver, asked?: number, found: number[] = []) {
  // A transaction for its one moment: products are locked for as long as they are read.
  return inTransaction(async (tx) => {
    const own = await shareOf(tx, giver);
    if (!own.ok) return own;
    const { share } = own;
    const isOther = ne(products.id, share.productId ?? 0);
    const { items, panel } = await likenessOf(
      share.productId === null ? [] : [share.productId],
      tx,
    );
    const among = (some: readonly number[]) =>
      sql`${isOther} and coalesce(item_of, id) = any(${sql.param([...some])}::int[])`;
    const ofKind = items.flatMap((item) => kindOf(item)?.products ?? []);
    const alike = sql`category = (select category from products own where own.id = ${share.productId})`;
    const closest = [
      ...(await closestToFund(OFFERED, among(ofKind), tx, panel)),
      ...(await closestToFund(OFFERED, sql`${isOther} and ${alike}`, tx, panel)),
      ...(await closestToFund(OFFERED, isOther, tx, panel)),
    ];
    // Whoever gave to another test of an item may want its plastics test.
    const last = panel === 'plastics' ? [] : await closestToFund(1, among(items), tx);
    const isPlace = asked !== undefined && isProductId(asked);
    const first = [...new Set(closest.map(({ id }) => id))].slice(0, OFFERED);
    const others = [...first, ...last.map(({ id }) => id)];
    const ids = [...(isPlace ? [asked] : []), ...found, ...others];
    const locked = await lockProducts(tx, [...ids, share.productId ?? 0]);
    const from = locked.get(share.productId ?? 0);
    const why = await whyStays(tx, share, from, true);
    if (why || !from) return refused(why ?? '');
    const refusal =
      asked === undefined ? undefined : await whyTakesNothing(tx, share, locked.get(asked));
    return {
      ok: true as const,
      share,
      product: { id: from.id, name: testName(from) },
      /** When it goes back by itself unless the goal of where it stands is reached, and the date that a move keeps. */
      dueAt: refundDueAt(share),
      /** Its product has its goal. */
      isFunded: from.raisedCents >= from.targetCents,
      /** Until when the goal of another product has time, where its giver accepts a new date; null: that was done before. */
      renewedUntil: share.renewedAt ? null : daysAgo(-REFUND_DAYS, now()),
      /** What Stripe kept of it, and does not give back with a refund; null where that is not known. */
      feeCents: await feeOfShare(tx, share),
      /** It goes back soon by itself, so that a refund needs no decision. */
      mayGoBack: await goesBackSoon(tx, share),
      /** What was looked for first, then what is closest to its goal: of the same kind, of its category, of all; for what it was given to test for. */
      places: await placesOf(
        tx,
        share,
        [...new Set(ids)].flatMap((id) => locked.get(id) ?? []),
      ),
      /** Why the product that was asked for cannot take it. */
      refusal,
    };
  });
}

async function placesOf(tx: Tx, share: Holding, some: LockedProduct[]) {
  const places = [];
  for (const product of some) {
    if (await whyTakesNothing(tx, share, product)) continue;
    const { id, brand, targetCents, raisedCents } = product;
    places.push({
      id,
      name: testName(product),
      brand,
      needCents: targetCents - raisedCents,
      takenCents: takenCents(share.amountCents, openNeedOf(product)),
    });
  }
  return places;
}

/** Its part of what Stripe kept of the whole payment. */
export async function feeOfShare(tx: Tx, share: Holding): Promise<number | null> {
  const [row] = await tx
    .select({
      feeCents: recordedFee(sql`orders.fee_transaction_id`),
      paidCents: orders.amountCents,
    })
    .from(orders)
    .where(eq(orders.id, share.orderId));
  return row?.feeCents ? Math.round((row.feeCents * share.amountCents) / row.paidCents) : null;
}
