CREATE TABLE "result_revisions" (
	"original_id" integer NOT NULL,
	"number" integer NOT NULL,
	"reason" text,
	"published_at" timestamp (3) with time zone NOT NULL,
	"file_sha256" text,
	"rows" text NOT NULL,
	CONSTRAINT "result_revisions_original_id_number_pk" PRIMARY KEY("original_id","number"),
	CONSTRAINT "result_revisions_with_reason" CHECK ("result_revisions"."number" >= 1 and ("result_revisions"."number" = 1) = ("result_revisions"."reason" is null))
);
--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "product_id" integer;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "phthalates_lower_percent" double precision;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "bisphenols_lower_percent" double precision;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "substitutes_lower_percent" double precision;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "phthalates_samples_disagree" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "bisphenols_samples_disagree" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "substitutes_samples_disagree" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "phthalates_above_range" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "bisphenols_above_range" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "tested_products" ADD COLUMN "substitutes_above_range" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "result_revisions" ADD CONSTRAINT "result_revisions_original_id_tested_products_original_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."tested_products"("original_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tested_products" ADD CONSTRAINT "tested_products_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tested_products" ADD CONSTRAINT "tested_products_product_id_unique" UNIQUE("product_id");--> statement-breakpoint
ALTER TABLE "tested_products" ADD CONSTRAINT "tested_products_code_is_number" CHECK ("tested_products"."product_id" = "tested_products"."original_id");