-- Payments that were not what was ordered.
insert into unmatched (id, payment_intent_id, amount_cents, open_cents, happened_at, booked_at)
  select coalesce(o.payment_intent_id, o.session_id), o.payment_intent_id, b.cents,
    b.cents - coalesce(r.amount_cents, 0) - coalesce((
      select sum(l.amount_cents) from dispute_lines l
      where l.allocation_id = o.id and l.account = 'review' and l.returned_at is null), 0),
    coalesce(o.paid_at, b.at), b.at
  from orders o
  join lateral (
    select sum(e.amount_cents) as cents, min(t.created_at) as at
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.source = 'checkout:' || o.session_id and e.account = 'review'
  ) b on b.cents > 0
  left join refunds r on r.id = o.id
  where o.status = 'review';
--> statement-breakpoint
insert into allocations (id, unmatched_id, goes_to, refund_id, amount_cents, reference, reason, noted_at)
  select gen_random_uuid(), u.id, 'refund', r.id, r.amount_cents, '', '', r.requested_at
  from unmatched u
  join orders o on coalesce(o.payment_intent_id, o.session_id) = u.id and o.status = 'review'
  join refunds r on r.id = o.id;
--> statement-breakpoint
-- Refunds that were made at the payment provider itself, or of what had been paid another way.
insert into unmatched (id, payment_intent_id, amount_cents, open_cents, happened_at, booked_at, returned_at)
  select m.id, coalesce(
      (select o.payment_intent_id from orders o where o.id = s.order_id),
      (select min(r.payment_intent_id) from refunds r
       where r.stripe_refund_id in (m.id, s.settled_by))),
    -m.cents, case when s.status = 'open' then -s.amount_cents else 0 end, m.at, m.at, f.created_at
  from (
    select substr(t.source, 8) as id, sum(e.amount_cents) as cents, min(t.created_at) as at
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where t.source like 'refund:%' and t.reason <> 'refund sent' and e.account = 'stripe'
    group by 1
  ) m
  left join stray_refunds s on s.id = m.id
  left join ledger_transactions f on f.source = 'refund-failed:' || m.id;
--> statement-breakpoint
insert into allocations (id, unmatched_id, goes_to, amount_cents, reference, reason, noted_at)
  select gen_random_uuid(), id, 'loss', -amount_cents, '', '', coalesce(decided_at, booked_at)
  from stray_refunds where status = 'borne';
--> statement-breakpoint
-- What they settled, alone or several together: who settled what follows from the order of both.
with pieces as (
  select u.id as settling, u.id, -u.amount_cents - coalesce(s.amount_cents, 0) as cents
  from unmatched u left join stray_refunds s on s.id = u.id
  where u.amount_cents < 0 and u.returned_at is null
  union all
  select coalesce(settled_by, id), id, amount_cents from stray_refunds where status = 'settled'
), parts as (
  select *, sum(cents) over (partition by settling order by id, cents) as until
  from pieces where cents > 0
), settled as (
  select r.id, r.stripe_refund_id as settling, r.amount_cents as cents, r.settled_at,
    sum(r.amount_cents) over (partition by r.stripe_refund_id order by r.id) as until
  from refunds r
  where r.is_booked and r.stripe_refund_id in (select settling from parts)
)
insert into allocations (id, unmatched_id, goes_to, refund_id, amount_cents, reference, reason, noted_at)
  select gen_random_uuid(), p.id, 'refund', s.id,
    greatest(p.until - p.cents, s.until - s.cents) - least(p.until, s.until), '', '',
    coalesce(s.settled_at, now())
  from parts p join settled s using (settling)
  where least(p.until, s.until) > greatest(p.until - p.cents, s.until - s.cents);
--> statement-breakpoint
-- Refunds that failed and were paid outside Stripe.
insert into allocations (id, goes_to, refund_id, amount_cents, paid_on, reference, reason, noted_at,
    withdrawn_at, withdrawn_reason)
  select id, 'outside', refund_id, amount_cents, paid_on, reference, reason, noted_at,
    withdrawn_at, withdrawn_reason
  from refund_payments;
--> statement-breakpoint
DROP TABLE "refund_payments" CASCADE;--> statement-breakpoint
DROP TABLE "stray_refunds" CASCADE;