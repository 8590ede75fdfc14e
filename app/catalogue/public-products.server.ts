import { sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import type { PublicPage } from '#app/feeds/sitemap.ts';

const isPublic = sql`not is_demo and removed_at is null and hidden_at is null
  and unreviewed_since is null`;

/** Each by its own key: joined, all of them would be read for a few. */
const changedAt = sql`greatest(created_at, testing_begun_at,
  (select max(paid_at) from contributions where product_id = products.id),
  (select max(published_at) from result_revisions where original_id = products.id),
  (select ended_at from test_endings where product_id = products.id))`;

/** How many products are on the list and were looked at, demonstrations apart, and their latest change. */
export async function countPublicProducts(): Promise<{ count: number; changedAt?: Date }> {
  const { rows } = await db().execute<{ count: number; changed_at: Date | string | null }>(sql`
    select count(*)::int as count, max(${changedAt}) as changed_at from products
    where ${isPublic}`);
  const { count = 0, changed_at: latest } = rows[0] ?? {};
  return { count, ...(latest && { changedAt: new Date(latest) }) };
}

/**
 * Their pages, by code; changed when a product was added, last given to, when its testing began or was
 * ended, or its results were last published.
 */
export async function publicProducts(offset: number, most: number): Promise<PublicPage[]> {
  const { rows } = await db().execute<{ id: number; changed_at: Date | string }>(sql`
    select id, ${changedAt} as changed_at from products where ${isPublic}
    order by id limit ${most} offset ${offset}`);
  return rows.map((row) => ({
    path: `/product/${row.id}`,
    changedAt: new Date(row.changed_at),
  }));
}
