DROP INDEX "orders_open_by_browser";--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "network_hash" text;--> statement-breakpoint
CREATE INDEX "orders_by_browser" ON "orders" USING btree ("browser_hash");--> statement-breakpoint
CREATE INDEX "orders_unfinished_by_network" ON "orders" USING btree ("network_hash") WHERE status in ('open', 'awaiting');--> statement-breakpoint
CREATE INDEX "orders_expired_by_address" ON "orders" USING btree ("address_hash","closed_at") WHERE status = 'expired';