CREATE TABLE "test_endings" (
	"product_id" integer PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"ended_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "test_endings" ADD CONSTRAINT "test_endings_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
create trigger test_endings_append_only
  before update or delete or truncate on test_endings
  for each statement execute function testing_is_append_only();
