DROP INDEX "products_by_raised";--> statement-breakpoint
DROP INDEX "products_by_contributors";--> statement-breakpoint
DROP INDEX "products_by_id";--> statement-breakpoint
DROP INDEX "products_by_category";--> statement-breakpoint
CREATE INDEX "products_by_raised" ON "products" USING btree ("is_demo","raised_cents" DESC NULLS LAST,"id" DESC NULLS LAST,"hidden_at","category","search_text") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_by_contributors" ON "products" USING btree ("is_demo","contributor_count" DESC NULLS LAST,"id" DESC NULLS LAST,"hidden_at","category","search_text") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_by_id" ON "products" USING btree ("is_demo","id" DESC NULLS LAST,"hidden_at","category","search_text") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX "products_by_category" ON "products" USING btree ("is_demo","category","hidden_at","id","raised_cents","contributor_count") WHERE removed_at is null;--> statement-breakpoint
-- An index alone answers for pages that were vacuumed since they changed: after 2 % of the rows, not 20.
ALTER TABLE "products" SET (autovacuum_vacuum_scale_factor = 0.02, autovacuum_vacuum_insert_scale_factor = 0.02);
