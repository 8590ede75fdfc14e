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
  for each row execute function ledger_must_balance();
--> statement-breakpoint
create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'the ledger is append-only' using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger ledger_entries_append_only
  before update or delete or truncate on ledger_entries
  for each statement execute function ledger_is_append_only();
--> statement-breakpoint
create trigger ledger_transactions_append_only
  before update or delete or truncate on ledger_transactions
  for each statement execute function ledger_is_append_only();
--> statement-breakpoint
-- How many products are listed, kept per statement: a request never counts the catalogue.
insert into product_totals (is_demo, total) values (false, 0), (true, 0);
--> statement-breakpoint
create function product_totals_add() returns trigger language plpgsql as $$
begin
  update product_totals t set total = t.total + n.count
    from (select is_demo, count(*)::int as count from added group by is_demo) n
    where n.is_demo = t.is_demo;
  return null;
end $$;
--> statement-breakpoint
create function product_totals_remove() returns trigger language plpgsql as $$
begin
  update product_totals t set total = t.total - n.count
    from (select is_demo, count(*)::int as count from removed group by is_demo) n
    where n.is_demo = t.is_demo;
  return null;
end $$;
--> statement-breakpoint
create trigger products_added after insert on products
  referencing new table as added
  for each statement execute function product_totals_add();
--> statement-breakpoint
create trigger products_removed after delete on products
  referencing old table as removed
  for each statement execute function product_totals_remove();
--> statement-breakpoint
-- Every one- and two-character substring of a text: trigrams cannot find terms that short.
create function short_grams(searched text) returns text[]
  language sql immutable strict parallel safe as $$
  select array_agg(distinct gram) from (
    select substr(searched, at, size) as gram
    from generate_series(1, length(searched)) as at, generate_series(1, 2) as size
  ) grams
$$;
--> statement-breakpoint
create index products_search_short_grams on products using gin (short_grams(search_text));
