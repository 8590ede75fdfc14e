CREATE TABLE "digest_clock" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"is_on" boolean NOT NULL,
	CONSTRAINT "digest_clock_one_row" CHECK ("digest_clock"."id")
);
--> statement-breakpoint
CREATE TABLE "digest_issues" (
	"number" integer PRIMARY KEY NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"items" jsonb NOT NULL,
	"recipients" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "subscribers" DROP CONSTRAINT "subscribers_email_normalised_unique";--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "list" text DEFAULT 'newsletter' NOT NULL;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_once" UNIQUE("email_normalised","list");--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_list_known" CHECK ("subscribers"."list" in ('newsletter', 'updates'));