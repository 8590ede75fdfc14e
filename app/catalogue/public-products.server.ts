import { sql, type SQL } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import type { PublicPage } from '#app/platform/feeds/sitemap.ts';

/** Rows of one statement, so that none takes long and no more of them are held. */
const ROWS = 1_000;

/** Products by their codes: those from `from` to the next range's, of which so many are public. */
export interface ProductRange {
  /** A multiple of its width. */
  from: number;
  count: number;
  changedAt: Date | undefined;
}

interface Row extends Record<string, unknown> {
  id: number;
  changed_at: Date | string;
}

/**
 * The ranges of codes that have public products, in order; a range is `width` codes wide. Each is
 * counted by a statement of its own, and codes that are far apart cost nothing.
 */
export async function publicProductRanges(width: number): Promise<ProductRange[]> {
  const ranges: ProductRange[] = [];
  for (let next = 0; ;) {
    const [first] = await rowsFrom(next, sql`true`, 1);
    if (!first) return ranges;
    const from = Math.floor(first.id / width) * width;
    next = from + width;
    const { rows } = await db().execute<{ count: number; changed_at: Date | string }>(sql`
      select count(*)::int as count, max(${changedAt}) as changed_at
      from products where ${within(first.id, sql`id < ${next}`)}`);
    const { count = 0, changed_at: latest } = rows[0] ?? {};
    ranges.push({ from, count, changedAt: latest ? new Date(latest) : undefined });
  }
}

/**
 * The page of every product that is on the list and was looked at, demonstrations apart, by code, from
 * one code to before another, a batch at a time; changed when it was added, last given to, when its
 * testing began or was ended, or its results were last published.
 */
export async function* publicProducts(from: number, to: number): AsyncGenerator<PublicPage[]> {
  for (let next: number | undefined = from; next !== undefined;) {
    const rows: Row[] = await rowsFrom(next, sql`id < ${to}`, ROWS);
    yield rows.map((row) => ({
      path: `/product/${row.id}`,
      changedAt: new Date(row.changed_at),
    }));
    const last = rows.length === ROWS ? rows.at(-1) : undefined;
    next = last && last.id + 1;
  }
}

async function rowsFrom(from: number, where: SQL, most: number): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select id, ${changedAt} as changed_at from products
    where ${within(from, where)} order by id limit ${most}`);
  return rows;
}

/** Each by its own key: joined, all of them would be read for a few. */
const changedAt = sql`greatest(created_at, testing_begun_at,
  (select max(paid_at) from contributions where product_id = products.id),
  (select max(published_at) from result_revisions where original_id = products.id),
  (select ended_at from test_endings where product_id = products.id))`;

function within(from: number, where: SQL): SQL {
  return sql`not is_demo and removed_at is null and hidden_at is null and unreviewed_since is null
    and id >= ${from} and ${where}`;
}
