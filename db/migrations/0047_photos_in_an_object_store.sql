ALTER TABLE "product_photos" ALTER COLUMN "bytes" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product_photos" ADD COLUMN "object_key" text;--> statement-breakpoint
ALTER TABLE "product_photos" ADD CONSTRAINT "product_photos_somewhere" CHECK (num_nonnulls("product_photos"."bytes", "product_photos"."object_key") = 1) NOT VALID;