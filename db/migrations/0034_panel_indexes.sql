CREATE INDEX CONCURRENTLY "products_listed_by_raised" ON "products" USING btree ("is_demo","raised_cents" DESC NULLS LAST,"id" DESC NULLS LAST,"hidden_at","category","search_text","panel") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_contributors" ON "products" USING btree ("is_demo","contributor_count" DESC NULLS LAST,"id" DESC NULLS LAST,"hidden_at","category","search_text","panel") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_id" ON "products" USING btree ("is_demo","id" DESC NULLS LAST,"hidden_at","category","search_text","panel") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_listed_by_category" ON "products" USING btree ("is_demo","category","hidden_at","id","raised_cents","contributor_count","panel") WHERE removed_at is null;--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_open_by_missing" ON "products" USING btree ("panel",(target_cents - raised_cents)) WHERE not is_demo and removed_at is null and hidden_at is null and unreviewed_since is null and testing_status = 'Untested';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_of_other_panels" ON "products" USING btree ("panel") WHERE panel <> 'plastics';--> statement-breakpoint
CREATE INDEX CONCURRENTLY "products_further_tests" ON "products" USING btree ("item_of") WHERE item_of is not null;--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "products_test_once" ON "products" USING btree (coalesce(item_of, id),"panel","round") WHERE removed_at is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_raised";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_contributors";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_id";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_category";--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_missing";
