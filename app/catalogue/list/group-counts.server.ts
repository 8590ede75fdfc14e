import { count } from 'drizzle-orm';
import { groups } from '#app/catalogue/groups.ts';
import type { GroupCount } from './category-chips.tsx';
import { onList } from './list-products.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { db } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** The groups that have products on the list, in the order of the chips; counted once a second. */
export async function groupCounts(): Promise<GroupCount[]> {
  return cached('group counts', 1, async () => {
    const { category } = products;
    const rows = await db()
      .select({ category, count: count() })
      .from(products)
      .where(onList())
      .groupBy(category);
    return groups
      .map(({ key, name, categories }) => {
        const own = rows.filter((row) => row.category && categories.includes(row.category));
        return { key, name, count: own.reduce((sum, row) => sum + row.count, 0) };
      })
      .filter((group) => group.count > 0);
  });
}
