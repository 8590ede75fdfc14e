import { eq, sql } from 'drizzle-orm';
import { searchable } from '#app/kit/text.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products, testedProducts } from '#db/schema.ts';
import { categoryTag, tagsWithKind, withBrand } from '#app/results/answers/product-category.ts';
import { loadPublished } from './load-published.server.ts';
import { rateAnewOf } from './rate-anew.server.ts';

/**
 * Has the tested list call a funded product what the catalogue calls it, and judge it as that, in the transaction that has
 * changed the catalogue: name, words of the search, and the tag that stands in where its samples have
 * none. Results and revisions stay as they are published. Without results nothing is done. The caller
 * has taken the turn of publications (`takeTurn`) before it locked the product: they lock in that
 * order.
 */
export async function renameTested(tx: Tx, productId: number): Promise<void> {
  const own = eq(testedProducts.productId, productId);
  const [known] = await tx
    .select({ tested: testedProducts, product: products })
    .from(testedProducts)
    .innerJoin(products, eq(products.id, testedProducts.productId))
    .where(own);
  if (!known) return;
  const { tested, product } = known;
  const { originalId } = tested;
  const ofSamples = (await loadPublished(tx, [originalId])).get(originalId)?.product.tags ?? [];
  const tags = tagsWithKind(ofSamples, categoryTag(product.category));
  const name = withBrand(product.name, product.brand);
  if (name === tested.name && tags.join() === tested.tags.join()) return;
  await tx
    .update(testedProducts)
    .set({ name, searchText: searchable(name), tags, updatedAt: sql`now()` })
    .where(own);
  await rateAnewOf(tx, [originalId]);
}
