CREATE TABLE "result_evidence" (
	"original_id" integer NOT NULL,
	"number" integer NOT NULL,
	"kind" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "result_evidence_original_id_number_kind_pk" PRIMARY KEY("original_id","number","kind"),
	CONSTRAINT "result_evidence_kind_known" CHECK ("result_evidence"."kind" in ('file', 'certificate'))
);
--> statement-breakpoint
ALTER TABLE "result_uploads" ADD COLUMN "original" "bytea";--> statement-breakpoint
ALTER TABLE "result_evidence" ADD CONSTRAINT "result_evidence_of_revision" FOREIGN KEY ("original_id","number") REFERENCES "public"."result_revisions"("original_id","number") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
INSERT INTO "result_evidence" ("original_id", "number", "kind", "file_name", "content")
SELECT "original_id", "number", 'certificate', "file_name", "content" FROM "result_certificates";
