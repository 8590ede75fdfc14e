import { sql } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { itemOf } from '#app/catalogue/item.server.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { duplicatesOf } from '#app/catalogue/product-standing.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import { lockOrdersWithLines, paymentsOf } from '#app/funding/store.server.ts';
import { holdAddresses } from '#app/database/address-lock.server.ts';
import { inTransaction, type Tx } from '#app/database/db.server.ts';

/** Why a product cannot be merged into another. */
export type MergeRefusal =
  | 'unknown'
  | 'same'
  | 'demo'
  | 'removed'
  | 'survivor_removed'
  /** They are tested for other things, or of another round. */
  | 'other_test'
  /** Another test of its item is one that the other item has too. */
  | 'others_first'
  | 'testing_begun'
  /** Somebody is paying for the duplicate at this moment. */
  | 'being_paid_for'
  /** Somebody is paying for the product that stays, and what they may not pay would be sent back. */
  | 'survivor_being_paid_for'
  /** Money came to it just now: to be looked at again. */
  | 'overtaken';

/** A duplicate and the product that stays, both locked. */
export interface MovingPair {
  gone: LockedProduct;
  survivor: LockedProduct;
}

/** `too`: other tests of the duplicate's item, which stay as they are, or stand in the way. */
type Refused = { ok: false; why: MergeRefusal; too?: number[] };
type LockedPair = { ok: true; pair: MovingPair; too: number[] } | Refused;

/**
 * Locks a duplicate and the product that stays until the transaction ends: the payments first, then
 * the products, then the addresses of the people, the way round in which everything else locks them,
 * so that nobody waits in a circle. Refuses what cannot be merged.
 */
export async function lockPair(tx: Tx, goneId: number, survivorId: number): Promise<LockedPair> {
  if (!isProductId(goneId) || !isProductId(survivorId)) return { ok: false, why: 'unknown' };
  const held = await paymentsOf(tx, goneId);
  await lockOrdersWithLines(tx, held);
  const besides = [...(await duplicatesOf(tx, goneId)), await itemOf(survivorId, tx)];
  const locked = await lockProductsOf(tx, goneId, survivorId, besides);
  if (!locked.ok) return locked;
  const now = await paymentsOf(tx, goneId);
  if (now.some((id) => !held.includes(id))) return { ok: false, why: 'overtaken' };
  await holdAddresses(tx);
  return locked;
}

async function lockProductsOf(
  tx: Tx,
  goneId: number,
  survivorId: number,
  besides: number[] = [],
): Promise<LockedPair> {
  const locked = await lockProducts(tx, [goneId, survivorId, ...besides]);
  const [gone, survivor] = [locked.get(goneId), locked.get(survivorId)];
  if (!gone || !survivor) return { ok: false, why: 'unknown' };
  const why = whyNot(gone, survivor);
  if (why) return { ok: false, why };
  const too = await othersLeft(tx, gone, survivor);
  // The item's own row goes: whoever cannot follow it would be of none.
  if (gone.itemOf === null && too.length > 0) return { ok: false, why: 'others_first', too };
  return { ok: true, pair: { gone, survivor }, too };
}

export type MergeOutcome = ReturnType<typeof outcomeOf>;

/** What merging would move and send back as things are now; nothing is held or written. */
export async function previewMerge(goneId: number, survivorId: number) {
  return inTransaction(async (tx) => {
    const locked = await lockProductsOf(tx, goneId, survivorId);
    if (!locked.ok) return locked;
    const { pair, too } = locked;
    return { ok: true as const, survivor: pair.survivor, too, ...outcomeOf(pair) };
  });
}

/** Other tests of the duplicate's item that do not come along: they are merged by themselves. */
async function othersLeft(tx: Tx, gone: LockedProduct, survivor: LockedProduct) {
  const item = survivor.itemOf ?? survivor.id;
  const { rows } = await tx.execute<{ id: number }>(sql`
    select id from products other
    where coalesce(item_of, id) = ${gone.itemOf ?? gone.id} and removed_at is null and id <> ${gone.id}
      and (${gone.itemOf}::int is not null
        -- PlasticList's own test was the first for plastics.
        or (${!isFundable(item)} and other.panel = 'plastics' and other.round = 1)
        or exists (
          select from products where coalesce(products.item_of, products.id) = ${item}
            and products.removed_at is null
            and products.panel = other.panel and products.round = other.round))
    order by id`);
  return rows.map(({ id }) => id);
}

/** In cents, what of the duplicate's money the survivor takes, and what goes back as it needs no more. */
export function outcomeOf({ gone, survivor }: MovingPair) {
  const movedCents = Math.min(gone.raisedCents, openNeedOf(survivor));
  return { movedCents, excessCents: gone.raisedCents - movedCents };
}

function whyNot(gone: LockedProduct, survivor: LockedProduct): MergeRefusal | undefined {
  if (gone.id === survivor.id) return 'same';
  if (gone.isDemo || survivor.isDemo) return 'demo';
  if (gone.removedAt) return 'removed';
  if (survivor.removedAt) return 'survivor_removed';
  if (gone.panel !== survivor.panel || gone.round !== survivor.round) return 'other_test';
  if (gone.testingBegunAt) return 'testing_begun';
  if (gone.reservedCents > 0) return 'being_paid_for';
  // A checkout that lapses would leave the survivor without the money that was sent back for it.
  const isCrowded = survivor.reservedCents > 0 && !survivor.testingBegunAt;
  return isCrowded && gone.raisedCents > openNeedOf(survivor)
    ? 'survivor_being_paid_for'
    : undefined;
}
