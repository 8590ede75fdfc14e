import { isDeepStrictEqual } from 'node:util';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { searchable } from '#app/kit/text.ts';
import type { Tx } from '#app/database/db.server.ts';
import { withBrand } from '#app/results/answers/product-category.ts';
import type { FileProduct } from '#app/results/samples/file-products.ts';
import { isFundable } from '#app/catalogue/product-code.ts';
import { adminActions, products, testedProducts } from '#db/schema.ts';

/** A product as the rows of its last revision call it, and when those were published. */
export interface SealedProduct {
  product: FileProduct;
  publishedAt: Date;
}

type Named = { name: string; brand: string | null };

/**
 * Compares what tested products are called, tagged, and noted to be with the rows that were sealed last.
 * A funded product can be given another name since; the trail then says which. Resolves to a sentence
 * for each that differs.
 */
export async function compareNamesWithLog(
  tx: Tx,
  sealed: readonly SealedProduct[],
): Promise<string[]> {
  const ids = sealed.map(({ product }) => product.originalId);
  const tested = await tx
    .select()
    .from(testedProducts)
    .where(inArray(testedProducts.originalId, ids));
  const catalogue = await tx.select().from(products).where(inArray(products.id, ids));
  const { subject, action, id: at } = adminActions;
  const edits = await tx
    .select()
    .from(adminActions)
    .where(and(inArray(subject, ids.map(subjectOf)), eq(action, 'edit-product')))
    .orderBy(asc(at));
  return sealed.flatMap(({ product: own, publishedAt }) => {
    const id = own.originalId;
    const shown = tested.find((row) => row.originalId === id);
    const listed = catalogue.find((row) => row.id === id);
    if (!shown) return [];
    const since = edits.filter((one) => one.subject === subjectOf(id) && one.at > publishedAt);
    const name = isFundable(id) && listed ? nameNow(own.name, listed, since) : own.name;
    const isTagged = own.tags.length === 0 || isDeepStrictEqual(own.tags, shown.tags);
    return [
      ...(shown.name === name && shown.searchText === searchable(shown.name)
        ? []
        : [`Product ${id} is called “${shown.name}”, and was sealed as “${own.name}”.`]),
      ...(isTagged && shown.collectionNotes === own.collectionNotes
        ? []
        : [`Tags or notes of product ${id} are not those that were sealed.`]),
    ];
  });
}

const subjectOf = (id: number) => `product ${id}`;

/**
 * The name that a product was given since it was sealed under one; undefined where its edits lead from
 * another one, or to another one than it has.
 */
function nameNow(
  sealed: string,
  { name, brand }: Named,
  edits: readonly { before: unknown; after: unknown }[],
): string | undefined {
  const now: Named = { name, brand };
  const first: Named = { ...now };
  for (const { before } of edits.toReversed()) Object.assign(first, named(before));
  const last: Named = { ...first };
  for (const { after } of edits) Object.assign(last, named(after));
  const isFollowed = withBrand(first.name, first.brand) === sealed && isDeepStrictEqual(last, now);
  return isFollowed ? withBrand(name, brand) : undefined;
}

/** What an edit states of name and brand. */
function named(fields: unknown): Partial<Named> {
  const { name, brand } = fields as Partial<Named>;
  return { ...(name !== undefined && { name }), ...(brand !== undefined && { brand }) };
}
