ALTER TABLE "analytics_events" ADD COLUMN "insert_id" text;--> statement-breakpoint
ALTER TABLE "analytics_events" ADD CONSTRAINT "analytics_events_insert_id_unique" UNIQUE("insert_id");