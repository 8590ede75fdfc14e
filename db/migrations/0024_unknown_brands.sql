ALTER TABLE "products" ALTER COLUMN "brand" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "brand" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "product_submissions" ADD COLUMN "serving_size_g" double precision;