import { sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { asOwner } from '#test/support/database.ts';
import type { Piece } from './model.ts';

/** All that the property of money reads of tables, by the names that they have today. */

interface Row extends Record<string, unknown> {
  id: string;
  payment: string;
  payer: string;
  paidFor: number | null;
  cents: number;
  place: Piece['place'];
  at: number | null;
  /** It is owed, and its refund has failed. */
  hasFailed: boolean;
  /** The refund at Stripe that it went by; null where it went otherwise. */
  refund: string | null;
  /** The one that was made at Stripe itself. */
  stray: string | null;
}

/** What stands of each share at each place. */
export async function sharesNow(): Promise<Row[]> {
  const { rows } = await db().execute<Row>(sql`
    select c.id, c.order_id as payment, c.email_normalised as payer, c.amount_cents as cents,
      coalesce(c.merged_from, c.product_id) as "paidFor", c.product_id as "at",
      case c.status when 'paid' then 'stands' when 'disputed' then 'contested'
        when 'refund_pending' then case when r.is_booked then 'gone' else 'owed' end
        when 'refund_failed' then 'owed' else 'gone' end as place,
      c.status = 'refund_failed' as "hasFailed",
      r.stripe_refund_id as refund, a.unmatched_id as stray
    from contributions c left join refunds r on r.contribution_id = c.id
    left join allocations a on a.refund_id = c.id and a.withdrawn_at is null
    order by c.amount_cents, c.id`);
  return rows;
}

export async function productsNow() {
  const { rows } = await db().execute<{
    id: number;
    raised: number;
    contributors: number;
    reserved: number;
    status: string;
  }>(sql`
    select id, raised_cents as raised, contributor_count as contributors,
      reserved_cents as reserved, testing_status as status from products order by id`);
  return rows;
}

/** Cents by account of the ledger; those of fees are with Stripe's, as nobody's shares pay them. */
export async function balancesNow(): Promise<Record<string, number>> {
  const { rows } = await db().execute<{ name: string; cents: number }>(sql`
    select case when account like 'fees%' then 'stripe' else account end as name,
      sum(amount_cents)::float8 as cents from ledger_entries group by 1 having sum(amount_cents) <> 0`);
  return Object.fromEntries(rows.map(({ name, cents }) => [name, cents]));
}

export async function orderOf(session: string): Promise<{ id: string; payment: string }> {
  const { rows } = await db().execute<{ id: string; payment: string }>(sql`
    select id, payment_intent_id as payment from orders where session_id = ${session}`);
  return rows[0]!;
}

/** Empties the books, for the next sequence to begin with none. */
export async function emptyBooks(): Promise<void> {
  const tables = [
    'admin_actions, allocations, unmatched, dispute_lines, disputes, refund_requests, refunds',
    'tokens, move_links, contributions, order_lines, orders, ledger_entries, ledger_transactions',
    'mails, products',
  ];
  const all = tables.join(', ').split(', ');
  await asOwner(
    `set session_replication_role = replica; ${all.map((one) => `delete from ${one}`).join('; ')}`,
  );
}
