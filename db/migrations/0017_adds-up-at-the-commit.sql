-- What adds up is looked at by the commit, a row at a time, as in 0.4.0, which writes a payment by several
-- statements; only faster.
-- A share's cents are at places, all of them, and place by place they are its entries in the ledger.
-- "offset 0": looked up by its id, however many there are.
create or replace function share_astray(share uuid) returns setof uuid language sql stable as $$
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
  if tg_table_name = 'shares' then
    select * into wrong from share_astray(new.id);
  else
    select * into wrong from share_astray(coalesce(new.share_id, old.share_id));
  end if;
  if found then
    raise exception 'share % does not add up', wrong using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
-- What a product has raised, and by how many, is what stands at it. Made-up money is of no share.
create or replace function product_astray(product int) returns setof int language sql stable as $$
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
  if tg_table_name = 'products' then
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
-- Between 0.4.0 and this, the rules were held at the end of each statement: where they still are, they are
-- as before again.
create or replace function ledger_must_balance() returns trigger language plpgsql as $$
begin
  if (select coalesce(sum(amount_cents), 0) from ledger_entries
      where transaction_id = new.transaction_id) <> 0 then
    raise exception 'ledger transaction % does not sum to zero', new.transaction_id
      using errcode = 'check_violation';
  end if;
  return null;
end $$;
--> statement-breakpoint
create or replace function order_must_add_up() returns trigger language plpgsql as $$
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
do $$ begin
  if not exists (select from pg_trigger where tgname = 'orders_added_add_up') then return; end if;
  drop trigger ledger_entries_balance on ledger_entries;
  drop trigger ledger_entries_add_up on ledger_entries;
  drop trigger contributions_added_add_up on contributions;
  drop trigger contributions_cut_add_up on contributions;
  drop trigger contributions_add_up on contributions;
  drop trigger products_add_up on products;
  drop trigger products_added_add_up on products;
  drop trigger shares_are_of_paid_orders on shares;
  drop trigger orders_added_add_up on orders;
  drop trigger orders_add_up on orders;
  create constraint trigger ledger_entries_balance
    after insert on ledger_entries
    deferrable initially deferred
    for each row
    execute function ledger_must_balance();
  create constraint trigger ledger_entries_add_up
    after insert on ledger_entries
    deferrable initially deferred
    for each row when ((new.share_id is not null))
    execute function share_must_add_up();
  create constraint trigger contributions_add_up
    after insert or delete or update of share_id, place, amount_cents on contributions
    deferrable initially deferred
    for each row
    execute function share_must_add_up();
  create constraint trigger shares_add_up
    after insert on shares
    deferrable initially deferred
    for each row
    execute function share_must_add_up();
  create constraint trigger products_add_up
    after insert or update of raised_cents, contributor_count, is_demo on products
    deferrable initially deferred
    for each row
    execute function product_must_add_up();
  create constraint trigger orders_add_up
    after insert or update of status, amount_cents on orders
    deferrable initially deferred
    for each row
    execute function order_must_add_up();
  create constraint trigger shares_are_of_paid_orders
    after insert on shares
    deferrable initially deferred
    for each row
    execute function order_must_add_up();
end $$;
