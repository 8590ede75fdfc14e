import { sql, type SQL } from 'drizzle-orm';
import type { FundingState } from './funding-states.ts';
import { groupOf } from '#app/catalogue/groups.ts';
import type { ListQuery } from './list-query.ts';
import { PRODUCT_PAGE_SIZE } from '#app/catalogue/product.ts';
import type { Page, Product } from '#app/catalogue/product-schema.ts';
import { productsByCode } from '#app/catalogue/product-row.server.ts';
import { hasTerm } from '#app/catalogue/search/find.server.ts';
import { searchable } from '#app/kit/text.ts';
import { db } from '#app/database/db.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { products, testEndings } from '#db/schema.ts';

/** Matches shown and counted at most: past that the total reads as this many. */
const COUNTED_MATCHES = 500;

/**
 * One page of the catalogue: five products, by default the most funded
 * first. A search matches a substring of name or brand, as `searchable` sees it; a term of nothing
 * but punctuation matches everything, as an empty one does.
 */
export async function listProducts(query: Partial<ListQuery> = {}): Promise<Page<Product>> {
  const page = query.page ?? 1;
  const offset = (page - 1) * PRODUCT_PAGE_SIZE;
  const isWhole = searchable(query.search ?? '') === '' && !query.category && !query.funding;
  const { items, total } = await (isWhole ? wholeList(query, offset) : search(query, offset));
  return { items, total, page, pageSize: PRODUCT_PAGE_SIZE };
}

type Found = Pick<Page<Product>, 'items' | 'total'>;

async function wholeList(query: Partial<ListQuery>, offset: number): Promise<Found> {
  const [{ rows }, { total }] = await Promise.all([
    db().execute<{ id: number }>(sql`
      select id from products where ${onList(query)} order by ${orderOf(query)}
      limit ${PRODUCT_PAGE_SIZE} offset ${offset}`),
    countListed(query),
  ]);
  return { items: await productsByCode(rows), total };
}

/** As long as the call gives the same answer again (`sharedSeconds`): nobody counts for each page. */
function countListed(query: Partial<ListQuery>): Promise<{ total: number }> {
  return cached(`listed ${query.mode ?? 'all'} ${query.panel ?? ''}`, 1, async () => {
    return { total: await db().$count(products, onList(query)) };
  });
}

/** One statement for the page and the number of matches: the planner knows how frequent a term is. */
async function search(query: Partial<ListQuery>, offset: number): Promise<Found> {
  const { rows } = await db().execute<{ id: number }>(sql`
    select id from products
    where ${onList(query)} and ${isIn(query)} and ${isOf(query)} and ${hasTerm(sql`search_text`, query.search ?? '')}
    order by ${orderOf(query)} limit ${COUNTED_MATCHES}`);
  const items = await productsByCode(rows.slice(offset, offset + PRODUCT_PAGE_SIZE));
  return { items, total: rows.length };
}

/** What the list has, or the demonstrations, which nothing else has. */
export function onList({ mode, panel = 'plastics' }: Pick<ListQuery, 'mode' | 'panel'> = {}): SQL {
  const isShown = sql.raw(
    `is_demo = ${mode === 'demo'} and removed_at is null and hidden_at is null`,
  );
  return sql`${isShown} and panel = ${sql.raw(`'${panel}'`)}`;
}

/** As the indexes have it, so that they serve both ways. */
function orderOf({ sort = 'current_amount', direction }: Partial<ListQuery>): SQL {
  const way = direction === 'asc' ? 'asc nulls first' : 'desc nulls last';
  if (sort === 'id') return sql.raw(`id ${way}`);
  const key = sort === 'current_amount' ? 'raised_cents' : 'contributor_count';
  return sql.raw(`${key} ${way}, id ${way}`);
}

function isOf({ category }: Partial<ListQuery>): SQL {
  const group = groupOf(category);
  return group ? sql`category = any(${sql.param([...group.categories])}::text[])` : sql`true`;
}

/** What a list of one state holds: open is what somebody can still commit money to. */
const conditions: Record<FundingState, SQL> = {
  open: sql`testing_status = 'Untested' and raised_cents + reserved_cents < target_cents`,
  testing: sql`testing_status = 'Testing in Progress'
    and not exists (select from ${testEndings} where product_id = products.id)`,
  tested: sql`testing_status = 'Tested'`,
};

/** What of a list is in one state. */
export function isIn({ funding }: Pick<ListQuery, 'funding'>): SQL {
  return funding ? conditions[funding] : sql`true`;
}
