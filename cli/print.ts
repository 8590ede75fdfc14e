import type { Writable } from 'node:stream';
import { ledCell } from '#app/kit/csv.ts';
import type { Answer } from '#app/http/call.ts';

const PROGRESS_CHARACTERS = 48;

type Cell = string | number | null | undefined;

/** More than this of a list is not written. */
export const MOST_LISTED = 10_000;

/** Writes a table, its cells apart by tabs; a dash for what is empty or unknown: the exit code 0. */
export function printTable(out: Writable, head: string[], rows: readonly Cell[][]): 0 {
  out.write(`${head.join('\t')}\n`);
  for (const cells of rows) {
    out.write(`${cells.map((cell) => ledCell(String(cell ?? '')) || '-').join('\t')}\n`);
  }
  return 0;
}

/** Writes what was done: the exit code 0. */
export function printDone(out: Writable, sentence: string): 0 {
  out.write(`${sentence}\n`);
  return 0;
}

/** Writes why nothing was done: the exit code 1. */
export function printRefusal(out: Writable, sentence: string): 1 {
  out.write(`${sentence}\n`);
  return 1;
}

/** Writes what came of an operation, in its sentence: 0 done, 1 refused. */
export function printAnswer({ status, body }: Answer, out: Writable): number {
  const { message = '', error = '' } = body as { message?: string; error?: string };
  return status === 200 ? printDone(out, message) : printRefusal(out, error);
}

/** Says how far something is, in one line that the next one takes the place of. */
export function printProgress(err: Writable, text: string): void {
  err.write(`\r${text.padEnd(PROGRESS_CHARACTERS)}`);
}

/** Says how many samples of how many are written. */
export function importProgress(err: Writable) {
  return (done: number, total: number) =>
    void err.write(`\rImporting samples: ${done} of ${total}${done === total ? '\n' : ''}`);
}
