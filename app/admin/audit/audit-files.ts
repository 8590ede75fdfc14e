import { entryMatches } from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';
import type { AuditRun } from './audit-run.ts';
import { AMOUNTS_MATCH } from '#app/admin/desk/messages.ts';
import { csvText } from '#app/kit/csv.ts';

/** A run with all its entries, demonstration products apart; what the JSON file holds. */
export function auditFile(
  { id, finishedAt }: AuditRun,
  report: NonNullable<AuditRun['report']>,
  entries: AuditEntry[],
) {
  return {
    audit: id,
    finished_at: finishedAt,
    ...report,
    entries: entries.filter(({ is_demo }) => !is_demo),
    demo_entries: entries.filter(({ is_demo }) => is_demo),
  };
}

/** One line a product, in dollars, as CSV. */
export function productLines(entries: AuditEntry[]): string {
  const rows = entries.map((entry) => [
    entry.product_id,
    entry.product_name,
    entry.is_demo,
    entry.stripe_total,
    entry.supabase_amount,
    entry.discrepancy,
    entry.ledger_amount,
    entry.refunded,
    entry.refunded_otherwise ?? 0,
    entry.owed,
    entry.disputed,
    entry.fees,
    entry.contributions.length,
    entry.differing ?? 0,
    saidOf(entry),
    entry.moved ?? 0,
  ]);
  return csvText([PRODUCT_COLUMNS, ...rows]);
}

const PRODUCT_COLUMNS = [
  'product_id',
  'product_name',
  'is_demo',
  'stripe_total',
  'supabase_amount',
  'discrepancy',
  'ledger_amount',
  'refunded',
  'refunded_otherwise',
  'owed',
  'disputed',
  'fees',
  'contributions',
  'payments_differing',
  'result',
  'moved',
];

/** One line a contribution, in dollars, as CSV. */
export function contributionLines(entries: AuditEntry[]): string {
  const rows = entries.flatMap(({ product_id, product_name, contributions }) =>
    contributions.map(({ amount, date, session_id }) => [
      product_id,
      product_name,
      amount,
      date,
      session_id,
    ]),
  );
  return csvText([['product_id', 'product_name', 'amount', 'date', 'session_id'], ...rows]);
}

/** One line a payment or movement that is not the same at Stripe and here, in dollars, as CSV. */
export function differenceLines({ report }: AuditRun): string {
  const rows = (report?.differences ?? []).map((one) => [
    one.id,
    one.product_id,
    one.stripe_amount,
    one.stored_amount,
    one.why,
  ]);
  return csvText([['id', 'product_id', 'stripe_amount', 'stored_amount', 'why'], ...rows]);
}

function saidOf(entry: AuditEntry): string {
  if (entry.is_demo) return 'demonstration: not compared';
  return entryMatches(entry) ? AMOUNTS_MATCH : 'Amounts differ';
}
