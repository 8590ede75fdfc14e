import type { Writable } from 'node:stream';
import { ledCell } from '#app/kit/csv.ts';
import type { Answer } from '#app/http/call.ts';

/** Writes a row, its cells apart by tabs; a dash for what is empty or unknown. */
export function printRow(out: Writable, cells: (string | number | null | undefined)[]): void {
  out.write(`${cells.map((cell) => ledCell(String(cell ?? '')) || '-').join('\t')}\n`);
}

/** Writes why nothing was done: the exit code 1. */
export function printRefusal(out: Writable, sentence: string): 1 {
  out.write(`${sentence}\n`);
  return 1;
}

/** Writes what came of an operation, in its sentence: 0 done, 1 refused. */
export function printAnswer({ status, body }: Answer, out: Writable): number {
  const { message = '', error = '' } = body as { message?: string; error?: string };
  out.write(`${status === 200 ? message : error}\n`);
  return status === 200 ? 0 : 1;
}
