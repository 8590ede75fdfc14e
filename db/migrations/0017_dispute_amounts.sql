ALTER TABLE "contributions" DROP CONSTRAINT "contributions_once";--> statement-breakpoint
ALTER TABLE "contributions" ADD COLUMN "cut_by" text;--> statement-breakpoint
ALTER TABLE "dispute_lines" ADD COLUMN "returned_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "contributions" ADD CONSTRAINT "contributions_once" UNIQUE NULLS NOT DISTINCT("order_id","product_id","is_excess","merged_from","cut_by");--> statement-breakpoint
-- Disputes that were given back whole; the day is the nearest that is known.
update dispute_lines l set returned_at = coalesce(d.closed_at, now())
  from disputes d where d.id = l.dispute_id and d.withdrawn_cents = 0;--> statement-breakpoint
-- Disputes that were given back in part had stayed out of the books whole: they are looked at again.
with booked as (
  select d.id, sum(e.amount_cents) as cents
  from disputes d
  join ledger_transactions t on t.source in ('dispute:' || d.id || ':withdrawn', 'dispute:' || d.id || ':reinstated')
  join ledger_entries e on e.transaction_id = t.id and e.account = 'stripe'
  group by d.id
)
update disputes d set withdrawn_cents = b.cents, closed_at = null
  from booked b where b.id = d.id and d.withdrawn_cents <> b.cents;
