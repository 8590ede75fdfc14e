CREATE TABLE "analytics_days" (
	"day" date NOT NULL,
	"name" text NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "analytics_days_day_name_pk" PRIMARY KEY("day","name")
);
--> statement-breakpoint
CREATE TABLE "mailbox_browsers" (
	"email_normalised" text NOT NULL,
	"browser_hash" text NOT NULL,
	"proven_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "mailbox_browsers_email_normalised_browser_hash_pk" PRIMARY KEY("email_normalised","browser_hash")
);
--> statement-breakpoint
CREATE INDEX "mailbox_browsers_by_time" ON "mailbox_browsers" USING btree ("proven_at");