ALTER TABLE "products" ADD COLUMN "pool_kind" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "pool_of" text;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_pools_apart" CHECK (("products"."pool_kind" is not null) = ("products"."id" >= 900000000)
        and ("products"."pool_kind" is null or "products"."hidden_at" is not null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_pool_kind_known" CHECK ("products"."pool_kind" is null or "products"."pool_kind" in ('any', 'group', 'brand')) NOT VALID;--> statement-breakpoint
-- What is added hidden, as a pool is, is in no list, so it does not count.
create or replace function product_totals_add() returns trigger language plpgsql as $$
begin
  update product_totals t set total = t.total + n.count
    from (select is_demo, count(*)::int as count from added
          where removed_at is null and hidden_at is null group by is_demo) n
    where n.is_demo = t.is_demo;
  return null;
end $$;
