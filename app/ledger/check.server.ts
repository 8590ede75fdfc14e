import { sql, type SQL } from 'drizzle-orm';
import { db } from '#app/platform/db.server.ts';

/** One thing that does not hold; `found` says where and by how much. */
export interface LedgerProblem {
  rule: string;
  found: Record<string, unknown>;
}

/**
 * Every invariant of the books as a query for its violations, so that it can run anywhere, in
 * production too. All run in one repeatable-read snapshot: payments may go on meanwhile.
 */
const RULES: [rule: string, violations: SQL][] = [
  [
    'the entries of a transaction sum to zero',
    sql`select transaction_id, sum(amount_cents) as cents from ledger_entries
        group by 1 having sum(amount_cents) <> 0`,
  ],
  [
    'every transaction has entries',
    sql`select t.id, t.source from ledger_transactions t
        where not exists (select from ledger_entries e where e.transaction_id = t.id)`,
  ],
  [
    'what a product has raised is the balance of its account',
    sql`with balances as (
          select account, sum(amount_cents) as cents from ledger_entries
          where account like 'product:%' group by 1
        )
        select coalesce(p.id::text, b.account) as product, p.raised_cents, b.cents as ledger_cents
        from products p full join balances b on b.account = 'product:' || p.id
        where coalesce(p.raised_cents, 0) <> coalesce(b.cents, 0)`,
  ],
  [
    'what a product has raised is its paid contributions',
    sql`select p.id as product, p.raised_cents, coalesce(sum(c.amount_cents), 0) as contributed_cents
        from products p
        left join contributions c on c.product_id = p.id and c.status = 'paid' and not c.is_excess
        where not p.is_demo group by p.id
        having p.raised_cents <> coalesce(sum(c.amount_cents), 0)`,
  ],
  [
    'what is reserved of a product is what its unfinished orders ask for',
    sql`select p.id as product, p.reserved_cents, coalesce(sum(l.amount_cents), 0) as ordered_cents
        from products p
        left join (order_lines l join orders o on o.id = l.order_id and o.status in ('open', 'awaiting'))
          on l.product_id = p.id
        group by p.id having p.reserved_cents <> coalesce(sum(l.amount_cents), 0)`,
  ],
  [
    'contributors are distinct emails with paid money',
    sql`select p.id as product, p.contributor_count, count(distinct c.email_normalised) as emails
        from products p
        left join contributions c on c.product_id = p.id and c.status = 'paid' and not c.is_excess
        where not p.is_demo group by p.id
        having p.contributor_count <> count(distinct c.email_normalised)`,
  ],
  [
    'what is owed back is the contributions that are to be refunded',
    sql`select owed.cents as owed_cents, coalesce(sum(c.amount_cents), 0) as contributions_cents
        from (select coalesce(sum(amount_cents), 0) as cents from ledger_entries
              where account = 'refunds') owed
        left join contributions c on c.status in ('refund_pending', 'refund_failed')
        group by owed.cents having owed.cents <> coalesce(sum(c.amount_cents), 0)`,
  ],
  [
    'a paid order has been given to products or is owed back, to the cent',
    sql`select o.id as order, o.amount_cents, coalesce(sum(c.amount_cents), 0) as allocated_cents
        from orders o left join contributions c on c.order_id = o.id
        where o.status = 'paid' and o.kind = 'funding' group by o.id
        having o.amount_cents <> coalesce(sum(c.amount_cents), 0)`,
  ],
  [
    'an order asks for the sum of its lines',
    sql`select o.id as order, o.amount_cents, coalesce(sum(l.amount_cents), 0) as lines_cents
        from orders o left join order_lines l on l.order_id = o.id
        where o.kind = 'funding' group by o.id
        having o.amount_cents <> coalesce(sum(l.amount_cents), 0)`,
  ],
  [
    'a fully funded product is no longer untested',
    sql`select id as product, raised_cents, testing_status from products
        where raised_cents >= target_cents and testing_status = 'Untested'`,
  ],
];

/** All that does not hold in the books; empty when they are right (design "Money" 2). */
export async function checkLedger(): Promise<LedgerProblem[]> {
  return db().transaction(
    async (tx) => {
      const problems: LedgerProblem[] = [];
      for (const [rule, violations] of RULES) {
        const { rows } = await tx.execute(violations);
        problems.push(...rows.map((found) => ({ rule, found })));
      }
      return problems;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
