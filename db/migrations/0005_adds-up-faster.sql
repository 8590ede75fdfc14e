-- What adds up is looked at once for all that a statement writes, at its end, wherever one statement
-- writes the whole; a row at a time, at the commit, is left for what takes several.
drop trigger ledger_entries_balance on ledger_entries;
--> statement-breakpoint
drop trigger ledger_entries_add_up on ledger_entries;
--> statement-breakpoint
drop trigger contributions_add_up on contributions;
--> statement-breakpoint
drop trigger shares_add_up on shares;
--> statement-breakpoint
drop trigger shares_are_of_paid_orders on shares;
--> statement-breakpoint
drop trigger orders_add_up on orders;
--> statement-breakpoint
drop trigger products_add_up on products;
--> statement-breakpoint
-- The ledger: a posting is one statement, whose entries sum to zero, and nothing is ever changed.
create or replace function ledger_must_balance() returns trigger language plpgsql as $$
declare
  wrong bigint;
begin
  select of.id into wrong from (select distinct transaction_id as id from changed) of
  where (select sum(amount_cents) from ledger_entries where transaction_id = of.id) <> 0;
  if found then
    raise exception 'ledger transaction % does not sum to zero', wrong
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_entries_balance
  after insert on ledger_entries referencing new table as changed
  for each statement
  execute function ledger_must_balance();
--> statement-breakpoint
-- A share's cents are at places, all of them, and place by place they are its entries in the ledger. New
-- ones stand when their statement ends, and so do those that entries are of; what is cut or moves is
-- booked by the commit. "offset 0": looked up by its id, however many there are.
create function share_astray(share uuid) returns setof uuid language sql stable as $$
  select s.id from shares s
  where s.id = share and (
    s.amount_cents is distinct from
      (select sum(amount_cents) from contributions where share_id = s.id)
    or exists (
      select from (
        select place, amount_cents from contributions where share_id = s.id
        union all
        select account, (-amount_cents)::int from ledger_entries where share_id = s.id
      ) cents group by place having sum(amount_cents) <> 0))
  offset 0
$$;
--> statement-breakpoint
create or replace function share_must_add_up() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  if tg_level = 'ROW' then
    select * into wrong from share_astray(coalesce(new.share_id, old.share_id));
  elsif tg_table_name = 'contributions' then
    select astray.* into wrong from changed, share_astray(share_id) astray where cut_by is null;
  else
    select astray.* into wrong from changed, share_astray(share_id) astray;
  end if;
  if found then
    raise exception 'share % does not add up', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger ledger_entries_add_up
  after insert on ledger_entries referencing new table as changed
  for each statement
  execute function share_must_add_up();
--> statement-breakpoint
create trigger contributions_added_add_up
  after insert on contributions referencing new table as changed
  for each statement
  execute function share_must_add_up();
--> statement-breakpoint
create constraint trigger contributions_cut_add_up
  after insert on contributions
  deferrable initially deferred
  for each row when (new.cut_by is not null)
  execute function share_must_add_up();
--> statement-breakpoint
create constraint trigger contributions_add_up
  after delete or update of place, amount_cents on contributions
  deferrable initially deferred
  for each row
  execute function share_must_add_up();
--> statement-breakpoint
-- What a product has raised, and by how many, is what stands at it. Made-up money is of no share.
create function product_astray(product int) returns setof int language sql stable as $$
  select p.id from products p
  where p.id = product and not p.is_demo and (p.raised_cents, p.contributor_count) <> (
    select coalesce(sum(amount_cents), 0), count(distinct email_normalised)
    from contributions where product_id = p.id and status = 'paid')
  offset 0
$$;
--> statement-breakpoint
create or replace function product_must_add_up() returns trigger language plpgsql as $$
declare
  wrong int;
begin
  if tg_level = 'STATEMENT' then
    select astray.* into wrong
    from changed now join was using (id), product_astray(now.id) astray
    where (now.raised_cents, now.contributor_count, now.is_demo)
      <> (was.raised_cents, was.contributor_count, was.is_demo);
  elsif tg_table_name = 'products' then
    select * into wrong from product_astray(new.id);
  else
    select * into wrong from product_astray(coalesce(new.product_id, old.product_id));
    if not found and tg_op = 'UPDATE' and old.product_id <> new.product_id then
      select * into wrong from product_astray(old.product_id);
    end if;
  end if;
  if found then
    raise exception 'what product % has raised does not add up', wrong
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger products_add_up
  after update on products referencing old table as was new table as changed
  for each statement
  execute function product_must_add_up();
--> statement-breakpoint
create constraint trigger products_added_add_up
  after insert on products
  deferrable initially deferred
  for each row when (new.raised_cents <> 0 or new.contributor_count <> 0)
  execute function product_must_add_up();
--> statement-breakpoint
-- A paid order is its shares, line by line, and no other order has any; each stands somewhere. One
-- statement writes them all.
create or replace function order_must_add_up() returns trigger language plpgsql as $$
declare
  wrong uuid;
begin
  if tg_table_name = 'shares' then
    select s.order_id into wrong from changed s
    where (select count(*) from contributions where share_id = s.id) = 0
      or (select amount_cents from orders where id = s.order_id and status = 'paid')
        is distinct from (select sum(amount_cents) from shares where order_id = s.order_id);
  else
    select o.id into wrong from changed o
    where case when o.status = 'paid' then
      o.amount_cents is distinct from (select sum(amount_cents) from shares where order_id = o.id)
      or exists (
        select from (
          select product_id, amount_cents from order_lines where order_id = o.id
          union all
          select product_id, -amount_cents from shares
          where order_id = o.id and product_id is not null
        ) cents group by product_id having sum(amount_cents) <> 0)
    else (select count(*) from shares where order_id = o.id) > 0 end;
  end if;
  if found then
    raise exception 'order % is not its shares', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger shares_are_of_paid_orders
  after insert on shares referencing new table as changed
  for each statement
  execute function order_must_add_up();
--> statement-breakpoint
create trigger orders_added_add_up
  after insert on orders referencing new table as changed
  for each statement
  execute function order_must_add_up();
--> statement-breakpoint
create trigger orders_add_up
  after update on orders referencing new table as changed
  for each statement
  execute function order_must_add_up();
--> statement-breakpoint
-- A recount names the status each time, and says mostly what it was: pages are drawn anew where it changed.
drop trigger products_edited_content_version on products;
--> statement-breakpoint
create constraint trigger products_edited_content_version
  after update of name, category, testing_status, is_demo, removed_at, hidden_at, unreviewed_since on products
  deferrable initially deferred
  for each row when (
    (old.name, old.category, old.testing_status, old.is_demo, old.removed_at, old.hidden_at,
      old.unreviewed_since) is distinct from
    (new.name, new.category, new.testing_status, new.is_demo, new.removed_at, new.hidden_at,
      new.unreviewed_since))
  execute function content_version_follows();
