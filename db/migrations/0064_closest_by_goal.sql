CREATE INDEX CONCURRENTLY "products_by_missing" ON "products" USING btree ((target_cents - raised_cents)) WHERE not is_demo and removed_at is null and hidden_at is null and unreviewed_since is null and testing_status = 'Untested';--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "products_by_next_sample";
