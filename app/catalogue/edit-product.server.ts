import { createHash } from 'node:crypto';
import { and, eq, inArray, ne, type SQL } from 'drizzle-orm';
import { lockItem } from './item.server.ts';
import { PRODUCT_FIELDS, type ProductFields } from './product-fields.ts';
import { urlKey, searchText } from './product-keys.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products, testedProducts } from '#db/schema.ts';

type Edit =
  /** Of the whole item: `ids` are all its rows that say it now. */
  | { kind: 'done'; ids: number[]; before: Partial<ProductFields>; after: Partial<ProductFields> }
  | { kind: 'unchanged' | 'unknown' }
  /** Somebody else has changed the fields since the form was opened. */
  | { kind: 'overtaken'; current: ProductFields }
  /** Its results are published for so many grams, or for none: a correction changes that. */
  | { kind: 'published'; servingG: number | null }
  /** Results for metals are published by so many grams as fed, or without. */
  | { kind: 'published_as_fed' }
  /** The page, or the barcode, is another product's. */
  | { kind: 'same_page' | 'same_barcode'; productId: number };

type Row = typeof products.$inferSelect;

/** What the fields of a product are now. */
export function fieldsOf(row: ProductFields): ProductFields {
  return picked(row, PRODUCT_FIELDS);
}

function picked<Field extends keyof ProductFields>(of: ProductFields, fields: readonly Field[]) {
  return Object.fromEntries(fields.map((field) => [field, of[field]])) as Pick<
    ProductFields,
    Field
  >;
}

/** Names a state of the fields: a form says which it was opened with. */
export function stateOf(fields: ProductFields): string {
  return createHash('sha256').update(JSON.stringify(fields)).digest('base64url').slice(0, 22);
}

/**
 * Changes the fields of a product, where they are still as `seen` names them, and has search find it
 * by its new words: all but page and barcode in every test of its item. The serving that results are published for stays. What was given, and to what code, is untouched.
 */
export async function editProduct(
  tx: Tx,
  id: number,
  wanted: ProductFields,
  seen: string,
): Promise<Edit> {
  const rows = await lockItem(tx, id);
  const row = rows.find((one) => one.id === id);
  if (!row) return { kind: 'unknown' };
  const current = fieldsOf(row);
  // Of a further test it is its item's, whose first row has it.
  const fields = row.itemOf === null ? wanted : { ...wanted, upc: null };
  const changed = PRODUCT_FIELDS.filter((field) => current[field] !== fields[field]);
  if (changed.length === 0) return { kind: 'unchanged' };
  if (stateOf(current) !== seen) return { kind: 'overtaken', current };
  const ids = rows.map((one) => one.id);
  const published = await tx
    .select({ servingG: testedProducts.servingSizeG, panel: testedProducts.panel })
    .from(testedProducts)
    .where(inArray(testedProducts.originalId, [row.itemOf ?? id, ...ids]));
  const other = published.find(({ servingG }) => servingG !== fields.servingSizeG);
  if (changed.includes('servingSizeG') && other)
    return { kind: 'published', servingG: other.servingG };
  if (changed.includes('asFedPerG') && published.some(({ panel }) => panel === 'metals'))
    return { kind: 'published_as_fed' };
  const isPaged = changed.includes('productUrl') && row.itemOf === null;
  const page = isPaged ? urlKey(fields.productUrl ?? '') : null;
  if (page !== null) {
    const takenBy = await takenFrom(tx, row, eq(products.urlKey, page), { urlKey: null });
    if (takenBy !== undefined) return { kind: 'same_page', productId: takenBy };
  }
  if (changed.includes('upc') && fields.upc !== null) {
    const takenBy = await takenFrom(tx, row, eq(products.upc, fields.upc), { upc: null });
    if (takenBy !== undefined) return { kind: 'same_barcode', productId: takenBy };
  }
  const after = picked(fields, changed);
  const { productUrl: _page, upc: _upc, ...ofItem } = after;
  for (const one of rows) {
    const { name, brand } = { ...one, ...ofItem };
    await tx
      .update(products)
      .set({
        ...(one === row ? { ...after, ...(isPaged && { urlKey: page }) } : ofItem),
        searchText: searchText(name, brand),
      })
      .where(eq(products.id, one.id));
  }
  return { kind: 'done', ids, before: picked(current, changed), after };
}

/**
 * The other product that has what only one may have; undefined where none has. What a duplicate of
 * this product has is this product's: `given` takes it from there.
 */
async function takenFrom(tx: Tx, row: Row, isIts: SQL, given: Partial<Row>) {
  const [other] = await tx
    .select()
    .from(products)
    .where(and(isIts, ne(products.id, row.id)));
  if (!other) return undefined;
  if (other.mergedInto !== row.id) return other.id;
  await tx.update(products).set(given).where(eq(products.id, other.id));
  return undefined;
}
