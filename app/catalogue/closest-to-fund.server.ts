import { sql, type SQL } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { toNextSample } from '#db/schema/columns.ts';

/** A product that a rule may choose, and what it lacks. */
export interface Closest {
  id: number;
  /** Cents to its next sample, or to its goal where that is next; what is in checkout counts as paid. */
  missingCents: number;
  /** Cents that it stands at so, and its goal, which its samples divide. */
  standsCents: number;
  targetCents: number;
  levels: number;
}

type Row = Record<'id' | 'stands' | 'target' | 'levels', number> & { missing: string };

/**
 * What may be funded by a rule, and not by somebody's choice: nothing for demonstration, hidden,
 * removed, merged, in testing, that no administrator has looked at, or with money in dispute.
 */
const maySuggest = sql`not is_demo and removed_at is null and hidden_at is null
  and unreviewed_since is null and testing_status = 'Untested'
  and not exists (select from contributions
                  where product_id = products.id and status = 'disputed')`;

/**
 * The products that a rule chooses by itself (decision 0093): those that lack the least to their next
 * sample or goal first, and the lower number first where two lack the same; `most` of them at most.
 * `of` says which products it chooses from. Those that are being paid for are found by their orders:
 * an index of what is reserved would be written by every checkout.
 */
export async function closestToFund(
  most: number,
  of: SQL = sql`true`,
  tx: Tx = db(),
): Promise<Closest[]> {
  const raised = sql`raised_cents`;
  const stands = sql`(raised_cents + reserved_cents)`;
  const order = sql`order by missing, id limit ${most}`;
  const more = sql`target_cents as target, levels`;
  const { rows } = await tx.execute<Row>(sql`
    select id, missing, stands, target, levels from (
      (select id, ${toNextSample(raised)} as missing, ${raised} as stands, ${more} from products
       where ${maySuggest} and reserved_cents = 0 and ${of} ${order})
      union all
      (select id, ${toNextSample(stands)} as missing, ${stands} as stands, ${more} from products
       where id in (select product_id from order_lines join orders on orders.id = order_id
                    where status in ('open', 'awaiting'))
         and ${maySuggest} and reserved_cents > 0 and ${stands} < target_cents and ${of} ${order})
    ) closest ${order}`);
  return rows.map(({ id, missing, stands: standsCents, target, levels }) => {
    return { id, missingCents: Number(missing), standsCents, targetCents: target, levels };
  });
}
