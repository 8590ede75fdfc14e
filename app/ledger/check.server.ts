import { sql, type SQL } from 'drizzle-orm';
import { snapshot } from '#app/database/db.server.ts';

/** One thing that does not hold; `found` says where and by how much. */
export interface LedgerProblem {
  rule: string;
  found: Record<string, unknown>;
}

/**
 * What must hold between the books and what they are of, and what no constraint of the database holds
 * (that a share adds up, place by place, and a product's money by its shares: decision 0128), as
 * queries for violations, so that they can run anywhere, in production too. All run in one repeatable-read snapshot: payments may go on meanwhile.
 */
const RULES: [rule: string, violations: SQL][] = [
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
    'what is reserved of a product is what its unfinished orders ask for',
    sql`select p.id as product, p.reserved_cents, coalesce(sum(l.amount_cents), 0) as ordered_cents
        from products p
        left join (order_lines l join orders o on o.id = l.order_id and o.status in ('open', 'awaiting')
                     and o.kind = 'funding')
          on l.product_id = p.id
        group by p.id having p.reserved_cents <> coalesce(sum(l.amount_cents), 0)`,
  ],
  [
    'what is owed back is the contributions that are to be refunded',
    sql`select owed.cents as owed_cents, listed.cents as listed_cents
        from (select coalesce(sum(amount_cents), 0) as cents from ledger_entries
              where account = 'refunds') owed,
             (select coalesce(sum(amount_cents), 0) as cents from refunds
              where status in ('queued', 'pending', 'failed') and not is_booked) listed
        where owed.cents <> listed.cents`,
  ],
  [
    'a contribution that goes back has its refund, of the same cents and in the same state',
    sql`select coalesce(c.id, r.id) as refund, c.status, r.status as refund_status,
          c.amount_cents, r.amount_cents as refund_cents
        from contributions c full join refunds r on r.contribution_id = c.id
        where (c.id is not null or r.contribution_id is not null) and
          coalesce(c.status, '') in ('refund_pending', 'refunded', 'refund_failed')
            <> (coalesce(r.status, '') in
                  ('queued', 'pending', 'succeeded', 'failed', 'paid_otherwise'))
          or c.status = 'refund_pending' and r.status not in ('queued', 'pending')
          or c.status = 'refunded' and r.status not in ('succeeded', 'paid_otherwise')
          or c.status = 'refund_failed' and r.status <> 'failed'
          or r.amount_cents <> c.amount_cents
          or r.status = 'succeeded' and not r.is_booked
          or r.status in ('queued', 'failed') and r.is_booked`,
  ],
  [
    'what contributors ask to have back is still there: it is neither on its way back nor spent on a test',
    sql`select q.id as request, c.id as contribution, c.status, p.testing_begun_at
        from refund_requests q join contributions c on c.id = q.contribution_id
        left join products p on p.id = c.product_id
        where q.status = 'open'
          and (c.status not in ('paid', 'disputed') or p.testing_begun_at is not null)`,
  ],
  [
    'what was given for no product is the donations account',
    sql`select booked.cents as booked_cents, given.cents as given_cents
        from (select coalesce(sum(amount_cents), 0) as cents from ledger_entries
              where account = 'donations') booked,
             (select coalesce((select sum(amount_cents) from contributions
                               where product_id is null and status = 'paid'), 0)
                + coalesce((select sum(amount_cents) from allocations
                            where goes_to = 'donation' and withdrawn_at is null), 0) as cents) given
        where booked.cents <> given.cents`,
  ],
  [
    'a contested contribution stands in a dispute, and the other way round',
    sql`select c.id as contribution, c.status, d.id as dispute, d.status as dispute_status
        from contributions c
        left join (dispute_lines l join disputes d on d.id = l.dispute_id and l.returned_at is null)
          on l.allocation_id = c.id
        where (c.status = 'disputed' and (d.id is null or d.status = 'lost'))
          or (c.status = 'charged_back' and coalesce(d.status, '') not in ('won', 'lost'))
          or (d.id is not null and c.status not in ('disputed', 'charged_back'))`,
  ],
  [
    'what disputes have withdrawn is what their bookings took from the balance at Stripe',
    sql`select booked.cents as booked_cents, known.cents as known_cents
        from (select coalesce(sum(e.amount_cents), 0) as cents
              from ledger_transactions t
              join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
              where t.source like 'dispute:%') booked,
             (select coalesce(sum(withdrawn_cents), 0) as cents from disputes) known
        where booked.cents <> known.cents`,
  ],
  [
    'what disputes took beyond their shares is the disputes account',
    sql`select booked.cents as booked_cents, expected.cents as expected_cents
        from (select coalesce(sum(amount_cents), 0) as cents from ledger_entries
              where account = 'disputes') booked,
             (select coalesce(sum(l.cents), 0) - coalesce(sum(d.withdrawn_cents), 0)
                - coalesce((select sum(r.amount_cents) from refunds r
                            where r.is_booked and r.status in ('held', 'canceled')), 0) as cents
              from disputes d
              left join (select dispute_id, sum(amount_cents) as cents from dispute_lines
                         where returned_at is null group by 1) l on l.dispute_id = d.id
              where d.order_id is not null) expected
        where booked.cents <> expected.cents`,
  ],
  [
    'where a dispute took more than its shares, nothing of its payment stands as paid or as owed',
    sql`select d.id as dispute, c.id as contribution, r.id as refund, u.id as unmatched
        from disputes d join orders o on o.id = d.order_id
        left join contributions c on c.order_id = o.id and c.status = 'paid'
        -- one that Stripe was asked for may have left
        left join refunds r on r.order_id = o.id and not r.is_booked
          and (r.status = 'failed' or r.status = 'queued' and r.tries = 0)
        left join unmatched u on u.payment_intent_id = o.payment_intent_id and u.open_cents > 0
        where d.withdrawn_cents > coalesce((select sum(l.amount_cents) from dispute_lines l
            where l.dispute_id = d.id and l.returned_at is null), 0)
          and coalesce(c.id::text, r.id::text, u.id) is not null`,
  ],
  [
    'an order asks for the sum of its lines',
    sql`select o.id as order, o.amount_cents, coalesce(sum(l.amount_cents), 0) as lines_cents
        from orders o left join order_lines l on l.order_id = o.id
        where (o.kind = 'funding' or (o.kind = 'submission' and o.status = 'paid'))
          -- what could not be written anew is under review as a whole
          and not (o.adopted_at is not null and o.status = 'review')
        group by o.id
        having o.amount_cents <> coalesce(sum(l.amount_cents), 0)`,
  ],
  [
    'what was spent on a product is its costs as they stand',
    sql`with booked as (
          select account, -sum(amount_cents) as cents from ledger_entries
          where account like 'spent:%' group by 1
        ), noted as (
          select 'spent:' || product_id as account, sum(amount_cents) as cents from test_costs c
          where not exists (select from test_costs n where n.corrects = c.id) group by 1
        )
        select account, b.cents as booked_cents, n.cents as noted_cents
        from booked b full join noted n using (account)
        where coalesce(b.cents, 0) <> coalesce(n.cents, 0)`,
  ],
  [
    'what is unmatched is the review account',
    sql`select booked.cents as booked_cents, open.cents as open_cents
        from (select coalesce(sum(amount_cents), 0) as cents from ledger_entries
              where account = 'review') booked,
             (select coalesce(sum(open_cents), 0) as cents from unmatched) open
        where booked.cents <> open.cents`,
  ],
  [
    'what came in unmatched is allocated, contested, come back, or open',
    sql`select u.id as unmatched, u.amount_cents, u.open_cents, a.cents as allocated_cents,
          d.cents as contested_cents
        from unmatched u,
          lateral (select coalesce(sum(amount_cents), 0) as cents from allocations
                   where unmatched_id = u.id and withdrawn_at is null) a,
          lateral (select coalesce(sum(l.amount_cents), 0) as cents
                   from orders o join dispute_lines l on l.allocation_id = o.id
                   where o.payment_intent_id = u.payment_intent_id and u.amount_cents > 0
                     and l.account = 'review' and l.returned_at is null) d
        where case when u.returned_at is null
          then u.amount_cents <> u.open_cents + a.cents + d.cents
          else u.open_cents <> 0 or a.cents <> 0 end`,
  ],
  [
    'what the bank paid beyond tests, and what was lost, is what was allocated so',
    sql`select booked.account, booked.cents as booked_cents, known.cents as known_cents
        from (select 'bank' as account, coalesce(sum(e.amount_cents), 0) as cents
              from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
              where (e.account = 'bank' or e.account like 'spent:%') and t.source not like 'balance:%'
              union all
              select 'losses', coalesce(sum(amount_cents), 0) from ledger_entries
              where account = 'losses') booked
        join (select 'bank' as account, coalesce(sum(amount_cents), 0) as cents from allocations
              where goes_to = 'outside' and withdrawn_at is null
              union all
              select 'losses', coalesce(sum(amount_cents), 0) from allocations
              where goes_to = 'loss' and withdrawn_at is null) known using (account)
        where booked.cents <> known.cents`,
  ],
  [
    'a refund that was paid outside Stripe was paid whole, and once',
    sql`select r.id as refund, r.status, r.amount_cents, a.amount_cents as paid_cents
        from (select * from refunds where status = 'paid_otherwise') r
        full join (select * from allocations where unmatched_id is null and withdrawn_at is null) a
          on a.refund_id = r.id
        where r.id is null or a.id is null or r.amount_cents <> a.amount_cents`,
  ],
  [
    'what tests left over, or lacked, is what their closings passed on, and the reserve is not short',
    sql`with booked as (
          select account, sum(amount_cents) as cents from ledger_entries
          where account like 'settled:%' or account in ('reserve', 'spent') group by 1
        ), noted as (
          select 'settled:' || product_id as account, -sum(amount_cents) as cents
          from test_settlements group by 1
          union all select 'reserve', coalesce(sum(reserve_cents), 0) from test_settlements
          union all select 'spent', coalesce(sum(amount_cents - reserve_cents), 0)
          from test_settlements
        )
        select account, b.cents as booked_cents, n.cents as noted_cents
        from booked b full join noted n using (account)
        where coalesce(b.cents, 0) <> coalesce(n.cents, 0) or account = 'reserve' and b.cents < 0`,
  ],
  [
    'a product is marked as bought for where a sample of it was bought or money was spent',
    sql`select p.id as product from products p
        where p.testing_begun_at is null
          and (exists (select from test_samples s where s.product_id = p.id)
               or exists (select from test_costs c where c.product_id = p.id))`,
  ],
  [
    'samples are published where their product is tested',
    sql`select p.id as product, p.testing_status from products p
        join test_samples s on s.product_id = p.id
        join test_steps t on t.sample_id = s.id and t.step = 'published'
        where p.testing_status <> 'Tested'`,
  ],
];

/** All that does not hold in the books; empty when they are right. */
export async function checkLedger(): Promise<LedgerProblem[]> {
  return snapshot(async (tx) => {
    const problems: LedgerProblem[] = [];
    for (const [rule, violations] of RULES) {
      const { rows } = await tx.execute(violations);
      // One by one: of a million at once, no call takes them as its arguments.
      for (const found of rows) problems.push({ rule, found });
    }
    return problems;
  });
}
