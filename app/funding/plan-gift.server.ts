import { sql } from 'drizzle-orm';
import { closestToFund, type Closest } from '#app/catalogue/closest-to-fund.server.ts';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { groupPurposes, panelPurposes, type GiftPurpose } from './gift-purpose.ts';
import { takenCents } from '#app/kit/money.ts';
import { inSavepoint } from '#app/database/in-savepoint.server.ts';
import type { Tx } from '#app/database/db.server.ts';

/** A part of a gift, in cents, for a product, which is locked. */
interface GiftPart {
  place: LockedProduct;
  cents: number;
}

/** The least that a part is, in cents, where it completes nothing. */
const LEAST_CENTS = 100;
/** Rounds after which a choice that others keep changing is left to the next try. */
const ROUNDS = 10;

/**
 * What a gift funds by its purpose, in the order in which it does, its places locked until the
 * transaction ends; none where nothing takes it. What no part names fits nowhere. The caller holds the
 * payment, and no product.
 */
export async function planGift(tx: Tx, purpose: GiftPurpose, cents: number): Promise<GiftPart[]> {
  if (purpose === 'project') return [];
  const group = groupPurposes.get(purpose);
  const among = group
    ? sql`category = any(${sql.param([...group.categories])}::text[])`
    : sql`true`;
  // As many as can have a part: what lacks a cent is completed by one.
  const closest = (within: Tx) =>
    closestToFund(cents, among, within, panelPurposes.get(purpose)?.key);
  for (let round = 0; round < ROUNDS; round += 1) {
    const wanted = spread(await closest(tx), cents);
    const plan = await inSavepoint(tx, async (within) => {
      // In one go, as everything locks products; let go again where others were faster.
      const locked = await lockProducts(within, [...wanted.keys()]);
      const parts = [...spread(await closest(within), cents)].map(([id, part]) => {
        return { place: locked.get(id), cents: part };
      });
      return parts.every((part): part is GiftPart => part.place !== undefined) ? parts : undefined;
    });
    if (plan) return plan;
  }
  throw new Error('What is closest to its goal kept changing: the payment is recorded later.');
}

/**
 * Cents by product of a gift for what is closest, which comes in that order: what it completes is
 * completed, and the next gets the rest.
 */
export function spread(closest: readonly Closest[], cents: number): Map<number, number> {
  const parts = new Map<number, number>();
  let leftCents = cents;
  for (const { id, missingCents } of closest) {
    const part = takenCents(leftCents, missingCents);
    if (part < Math.min(LEAST_CENTS, missingCents)) continue;
    parts.set(id, part);
    leftCents -= part;
  }
  return parts;
}
