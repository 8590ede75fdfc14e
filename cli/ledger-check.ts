import type { Writable } from 'node:stream';
import { formatDollars } from '#app/kit/money.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { isShort, solvency, type SolvencyDay } from '#app/ledger/solvency.server.ts';

/** So many days are shown. */
const DAYS = 30;

/**
 * Prints what does not hold in the books, and day by day what is owed against what is there; 0 where
 * all holds and nothing is missing at the end, else 1.
 */
export async function runLedgerCheck(out: Writable): Promise<number> {
  const problems = await checkLedger();
  for (const { rule, found } of problems) out.write(`${rule}: ${JSON.stringify(found)}\n`);
  out.write(problems.length === 0 ? 'The books are right.\n' : `${problems.length} problems.\n`);
  const days = await solvency(DAYS);
  if (days.length > 0) out.write(`\n${tableOf(days)}`);
  // What was missing on a day before and is there again can be mended by nobody.
  const isMissing = isShort(days.at(-1));
  if (isMissing) out.write('\nThere is less at Stripe and in the bank than is owed.\n');
  return problems.length === 0 && !isMissing ? 0 : 1;
}

const COLUMNS: [name: string, of: (day: SolvencyDay) => number][] = [
  ['at Stripe', (day) => day.stripeCents],
  ['withheld', (day) => day.withheldCents],
  ['in the bank', (day) => day.bankCents],
  ['products', (day) => day.productsCents],
  ['people', (day) => day.peopleCents],
  ['reserve', (day) => day.reserveCents],
  ['left', (day) => day.leftCents],
];

function tableOf(days: SolvencyDay[]): string {
  const rows = [
    ['day', ...COLUMNS.map(([name]) => name)],
    ...days.map((day) => [
      day.day,
      ...COLUMNS.map(([, of]) => formatDollars(of(day) / 100)),
      ...(isShort(day) ? ['SHORT'] : []),
    ]),
  ];
  return `${rows.map((row) => row.map((cell) => cell.padStart(12)).join('  ')).join('\n')}\n`;
}
