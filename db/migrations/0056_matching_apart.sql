ALTER TABLE "products" VALIDATE CONSTRAINT "products_promises_covered";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_purposes_hidden";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_promise_nothing";
