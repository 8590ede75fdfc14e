import { sql } from 'drizzle-orm';
import { db } from '#app/platform/database/db.server.ts';
import type { PublicPage } from '#app/platform/feeds/sitemap.ts';

/**
 * The page of every product that is on the list and was looked at, demonstrations apart, by code; changed when it was
 * added, last given to, when its testing began or was ended, or its results were last published.
 */
export async function publicProducts(): Promise<PublicPage[]> {
  const { rows } = await db().execute<{ id: number; changed_at: Date | string }>(sql`
    select id, greatest(created_at, testing_begun_at, paid_at, published_at, ended_at) as changed_at
    from products
    left join (select product_id, max(paid_at) as paid_at
               from contributions group by product_id) given on given.product_id = id
    left join (select original_id, max(published_at) as published_at
               from result_revisions group by original_id) tested on tested.original_id = id
    left join test_endings ended on ended.product_id = id
    where not is_demo and removed_at is null and hidden_at is null
      and unreviewed_since is null
    order by id`);
  return rows.map((row) => ({ path: `/product/${row.id}`, changedAt: new Date(row.changed_at) }));
}
