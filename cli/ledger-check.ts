import type { Writable } from 'node:stream';
import { checkLedger } from '#app/ledger/check.server.ts';

/** Prints what does not hold in the books; 0 where all does, else 1. */
export async function runLedgerCheck(out: Writable): Promise<number> {
  const problems = await checkLedger();
  for (const { rule, found } of problems) out.write(`${rule}: ${JSON.stringify(found)}\n`);
  out.write(problems.length === 0 ? 'The books are right.\n' : `${problems.length} problems.\n`);
  return problems.length === 0 ? 0 : 1;
}
