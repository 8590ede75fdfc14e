CREATE TABLE "email_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_normalised" text NOT NULL,
	"topic" text NOT NULL,
	"browser_hash" text DEFAULT '' NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	"query" text,
	"status" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_subscriptions_once" UNIQUE("email_normalised","topic","browser_hash")
);
--> statement-breakpoint
CREATE INDEX "email_subscriptions_by_topic" ON "email_subscriptions" USING btree ("topic");