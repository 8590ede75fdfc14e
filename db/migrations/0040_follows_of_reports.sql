ALTER TABLE "follows" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "original_id" integer;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_original_id_tested_products_original_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."tested_products"("original_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_once_of_report" UNIQUE("original_id","email_normalised","browser_hash");--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_of_one_product" CHECK (num_nonnulls("follows"."product_id", "follows"."original_id") = 1);