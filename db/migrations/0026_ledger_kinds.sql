CREATE TABLE "ledger_kinds" (
	"name" text PRIMARY KEY NOT NULL,
	"what" text NOT NULL,
	"is_return" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
INSERT INTO "ledger_kinds" ("name", "what", "is_return") VALUES
	('checkout', 'payments', false),
	('invoice', 'payments', false),
	('payment', 'payments', false),
	('refund-requested', 'refunds', false),
	('refund', 'refunds', true),
	('refund-failed', 'refunds', true),
	('dispute', 'disputes', true),
	('contested', 'disputes', false),
	('fee', 'fees', false),
	('balance', 'other movements at Stripe', false),
	('payout', 'payouts', false),
	('test-cost', 'costs of tests', false),
	('test-settled', 'costs of tests', false),
	('allocated', 'decisions on unmatched money', true),
	('unallocated', 'decisions on unmatched money', true),
	('restored', 'decisions on unmatched money', true),
	('taken-up', 'decisions on unmatched money', false),
	('move', 'moves between products', false),
	('merge', 'moves between products', false),
	('demo', 'other', false);
--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "ledger_transactions" ADD CONSTRAINT "ledger_transactions_kind_ledger_kinds_name_fk" FOREIGN KEY ("kind") REFERENCES "public"."ledger_kinds"("name") ON DELETE no action ON UPDATE no action NOT VALID;
