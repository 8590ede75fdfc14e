import type { Writable } from 'node:stream';
import {
  AMOUNTS_MATCH,
  differenceText,
  isOpenQuestion,
  type Comparison,
} from '#app/admin/audit/audit.ts';
import type { AuditEntry } from '#app/admin/audit/audit-schema.ts';
import { audit } from '#app/admin/audit/audit.server.ts';
import { compareWithLog } from '#app/admin/audit/compare-with-log.server.ts';
import { formatDollars } from '#app/kit/money.ts';
import { counted } from '#app/kit/text.ts';
import { checkLedger, type LedgerProblem } from '#app/ledger/check.server.ts';
import { logTrouble } from '#app/log/log-trouble.server.ts';
import { isShort, solvency, type Solvency } from '#app/ledger/solvency.server.ts';

/**
 * Prints the audit: Stripe against the stored totals, the books, and what pages say of tests against the
 * log; 0 where all agree and nothing is missing, else 1.
 */
export async function printAudit(
  out: Writable,
  progress: Writable,
  patienceMs?: number,
): Promise<number> {
  const report = await audit((what, read) => {
    progress.write(`\r${`read ${read.toLocaleString('en-US')} ${what}`.padEnd(48)}`);
  }, patienceMs);
  progress.write('\n');
  const real = report.entries.filter((entry) => !entry.is_demo);
  const demo = report.entries.filter((entry) => entry.is_demo);
  out.write(tableOf([HEADER, ...real.map(rowOf), totalOf(real)]));
  out.write(`\n${comparisonOf('donations', report.donations)}`);
  out.write(comparisonOf("Stripe's balance", report.balance));
  for (const { id, amount, why } of report.unattributed) {
    const text = isOpenQuestion({ why }) ? why.toUpperCase() : why;
    out.write(`not attributed: ${formatDollars(amount)} of ${id}: ${text}\n`);
  }
  for (const one of report.differences ?? []) out.write(`DIFFERENCE: ${differenceText(one)}\n`);
  if (demo.length > 0) {
    out.write('\nDemonstration products (no money at Stripe; not compared)\n');
    out.write(tableOf([HEADER, ...demo.map(rowOf)]));
  }
  out.write(report.matches ? '\nAll amounts match.\n' : '\nDIFFERENCES FOUND.\n');
  const codes = [printBooks(out, report.problems, report.solvency), await printSealed(out)];
  return report.matches ? Math.max(...codes) : 1;
}

/** Whether the log is what was signed, and all that pages show of it stands as it was sealed. */
async function printSealed(out: Writable): Promise<number> {
  const { looked, before, found } = await compareWithLog();
  for (const one of found) out.write(`BESIDE THE LOG: ${one}\n`);
  const verdict =
    found.length === 0
      ? 'All stand as they were sealed.'
      : `${counted(found.length, 'difference')}.`;
  out.write(`Compared with the log: ${looked.join(', ')}. ${verdict}\n`);
  const { unsigned } = await logTrouble();
  if (unsigned) out.write(`NOT SIGNED: ${unsigned}\n`);
  if (before > 0)
    out.write(`Dated before the log, so without an entry: ${counted(before, 'act')}.\n`);
  return found.length === 0 ? 0 : 1;
}

/** The part of the audit that asks nobody else: the books within themselves. */
export async function runLedgerCheck(out: Writable): Promise<number> {
  return printBooks(out, await checkLedger(), await solvency());
}

function printBooks(out: Writable, problems: LedgerProblem[], held: Solvency | undefined): number {
  for (const { rule, found } of problems) out.write(`${rule}: ${JSON.stringify(found)}\n`);
  out.write(problems.length === 0 ? 'The books are right.\n' : `${problems.length} problems.\n`);
  for (const [what, of] of held ? STANDING : []) {
    out.write(`  ${what.padEnd(20)}${formatDollars(of(held!) / 100).padStart(14)}\n`);
  }
  if (isShort(held)) out.write('SHORT: there is less at Stripe and in the bank than is owed.\n');
  return problems.length === 0 && !isShort(held) ? 0 : 1;
}

const STANDING: [what: string, of: (held: Solvency) => number][] = [
  ['at Stripe', (held) => held.stripeCents],
  ['withheld by Stripe', (held) => held.withheldCents],
  ['in the bank', (held) => held.bankCents],
  ['owed to products', (held) => held.productsCents],
  ['owed to people', (held) => held.peopleCents],
  ['in reserve for tests', (held) => held.reserveCents],
  ['left', (held) => held.leftCents],
];

function comparisonOf(what: string, { stripe_total, ledger_amount, discrepancy }: Comparison) {
  const text = discrepancy === 0 ? AMOUNTS_MATCH : `DIFFERENCE ${formatDollars(discrepancy)}`;
  const [at, here] = [formatDollars(stripe_total), formatDollars(ledger_amount)];
  return `${what}: Stripe ${at}, ledger ${here}: ${text}\n`;
}

const HEADER = ['code', 'product', 'Stripe', 'stored', 'paid by', 'difference'];

function rowOf(entry: AuditEntry): string[] {
  return [
    String(entry.product_id),
    entry.product_name.slice(0, 44),
    entry.is_demo ? '-' : formatDollars(entry.stripe_total),
    formatDollars(entry.supabase_amount),
    counted(entry.contributions.length, 'payment'),
    entry.discrepancy === 0 ? AMOUNTS_MATCH : formatDollars(entry.discrepancy),
  ];
}

function totalOf(entries: AuditEntry[]): string[] {
  const sum = (of: (entry: AuditEntry) => number) =>
    formatDollars(entries.reduce((total, entry) => total + of(entry), 0));
  return [
    '',
    'total',
    sum((entry) => entry.stripe_total),
    sum((entry) => entry.supabase_amount),
    '',
    sum((entry) => entry.discrepancy),
  ];
}

/** Columns padded to their widest cell; amounts to the right. */
function tableOf(rows: string[][]): string {
  const widths =
    rows[0]?.map((_, at) => Math.max(...rows.map((row) => row[at]?.length ?? 0))) ?? [];
  const padded = (cell: string, at: number) =>
    at === 2 || at === 3 ? cell.padStart(widths[at] ?? 0) : cell.padEnd(widths[at] ?? 0);
  return `${rows.map((row) => row.map(padded).join('  ').trimEnd()).join('\n')}\n`;
}
