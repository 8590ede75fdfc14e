CREATE TABLE "test_photos" (
	"sample_id" uuid PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL,
	"sha256" text NOT NULL,
	"is_public" boolean NOT NULL
);
--> statement-breakpoint
CREATE TABLE "test_registrations" (
	"product_id" integer NOT NULL,
	"number" smallint NOT NULL,
	"facts" jsonb NOT NULL,
	"reason" text,
	"registered_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "test_registrations_product_id_number_pk" PRIMARY KEY("product_id","number"),
	CONSTRAINT "test_registrations_changed_with_reason" CHECK (("test_registrations"."number" = 1) = ("test_registrations"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "test_steps" ADD COLUMN "best_before" date;--> statement-breakpoint
ALTER TABLE "test_photos" ADD CONSTRAINT "test_photos_sample_id_test_samples_id_fk" FOREIGN KEY ("sample_id") REFERENCES "public"."test_samples"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "test_registrations" ADD CONSTRAINT "test_registrations_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
create trigger test_registrations_append_only
  before update or delete or truncate on test_registrations
  for each statement
  execute function testing_is_append_only();
