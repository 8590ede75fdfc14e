ALTER TABLE "contact_messages" ADD COLUMN "ground" text;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "confirmed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contact_messages" ADD COLUMN "words_hash" text;
--> statement-breakpoint
-- Reports show objections and replies, and are kept until what is published has another version.
create constraint trigger log_leaves_content_version
  after insert on log_leaves
  deferrable initially deferred
  for each row
  when (new.form in ('objection', 'reply'))
  execute function content_version_follows();
