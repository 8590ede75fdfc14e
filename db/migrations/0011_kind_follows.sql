ALTER TABLE "follows" DROP CONSTRAINT "follows_of_one_product";--> statement-breakpoint
ALTER TABLE "follows" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_of_one" CHECK (num_nonnulls("follows"."product_id", "follows"."original_id", "follows"."kind") = 1) NOT VALID;
