ALTER TABLE "products" VALIDATE CONSTRAINT "products_pools_apart";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_pool_kind_known";
