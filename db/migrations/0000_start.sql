CREATE TABLE "admin_users" (
	"email" text PRIMARY KEY NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "analytics_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "analytics_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"properties" jsonb NOT NULL,
	"path" text NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chemicals" (
	"key" text PRIMARY KEY NOT NULL,
	"abbreviation" text NOT NULL,
	"full_name" text NOT NULL,
	"header_name" text NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "chemicals_abbreviation_unique" UNIQUE("abbreviation")
);
--> statement-breakpoint
CREATE TABLE "contributions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"order_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"email" text NOT NULL,
	"email_normalised" text NOT NULL,
	"amount_cents" integer NOT NULL,
	"status" text NOT NULL,
	"is_excess" boolean DEFAULT false NOT NULL,
	"stripe_payment_id" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	CONSTRAINT "contributions_once" UNIQUE("order_id","product_id","is_excess"),
	CONSTRAINT "contributions_status_known" CHECK ("contributions"."status" in ('pending', 'paid', 'refund_pending', 'refunded', 'refund_failed', 'disputed', 'charged_back')),
	CONSTRAINT "contributions_amount_positive" CHECK ("contributions"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "contributions_verification" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email_normalised" text NOT NULL,
	"code_hash" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"used_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "follows" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"product_id" integer NOT NULL,
	"email" text NOT NULL,
	"email_normalised" text NOT NULL,
	"browser_hash" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "follows_once" UNIQUE("product_id","email_normalised")
);
--> statement-breakpoint
CREATE TABLE "imports" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "imports_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"file_sha256" text NOT NULL,
	"row_count" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "lab_measurements" (
	"lab_sample_id" bigint NOT NULL,
	"chemical_key" text NOT NULL,
	"reported" text NOT NULL,
	"status" text NOT NULL,
	"value_ng_g" double precision,
	CONSTRAINT "lab_measurements_lab_sample_id_chemical_key_pk" PRIMARY KEY("lab_sample_id","chemical_key"),
	CONSTRAINT "lab_measurements_status_known" CHECK ("lab_measurements"."status" in ('ok', 'below_loq', 'above_range', 'not_detected', 'not_tested'))
);
--> statement-breakpoint
CREATE TABLE "lab_samples" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "lab_samples_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"sample_id" text NOT NULL,
	"tested_product_id" integer,
	"product_id" integer,
	"lot" text,
	"notes" text,
	"provenance" jsonb DEFAULT '{}'::jsonb NOT NULL,
	CONSTRAINT "lab_samples_sample_id_unique" UNIQUE("sample_id"),
	CONSTRAINT "lab_samples_of_one_product" CHECK (num_nonnulls("lab_samples"."tested_product_id", "lab_samples"."product_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"transaction_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	CONSTRAINT "ledger_entries_not_zero" CHECK ("ledger_entries"."amount_cents" <> 0)
);
--> statement-breakpoint
CREATE TABLE "ledger_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"reason" text NOT NULL,
	"source" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_transactions_source_unique" UNIQUE("source")
);
--> statement-breakpoint
CREATE TABLE "mails" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"name" text NOT NULL,
	"to_email" text NOT NULL,
	"params" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"dedupe_key" text NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp (3) with time zone,
	"dead_at" timestamp (3) with time zone,
	CONSTRAINT "mails_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "order_lines" (
	"order_id" uuid NOT NULL,
	"product_id" integer NOT NULL,
	"product_name" text NOT NULL,
	"brand" text NOT NULL,
	"amount_cents" integer NOT NULL,
	CONSTRAINT "order_lines_order_id_product_id_pk" PRIMARY KEY("order_id","product_id"),
	CONSTRAINT "order_lines_amount_positive" CHECK ("order_lines"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"amount_cents" integer NOT NULL,
	"currency" text DEFAULT 'usd' NOT NULL,
	"session_id" text,
	"session_url" text,
	"payment_intent_id" text,
	"email" text,
	"return_url" text NOT NULL,
	"note" text,
	"browser_hash" text NOT NULL,
	"address_hash" text NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp (3) with time zone,
	"closed_at" timestamp (3) with time zone,
	CONSTRAINT "orders_session_id_unique" UNIQUE("session_id"),
	CONSTRAINT "orders_status_known" CHECK ("orders"."status" in ('open', 'awaiting', 'paid', 'expired', 'failed', 'review')),
	CONSTRAINT "orders_amount_positive" CHECK ("orders"."amount_cents" > 0)
);
--> statement-breakpoint
CREATE TABLE "product_totals" (
	"is_demo" boolean PRIMARY KEY NOT NULL,
	"total" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "products" (
	"id" integer PRIMARY KEY GENERATED BY DEFAULT AS IDENTITY (sequence name "products_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 2001 CACHE 1),
	"name" text NOT NULL,
	"brand" text DEFAULT 'Unknown' NOT NULL,
	"category" text DEFAULT 'Unknown' NOT NULL,
	"image_url" text,
	"product_url" text,
	"serving_size_g" double precision,
	"serving_size_unit" text,
	"testing_status" text DEFAULT 'Untested' NOT NULL,
	"target_cents" integer DEFAULT 127500 NOT NULL,
	"raised_cents" integer DEFAULT 0 NOT NULL,
	"reserved_cents" integer DEFAULT 0 NOT NULL,
	"level" smallint GENERATED ALWAYS AS (least(3, raised_cents / 42500)) STORED NOT NULL,
	"contributor_count" integer DEFAULT 0 NOT NULL,
	"is_demo" boolean DEFAULT false NOT NULL,
	"search_text" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "products_raised_within_target" CHECK ("products"."raised_cents" between 0 and "products"."target_cents"),
	CONSTRAINT "products_reserved_within_need" CHECK ("products"."reserved_cents" >= 0 and "products"."raised_cents" + "products"."reserved_cents" <= "products"."target_cents"),
	CONSTRAINT "products_contributors_not_negative" CHECK ("products"."contributor_count" >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text NOT NULL,
	"window_start" timestamp (3) with time zone NOT NULL,
	"hits" integer NOT NULL,
	CONSTRAINT "rate_limits_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"email_normalised" text NOT NULL,
	"query" text,
	"status" text DEFAULT 'new' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"confirmed_at" timestamp (3) with time zone,
	CONSTRAINT "subscribers_email_normalised_unique" UNIQUE("email_normalised")
);
--> statement-breakpoint
CREATE TABLE "tested_products" (
	"original_id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"tags" text[] NOT NULL,
	"serving_size_g" double precision,
	"collection_notes" text,
	"search_text" text NOT NULL,
	"phthalates_risk" text NOT NULL,
	"bisphenols_risk" text NOT NULL,
	"substitutes_risk" text NOT NULL,
	"phthalates_tdi_percent" double precision,
	"bisphenols_tdi_percent" double precision,
	"substitutes_tdi_percent" double precision,
	"phthalates_upper_percent" double precision,
	"bisphenols_upper_percent" double precision,
	"substitutes_upper_percent" double precision,
	"phthalates_limit_unseen" boolean DEFAULT false NOT NULL,
	"bisphenols_limit_unseen" boolean DEFAULT false NOT NULL,
	"substitutes_limit_unseen" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"livemode" boolean NOT NULL,
	"payload" jsonb NOT NULL,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "follows" ADD CONSTRAINT "follows_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_measurements" ADD CONSTRAINT "lab_measurements_lab_sample_id_lab_samples_id_fk" FOREIGN KEY ("lab_sample_id") REFERENCES "public"."lab_samples"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_measurements" ADD CONSTRAINT "lab_measurements_chemical_key_chemicals_key_fk" FOREIGN KEY ("chemical_key") REFERENCES "public"."chemicals"("key") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_samples" ADD CONSTRAINT "lab_samples_tested_product_id_tested_products_original_id_fk" FOREIGN KEY ("tested_product_id") REFERENCES "public"."tested_products"("original_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "lab_samples" ADD CONSTRAINT "lab_samples_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_transaction_id_ledger_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."ledger_transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_lines" ADD CONSTRAINT "order_lines_product_id_products_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."products"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "analytics_events_by_time" ON "analytics_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "contributions_by_product" ON "contributions" USING btree ("product_id","email_normalised");--> statement-breakpoint
CREATE INDEX "contributions_by_email" ON "contributions" USING btree ("email_normalised");--> statement-breakpoint
CREATE INDEX "contributions_verification_by_email" ON "contributions_verification" USING btree ("email_normalised","created_at");--> statement-breakpoint
CREATE INDEX "follows_by_email" ON "follows" USING btree ("email_normalised");--> statement-breakpoint
CREATE UNIQUE INDEX "imports_once" ON "imports" USING btree ("kind","file_sha256");--> statement-breakpoint
CREATE INDEX "lab_samples_by_tested_product" ON "lab_samples" USING btree ("tested_product_id");--> statement-breakpoint
CREATE INDEX "lab_samples_by_product" ON "lab_samples" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_account" ON "ledger_entries" USING btree ("account");--> statement-breakpoint
CREATE INDEX "ledger_entries_by_transaction" ON "ledger_entries" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "mails_unsent" ON "mails" USING btree ("created_at") WHERE sent_at is null and dead_at is null;--> statement-breakpoint
CREATE INDEX "order_lines_by_product" ON "order_lines" USING btree ("product_id");--> statement-breakpoint
CREATE INDEX "orders_unfinished" ON "orders" USING btree ("expires_at") WHERE status in ('open', 'awaiting');--> statement-breakpoint
CREATE INDEX "orders_open_by_browser" ON "orders" USING btree ("browser_hash") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "orders_unfinished_by_address" ON "orders" USING btree ("address_hash") WHERE status in ('open', 'awaiting');--> statement-breakpoint
CREATE INDEX "products_by_raised" ON "products" USING btree ("is_demo","raised_cents" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_by_contributors" ON "products" USING btree ("is_demo","contributor_count" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_by_id" ON "products" USING btree ("is_demo","id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "products_search_trigrams" ON "products" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "rate_limits_by_window" ON "rate_limits" USING btree ("window_start");--> statement-breakpoint
CREATE INDEX "tested_products_search_trigrams" ON "tested_products" USING gin ("search_text" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "webhook_events_unprocessed" ON "webhook_events" USING btree ("received_at") WHERE processed_at is null;