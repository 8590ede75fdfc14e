import type { AuditEntry } from './audit-schema.ts';
import { formatCents, formatDollars } from '#app/kit/money.ts';
import type { LedgerProblem } from '#app/ledger/check.server.ts';
import type { Solvency } from '#app/ledger/solvency.server.ts';

/** Said on the desk, by the call, and by the command. */
export const AUDIT_FAILED = 'Audit failed';
export const AMOUNTS_MATCH = 'Amounts match';

/** Two totals that should be one, in dollars. */
export interface Comparison {
  stripe_total: number;
  ledger_amount: number;
  discrepancy: number;
}

export interface AuditReport {
  /** Real products that have any money anywhere, by code; then the demo products. */
  entries: AuditEntry[];
  /** Money given for no product. */
  donations: Comparison;
  /** All that moved in Stripe's balance in U.S. dollars, fees taken off. */
  balance: Comparison;
  /** At Stripe, but for nothing of ours that stands on the books: each names what and why. */
  unattributed: Unattributed[];
  /** What is not the same there and here, one by one. Left out by audits of before it was held so. */
  differences?: Difference[];
  /** Checkout sessions, invoices, refunds and balance transactions read. */
  read: Record<string, number>;
  /** What does not hold in the books themselves. */
  problems: LedgerProblem[];
  /** What is there and what is owed. Left out by audits of before, and of empty books. */
  solvency?: Solvency | undefined;
  /** Whether Stripe, ledger and stored totals agree, all is attributed, and the books are right. */
  matches: boolean;
}

/** A payment, refund, dispute or movement that is not the same at Stripe and here, in dollars. */
export interface Difference {
  /** Stripe's id of it. */
  id: string;
  /** Whose share of it differs; null: the whole of it, or a donation. */
  product_id: number | null;
  stripe_amount: number;
  stored_amount: number;
  why:
    | 'not recorded yet'
    | 'not at Stripe'
    | 'another amount'
    | 'another person'
    | 'not on the books so';
}

export interface Unattributed {
  /** A session, refund or dispute at Stripe. */
  id: string;
  amount: number;
  why:
    | 'under review'
    | 'no order on this site'
    | `a ${'refund' | 'dispute'} that fits no contribution`
    | `a ${'refund' | 'dispute'} that the project covers`
    | 'paid outside Stripe'
    | 'a payment of no order';
}

/** Whether somebody has to look into it: what is under review, or was decided on, is as it should be. */
export function isOpenQuestion({ why }: Pick<Unattributed, 'why'>): boolean {
  // An audit kept from before says "of ours" and "share".
  return why.startsWith('no order') || why.includes('fits no ');
}

/** What is there, what of it is owed to others, and what the project has left, or is short by. */
export function standing({ stripeCents, withheldCents, bankCents, leftCents }: Solvency) {
  const thereCents = stripeCents + withheldCents + bankCents;
  return {
    there: formatCents(thereCents),
    owed: formatCents(thereCents - leftCents),
    left: formatCents(Math.max(0, leftCents)),
    shortBy: leftCents < 0 ? formatCents(-leftCents) : undefined,
  };
}

/** What is not the same, and by how much. */
export function differenceText(one: Difference): string {
  const of = one.product_id === null ? one.id : `${one.id}, product ${one.product_id}`;
  const [at, here] = [formatDollars(one.stripe_amount), formatDollars(one.stored_amount)];
  return `${of}: ${at} at Stripe, ${here} stored: ${one.why}`;
}
