-- Money that was booked to go back before there was a way to send it.
insert into refunds (id, order_id, contribution_id, payment_intent_id, amount_cents, reason)
  select id, order_id, id, stripe_payment_id, amount_cents, 'excess' from contributions
  where status = 'refund_pending' and stripe_payment_id is not null;
--> statement-breakpoint
-- Until now every event came by webhook.
update webhook_events set delivered_at = received_at;
--> statement-breakpoint
-- A removed product is not listed, so it does not count; one that is put back counts again.
create function product_totals_move() returns trigger language plpgsql as $$
begin
  update product_totals t set total = t.total + case when new.removed_at is null then 1 else -1 end
    where t.is_demo = new.is_demo;
  return null;
end $$;
--> statement-breakpoint
create trigger products_listed after update of removed_at on products
  for each row when ((old.removed_at is null) <> (new.removed_at is null))
  execute function product_totals_move();
--> statement-breakpoint
-- Products are hidden, not deleted; one that is deleted all the same leaves the right total.
create or replace function product_totals_remove() returns trigger language plpgsql as $$
begin
  update product_totals t set total = t.total - n.count
    from (select is_demo, count(*)::int as count from removed where removed_at is null
          group by is_demo) n
    where n.is_demo = t.is_demo;
  return null;
end $$;
--> statement-breakpoint
-- Testing that has begun stays begun (design "Money" 9).
create function testing_stays_begun() returns trigger language plpgsql as $$
begin
  raise exception 'testing of product % has begun, which is never undone', old.id
    using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger products_testing_begun before update of testing_begun_at on products
  for each row when (old.testing_begun_at is not null
                     and new.testing_begun_at is distinct from old.testing_begun_at)
  execute function testing_stays_begun();
