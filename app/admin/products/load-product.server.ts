import { shownProduct } from './search-products.server.ts';
import { fieldsOf, stateOf } from '#app/catalogue/edit-product.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { typedOf } from '#app/catalogue/product-fields.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { productRows } from '#app/catalogue/product-row.server.ts';
import { listed } from '#app/kit/text.ts';
import { MERGE_REFUSALS } from './messages.ts';
import { previewMerge } from '#app/funding/merging/lock-pair.server.ts';

/** A number that an address or a form has for a product's code; undefined where it is none. */
export function codeOf(text: string | null | undefined): number | undefined {
  const trimmed = (text ?? '').trim();
  return /^\d{1,10}$/.test(trimmed) && isProductId(Number(trimmed)) ? Number(trimmed) : undefined;
}

/** A product as administrators see it, whatever its state; undefined where there is none. */
export async function loadProduct(id: number) {
  const [row] = await productRows([id]);
  if (!row) return undefined;
  const fields = fieldsOf(row);
  return {
    ...shownProduct(row),
    fields: typedOf(fields),
    state: stateOf(fields),
    image: photoAddress(row.itemOf ?? id) ?? row.imageUrl,
    itemOf: row.itemOf,
    reservedCents: row.reservedCents,
    isBegun: row.testingBegunAt !== null,
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
  const { id, name, brand } = survivor;
  return { survivor: { id, name, brand }, movedCents, excessCents, too };
}
