-- What was funded until now was funded in three levels; from now on a product's own row says so.
ALTER TABLE "products" ALTER COLUMN "target_cents" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "levels" smallint NOT NULL DEFAULT 3;--> statement-breakpoint
ALTER TABLE "products" ALTER COLUMN "levels" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "level";--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "level" smallint GENERATED ALWAYS AS (raised_cents::bigint * levels / target_cents) STORED NOT NULL;
