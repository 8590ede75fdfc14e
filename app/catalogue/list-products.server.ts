import { eq, sql, type SQL } from 'drizzle-orm';
import {
  PRODUCT_PAGE_SIZE,
  type Direction,
  type Page,
  type Product,
  type ProductSort,
} from '#app/catalogue/product.ts';
import {
  productColumns,
  productFromRow,
  type ProductRow,
} from '#app/catalogue/product-row.server.ts';
import { searchable } from '#app/kit/text.ts';
import { db } from '#app/platform/db.server.ts';
import { products, productTotals } from '#db/schema.ts';

export interface ProductQuery {
  search?: string;
  sort?: ProductSort;
  direction?: Direction;
  /** From 1. */
  page?: number;
  /** `demo` shows the `[TEST]` products, and only them. */
  mode?: 'demo';
}

/** Rows of the list's own order that a search looks through before it asks an index. */
const SCAN_ROWS = 5_000;
/** Further rows per match that is skipped, for later pages; and their limit. */
const SCAN_ROWS_PER_SKIPPED = 40;
const SCAN_ROWS_MAX = 50_000;
/** Matches shown and counted at most: past that the total reads as this many. */
export const COUNTED_MATCHES = 1_000;

/**
 * One page of the catalogue (spec §7 "Read products"): five products, by default the most funded
 * first. A search matches a substring of name or brand, as `searchable` sees it; a term of nothing
 * but punctuation matches everything, as an empty one does. Decision 0006 says how it stays fast.
 */
export async function listProducts(query: ProductQuery = {}): Promise<Page<Product>> {
  const page = query.page ?? 1;
  const term = searchable(query.search ?? '');
  const [rows, total] = await Promise.all([
    pageOfRows(query, term, (page - 1) * PRODUCT_PAGE_SIZE),
    countProducts(query, term),
  ]);
  return { items: rows.map(productFromRow), total, page, pageSize: PRODUCT_PAGE_SIZE };
}

async function pageOfRows(query: ProductQuery, term: string, offset: number) {
  const page = sql`${orderOf(query)} limit ${PRODUCT_PAGE_SIZE} offset ${offset}`;
  if (term === '') {
    return rowsOf(query, sql`select id from products where ${listed(query)} order by ${page}`);
  }
  if (offset >= COUNTED_MATCHES) return [];
  // A frequent term fills the page from the top of the list's own order, without any index.
  const scanned = Math.min(SCAN_ROWS + offset * SCAN_ROWS_PER_SKIPPED, SCAN_ROWS_MAX);
  const near = await rowsOf(
    query,
    sql`select id from (${topOfList(query, scanned)}) top
        where search_text like ${pattern(term)} order by ${page}`,
  );
  if (near.length === PRODUCT_PAGE_SIZE) return near;
  // A rare one is found by its index, and what it finds is few enough to be sorted.
  return rowsOf(query, sql`select id from (${indexed(query, term)}) hits order by ${page}`);
}

/** The products of a page of ids, in the list's order. */
async function rowsOf(query: ProductQuery, ids: SQL): Promise<ProductRow[]> {
  return db()
    .select(productColumns)
    .from(products)
    .where(sql`${products.id} in (${ids})`)
    .orderBy(orderOf(query));
}

async function countProducts(query: ProductQuery, term: string): Promise<number> {
  if (term === '') {
    const [row] = await db()
      .select({ total: productTotals.total })
      .from(productTotals)
      .where(eq(productTotals.isDemo, query.mode === 'demo'));
    return row?.total ?? 0;
  }
  const near = await countOf(
    sql`select from (${topOfList(query, SCAN_ROWS)}) top where search_text like ${pattern(term)}`,
  );
  return near === COUNTED_MATCHES ? near : countOf(sql`select from (${indexed(query, term)}) hits`);
}

async function countOf(matches: SQL): Promise<number> {
  const { rows } = await db().execute<{ total: number }>(
    sql`select count(*)::int as total from (${matches} limit ${COUNTED_MATCHES}) counted`,
  );
  return rows[0]?.total ?? 0;
}

/** The first rows of the list's own order. */
function topOfList(query: ProductQuery, rows: number): SQL {
  return sql`select id, raised_cents, contributor_count, search_text from products
             where ${listed(query)} order by ${orderOf(query)} limit ${rows}`;
}

/** All matches, by their index: materialised, lest the planner walk the whole list for them. */
function indexed(query: ProductQuery, term: string): SQL {
  return sql`with hits as materialized (
               select id, raised_cents, contributor_count from products
               where ${listed(query)} and ${matches(term)}
             ) select * from hits`;
}

function listed(query: ProductQuery): SQL {
  return sql`is_demo = ${query.mode === 'demo'} and removed_at is null`;
}

/** Trigrams find terms of three characters and more; shorter ones have an index of their own. */
function matches(term: string): SQL {
  return [...term].length <= 2
    ? sql`short_grams(search_text) @> array[${term}]`
    : sql`search_text like ${pattern(term)}`;
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
