import { and, desc, eq, isNotNull, isNull, or, sql, type SQL } from 'drizzle-orm';
import type { ProductState } from './messages.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { isUnderBarcode } from '#app/catalogue/item.server.ts';
import { upcKey } from '#app/catalogue/product-keys.ts';
import { findAmong, hasTerm } from '#app/catalogue/search/find.server.ts';
import { searchable } from '#app/kit/text.ts';
import { statusText } from '#app/catalogue/messages.ts';
import { testEndedAt } from '#app/catalogue/product-row.server.ts';
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
  const rows = await read(and(matching(asked.search), isIn), offset);
  if (rows.length > 0 || offset > 0) return { ...shown(rows), isNear: false };
  const { ids } = await findAmong(asked.search, {
    from: sql`${products}`,
    id: sql`id`,
    words: sql`search_text`,
    where: isIn ?? sql`true`,
    isUnder: () => sql`false`,
    order: sql`id desc`,
  });
  const near = await read(sql`${products.id} = any(${sql.param(ids.slice(0, SHOWN))}::int[])`, 0);
  return { ...shown(near), isNear: true };
}

function read(where: SQL | undefined, offset: number) {
  return db()
    .select({
      id: products.id,
      name: products.name,
      brand: products.brand,
      testingStatus: products.testingStatus,
      testEndedAt,
      raisedCents: products.raisedCents,
      targetCents: products.targetCents,
      contributors: products.contributorCount,
      isDemo: products.isDemo,
      isHidden: sql<boolean>`${products.hiddenAt} is not null`,
      awaitsReview: sql<boolean>`${products.unreviewedSince} is not null and ${products.removedAt} is null`,
      removedReason: products.removedReason,
      panel: products.panel,
      round: products.round,
      mergedInto: products.mergedInto,
    })
    .from(products)
    .where(where)
    .orderBy(desc(products.id))
    .limit(SHOWN + 1)
    .offset(offset);
}

function shown(rows: Awaited<ReturnType<typeof read>>) {
  const found = rows.slice(0, SHOWN).map(({ testEndedAt: endedAt, ...row }) => ({
    ...row,
    /** In words: one whose test was ended has none of the stored ones. */
    testingStatus: testStatusText(row.testingStatus, endedAt),
  }));
  return { found, hasMore: rows.length > SHOWN };
}

export type FoundProduct = ReturnType<typeof shown>['found'][number];

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

/** How a product's test is, for administrators as for everybody. */
export function testStatusText(status: string, endedAt: Date | null): string {
  return statusText({ testing_status: status, test_ended_on: endedAt?.toISOString() ?? null });
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
