CREATE TABLE "sent_photos" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" integer NOT NULL,
	"browser_hash" text NOT NULL,
	"bytes" "bytea" NOT NULL,
	"version" text NOT NULL,
	"width_px" integer NOT NULL,
	"height_px" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "sent_photos_one_of_a_browser" UNIQUE("browser_hash")
);
--> statement-breakpoint
ALTER TABLE "product_photos" DROP CONSTRAINT "product_photos_product_id_products_id_fk";
--> statement-breakpoint
CREATE INDEX "sent_photos_by_time" ON "sent_photos" USING btree ("sent_at");