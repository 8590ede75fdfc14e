-- The words that a slip can be mended by: digits alone are not words, and what is longer is no name.
create function words_of(searched text) returns setof text
  language sql immutable strict parallel safe as $$
  select distinct word from regexp_split_to_table(searched, '\s+') as word
  where length(word) between 3 and 30 and word ~ '[^0-9]'
$$;
--> statement-breakpoint
-- In one order, so that two who add the same words wait for each other instead of failing.
create function product_words_add() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    insert into product_words (word) select distinct words_of(search_text) from added order by 1
      on conflict do nothing;
  else
    insert into product_words (word) select words_of(new.search_text) order by 1
      on conflict do nothing;
  end if;
  return null;
end $$;
--> statement-breakpoint
create trigger products_words_added after insert on products
  referencing new table as added
  for each statement execute function product_words_add();
--> statement-breakpoint
create trigger products_words_changed after update of search_text on products
  for each row when (old.search_text is distinct from new.search_text)
  execute function product_words_add();
--> statement-breakpoint
insert into product_words (word) select distinct words_of(search_text) from products;
