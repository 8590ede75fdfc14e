-- Counters and words that triggers kept, and substrings of one and two characters: at a hundred
-- thousand products counting and reading them takes no longer (decision 0122).
drop function product_totals_add() cascade;
--> statement-breakpoint
drop function product_totals_remove() cascade;
--> statement-breakpoint
drop function product_totals_move() cascade;
--> statement-breakpoint
drop function product_words_add() cascade;
--> statement-breakpoint
drop function words_of(text);
--> statement-breakpoint
DROP TABLE "product_totals";--> statement-breakpoint
DROP TABLE "product_words";--> statement-breakpoint
drop index products_search_short_grams;
--> statement-breakpoint
drop function short_grams(text);
--> statement-breakpoint
-- A text without accents, as a search folds words; what is in ASCII has none.
create function plain_text(searched text) returns text
  language sql immutable strict parallel safe
  return case when octet_length(searched) = length(searched) then searched
    else replace(regexp_replace(normalize(searched, NFKD), '[\u0300-\u036f]', '', 'g'), 'ß', 'ss')
  end;
