-- Codes live for half an hour, and their layout changes.
DELETE FROM "contributions_verification";--> statement-breakpoint
CREATE TABLE "lookup_sessions" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"email_normalised" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mailboxes" (
	"email_normalised" text PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"stopped_at" timestamp (3) with time zone,
	"bounced_at" timestamp (3) with time zone,
	"bounce_reason" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "mailboxes_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "product_mutes" (
	"email_normalised" text NOT NULL,
	"product_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "product_mutes_email_normalised_product_id_pk" PRIMARY KEY("email_normalised","product_id")
);
--> statement-breakpoint
CREATE TABLE "refund_requests" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"contribution_id" uuid NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"note" text,
	"requested_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "refund_requests_status_known" CHECK ("refund_requests"."status" in ('open', 'granted', 'declined'))
);
--> statement-breakpoint
ALTER TABLE "follows" DROP CONSTRAINT "follows_once";--> statement-breakpoint
DROP INDEX "contributions_verification_by_email";--> statement-breakpoint
ALTER TABLE "contributions_verification" ADD COLUMN "browser_hash" text NOT NULL;--> statement-breakpoint
ALTER TABLE "contributions_verification" ADD COLUMN "salt" text NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD COLUMN "is_withheld" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "product_mutes" ADD CONSTRAINT "product_mutes_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "refund_requests" ADD CONSTRAINT "refund_requests_contribution_id_contributions_id_fk" FOREIGN KEY ("contribution_id") REFERENCES "public"."contributions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "lookup_sessions_by_email" ON "lookup_sessions" USING btree ("email_normalised");--> statement-breakpoint
CREATE INDEX "lookup_sessions_by_expiry" ON "lookup_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "refund_requests_one_open" ON "refund_requests" USING btree ("contribution_id") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "refund_requests_by_contribution" ON "refund_requests" USING btree ("contribution_id");--> statement-breakpoint
CREATE INDEX "refund_requests_open" ON "refund_requests" USING btree ("requested_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "contributions_verification_by_expiry" ON "contributions_verification" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "mails_by_address" ON "mails" USING btree (lower(to_email));--> statement-breakpoint
CREATE INDEX "orders_by_email" ON "orders" USING btree (lower(email));--> statement-breakpoint
CREATE INDEX "contributions_verification_by_email" ON "contributions_verification" USING btree ("email_normalised","browser_hash","created_at");--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_once" UNIQUE("product_id","email_normalised","browser_hash");--> statement-breakpoint
-- Of events that have been worked on only ids are kept.
UPDATE "webhook_events" SET "payload" = jsonb_build_object('id', "id", 'type', "type", 'created', "payload"->'created',
  'data', jsonb_build_object('object', jsonb_build_object('id', "payload"#>'{data,object,id}')))
WHERE "processed_at" IS NOT NULL;
