import { sql } from 'drizzle-orm';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import type { Product } from './product-schema.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { products, testEndings } from '#db/schema.ts';

/** The columns a product answer needs, beside `testEndedAt`. */
export const productColumns = {
  id: products.id,
  name: products.name,
  brand: products.brand,
  category: products.category,
  imageUrl: products.imageUrl,
  productUrl: products.productUrl,
  servingSizeG: products.servingSizeG,
  servingSizeUnit: products.servingSizeUnit,
  testingStatus: products.testingStatus,
  targetCents: products.targetCents,
  raisedCents: products.raisedCents,
  reservedCents: products.reservedCents,
  levels: products.levels,
  level: products.level,
  contributorCount: products.contributorCount,
  removedReason: products.removedReason,
  hiddenAt: products.hiddenAt,
  unreviewedSince: products.unreviewedSince,
};

/**
 * When a product's test was ended without results, for the rows of a page: asked for by the key,
 * where a test is under way, because a join would be planned with the whole list (decision 0122).
 */
export const testEndedAt =
  sql<Date | null>`case when products.testing_status = 'Testing in Progress'
  then (select ended_at from ${testEndings} where product_id = products.id) end`.mapWith(
    testEndings.endedAt,
  );

type ProductRow = Pick<typeof products.$inferSelect, keyof typeof productColumns> & {
  testEndedAt: Date | null;
};

/** A stored product under the spec's names, cents turned into dollars. */
export function productFromRow(row: ProductRow): Product {
  return {
    id: row.id,
    name: row.name,
    brand: row.brand,
    category: row.category,
    image_url: photoAddress(row.id) ?? row.imageUrl,
    product_url: row.productUrl,
    serving_size_g: row.servingSizeG,
    serving_size_unit: row.servingSizeUnit,
    testing_status: row.testingStatus,
    test_ended_on: row.testEndedAt?.toISOString().slice(0, 10) ?? null,
    current_amount: dollarsFromCents(row.raisedCents),
    reserved_amount: dollarsFromCents(row.reservedCents),
    target_amount: dollarsFromCents(row.targetCents),
    levels: row.levels,
    level: row.level,
    contributor_count: row.contributorCount,
    removed_reason: row.removedReason ?? (row.hiddenAt ? 'hidden' : null),
    awaits_review: row.unreviewedSince !== null && row.removedReason === null,
  };
}
