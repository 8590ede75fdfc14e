CREATE TABLE "monthly_purposes" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"purpose" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscriptions" ADD COLUMN "purpose" text DEFAULT 'project' NOT NULL;--> statement-breakpoint
ALTER TABLE "monthly_purposes" ADD CONSTRAINT "monthly_purposes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;