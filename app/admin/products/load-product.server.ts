import { eq, getTableColumns } from 'drizzle-orm';
import { testStatusText } from './search-products.server.ts';
import { fieldsOf, stateOf } from '#app/catalogue/edit-product.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { typedOf } from '#app/catalogue/product-fields.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { testEndedAt } from '#app/catalogue/product-row.server.ts';
import { listed } from '#app/kit/text.ts';
import { MERGE_REFUSALS } from './messages.ts';
import { previewMerge } from '#app/funding/merging/lock-pair.server.ts';
import { db } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** A number that an address or a form has for a product's code; undefined where it is none. */
export function codeOf(text: string | null | undefined): number | undefined {
  const trimmed = (text ?? '').trim();
  return /^\d{1,10}$/.test(trimmed) && isProductId(Number(trimmed)) ? Number(trimmed) : undefined;
}

/** A product as administrators see it, whatever its state; undefined where there is none. */
export async function loadProduct(id: number) {
  const [row] = await db()
    .select({ ...getTableColumns(products), testEndedAt })
    .from(products)
    .where(eq(products.id, id));
  if (!row) return undefined;
  const fields = fieldsOf(row);
  return {
    id,
    fields: typedOf(fields),
    state: stateOf(fields),
    image: photoAddress(row.itemOf ?? id) ?? row.imageUrl,
    panel: row.panel,
    round: row.round,
    itemOf: row.itemOf,
    testingStatus: testStatusText(row.testingStatus, row.testEndedAt),
    raisedCents: row.raisedCents,
    reservedCents: row.reservedCents,
    targetCents: row.targetCents,
    contributors: row.contributorCount,
    isDemo: row.isDemo,
    isHidden: row.hiddenAt !== null,
    awaitsReview: row.unreviewedSince !== null && row.removedAt === null,
    isBegun: row.testingBegunAt !== null,
    removedReason: row.removedReason,
    mergedInto: row.mergedInto,
    createdAt: row.createdAt.toISOString(),
  };
}

export type ShownProduct = NonNullable<Awaited<ReturnType<typeof loadProduct>>>;

/** What merging a product into another would do, or why it cannot be. */
export async function loadMergePreview(goneId: number, survivorId: number | undefined) {
  if (survivorId === undefined) return { error: MERGE_REFUSALS.unknown };
  const preview = await previewMerge(goneId, survivorId);
  if (!preview.ok) {
    const which = preview.too ? ` In the way: ${listed(preview.too.map(String))}.` : '';
    return { error: MERGE_REFUSALS[preview.why] + which };
  }
  const { survivor, movedCents, excessCents, too } = preview;
  return {
    survivor: {
      id: survivor.id,
      name: survivor.name,
      brand: survivor.brand,
      raisedCents: survivor.raisedCents,
    },
    movedCents,
    excessCents,
    too,
  };
}
