CREATE TABLE "refund_payments" (
	"id" uuid PRIMARY KEY NOT NULL,
	"refund_id" uuid NOT NULL,
	"amount_cents" integer NOT NULL,
	"paid_on" date NOT NULL,
	"reference" text NOT NULL,
	"reason" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_reason" text,
	CONSTRAINT "refund_payments_amount_positive" CHECK ("refund_payments"."amount_cents" > 0),
	CONSTRAINT "refund_payments_withdrawn_with_reason" CHECK (("refund_payments"."withdrawn_at" is null) = ("refund_payments"."withdrawn_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "stray_refunds" (
	"id" text PRIMARY KEY NOT NULL,
	"order_id" uuid,
	"refund_id" uuid,
	"amount_cents" integer NOT NULL,
	"status" text DEFAULT 'open' NOT NULL,
	"settled_by" text,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone,
	CONSTRAINT "stray_refunds_status_known" CHECK ("stray_refunds"."status" in ('open', 'borne', 'settled', 'returned')),
	CONSTRAINT "stray_refunds_amount_positive" CHECK ("stray_refunds"."amount_cents" > 0)
);
--> statement-breakpoint
ALTER TABLE "refunds" DROP CONSTRAINT "refunds_status_known";--> statement-breakpoint
ALTER TABLE "refund_payments" ADD CONSTRAINT "refund_payments_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stray_refunds" ADD CONSTRAINT "stray_refunds_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stray_refunds" ADD CONSTRAINT "stray_refunds_refund_id_refunds_id_fk" FOREIGN KEY ("refund_id") REFERENCES "public"."refunds"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "refund_payments_one_stands" ON "refund_payments" USING btree ("refund_id") WHERE withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "refund_payments_by_refund" ON "refund_payments" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "refund_payments_by_noting" ON "refund_payments" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "stray_refunds_open" ON "stray_refunds" USING btree ("booked_at") WHERE status = 'open';--> statement-breakpoint
CREATE INDEX "stray_refunds_by_order" ON "stray_refunds" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "stray_refunds_by_refund" ON "stray_refunds" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "stray_refunds_by_settling" ON "stray_refunds" USING btree ("settled_by");--> statement-breakpoint
CREATE INDEX "orders_under_review" ON "orders" USING btree ("paid_at") WHERE status = 'review';--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_status_known" CHECK ("refunds"."status" in ('queued', 'pending', 'succeeded', 'failed', 'held', 'canceled', 'paid_otherwise'));--> statement-breakpoint
-- Refunds that were made at the payment provider, fitted nothing, and have not come back.
insert into stray_refunds (id, amount_cents, booked_at)
  select substr(t.source, 8), -e.amount_cents, t.created_at
  from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
  where t.source like 'refund:%' and e.account = 'review' and e.amount_cents < 0
    and not exists (select from ledger_transactions f
                    where f.source = 'refund-failed:' || substr(t.source, 8));
