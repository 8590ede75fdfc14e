import { productFromRow, productRows } from './product-row.server.ts';
import type { Product } from './product-schema.ts';

const PLACES_FROM = 800_000_000;

/**
 * The product with this code, demo products included; undefined where there is none. A duplicate
 * that was merged is the product it was merged into, under that one's code.
 */
export async function findProduct(id: number): Promise<Product | undefined> {
  if (!isProductId(id)) return undefined;
  const [row] = await productRows([id]);
  // Asked apart: hardly any product was merged, and every page of one would pay for a join.
  const [found] = row?.mergedInto ? await productRows([row.mergedInto]) : [row];
  return found && productFromRow(found);
}

/** Whether a number can be a product code at all: a positive integer below those that pools and matches of an earlier version had. */
export function isProductId(id: number): boolean {
  return Number.isSafeInteger(id) && id > 0 && id < PLACES_FROM;
}
