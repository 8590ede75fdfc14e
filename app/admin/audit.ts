import type { LedgerProblem } from '#app/ledger/check.server.ts';

/** Audit entry (spec §3): amounts in dollars. */
export interface AuditEntry {
  product_id: number;
  product_name: string;
  /** Paid for the product at Stripe, less what goes or went back. */
  stripe_total: number;
  /** The stored amount raised. */
  supabase_amount: number;
  /** stripe_total - supabase_amount; zero where all is well. */
  discrepancy: number;
  /** The product's account in the ledger: a third witness. */
  ledger_amount: number;
  /** Made-up money of a `[TEST]` product: listed apart, never compared with Stripe. */
  is_demo: boolean;
  contributions: { amount: number; date: string; session_id: string }[];
}

export interface AuditReport {
  /** Real products that have any money anywhere, by code; then the demo products. */
  entries: AuditEntry[];
  /** Paid at Stripe, but for no product of ours: under review, or an order we do not know. */
  unattributed: { session_id: string; amount: number; known: boolean }[];
  /** Checkout sessions read. */
  sessions: number;
  /** What does not hold in the books themselves. */
  problems: LedgerProblem[];
  /** Whether Stripe, ledger and stored totals agree, all is attributed, and the books are right. */
  matches: boolean;
}

/** Whether an entry's three totals agree; demo products have no Stripe side. */
export function entryMatches(entry: AuditEntry): boolean {
  const stored = entry.ledger_amount === entry.supabase_amount;
  return entry.is_demo ? stored : stored && entry.discrepancy === 0;
}
