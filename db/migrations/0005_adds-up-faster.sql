-- What adds up is looked at by the commit, a row at a time, as before; only faster. The triggers stay as
-- they are: the version before writes a payment by several statements.
-- A share's cents are at places, all of them, and place by place they are its entries in the ledger.
-- "offset 0": looked up by its id, however many there are.
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
