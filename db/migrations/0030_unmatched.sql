CREATE TABLE "allocations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"unmatched_id" text,
	"goes_to" text NOT NULL,
	"refund_id" uuid,
	"amount_cents" integer NOT NULL,
	"paid_on" date,
	"reference" text NOT NULL,
	"reason" text NOT NULL,
	"noted_at" timestamp (3) with time zone NOT NULL,
	"withdrawn_at" timestamp (3) with time zone,
	"withdrawn_reason" text,
	CONSTRAINT "allocations_known" CHECK ("allocations"."goes_to" in ('refund', 'donation', 'loss', 'outside')),
	CONSTRAINT "allocations_of_something" CHECK ("allocations"."amount_cents" <> 0 and ("allocations"."unmatched_id" is not null or ("allocations"."refund_id" is not null and "allocations"."goes_to" = 'outside'))),
	CONSTRAINT "allocations_withdrawn_with_reason" CHECK (("allocations"."withdrawn_at" is null) = ("allocations"."withdrawn_reason" is null))
);
--> statement-breakpoint
CREATE TABLE "unmatched" (
	"id" text PRIMARY KEY NOT NULL,
	"payment_intent_id" text,
	"amount_cents" integer NOT NULL,
	"open_cents" integer NOT NULL,
	"is_by_hand" boolean DEFAULT false NOT NULL,
	"happened_at" timestamp (3) with time zone NOT NULL,
	"booked_at" timestamp (3) with time zone NOT NULL,
	"returned_at" timestamp (3) with time zone,
	CONSTRAINT "unmatched_open_within_amount" CHECK ("unmatched"."amount_cents" <> 0 and "unmatched"."open_cents" between least(0, "unmatched"."amount_cents") and greatest(0, "unmatched"."amount_cents"))
);
--> statement-breakpoint
ALTER TABLE "allocations" ADD CONSTRAINT "allocations_unmatched_id_unmatched_id_fk" FOREIGN KEY ("unmatched_id") REFERENCES "public"."unmatched"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "allocations_one_payment_stands" ON "allocations" USING btree ("refund_id") WHERE unmatched_id is null and withdrawn_at is null;--> statement-breakpoint
CREATE INDEX "allocations_by_refund" ON "allocations" USING btree ("refund_id");--> statement-breakpoint
CREATE INDEX "allocations_by_unmatched" ON "allocations" USING btree ("unmatched_id");--> statement-breakpoint
CREATE INDEX "allocations_by_noting" ON "allocations" USING btree ("noted_at");--> statement-breakpoint
CREATE INDEX "unmatched_open" ON "unmatched" USING btree ("booked_at") WHERE open_cents <> 0;--> statement-breakpoint
CREATE INDEX "unmatched_by_payment" ON "unmatched" USING btree ("payment_intent_id");