CREATE TABLE "match_promises" (
	"order_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"match_id" integer NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "match_promises_order_id_product_id_pk" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "match_promises_status_known" CHECK ("match_promises"."status" in ('open', 'broken', 'spent', 'released', 'returned')),
	CONSTRAINT "match_promises_amount_positive" CHECK ("match_promises"."amount_cents" > 0)
);--> statement-breakpoint
CREATE TABLE "matches" (
	"id" integer PRIMARY KEY NOT NULL,
	"sponsor_name" text,
	"sponsor_email" text NOT NULL,
	"sponsor_email_normalised" text NOT NULL,
	"kind" text NOT NULL,
	"of" text NOT NULL,
	"sum_cents" integer NOT NULL,
	"most_cents" integer NOT NULL,
	"first_gifts" integer,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"unused_to" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "matches_kind_known" CHECK ("matches"."kind" in ('any', 'group', 'brand')),
	CONSTRAINT "matches_amounts_positive" CHECK ("matches"."sum_cents" > 0 and "matches"."most_cents" > 0 and coalesce("matches"."first_gifts", 1) > 0),
	CONSTRAINT "matches_unused_goes_somewhere" CHECK ("matches"."unused_to" ~ '^(sponsor|project|9[0-9]{8})$')
);--> statement-breakpoint
CREATE TABLE "sponsor_payments" (
	"order_id" uuid PRIMARY KEY NOT NULL,
	"match_id" integer NOT NULL,
	"paid_on" date NOT NULL,
	"reference" text NOT NULL
);--> statement-breakpoint
ALTER TABLE "products" ADD COLUMN "promised_cents" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "match_promises" ADD CONSTRAINT "match_promises_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_promises" ADD CONSTRAINT "match_promises_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "match_promises" ADD CONSTRAINT "match_promises_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "matches" ADD CONSTRAINT "matches_id_products_id_fk" FOREIGN KEY ("id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_payments" ADD CONSTRAINT "sponsor_payments_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sponsor_payments" ADD CONSTRAINT "sponsor_payments_match_id_matches_id_fk" FOREIGN KEY ("match_id") REFERENCES "public"."matches"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "match_promises_by_match" ON "match_promises" USING btree ("match_id","status");--> statement-breakpoint
CREATE INDEX "match_promises_unsettled" ON "match_promises" USING btree ("product_id") WHERE status in ('open', 'broken');--> statement-breakpoint
CREATE INDEX "match_promises_spent" ON "match_promises" USING btree ("product_id") WHERE status = 'spent';--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_promises_covered" CHECK ("products"."promised_cents" between 0 and "products"."raised_cents") NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_purposes_hidden" CHECK ("products"."id" < 800000000 or "products"."hidden_at" is not null) NOT VALID;--> statement-breakpoint
ALTER TABLE "products" ADD CONSTRAINT "products_promise_nothing" CHECK ("products"."promised_cents" = 0 or "products"."id" between 800000000 and 899999999) NOT VALID;
