import type pg from 'pg';
import type { UnpaidOrder } from './unpaid-orders.ts';

/**
 * The yardstick: one payment recorded by hand-written SQL that changes the same rows as the site
 * does, with what it must (lock the order, lock the product, write, count, commit) and nothing to
 * spare. All that is inserted goes in one statement.
 */
export async function recordRaw(pool: pg.Pool, order: UnpaidOrder): Promise<void> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const locked = await client.query('select * from orders where id = $1 for update', [order.id]);
    if (locked.rows[0]?.status !== 'open') throw new Error('the order is not open');
    await client.query('select * from products where id = $1 for update', [order.productId]);
    await client.query(WRITE, [
      order.id,
      order.productId,
      order.amountCents,
      order.feeCents,
      `checkout:${order.sessionId}`,
      `fee:${order.feeTransactionId}`,
      order.paymentIntentId,
      order.email,
      order.paidAt,
    ]);
    await client.query(
      `update products set raised_cents = raised_cents + $2, reserved_cents = reserved_cents - $2,
         contributor_count = contributor_count + 1 where id = $1`,
      [order.productId, order.amountCents],
    );
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
}

const WRITE = `
  with happenings as (
    insert into ledger_transactions (reason, source)
    values ('checkout paid', $5), ('fee of the payment provider', $6) returning id, source
  ), share as (
    insert into shares (id, order_id, product_id, amount_cents)
    values (gen_random_uuid(), $1::uuid, $2, $3) returning id
  ), entries as (
    insert into ledger_entries (transaction_id, account, amount_cents, share_id)
    select h.id, e.account, e.cents, case when e.is_of_share then share.id end
    from share, happenings h join (values
      ($5::text, 'stripe', -$3::bigint, false), ($5, 'product:' || $2::int, $3, true),
      ($6::text, 'stripe', $4::bigint, false), ($6, 'fees:' || $2, -$4, false)
    ) e (source, account, cents, is_of_share) on e.source = h.source
  ), given as (
    insert into contributions (order_id, share_id, product_id, place, email, email_normalised,
                               amount_cents, status, stripe_payment_id, paid_at)
    select $1::uuid, share.id, $2, 'product:' || $2::int, $8::text, $8, $3, 'paid', $7::text,
      $9::timestamptz from share
  ), letter as (
    insert into mails (name, to_email, params, dedupe_key)
    values ('receipt', $8, jsonb_build_object('orderId', $1), 'receipt:' || $1)
    returning id
  ), job as (
    insert into pgboss.job (name, data)
    select 'send-mail', jsonb_build_object('mailId', id) from letter
  )
  update orders set status = 'paid', payment_intent_id = $7, email = $8, paid_at = $9,
    closed_at = $9 where id = $1`;
