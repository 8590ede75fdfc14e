ALTER TABLE "products" ADD COLUMN "key" uuid;--> statement-breakpoint
-- By what is there, not by chance: whoever restores an older database and brings it up to date again has the same keys.
ALTER TABLE "products" ALTER COLUMN "key" SET DATA TYPE uuid USING md5("id" || ' ' || extract(epoch from "created_at"))::uuid;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "key" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "key" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "adopted_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "orders_adopted" ON "orders" USING btree ("adopted_at") WHERE adopted_at is not null;--> statement-breakpoint
-- Its owner's right, because the site's role has none on the sequence. It only ever goes forward, whoever takes numbers meanwhile.
CREATE FUNCTION "pass_product_numbers"("highest" integer) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  select nextval('public.products_id_seq')
  from generate_series((select last_value from public.products_id_seq), highest);
$$;
