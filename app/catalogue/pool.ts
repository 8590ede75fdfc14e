import { groups } from './groups.ts';
import { FULL_FUNDING_DOLLARS } from '#app/kit/money.ts';

/**
 * Pools stand among the products, hidden from all lists, and have numbers that no product has: from
 * this one up (decision 0104).
 */
export const POOL_FROM = 900_000_000;

/** Whether a number is a pool's. */
export function isPool(id: number | null | undefined): boolean {
  return id != null && Number.isSafeInteger(id) && id >= POOL_FROM && id < 2 * POOL_FROM;
}

/** What a pool is for: any product, those of a group of the list, or those of a brand. */
export type PoolKind = 'any' | 'group' | 'brand';

/** Whether a pool is for a product, by its brand and category. */
export function isFor(
  { kind, of }: { kind: PoolKind; of: string },
  product: { brand: string | null; category: string | null },
): boolean {
  if (kind === 'any') return true;
  if (kind === 'brand') return product.brand === of;
  const categories = groups.find(({ key }) => key === of)?.categories;
  return product.category !== null && (categories?.includes(product.category) ?? false);
}

/** A pool as the funding list holds it; `raisedDollars` is what it has. One payment takes so much of it. */
export function listedPool({
  id,
  name,
  raisedDollars,
}: {
  id: number;
  name: string;
  raisedDollars: number;
}) {
  const target = Math.round((raisedDollars + FULL_FUNDING_DOLLARS) * 100) / 100;
  return { id, name, current_amount: raisedDollars, target_amount: target };
}
