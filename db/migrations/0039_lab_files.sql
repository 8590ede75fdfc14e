CREATE TABLE "lab_readings" (
	"laboratory" text NOT NULL,
	"headings" text NOT NULL,
	"answers" jsonb NOT NULL,
	"confirmed_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "lab_readings_laboratory_headings_pk" PRIMARY KEY("laboratory","headings")
);
--> statement-breakpoint
CREATE TABLE "result_certificates" (
	"original_id" integer NOT NULL,
	"number" integer NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "result_certificates_original_id_number_pk" PRIMARY KEY("original_id","number")
);
--> statement-breakpoint
ALTER TABLE "test_steps" ADD COLUMN "method" text;--> statement-breakpoint
ALTER TABLE "test_steps" ADD COLUMN "accreditation" text;--> statement-breakpoint
ALTER TABLE "result_revisions" ADD COLUMN "controls" jsonb;--> statement-breakpoint
ALTER TABLE "result_uploads" ADD COLUMN "answers" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "result_uploads" ADD COLUMN "certificate_name" text;--> statement-breakpoint
ALTER TABLE "result_uploads" ADD COLUMN "certificate" "bytea";--> statement-breakpoint
ALTER TABLE "result_certificates" ADD CONSTRAINT "result_certificates_of_revision" FOREIGN KEY ("original_id","number") REFERENCES "public"."result_revisions"("original_id","number") ON DELETE no action ON UPDATE no action;