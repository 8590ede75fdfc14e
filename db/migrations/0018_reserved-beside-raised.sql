ALTER TABLE "products" DROP CONSTRAINT "products_reserved_within_need";--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_reserved_within_target" CHECK ("products"."reserved_cents" between 0 and "products"."target_cents") NOT VALID;
