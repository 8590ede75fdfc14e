import { sql, type SQL } from 'drizzle-orm';
import { groups, type Group } from './groups.ts';
import { testNamed } from './test-named.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import type { PanelKey } from '#app/toxicology/panels/panels.ts';

/** A product that a rule may choose, and the cents to its goal; what is in checkout counts as paid. */
export interface Closest {
  id: number;
  name: string;
  missingCents: number;
}

/**
 * What may be funded by a rule, and not by somebody's choice: nothing for demonstration, hidden,
 * removed, merged, in testing, that no administrator has looked at, or with money in dispute. Of plastics
 * alone unless another panel is named.
 */
const maySuggest = (
  panel: PanelKey = 'plastics',
) => sql`panel = ${panel} and not is_demo and removed_at is null and hidden_at is null
  and unreviewed_since is null and testing_status = 'Untested'
  and not exists (select from contributions
                  where product_id = products.id and status = 'disputed')`;

/**
 * The products that a rule chooses by itself: those that lack the least to their goal first; where two
 * lack the same, what has raised more, then what more people follow, then what was listed later; `most`
 * of them at most. `of` says which products it chooses from. Those that are being paid for are found by
 * their orders: an index of what is reserved would be written by every checkout.
 */
export async function closestToFund(
  most: number,
  of: SQL = sql`true`,
  tx: Tx = db(),
  panel?: PanelKey,
): Promise<Closest[]> {
  const columns = sql`id, ${testNamed()} as name, raised_cents as raised, created_at as listed,
    (select count(distinct email_normalised) from email_subscriptions
     where topic = 'product:' || products.id and is_on) as followers`;
  const order = sql`order by missing, raised desc, followers desc, listed desc, id desc limit ${most}`;
  const { rows } = await tx.execute<{ id: number; name: string; missing: number }>(sql`
    select id, name, missing from (
      (select ${columns}, target_cents - raised_cents as missing from products
       where ${maySuggest(panel)} and reserved_cents = 0 and ${of} ${order})
      union all
      (select ${columns}, target_cents - raised_cents - reserved_cents as missing from products
       where id in (select product_id from order_lines join orders on orders.id = order_id
                    where status in ('open', 'awaiting'))
         and ${maySuggest(panel)} and reserved_cents > 0 and raised_cents + reserved_cents < target_cents
         and ${of} ${order})
    ) closest ${order}`);
  return rows.map(({ id, name, missing }) => ({ id, name, missingCents: missing }));
}

/** By what a rule finds more like these products: their items, and what all of them are tested for, else plastics. */
export async function likenessOf(ids: readonly number[], tx: Tx = db()) {
  const { rows } = await tx.execute<{ item: number; panel: PanelKey }>(sql`
    select coalesce(item_of, id) as item, panel from products
    where id = any(${sql.param([...ids])}::int[])`);
  const panel = rows[0]?.panel ?? 'plastics';
  return {
    items: rows.map(({ item }) => item),
    panel: rows.every((row) => row.panel === panel) ? panel : 'plastics',
  };
}

/** The groups of the list that have a product which a rule may choose, in the order of the chips. */
export async function groupsToFund(): Promise<Group[]> {
  const { rows } = await db().execute<{ name: string }>(sql`
    select name from unnest(${sql.param(groups.flatMap(({ categories }) => categories))}::text[]) as known (name)
    where exists (select from products where category = known.name and ${maySuggest()}
                  and raised_cents + reserved_cents < target_cents)`);
  return groups.filter(({ categories }) => rows.some(({ name }) => categories.includes(name)));
}
