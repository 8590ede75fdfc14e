import { and, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { ProductState } from './messages.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { isUnderBarcode } from '#app/catalogue/item.server.ts';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { findAmong, hasTerm } from '#app/catalogue/search/find.server.ts';
import { searchable } from '#app/kit/text.ts';
import { statusText } from '#app/catalogue/messages.ts';
import { productFromRow, productRows, type ProductRow } from '#app/catalogue/product-row.server.ts';
import { db } from '#app/database/db.server.ts';
import { photoAddress } from '#app/pictures/product-photos.server.ts';
import { analyticsEvents, products, testedProducts } from '#db/schema.ts';

const SHOWN = 25;

/**
 * Products whatever their state, the newest code first: by a part of name or brand, by the code or by the
 * barcode; where none is so called, what is near. One more than is shown says whether there is more.
 */
export async function searchProducts(asked: {
  search: string;
  state: ProductState;
  /** From 1. */
  page: number;
}) {
  const offset = (asked.page - 1) * SHOWN;
  const isIn = and(within(asked.state), await bare(asked.state));
  const { id } = products;
  const rows = await db()
    .select({ id })
    .from(products)
    .where(and(matching(asked.search), isIn))
    .orderBy(desc(id))
    .limit(SHOWN + 1)
    .offset(offset);
  const isNear = rows.length === 0 && offset === 0;
  const ids = isNear ? await nearest(asked.search, isIn) : rows.map((row) => row.id);
  const found = await productRows(ids.slice(0, SHOWN));
  return { found: found.map(shownProduct), hasMore: ids.length > SHOWN, isNear };
}

/** As many as are shown, the newest code first. */
async function nearest(search: string, isIn: SQL | undefined): Promise<number[]> {
  const { ids } = await findAmong(search, {
    from: sql`${products}`,
    id: sql`id`,
    words: sql`search_text`,
    where: isIn ?? sql`true`,
    isUnder: () => sql`false`,
    order: sql`id desc`,
  });
  return ids.slice(0, SHOWN).toSorted((a, b) => b - a);
}

/** What administrators see of a product, in lists and on its page. */
export function shownProduct(row: ProductRow) {
  const { id, name, brand, panel, round, isDemo, removedReason, mergedInto } = row;
  const { raisedCents, targetCents, contributorCount: contributors } = row;
  const facts = { id, name, brand, panel, round, isDemo, removedReason, mergedInto };
  return {
    ...facts,
    raisedCents,
    targetCents,
    contributors,
    isHidden: row.hiddenAt !== null,
    awaitsReview: row.unreviewedSince !== null && row.removedAt === null,
    /** In words: one whose test was ended has none of the stored ones. */
    testingStatus: statusText(productFromRow(row)),
  };
}

export type FoundProduct = ReturnType<typeof shownProduct>;

/** Of the listed ones, where it is asked for: those without a picture, which no table knows of. */
async function bare(state: ProductState): Promise<SQL | undefined> {
  if (state !== 'no-picture') return undefined;
  const { id, itemOf, imageUrl } = products;
  const rows = await db()
    .select({ id, itemOf })
    .from(products)
    .where(and(within('listed'), isNull(imageUrl)));
  const ids = rows.flatMap((row) => (photoAddress(row.itemOf ?? row.id) === null ? row.id : []));
  return sql`${id} = any(${sql.param(ids)}::int[])`;
}

/** More than anybody looks through. */
const MOST_BARE = 300;

/**
 * What is on the list or was tested and has no picture here: what was opened most in the days for which
 * events are kept first, by those who agreed to be counted, and then by number.
 */
export async function withoutPicture(): Promise<{ id: number; name: string }[]> {
  const { rows } = await db().execute<{ id: number; name: string }>(sql`
    with opened as (
      select properties ->> 'product_id' as id, count(*) as times from ${analyticsEvents}
      where ${analyticsEvents.name} = 'Product View' group by 1
    ), bare as (
      select id, name from ${products}
      where ${within('listed')} and image_url is null and item_of is null
      union all
      select original_id, name from ${testedProducts} where product_id is null
    )
    select bare.id, name from bare left join opened on opened.id = bare.id::text
    order by times desc nulls last, bare.id`);
  return rows.filter(({ id }) => photoAddress(id) === null).slice(0, MOST_BARE);
}

function matching(search: string): SQL | undefined {
  const term = searchable(search);
  if (term === '') return undefined;
  const isCode = /^\d{1,14}$/.test(term) && isProductId(Number(term));
  const upc = upcKey(search);
  return or(
    hasTerm(sql`${products.searchText}`, search),
    isCode ? eq(products.id, Number(term)) : undefined,
    upc === null ? undefined : isUnderBarcode(upc),
  );
}

function within(state: ProductState): SQL | undefined {
  if (state === 'listed') {
    return sql`not is_demo and ${products.removedAt} is null and ${products.hiddenAt} is null`;
  }
  if (state === 'hidden') return isNotNull(products.hiddenAt);
  if (state === 'merged') return isNotNull(products.mergedInto);
  if (state === 'demo') return eq(products.isDemo, true);
  return state === 'removed'
    ? and(isNotNull(products.removedAt), sql`${products.mergedInto} is null`)
    : undefined;
}
