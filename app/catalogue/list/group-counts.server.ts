import { and, count } from 'drizzle-orm';
import { groups } from '#app/catalogue/groups.ts';
import type { GroupCount } from './category-chips.tsx';
import { isIn, onList } from './list-products.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { db } from '#app/database/db.server.ts';
import { panels, type PanelKey } from '#app/toxicology/panels/panels.ts';
import { products } from '#db/schema.ts';

/** The groups that have products on a panel's list, in the order of the chips; counted once a second. */
export async function groupCounts(panel?: PanelKey): Promise<GroupCount[]> {
  return cached(`group counts ${panel ?? ''}`, 1, async () => {
    const { category } = products;
    const rows = await db()
      .select({ category, count: count() })
      .from(products)
      .where(onList({ panel }))
      .groupBy(category);
    return groups
      .map(({ key, name, categories }) => {
        const own = rows.filter((row) => row.category && categories.includes(row.category));
        return { key, name, count: own.reduce((sum, row) => sum + row.count, 0) };
      })
      .filter((group) => group.count > 0);
  });
}

/** The panels beside plastics for which products can be funded, and how many; counted once a second. */
export async function panelCounts(): Promise<Required<GroupCount>[]> {
  return cached('panel counts', 1, async () => {
    const counts = panels.slice(1).map(async ({ key, name }) => {
      const open = and(onList({ panel: key }), isIn({ funding: 'open' }));
      return { key, name, count: await db().$count(products, open) };
    });
    return (await Promise.all(counts)).filter((panel) => panel.count > 0);
  });
}
