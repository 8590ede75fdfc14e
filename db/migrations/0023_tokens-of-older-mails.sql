CREATE TABLE "mailbox_tokens" (
	"token" text PRIMARY KEY NOT NULL,
	"email_normalised" text NOT NULL,
	"retired_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "mailboxes" ADD COLUMN "token_made_at" timestamp (3) with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
ALTER TABLE "mailbox_tokens" ADD CONSTRAINT "mailbox_tokens_email_normalised_mailboxes_email_normalised_fk" FOREIGN KEY ("email_normalised") REFERENCES "public"."mailboxes"("email_normalised") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mailbox_tokens_by_email" ON "mailbox_tokens" USING btree ("email_normalised");--> statement-breakpoint
CREATE INDEX "mailbox_tokens_by_time" ON "mailbox_tokens" USING btree ("retired_at");