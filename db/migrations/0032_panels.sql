-- What is funded is a test: of an item, for a panel, and of which round (decision 0207).
ALTER TABLE "products" ADD COLUMN "panel" text DEFAULT 'plastics' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "round" smallint DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "item_of" integer;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_sisters_carry_no_codes" CHECK ("products"."item_of" is null or ("products"."url_key" is null and "products"."upc" is null)) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_not_own_sister" CHECK ("products"."item_of" <> "products"."id") NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_round_from_one" CHECK ("products"."round" >= 1) NOT VALID;--> statement-breakpoint
ALTER TABLE "product_submissions" ADD COLUMN "panel" text DEFAULT 'plastics' NOT NULL;--> statement-breakpoint
ALTER TABLE "product_submissions" ADD COLUMN "item_of" integer;
