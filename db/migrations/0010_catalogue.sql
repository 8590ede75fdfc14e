CREATE TABLE "product_photos" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"bytes" "bytea" NOT NULL,
	"version" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"uploaded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "contributions" DROP CONSTRAINT "contributions_once";--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "merged_from" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "merged_into" integer;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "hidden_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "product_photos" ADD CONSTRAINT "product_photos_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_merged_from_products_id_fk" FOREIGN KEY ("merged_from") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_merged_into_products_id_fk" FOREIGN KEY ("merged_into") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "products_merged" ON "products" USING btree ("merged_into") WHERE merged_into is not null;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_once" UNIQUE NULLS NOT DISTINCT("order_id","product_id","is_excess","merged_from");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_merged_are_removed" CHECK (("products"."merged_into" is not null) = (coalesce("products"."removed_reason", '') = 'merged'));--> statement-breakpoint
-- What is hidden is not listed, so it does not count; shown again it counts again.
drop trigger products_listed on products;
--> statement-breakpoint
create or replace function product_totals_move() returns trigger language plpgsql as $$
begin
  update product_totals t
    set total = t.total
      + case when new.removed_at is null and new.hidden_at is null then 1 else -1 end
    where t.is_demo = new.is_demo;
  return null;
end $$;
--> statement-breakpoint
create trigger products_listed after update of removed_at, hidden_at on products
  for each row when ((old.removed_at is null and old.hidden_at is null)
                     <> (new.removed_at is null and new.hidden_at is null))
  execute function product_totals_move();
--> statement-breakpoint
create or replace function product_totals_remove() returns trigger language plpgsql as $$
begin
  update product_totals t set total = t.total - n.count
    from (select is_demo, count(*)::int as count from removed
          where removed_at is null and hidden_at is null group by is_demo) n
    where n.is_demo = t.is_demo;
  return null;
end $$;
--> statement-breakpoint
-- A merge is never undone: the money has moved.
create function merged_stays_merged() returns trigger language plpgsql as $$
begin
  raise exception 'product % has been merged, which is never undone', old.id
    using errcode = 'restrict_violation';
end $$;
--> statement-breakpoint
create trigger products_merged_stay before update of merged_into, removed_at on products
  for each row when (old.merged_into is not null
                     and (new.merged_into is null or new.removed_at is null))
  execute function merged_stays_merged();
