ALTER TABLE "contributions" ADD COLUMN "refund_told_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "fell_at" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "contributions_told" ON "contributions" USING btree ("product_id") WHERE refund_told_at is not null;