DROP INDEX "orders_unfinished_by_network";--> statement-breakpoint
DROP INDEX "orders_expired_by_address";
