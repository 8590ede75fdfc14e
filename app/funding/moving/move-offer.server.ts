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
import * as messages from './move-messages.ts';
import type { ShownOffer } from './move-schema.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import { recordedFee } from '#app/funding/post-fee.server.ts';
import { refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { present } from '#app/kit/assert.ts';
import { dollarsFromCents, takenCents } from '#app/kit/money.ts';
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
 */
export async function moveOffer(giver: Giver, asked?: number, found: ShownOffer['found'] = null) {
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
    const ids = [...(isPlace ? [asked] : []), ...(found?.ids ?? []), ...others];
    const locked = await lockProducts(tx, [...ids, share.productId ?? 0]);
    const from = locked.get(share.productId ?? 0);
    const mayGoBack = await goesBackSoon(tx, share);
    // Whoever asked for a refund waits for its decision, but where it needs none by now.
    const why = await whyStays(tx, share, from, mayGoBack);
    if (why || !from) return refused(why ?? '');
    const refusal =
      asked === undefined ? undefined : await whyTakesNothing(tx, share, locked.get(asked));
    // What was looked for first, then what is closest to its goal: of the same kind, of its category, of all.
    const some = [...new Set(ids)].flatMap((id) => locked.get(id) ?? []);
    const places = await placesOf(tx, share, some);
    const feeCents = await feeOfShare(tx, share);
    const foundIds = found?.ids.filter((id) => places.some((place) => place.id === id)) ?? [];
    const isFound = found !== null && foundIds.length > 0;
    const offer: ShownOffer = {
      id: share.id,
      amount: dollarsFromCents(share.amountCents),
      product: { id: from.id, name: testName(from) },
      refund_due_at: present(refundDueAt(share), 'the day of a paid contribution').toISOString(),
      is_funded: from.raisedCents >= from.targetCents,
      renewed_until: share.renewedAt ? null : daysAgo(-REFUND_DAYS, now()).toISOString(),
      fee: feeCents === null ? null : dollarsFromCents(feeCents),
      may_go_back: mayGoBack,
      products: places,
      refusal: found && foundIds.length === 0 ? messages.NONE_FOUND : (refusal ?? null),
      found: isFound ? { ids: foundIds, total: Math.max(found.total, foundIds.length) } : null,
    };
    return { ok: true as const, offer };
  });
}

async function placesOf(tx: Tx, share: Holding, some: LockedProduct[]) {
  const places = [];
  for (const product of some) {
    if (await whyTakesNothing(tx, share, product)) continue;
    const { id, brand, targetCents, raisedCents } = product;
    const needed = dollarsFromCents(targetCents - raisedCents);
    const takes = dollarsFromCents(takenCents(share.amountCents, openNeedOf(product)));
    places.push({ id, name: testName(product), brand, needed, takes });
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
