-- Refuses, and changes nothing, where matches are open or have money, or money came outside Stripe.
DO $$
DECLARE open_matches int; held_cents bigint; outside_payments int; outside_cents bigint;
BEGIN
	SELECT count(*), coalesce(sum(p.raised_cents), 0) INTO open_matches, held_cents FROM products p JOIN matches m ON m.id = p.id
	WHERE p.removed_at IS NULL OR p.raised_cents > 0
		OR EXISTS (SELECT FROM match_promises WHERE match_id = p.id AND status IN ('open', 'broken'))
		OR EXISTS (SELECT FROM order_lines l JOIN orders o ON o.id = l.order_id WHERE l.product_id = p.id AND o.status IN ('open', 'awaiting'));
	IF open_matches > 0 THEN
		RAISE EXCEPTION 'This database has matches that are not closed and empty: %, with $% in all. This version has none. Start the version before, close them at /admin/matches, wait until nothing is left in them, and start this version again.',
			open_matches, round(held_cents / 100.0, 2);
	END IF;
	SELECT count(*), coalesce(sum(amount_cents), 0) INTO outside_payments, outside_cents FROM orders WHERE kind = 'outside';
	IF outside_payments > 0 THEN
		RAISE EXCEPTION 'This database has payments of sponsors that came outside Stripe: %, $% in all. This version cannot account for them. Stay with the version before.',
			outside_payments, round(outside_cents / 100.0, 2);
	END IF;
END $$;--> statement-breakpoint
-- What a sponsor has paid is a gift like any other.
UPDATE "orders" SET "kind" = 'funding' WHERE "kind" = 'sponsorship';--> statement-breakpoint
DROP TABLE "match_promises";--> statement-breakpoint
DROP TABLE "sponsor_payments";--> statement-breakpoint
DROP TABLE "matches";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_promises_covered";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_promise_nothing";--> statement-breakpoint
ALTER TABLE "products" DROP CONSTRAINT "products_purposes_hidden";--> statement-breakpoint
ALTER TABLE "products" DROP COLUMN "promised_cents";
