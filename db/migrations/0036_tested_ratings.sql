CREATE TABLE "tested_ratings" (
	"original_id" integer NOT NULL,
	"family" text NOT NULL,
	"risk" text NOT NULL,
	"tdi_percent" double precision,
	"lower_percent" double precision,
	"upper_percent" double precision,
	"limit_unseen" boolean NOT NULL,
	"samples_disagree" boolean NOT NULL,
	"above_range" boolean NOT NULL,
	CONSTRAINT "tested_ratings_original_id_family_pk" PRIMARY KEY("original_id","family")
);
--> statement-breakpoint
ALTER TABLE "tested_ratings" ADD CONSTRAINT "tested_ratings_original_id_tested_products_original_id_fk" FOREIGN KEY ("original_id") REFERENCES "public"."tested_products"("original_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
INSERT INTO "tested_ratings" SELECT "original_id", "rated".*
FROM "tested_products", LATERAL (VALUES
	('phthalates', phthalates_risk, phthalates_tdi_percent, phthalates_lower_percent, phthalates_upper_percent, phthalates_limit_unseen, phthalates_samples_disagree, phthalates_above_range),
	('bisphenols', bisphenols_risk, bisphenols_tdi_percent, bisphenols_lower_percent, bisphenols_upper_percent, bisphenols_limit_unseen, bisphenols_samples_disagree, bisphenols_above_range),
	('substitutes', substitutes_risk, substitutes_tdi_percent, substitutes_lower_percent, substitutes_upper_percent, substitutes_limit_unseen, substitutes_samples_disagree, substitutes_above_range)
) AS "rated";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_risk";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_risk";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_risk";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_tdi_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_tdi_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_tdi_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_lower_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_lower_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_lower_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_upper_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_upper_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_upper_percent";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_limit_unseen";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_limit_unseen";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_limit_unseen";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_samples_disagree";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_samples_disagree";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_samples_disagree";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "phthalates_above_range";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "bisphenols_above_range";--> statement-breakpoint
ALTER TABLE "tested_products" DROP COLUMN "substitutes_above_range";