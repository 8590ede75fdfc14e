CREATE TABLE "audit_entries" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"product_id" integer NOT NULL,
	"is_demo" boolean NOT NULL,
	"entry" jsonb NOT NULL,
	CONSTRAINT "audit_entries_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "audit_runs" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"status" text DEFAULT 'running' NOT NULL,
	"progress" jsonb,
	"report" jsonb,
	"started_at" timestamp (3) with time zone NOT NULL,
	"progressed_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "audit_runs_status_known" CHECK ("audit_runs"."status" in ('running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "result_uploads" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"file_name" text NOT NULL,
	"sha256" text NOT NULL,
	"content" text NOT NULL,
	"about_product_id" integer,
	"uploaded_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD CONSTRAINT "audit_entries_run_id_audit_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."audit_runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "audit_runs_one_at_once" ON "audit_runs" USING btree ((true)) WHERE status = 'running';--> statement-breakpoint
CREATE INDEX "audit_runs_by_start" ON "audit_runs" USING btree ("started_at" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "result_uploads_by_time" ON "result_uploads" USING btree ("uploaded_at");