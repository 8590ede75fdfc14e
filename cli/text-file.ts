import { readFile } from 'node:fs/promises';
import { fileText } from '#app/intake/file-text.server.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';

/** More than this and the reader is better off looking at the file. */
const PROBLEMS_SHOWN = 50;

/** A file's text, a workbook's as a table, or why there is none. */
export async function readText(file: string): Promise<ReturnType<typeof fileText>> {
  try {
    return fileText(await readFile(file));
  } catch (cause) {
    return { ok: false, reason: `can't be read (${codeOf(cause)})` };
  }
}

/** Line and reason of what is wrong with a file, one a line, as text that ends in a newline. */
export function problemLines(file: string, problems: readonly FileProblem[]): string {
  const shown = problems.slice(0, PROBLEMS_SHOWN);
  const lines = shown.map(({ line, reason }) => `${file}: line ${line}: ${reason}\n`);
  const more = problems.length - shown.length;
  if (more > 0) lines.push(`${file}: and ${more} more\n`);
  return lines.join('');
}

function codeOf(cause: unknown): string {
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(cause);
}
