import { eq, sql, type SQL } from 'drizzle-orm';
import { isIn } from './funding-state.server.ts';
import type { FundingState } from './funding-states.ts';
import { groupOf } from '#app/catalogue/groups.ts';
import { PRODUCT_PAGE_SIZE } from '#app/catalogue/product.ts';
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
import { preparedFor } from '#app/platform/database/prepared.server.ts';
import { products, productTotals } from '#db/schema.ts';
import { idsFrom, onList, orderOf, placeOf, type ListOrder } from './list-order.server.ts';

interface ProductQuery extends ListOrder {
  search?: string;
  /** From 1. */
  page?: number;
  /** Key of a group of products (`groups.ts`); all of them without one. */
  category?: string | undefined;
  /** Where its products stand. */
  funding?: FundingState | undefined;
}

/** Rows of the list's own order that every search looks through first. */
const NEAR_ROWS = 3_000;
/** And at most, where so many promise what is looked for; past that an index costs less. */
const WALKED_ROWS_MAX = 40_000;
/** Matches stand anywhere but evenly: so many times what the top of the list promises. */
const MARGIN = 3;
/** Matches shown and counted at most: past that the total reads as this many. */
const COUNTED_MATCHES = 500;
/** An index finds so many matches at once for less than a long walk. */
const FEW_MATCHES = 4_000;

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
    term === '' && !query.category && !query.funding
      ? await wholeList(query, offset)
      : await search(query, term, offset);
  return { items: rows.map(productFromRow), total, page, pageSize: PRODUCT_PAGE_SIZE };
}

interface Found {
  rows: ProductRow[];
  total: number;
}

async function wholeList(query: ProductQuery, offset: number): Promise<Found> {
  const { after, skipped } = await placeOf(query, offset);
  const rows = await wholeStatement(query, after !== undefined).execute({ skipped, ...after });
  if (rows[0]) return { rows, total: rows[0].total };
  const [counted] = await db()
    .select({ total: productTotals.total })
    .from(productTotals)
    .where(eq(productTotals.isDemo, query.mode === 'demo'));
  return { rows, total: counted?.total ?? 0 };
}

/** Of each order, those that were put together. */
const statements = preparedFor(() => new Map<string, ReturnType<typeof prepare>>());

function wholeStatement(order: ListOrder, isPastMark: boolean) {
  const { sort = 'current_amount', direction = 'desc', mode = '' } = order;
  const shape = `${sort} ${direction} ${mode} ${isPastMark}`;
  const ofDatabase = statements(db());
  const statement = ofDatabase.get(shape) ?? prepare(order, isPastMark);
  ofDatabase.set(shape, statement);
  return statement;
}

/** A page with the number of all. */
function prepare(order: ListOrder, isPastMark: boolean) {
  const isDemo = sql.raw(String(order.mode === 'demo'));
  const total = sql<number>`(select total from ${productTotals} where is_demo = ${isDemo})`;
  return productsOf(order, idsFrom(order, isPastMark), { total }).prepare('');
}

/** The top of the list tells how frequent a term is, and so which way to its page is the short one. */
async function search(query: ProductQuery, term: string, offset: number): Promise<Found> {
  const { total, ids } = await matchesOf(query, term, offset);
  return { rows: await productsOf(query, sql`select unnest(${sql.param(ids)}::int[])`), total };
}

/** How many match, counted so far as that goes, and the codes of a page of them. */
async function matchesOf(query: ProductQuery, term: string, offset: number): Promise<Matches> {
  const near = await walk(query, term, NEAR_ROWS, offset);
  const isPast = offset >= COUNTED_MATCHES;
  const wanted = isPast ? 0 : offset + PRODUCT_PAGE_SIZE;
  const seen = await walkOn(near, wanted, (rows) => walk(query, term, rows, offset));
  if (seen.found < wanted && seen.walked < seen.listed) return findIndexed(query, term, offset);
  return { total: await countFrom(seen, query, term), ids: isPast ? [] : seen.ids };
}

interface Matches {
  total: number;
  ids: number[];
}

interface Walk {
  /** Rows that were looked through, and how many there are. */
  walked: number;
  listed: number;
  /** Matches among them, as far as they are counted. */
  found: number;
  /** The page's, as far as they were among them. */
  ids: number[];
}

/** Further down, where a term is frequent enough to be counted there, or at least to fill its page. */
async function walkOn(
  near: Walk,
  wanted: number,
  further: (rows: number) => Promise<Walk>,
): Promise<Walk> {
  const share = near.found / near.walked;
  const isFew = share * near.listed <= FEW_MATCHES;
  if (isFew || near.found >= COUNTED_MATCHES || near.walked >= near.listed) return near;
  const short = [COUNTED_MATCHES, wanted]
    .filter((matches) => matches > near.found)
    .map((matches) => Math.ceil(matches / share))
    .find((rows) => rows <= WALKED_ROWS_MAX);
  return short === undefined ? near : further(Math.min(short * MARGIN, WALKED_ROWS_MAX));
}

/**
 * Looks through the first rows of the list's own order until it has seen as many matches as count;
 * once, not for each use of what it found, which is what `offset 0` holds the planner to.
 */
async function walk(
  query: ProductQuery,
  term: string,
  most: number,
  offset: number,
): Promise<Walk> {
  const { rows } = await db().execute<Omit<Walk, 'walked'> & Record<string, unknown>>(
    sql`select coalesce(cardinality(ids), 0) as found,
               ids[${offset + 1}::int:${offset + PRODUCT_PAGE_SIZE}::int] as ids,
               (select total from product_totals where is_demo = ${query.mode === 'demo'}) as listed
        from (select array(
          select id from (
            select id, category, search_text
            from products where ${listed(query)} order by ${orderOf(query)} limit ${most}
          ) top
          where ${matches(query, term)} limit ${COUNTED_MATCHES}
        ) as ids offset 0) seen`,
  );
  return { walked: most, ...present(rows[0], 'the top of the list') };
}

/** The products of a page of ids, in the list's order, with what else is asked of the statement. */
function productsOf<Besides extends Record<string, SQL> = {}>(
  query: ListOrder,
  ids: SQL,
  besides = {} as Besides,
) {
  return db()
    .select({ ...productColumns, testEndedAt, ...besides })
    .from(products)
    .where(sql`${products.id} in (${ids})`)
    .orderBy(orderOf(query));
}

/** What was walked past may be enough to know; else an index counts. */
async function countFrom(seen: Walk, query: ProductQuery, term: string): Promise<number> {
  if (seen.walked >= seen.listed || seen.found >= COUNTED_MATCHES) return seen.found;
  const { rows } = await db().execute<{ total: number }>(
    sql`${indexed(query, term)} select (${counted()}) as total`,
  );
  return rows[0]?.total ?? 0;
}

async function findIndexed(query: ProductQuery, term: string, offset: number): Promise<Matches> {
  const { rows } = await db().execute<Matches & Record<string, unknown>>(
    sql`${indexed(query, term)}
        select (${counted()}) as total,
               array(select id from hits order by ${orderOf(query)}
                     limit ${PRODUCT_PAGE_SIZE} offset ${offset}) as ids`,
  );
  return present(rows[0], 'the count of matches');
}

/**
 * All matches, by their index: planned by themselves, lest the planner walk the whole list for them.
 * Texts are looked through once; a whole category is read from its index twice, which costs less
 * than keeping it, and from the end that the list begins with: where all have got the same, the
 * first that are met are the first of the list.
 */
function indexed(query: ProductQuery, term: string): SQL {
  const way = query.direction === 'asc' ? sql`asc` : sql`desc`;
  const [kept, fence] =
    term === ''
      ? [sql`not materialized`, sql`order by category ${way}, hidden_at ${way}, id ${way} offset 0`]
      : [sql`materialized`, sql``];
  return sql`with hits as ${kept} (
               select id, raised_cents, contributor_count from products
               where ${listed(query)} and ${indexedMatches(query, term)} ${fence}
             )`;
}

function counted(): SQL {
  return sql`select count(*)::int from (select from hits limit ${COUNTED_MATCHES}) capped`;
}

function listed(query: ProductQuery): SQL {
  return sql`${onList(query)} and ${isIn(query.funding)}`;
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
