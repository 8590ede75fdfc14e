import type { AuditReport } from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';

/** A run of the audit, as far as it has come. Moments in ISO 8601. */
export interface AuditRun {
  id: string;
  status: 'running' | 'done' | 'failed';
  /** What is being read at Stripe, and how much of it; null before the first page. */
  progress: { what: string; read: number } | null;
  startedAt: string;
  finishedAt: string | null;
  /** Set once it is done. */
  report: AuditSummary | null;
}

/** What a run found, but for the entries themselves. */
export interface AuditSummary extends Omit<AuditReport, 'entries'> {
  /** How many real products have an entry, and how many demonstration ones. */
  products: number;
  demos: number;
  /** Of the real products, in dollars. */
  totals: Pick<AuditEntry, 'stripe_total' | 'supabase_amount' | 'discrepancy'>;
}

/** An entry as it is listed: how many payments, not which. */
export interface ListedEntry {
  /** Its place in the run, from 0. */
  position: number;
  entry: Omit<AuditEntry, 'contributions'>;
  payments: number;
}
