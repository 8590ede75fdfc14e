import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { hasWords, plain } from './find.server.ts';
import { askedWords } from './words.ts';
import { findSameTest, type KnownProduct } from '#app/catalogue/create-product.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { searchable } from '#app/kit/text.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';
import { products, testedProducts } from '#db/schema.ts';

/** Shorter words may stand within another on one side, as the C of `Vitamin-C` does. */
const SOUGHT_CHARACTERS = 3;

/** What was tested and not funded here has raised nothing of nothing. */
const UNFUNDED = {
  panel: 'plastics',
  round: 1,
  removedAt: null,
  hiddenAt: null,
  testingBegunAt: null,
  testingStatus: 'Tested',
  raisedCents: 0,
  targetCents: 0,
};

export type SameNamed = Pick<KnownProduct, 'id' | 'name' | keyof typeof UNFUNDED>;

/**
 * The item, to fund or tested, that has exactly this name, alone or after its brand: whatever its
 * capitals, accents, spaces, and punctuation; and its test for the panel. Of a merged duplicate it is the one that stays; one that was taken off is
 * none.
 */
export async function findNamed(
  name: string,
  panel: PanelKey,
  tx: Tx = db(),
): Promise<{ item?: number; test?: SameNamed }> {
  const key = joined(sql`${searchable(name)}::text`);
  const words = askedWords(name).filter((word) => word.length >= SOUGHT_CHARACTERS);
  if (words.length === 0) return {};
  const own = sql`split_part(${products.searchText}, E'\\n', 1)`;
  const brand = sql`split_part(${products.searchText}, E'\\n', 2)`;
  const [found] = await tx
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        hasWords(plain(sql`${products.searchText}`), words),
        sql`not is_demo and (removed_at is null or merged_into is not null)`,
        sql`${key} in (${joined(own)}, ${joined(sql`${brand} || ${own}`)})`,
      ),
    )
    .orderBy(sql`panel <> ${panel}`, asc(products.id))
    .limit(1);
  const { searchText } = testedProducts;
  const isNamed = sql`${joined(sql`${searchText}`)} = ${key}`;
  const itemOf = found?.id ?? (await findTested(isNamed, tx))?.id ?? null;
  return findTest({ urlKey: null, upc: null, itemOf, panel }, tx);
}

/** As `findSameTest`; for plastics PlasticList's own test of its product too. */
export async function findTest(
  asked: Parameters<typeof findSameTest>[0],
  tx: Tx = db(),
): Promise<{ item?: number; test?: SameNamed }> {
  const same = await findSameTest(asked, tx);
  if (same.test || !same.item || asked.panel !== 'plastics') return same;
  const test = await findTested(eq(testedProducts.originalId, same.item), tx);
  return { ...same, ...(test && { test }) };
}

async function findTested(is: SQL, tx: Tx): Promise<SameNamed | undefined> {
  const { originalId: id, name, productId } = testedProducts;
  const [found] = await tx
    .select({ id, name })
    .from(testedProducts)
    .where(and(isNull(productId), is))
    .orderBy(asc(id))
    .limit(1);
  return found && { ...found, ...UNFUNDED };
}

/** A text as searches compare it, its words joined: `Coca-Cola` and `coca cola` are one. */
function joined(text: SQL): SQL {
  return sql`replace(${plain(text)}, ' ', '')`;
}
