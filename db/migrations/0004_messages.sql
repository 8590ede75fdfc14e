ALTER TABLE "contact_messages" ADD COLUMN "answer" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "about_product_id" integer;--> statement-breakpoint
CREATE INDEX "contact_messages_by_product" ON "contact_messages" USING btree ("about_product_id");