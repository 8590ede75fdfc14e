CREATE TABLE "admin_notices" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "admin_notices_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"kind" text NOT NULL,
	"params" jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"digest_id" uuid,
	CONSTRAINT "admin_notices_once" UNIQUE("email","dedupe_key")
);
--> statement-breakpoint
ALTER TABLE "admin_users" ADD COLUMN "notices" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "admin_notices" ADD CONSTRAINT "admin_notices_email_admin_users_email_fk" FOREIGN KEY ("email") REFERENCES "public"."admin_users"("email") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "admin_notices_by_digest" ON "admin_notices" USING btree ("digest_id");