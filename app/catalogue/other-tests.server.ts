import { sql } from 'drizzle-orm';
import type { Product } from './product-schema.ts';
import { db } from '#app/database/db.server.ts';
import { panelOf } from '#app/toxicology/panels/panels.ts';

const SAYS: Record<string, string> = {
  Untested: 'Also to fund',
  'Testing in Progress': 'Also being tested for',
  Tested: 'Also tested for',
};

/**
 * The other tests of the item that a product is of, by number: those on the list, and a report without a
 * product. Of each what is said of it, what it is for, and where it is read of.
 */
export async function otherTests({ id, item = id }: Pick<Product, 'id' | 'item'>) {
  const { rows } = await db().execute<{ id: number; panel: string; status: string }>(sql`
    select id, panel, testing_status as status from products
    where coalesce(item_of, id) = ${item} and id <> ${id}
      and removed_at is null and hidden_at is null and not is_demo
    union all
    select original_id, panel, 'Tested' from tested_products
    where original_id = ${item} and product_id is null and original_id <> ${id}
    order by 1`);
  return rows.map((row) => ({
    path: row.status === 'Tested' ? `/plasticlist/${row.id}` : `/product/${row.id}`,
    says: SAYS[row.status] ?? '',
    name: panelOf(row.panel).name,
  }));
}
