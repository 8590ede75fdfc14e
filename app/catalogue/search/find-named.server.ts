import { and, asc, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { hasWords, plain } from './find.server.ts';
import { askedWords } from './words.ts';
import type { KnownProduct } from '#app/catalogue/create-product.server.ts';
import { db } from '#app/database/db.server.ts';
import { searchable } from '#app/kit/text.ts';
import { products, testedProducts } from '#db/schema.ts';

/** Shorter words may stand within another on one side, as the C of `Vitamin-C` does. */
const SOUGHT_CHARACTERS = 3;

export type SameNamed = Pick<
  KnownProduct,
  | 'id'
  | 'name'
  | 'removedAt'
  | 'hiddenAt'
  | 'testingBegunAt'
  | 'testingStatus'
  | 'raisedCents'
  | 'targetCents'
>;

/**
 * The product, to fund or tested, that has exactly this name, alone or after its brand: whatever its
 * capitals, accents, spaces, and punctuation. Of a merged duplicate it is the one that stays; one that was taken off is
 * none. What was tested and not funded here has raised nothing of nothing.
 */
export async function findNamed(name: string): Promise<SameNamed | undefined> {
  const key = joined(sql`${searchable(name)}::text`);
  const words = askedWords(name).filter((word) => word.length >= SOUGHT_CHARACTERS);
  if (words.length === 0) return undefined;
  const own = sql`split_part(${products.searchText}, E'\\n', 1)`;
  const brand = sql`split_part(${products.searchText}, E'\\n', 2)`;
  const [found] = await db()
    .select()
    .from(products)
    .where(
      and(
        hasWords(plain(sql`${products.searchText}`), words),
        sql`not is_demo and (removed_at is null or merged_into is not null)`,
        sql`${key} in (${joined(own)}, ${joined(sql`${brand} || ${own}`)})`,
      ),
    )
    .orderBy(asc(products.id))
    .limit(1);
  if (found?.mergedInto) {
    const [survivor] = await db().select().from(products).where(eq(products.id, found.mergedInto));
    return survivor;
  }
  return found ?? findTested(key);
}

async function findTested(key: SQL): Promise<SameNamed | undefined> {
  const { originalId: id, name, productId, searchText } = testedProducts;
  const [found] = await db()
    .select({ id, name })
    .from(testedProducts)
    .where(and(isNull(productId), sql`${joined(sql`${searchText}`)} = ${key}`))
    .orderBy(asc(id))
    .limit(1);
  return (
    found && {
      ...found,
      removedAt: null,
      hiddenAt: null,
      testingBegunAt: null,
      testingStatus: 'Tested',
      raisedCents: 0,
      targetCents: 0,
    }
  );
}

/** A text as searches compare it, its words joined: `Coca-Cola` and `coca cola` are one. */
function joined(text: SQL): SQL {
  return sql`replace(${plain(text)}, ' ', '')`;
}
