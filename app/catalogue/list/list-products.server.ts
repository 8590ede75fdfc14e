import { eq, sql, type SQL } from 'drizzle-orm';
import { groupOf } from '#app/catalogue/groups.ts';
import { PRODUCT_PAGE_SIZE, type Direction, type ProductSort } from '#app/catalogue/product.ts';
import type { Page, Product } from '#app/catalogue/product-schema.ts';
import {
  productColumns,
  productFromRow,
  testEndedAt,
  type ProductRow,
} from '#app/catalogue/product-row.server.ts';
import { present } from '#app/kit/assert.ts';
import { searchable } from '#app/kit/text.ts';
import { db } from '#app/platform/database/db.server.ts';
import { products, productTotals } from '#db/schema.ts';

interface ProductQuery {
  search?: string;
  sort?: ProductSort;
  direction?: Direction;
  /** From 1. */
  page?: number;
  /** `demo` shows the `[TEST]` products, and only them. */
  mode?: 'demo';
  /** Key of a group of products (`groups.ts`); all of them without one. */
  category?: string | undefined;
}

/** Rows of the list's own order that every search looks through first. */
const NEAR_ROWS = 3_000;
/** And at most, where so many promise to fill a page; past that an index costs less. */
const WALKED_ROWS_MAX = 20_000;
/** Matches stand anywhere but evenly: so many times what the top of the list promises. */
const MARGIN = 3;
/** Matches shown and counted at most: past that the total reads as this many. */
const COUNTED_MATCHES = 500;

/**
 * One page of the catalogue (spec §7 "Read products"): five products, by default the most funded
 * first. A search matches a substring of name or brand, as `searchable` sees it; a term of nothing
 * but punctuation matches everything, as an empty one does. Decision 0006 says how it stays fast.
 */
export async function listProducts(query: ProductQuery = {}): Promise<Page<Product>> {
  const page = query.page ?? 1;
  const term = searchable(query.search ?? '');
  const offset = (page - 1) * PRODUCT_PAGE_SIZE;
  const { rows, total } =
    term === '' && !query.category
      ? await wholeList(query, offset)
      : await search(query, term, offset);
  return { items: rows.map(productFromRow), total, page, pageSize: PRODUCT_PAGE_SIZE };
}

interface Found {
  rows: ProductRow[];
  total: number;
}

async function wholeList(query: ProductQuery, offset: number): Promise<Found> {
  const page = sql`${orderOf(query)} limit ${PRODUCT_PAGE_SIZE} offset ${offset}`;
  const [rows, [counted]] = await Promise.all([
    rowsOf(query, sql`select id from products where ${listed(query)} order by ${page}`),
    db()
      .select({ total: productTotals.total })
      .from(productTotals)
      .where(eq(productTotals.isDemo, query.mode === 'demo')),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** The top of the list tells how frequent a term is, and so which way to its page is the short one. */
async function search(query: ProductQuery, term: string, offset: number): Promise<Found> {
  const { total, ids } = await matchesOf(query, term, offset);
  return { rows: await rowsOf(query, sql`select unnest(${sql.param(ids)}::int[])`), total };
}

/** How many match, counted so far as that goes, and the codes of a page of them. */
async function matchesOf(query: ProductQuery, term: string, offset: number): Promise<Matches> {
  const near = await walk(query, term, NEAR_ROWS, offset);
  const isPast = offset >= COUNTED_MATCHES;
  if (isPast) return { total: await countFrom(near, query, term), ids: [] };
  const wanted = offset + PRODUCT_PAGE_SIZE;
  if (near.isWhole || near.found >= wanted) {
    return { total: await countFrom(near, query, term), ids: near.ids };
  }
  const promising = (wanted / near.found) * NEAR_ROWS;
  if (promising <= WALKED_ROWS_MAX) {
    const most = Math.min(Math.ceil(promising * MARGIN), WALKED_ROWS_MAX);
    const far = await walk(query, term, most, offset);
    if (far.found >= wanted) return { total: await countFrom(far, query, term), ids: far.ids };
  }
  return findIndexed(query, term, offset);
}

interface Matches {
  total: number;
  ids: number[];
}

interface Walk {
  /** Matches among the rows that were looked through. */
  found: number;
  /** Those rows are all there are. */
  isWhole: boolean;
  /** The page's, as far as they were among them. */
  ids: number[];
}

/** Looks through the first rows of the list's own order, without any index of texts. */
async function walk(
  query: ProductQuery,
  term: string,
  most: number,
  offset: number,
): Promise<Walk> {
  const order = orderOf(query);
  const { rows } = await db().execute<Walk & Record<string, unknown>>(
    sql`with top as materialized (
          select id, raised_cents, contributor_count,
                 ${matches(query, term)} as is_match
          from products where ${listed(query)} order by ${order} limit ${most}
        )
        select (count(*) filter (where is_match))::int as found, count(*) < ${most} as "isWhole",
               array(select id from top where is_match
                     order by ${order} limit ${PRODUCT_PAGE_SIZE} offset ${offset}) as ids
        from top`,
  );
  return present(rows[0], 'the top of the list');
}

/** The products of a page of ids, in the list's order. */
async function rowsOf(query: ProductQuery, ids: SQL): Promise<ProductRow[]> {
  return db()
    .select({ ...productColumns, testEndedAt })
    .from(products)
    .where(sql`${products.id} in (${ids})`)
    .orderBy(orderOf(query));
}

/** What was walked past may be enough to know; else an index counts. */
async function countFrom(seen: Walk, query: ProductQuery, term: string): Promise<number> {
  if (seen.isWhole || seen.found >= COUNTED_MATCHES) return Math.min(seen.found, COUNTED_MATCHES);
  // Nothing has to be put into order, and a whole category may be a tenth of the catalogue.
  const { rows } = await db().execute<{ total: number }>(
    term === ''
      ? sql`select count(*)::int as total from (
              select from products where ${listed(query)} and ${isOf(query)} limit ${COUNTED_MATCHES}
            ) counted`
      : sql`${indexed(query, term)}, ${counted()} select total from counted`,
  );
  return rows[0]?.total ?? 0;
}

async function findIndexed(query: ProductQuery, term: string, offset: number): Promise<Matches> {
  const { rows } = await db().execute<Matches & Record<string, unknown>>(
    sql`${indexed(query, term)}, ${counted()}
        select total, array(select id from hits order by ${orderOf(query)}
                            limit ${PRODUCT_PAGE_SIZE} offset ${offset}) as ids
        from counted`,
  );
  return present(rows[0], 'the count of matches');
}

/** All matches, by their index: materialised, lest the planner walk the whole list for them. */
function indexed(query: ProductQuery, term: string): SQL {
  return sql`with hits as materialized (
               select id, raised_cents, contributor_count from products
               where ${listed(query)} and ${indexedMatches(query, term)}
             )`;
}

function counted(): SQL {
  return sql`counted as (
               select count(*)::int as total from (select from hits limit ${COUNTED_MATCHES}) capped
             )`;
}

function listed(query: ProductQuery): SQL {
  return sql`is_demo = ${query.mode === 'demo'} and removed_at is null and hidden_at is null`;
}

/** Trigrams find terms of three characters and more; shorter ones have an index of their own. */
function indexedMatches(query: ProductQuery, term: string): SQL {
  if (term === '' || [...term].length > 2) return matches(query, term);
  return sql`short_grams(search_text) @> array[${term}] and ${isOf(query)}`;
}

function matches(query: ProductQuery, term: string): SQL {
  return term === '' ? isOf(query) : sql`(search_text like ${pattern(term)} and ${isOf(query)})`;
}

function isOf({ category }: ProductQuery): SQL {
  const group = groupOf(category);
  return group ? sql`category = any(${sql.param([...group.categories])}::text[])` : sql`true`;
}

/** `searchable` leaves one character that LIKE gives a meaning to: the underscore. */
function pattern(term: string): string {
  return `%${term.replaceAll('_', '\\_')}%`;
}

/** As the indexes have it, so that they serve both ways. */
function orderOf({ sort = 'current_amount', direction = 'desc' }: ProductQuery): SQL {
  const way = direction === 'asc' ? sql`asc nulls first` : sql`desc nulls last`;
  if (sort === 'id') return sql`id ${way}`;
  return sort === 'current_amount'
    ? sql`raised_cents ${way}, id ${way}`
    : sql`contributor_count ${way}, id ${way}`;
}
