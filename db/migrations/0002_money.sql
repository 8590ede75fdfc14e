CREATE TABLE "cursors" (
	"name" text PRIMARY KEY NOT NULL,
	"reached" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "dispute_lines" (
	"dispute_id" text NOT NULL,
	"allocation_id" uuid NOT NULL,
	"account" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"previous_status" text NOT NULL,
	CONSTRAINT "dispute_lines_dispute_id_allocation_id_pk" PRIMARY KEY("dispute_id","allocation_id")
);
--> statement-breakpoint
CREATE TABLE "disputes" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"status" text NOT NULL,
	"withdrawn_cents" integer DEFAULT 0 NOT NULL,
	"evidence_due_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"closed_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "manage_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email_normalised" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "product_submissions" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"brand" text NOT NULL,
	"category" text NOT NULL,
	"upc" text NOT NULL,
	"product_url" text NOT NULL,
	"comments" text NOT NULL,
	"product_id" integer,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"contribution_id" uuid,
	"payment_intent_id" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"reason" text NOT NULL,
	"note" text,
	"status" text DEFAULT 'queued' NOT NULL,
	"is_booked" boolean DEFAULT false NOT NULL,
	"attempt" integer DEFAULT 1 NOT NULL,
	"stripe_refund_id" text,
	"failure_reason" text,
	"tries" integer DEFAULT 0 NOT NULL,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "refunds_contribution_id_unique" UNIQUE("contribution_id"),
	CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('queued', 'pending', 'succeeded', 'failed', 'held', 'canceled')),
	CONSTRAINT "refunds_amount_positive" CHECK ("refunds"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "subscriptions" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid NOT NULL,
	"customer_id" text NOT NULL,
	"email" text NOT NULL,
	"email_normalised" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"cancel_at_period_end" boolean DEFAULT false NOT NULL,
	"current_period_end" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ended_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "contributions" DROP CONSTRAINT "contributions_once";--> statement-breakpoint
DROP INDEX "mails_unsent";--> statement-breakpoint
ALTER TABLE "contributions" ALTER COLUMN "product_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "next_attempt_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "last_error" text;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "rendered" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "customer_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "subscription_id" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "invoice_id" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "url_key" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "upc" text;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "testing_begun_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "removed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "removed_reason" text;--> statement-breakpoint
ALTER TABLE "webhook_events" ADD COLUMN "delivered_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "dispute_lines" ADD CONSTRAINT "dispute_lines_dispute_id_disputes_id_fk" FOREIGN KEY ("dispute_id") REFERENCES "public"."disputes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "disputes" ADD CONSTRAINT "disputes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_submissions" ADD CONSTRAINT "product_submissions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_submissions" ADD CONSTRAINT "product_submissions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_contribution_id_contributions_id_fk" FOREIGN KEY ("contribution_id") REFERENCES "public"."contributions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscriptions" ADD CONSTRAINT "subscriptions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dispute_lines_by_allocation" ON "dispute_lines" USING btree ("allocation_id");--> statement-breakpoint
CREATE INDEX "disputes_by_order" ON "disputes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "disputes_open" ON "disputes" USING btree ("created_at") WHERE closed_at is null;--> statement-breakpoint
CREATE INDEX "manage_links_by_expiry" ON "manage_links" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "refunds_unsettled" ON "refunds" USING btree ("requested_at") WHERE status in ('queued', 'pending', 'failed', 'held');--> statement-breakpoint
CREATE INDEX "refunds_by_order" ON "refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "refunds_by_stripe_refund" ON "refunds" USING btree ("stripe_refund_id");--> statement-breakpoint
CREATE INDEX "subscriptions_by_email" ON "subscriptions" USING btree ("email_normalised");--> statement-breakpoint
CREATE INDEX "subscriptions_by_customer" ON "subscriptions" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "contributions_by_payment" ON "contributions" USING btree ("stripe_payment_id");--> statement-breakpoint
CREATE INDEX "contributions_by_age" ON "contributions" USING btree ("paid_at") WHERE status = 'paid';--> statement-breakpoint
CREATE INDEX "mails_by_time" ON "mails" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "orders_by_payment" ON "orders" USING btree ("payment_intent_id");--> statement-breakpoint
CREATE INDEX "orders_by_subscription" ON "orders" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "orders_paid_at" ON "orders" USING btree ("paid_at");--> statement-breakpoint
CREATE INDEX "webhook_events_delivered" ON "webhook_events" USING btree ("delivered_at");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("next_attempt_at") WHERE sent_at is null and dead_at is null;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_once" UNIQUE NULLS NOT DISTINCT("order_id","product_id","is_excess");--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_invoice_id_unique" UNIQUE("invoice_id");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_url_key_unique" UNIQUE("url_key");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_upc_unique" UNIQUE("upc");--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_removed_with_reason" CHECK (("products"."removed_at" is null) = ("products"."removed_reason" is null));