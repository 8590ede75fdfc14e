-- Refuses, and changes nothing, where pools are open or have money.
DO $$
DECLARE open_pools int; held_cents bigint;
BEGIN
	SELECT count(*), coalesce(sum(raised_cents), 0) INTO open_pools, held_cents FROM products p
	WHERE pool_kind IS NOT NULL AND (removed_at IS NULL OR raised_cents > 0
		OR EXISTS (SELECT FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.product_id = p.id AND o.status IN ('open', 'awaiting')));
	IF open_pools > 0 THEN
		RAISE EXCEPTION 'This database has pools that are not closed and empty: %, with $% in all. This version has none. Start the version before, close them at /admin/pools, wait until nothing is left in them, and start this version again.',
			open_pools, round(held_cents / 100.0, 2);
	END IF;
END $$;--> statement-breakpoint
-- Months that were for a pool go to what is closest, as a pool's money did. Stripe's word of it is read so, too.
UPDATE "subscriptions" SET "purpose" = 'closest' WHERE "purpose" ~ '^\d+$';--> statement-breakpoint
UPDATE "monthly_purposes" SET "purpose" = 'closest' WHERE "purpose" ~ '^\d+$';--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_pools_apart";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_pool_kind_known";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "pool_kind";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "pool_of";
