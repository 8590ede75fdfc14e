-- The ledger: a transaction's entries sum to zero when it commits, and nothing is ever changed.
create function ledger_must_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from ledger_entries
      where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger ledger_entries_balance
  after insert on ledger_entries
  deferrable initially deferred
  for each row
  execute function ledger_must_balance();
--> statement-breakpoint
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only
  before delete or update or truncate on ledger_entries
  for each statement
  execute function ledger_is_append_only();
--> statement-breakpoint
create trigger ledger_transactions_append_only
  before delete or update or truncate on ledger_transactions
  for each statement
  execute function ledger_is_append_only();
--> statement-breakpoint
-- A share is a line of a payment, and is never changed; its cents are at places, all of them, and place by
-- place they are its entries in the ledger.
create function shares_stay() returns trigger language plpgsql as $$
begin
  raise exception 'a share is never changed' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger contributions_keep_their_share
  before update of share_id, order_id on contributions
  for each row when (((old.share_id is distinct from new.share_id) or (old.order_id <> new.order_id)))
  execute function shares_stay();
--> statement-breakpoint
create trigger shares_append_only
  before delete or update or truncate on shares
  for each statement
  execute function shares_stay();
--> statement-breakpoint
create function share_must_add_up() returns trigger language plpgsql as $$
declare
  share uuid;
begin
  if tg_table_name = 'shares' then share := new.id;
  elsif tg_op = 'DELETE' then share := old.share_id;
  else share := new.share_id; end if;
  if share is null then return null; end if;
  if exists (
    select from (select place as account, sum(amount_cents) as cents from contributions
                 where share_id = share group by 1) stands
    full join (select account, sum(amount_cents) as cents from ledger_entries
               where share_id = share group by 1) booked using (account)
    where coalesce(stands.cents, 0) <> coalesce(booked.cents, 0)
  ) or (select amount_cents from shares where id = share) is distinct from
       (select sum(amount_cents) from contributions where share_id = share)
  then
    raise exception 'share % does not add up', share using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger contributions_add_up
  after insert or delete or update of share_id, place, amount_cents on contributions
  deferrable initially deferred
  for each row
  execute function share_must_add_up();
--> statement-breakpoint
create constraint trigger ledger_entries_add_up
  after insert on ledger_entries
  deferrable initially deferred
  for each row when ((new.share_id is not null))
  execute function share_must_add_up();
--> statement-breakpoint
create constraint trigger shares_add_up
  after insert on shares
  deferrable initially deferred
  for each row
  execute function share_must_add_up();
--> statement-breakpoint
-- What a product has raised, and by how many, is what stands at it. Made-up money is of no share.
create function product_must_add_up() returns trigger language plpgsql as $$
declare
  concerned int[];
  product int;
begin
  if tg_table_name = 'products' then concerned := array[new.id];
  elsif tg_op = 'DELETE' then concerned := array[old.product_id];
  elsif tg_op = 'INSERT' or old.product_id = new.product_id then concerned := array[new.product_id];
  else concerned := array[old.product_id, new.product_id]; end if;
  foreach product in array concerned loop
    if exists (
      select from products p, (
        select coalesce(sum(amount_cents), 0) as cents, count(distinct email_normalised) as givers
        from contributions where product_id = product and status = 'paid') stands
      where p.id = product and not p.is_demo
        and (p.raised_cents <> stands.cents or p.contributor_count <> stands.givers)
    ) then
      raise exception 'what product % has raised does not add up', product
        using errcode = 'check_violation';
    end if;
  end loop;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger contributions_add_up_at_products
  after insert or delete or update of product_id, status, amount_cents, email_normalised on contributions
  deferrable initially deferred
  for each row
  execute function product_must_add_up();
--> statement-breakpoint
create constraint trigger products_add_up
  after insert or update of raised_cents, contributor_count, is_demo on products
  deferrable initially deferred
  for each row
  execute function product_must_add_up();
--> statement-breakpoint
-- A paid order is its shares, line by line, and no other order has any.
create function order_must_add_up() returns trigger language plpgsql as $$
declare
  paid uuid;
begin
  if tg_table_name = 'orders' then paid := new.id; else paid := new.order_id; end if;
  if exists (
    select from orders o where o.id = paid and (o.status = 'paid') and (
      o.amount_cents <> coalesce((select sum(amount_cents) from shares where order_id = o.id), 0)
      or exists (
        select from (select product_id, amount_cents from order_lines where order_id = o.id) l
        full join (select product_id, amount_cents from shares
                   where order_id = o.id and product_id is not null) s using (product_id)
        where l.amount_cents is distinct from s.amount_cents))
  ) or exists (
    select from orders o join shares s on s.order_id = o.id where o.id = paid and o.status <> 'paid'
  ) then
    raise exception 'order % is not its shares', paid using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger orders_add_up
  after insert or update of status, amount_cents on orders
  deferrable initially deferred
  for each row
  execute function order_must_add_up();
--> statement-breakpoint
create constraint trigger shares_are_of_paid_orders
  after insert on shares
  deferrable initially deferred
  for each row
  execute function order_must_add_up();
--> statement-breakpoint
-- Testing that has begun stays begun, and what was merged stays merged (design "Money" 9).
create function testing_stays_begun() returns trigger language plpgsql as $$
begin
  raise exception 'testing of product % has begun, which is never undone', old.id
    using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger products_testing_begun
  before update of testing_begun_at on products
  for each row when (((old.testing_begun_at is not null) and (new.testing_begun_at is distinct from old.testing_begun_at)))
  execute function testing_stays_begun();
--> statement-breakpoint
create function merged_stays_merged() returns trigger language plpgsql as $$
begin
  raise exception 'product % has been merged, which is never undone', old.id
    using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger products_merged_stay
  before update of merged_into, removed_at on products
  for each row when (((old.merged_into is not null) and ((new.merged_into is null) or (new.removed_at is null))))
  execute function merged_stays_merged();
--> statement-breakpoint
-- What was noted of a test, and what administrators did, is added to alone.
create function testing_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'what was noted of a test is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger test_costs_append_only
  before delete or update or truncate on test_costs
  for each statement
  execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_endings_append_only
  before delete or update or truncate on test_endings
  for each statement
  execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_samples_append_only
  before delete or update or truncate on test_samples
  for each statement
  execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_settlements_append_only
  before delete or update or truncate on test_settlements
  for each statement
  execute function testing_is_append_only();
--> statement-breakpoint
create trigger test_steps_append_only
  before delete or update or truncate on test_steps
  for each statement
  execute function testing_is_append_only();
--> statement-breakpoint
create function test_cost_corrects_its_own() returns trigger language plpgsql as $$
begin
  if new.corrects is not null and not exists (
    select from test_costs c
    where c.id = new.corrects and c.product_id = new.product_id and c.kind = new.kind
      and c.sample_id is not distinct from new.sample_id
  ) then
    raise exception 'cost % corrects another one', new.corrects using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger test_costs_corrected
  before insert on test_costs
  for each row
  execute function test_cost_corrects_its_own();
--> statement-breakpoint
create function test_step_corrects_its_own() returns trigger language plpgsql as $$
begin
  if new.corrects is not null and not exists (
    select from test_steps s
    where s.id = new.corrects and s.sample_id = new.sample_id and s.step = new.step
  ) then
    raise exception 'step % corrects another one', new.corrects using errcode = 'check_violation';
  end if;
  return new;
end $$;
--> statement-breakpoint
create trigger test_steps_corrected
  before insert on test_steps
  for each row
  execute function test_step_corrects_its_own();
--> statement-breakpoint
create function admin_actions_are_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'what administrators did is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger admin_actions_append_only
  before delete or update or truncate on admin_actions
  for each statement
  execute function admin_actions_are_append_only();
--> statement-breakpoint
-- By its owner's right, because the site's role has none on the sequence. It only ever goes forward.
create function pass_product_numbers(highest integer) returns void language sql security definer
  set search_path = public, pg_temp as $$
  select nextval('public.products_id_seq')
  from generate_series((select last_value from public.products_id_seq), highest);
$$;
--> statement-breakpoint
-- What pages show that are kept: another version of it has them drawn anew (decision 0127).
create function content_version_follows() returns trigger language plpgsql as $$
begin
  update content_version set version = pg_current_xact_id()::text::bigint
  where version <> pg_current_xact_id()::text::bigint;
  return null;
end $$;
--> statement-breakpoint
create constraint trigger product_photos_content_version
  after insert or delete or update on product_photos
  deferrable initially deferred
  for each row
  execute function content_version_follows();
--> statement-breakpoint
create constraint trigger products_contributors_content_version
  after update of contributor_count on products
  deferrable initially deferred
  for each row when (((new.testing_status = 'Tested'::text) and (new.contributor_count <> old.contributor_count)))
  execute function content_version_follows();
--> statement-breakpoint
create constraint trigger products_edited_content_version
  after update of name, category, testing_status, is_demo, removed_at, hidden_at, unreviewed_since on products
  deferrable initially deferred
  for each row
  execute function content_version_follows();
--> statement-breakpoint
create constraint trigger products_listed_content_version
  after insert on products
  deferrable initially deferred
  for each row when ((new.unreviewed_since is null))
  execute function content_version_follows();
--> statement-breakpoint
create constraint trigger result_revisions_content_version
  after insert or delete or update on result_revisions
  deferrable initially deferred
  for each row
  execute function content_version_follows();
--> statement-breakpoint
create constraint trigger tested_products_content_version
  after insert or delete or update on tested_products
  deferrable initially deferred
  for each row
  execute function content_version_follows();
--> statement-breakpoint
insert into content_version (version) values (0);
