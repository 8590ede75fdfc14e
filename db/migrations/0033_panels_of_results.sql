ALTER TABLE "tested_products" ADD COLUMN "panel" text DEFAULT 'plastics' NOT NULL;--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_sisters_carry_no_codes";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_not_own_sister";--> statement-breakpoint
ALTER TABLE "products" VALIDATE CONSTRAINT "products_round_from_one";
