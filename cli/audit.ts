import type { Writable } from 'node:stream';
import { entryMatches, isOpenQuestion, type Comparison } from '#app/admin/audit/audit.ts';
import type { AuditEntry } from '#app/admin/audit/audit-schema.ts';
import { audit } from '#app/admin/audit/audit.server.ts';
import { differenceText, movementText } from '#app/admin/audit/audit-text.ts';
import { AMOUNTS_MATCH } from '#app/admin/desk/messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';

/** Prints the audit as a table; 0 where Stripe, ledger and stored totals agree, else 1. */
export async function printAudit(
  out: Writable,
  progress: Writable,
  patienceMs?: number,
): Promise<number> {
  const report = await audit((what, read) => {
    progress.write(`\r${`read ${read.toLocaleString('en-US')} ${what}`.padEnd(48)}`);
  }, patienceMs);
  progress.write('\n');
  const [real, demo] = [
    report.entries.filter((e) => !e.is_demo),
    report.entries.filter((e) => e.is_demo),
  ];
  out.write(tableOf([HEADER, ...real.map(rowOf), totalOf(real)]));
  out.write(`\n${comparisonOf('donations', report.donations)}`);
  out.write(comparisonOf("Stripe's balance", report.balance));
  for (const { id, amount, why } of report.unattributed) {
    const said = isOpenQuestion({ why }) ? why.toUpperCase() : why;
    out.write(`not attributed: ${formatDollars(amount)} of ${id}: ${said}\n`);
  }
  for (const one of report.differences ?? []) out.write(`DIFFERENCE: ${differenceText(one)}\n`);
  for (const one of report.movements ?? []) out.write(`moved at Stripe: ${movementText(one)}\n`);
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

function comparisonOf(what: string, { stripe_total, ledger_amount, discrepancy }: Comparison) {
  const said = discrepancy === 0 ? AMOUNTS_MATCH : `DIFFERENCE ${formatDollars(discrepancy)}`;
  const [at, here] = [formatDollars(stripe_total), formatDollars(ledger_amount)];
  return `${what}: Stripe ${at}, ledger ${here}: ${said}\n`;
}

const AMOUNTS = [
  'Stripe',
  'ledger',
  'stored',
  'refunded',
  'otherwise',
  'owed',
  'contested',
  'fees',
];
const HEADER = ['code', 'product', ...AMOUNTS, 'paid by', 'difference'];

/** What stands in the columns behind Stripe's. */
const AMOUNTS_HERE: ((entry: AuditEntry) => number)[] = [
  (entry) => entry.ledger_amount,
  (entry) => entry.supabase_amount,
  (entry) => entry.refunded,
  (entry) => entry.refunded_otherwise ?? 0,
  (entry) => entry.owed,
  (entry) => entry.disputed,
  (entry) => entry.fees,
];

function rowOf(entry: AuditEntry): string[] {
  const stripe = entry.is_demo ? '-' : formatDollars(entry.stripe_total);
  return [
    String(entry.product_id),
    entry.product_name.slice(0, 44),
    stripe,
    ...AMOUNTS_HERE.map((of) => formatDollars(of(entry))),
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
    ...AMOUNTS_HERE.map(sum),
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
        at >= 2 && at < 2 + AMOUNTS.length
          ? cell.padStart(widths[at] ?? 0)
          : cell.padEnd(widths[at] ?? 0),
      )
      .join('  ')
      .trimEnd();
  return `${rows.map(line).join('\n')}\n`;
}
