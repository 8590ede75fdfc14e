import type { Writable } from 'node:stream';
import { entryMatches, type AuditEntry } from '#app/admin/audit.ts';
import { audit } from '#app/admin/audit.server.ts';
import { AMOUNTS_MATCH } from '#app/admin/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';

/** Prints the audit as a table; 0 where Stripe, ledger and stored totals agree, else 1. */
export async function runAudit(out: Writable, progress: Writable): Promise<number> {
  const report = await audit((sessions) =>
    progress.write(`\rread ${counted(sessions, 'session')}`),
  );
  progress.write('\n');
  const [real, demo] = [
    report.entries.filter((e) => !e.is_demo),
    report.entries.filter((e) => e.is_demo),
  ];
  out.write(tableOf([HEADER, ...real.map(rowOf), totalOf(real)]));
  for (const { session_id, amount, known } of report.unattributed) {
    const why = known ? 'under review' : 'NO ORDER OF OURS';
    out.write(`not attributed: ${formatDollars(amount)} of ${session_id}: ${why}\n`);
  }
  if (demo.length > 0) {
    out.write('\nDemonstration products (no money at Stripe; not compared)\n');
    out.write(tableOf([HEADER, ...demo.map(rowOf)]));
  }
  for (const { rule, found } of report.problems) {
    out.write(`\nthe books: ${rule}: ${JSON.stringify(found)}\n`);
  }
  out.write(report.matches ? '\nAll amounts match.\n' : '\nDIFFERENCES FOUND.\n');
  return report.matches ? 0 : 1;
}

const HEADER = ['code', 'product', 'Stripe', 'ledger', 'stored', 'paid by', 'difference'];

function rowOf(entry: AuditEntry): string[] {
  const stripe = entry.is_demo ? '-' : formatDollars(entry.stripe_total);
  return [
    String(entry.product_id),
    entry.product_name.slice(0, 44),
    stripe,
    formatDollars(entry.ledger_amount),
    formatDollars(entry.supabase_amount),
    counted(entry.contributions.length, 'payment'),
    entryMatches(entry) ? AMOUNTS_MATCH : formatDollars(entry.discrepancy),
  ];
}

function totalOf(entries: AuditEntry[]): string[] {
  const sum = (of: (entry: AuditEntry) => number) =>
    formatDollars(entries.reduce((total, entry) => total + of(entry), 0));
  return [
    '',
    'total',
    sum((entry) => entry.stripe_total),
    sum((entry) => entry.ledger_amount),
    sum((entry) => entry.supabase_amount),
    '',
    sum((entry) => entry.discrepancy),
  ];
}

/** Columns padded to their widest cell; amounts to the right. */
function tableOf(rows: string[][]): string {
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const line = (row: string[]) =>
    row
      .map((cell, at) =>
        at >= 2 && at <= 4 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}
