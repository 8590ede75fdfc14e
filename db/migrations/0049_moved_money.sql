CREATE TABLE "move_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"contribution_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "moved_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "renewed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "move_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "move_links" ADD CONSTRAINT "move_links_contribution_id_contributions_id_fk" FOREIGN KEY ("contribution_id") REFERENCES "public"."contributions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "move_links_by_contribution" ON "move_links" USING btree ("contribution_id");