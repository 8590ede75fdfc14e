import type { Writable } from 'node:stream';
import { counted } from '#app/kit/text.ts';
import { importSamples } from '#app/results/import-samples.server.ts';
import { problemLines, readText } from './text-file.ts';

/**
 * `openassay import FILE`: takes in a samples file, with progress on `err` and the outcome on `out`.
 * Resolves to the exit code: 0, or 1 with line and reason of every bad row on `err` and nothing
 * taken in.
 */
export async function runImport(file: string, out: Writable, err: Writable): Promise<number> {
  const read = await readText(file);
  if (!read.ok) {
    err.write(`${file}: ${read.reason}\n`);
    return 1;
  }
  const result = await importSamples(read.text, (done, total) => {
    err.write(`\rImporting samples: ${done} of ${total}${done === total ? '\n' : ''}`);
  });
  if (!result.ok) {
    err.write(problemLines(file, result.problems));
    return 1;
  }
  const what = `${counted(result.samples, 'sample')} of ${counted(result.products, 'product')}`;
  out.write(result.unchanged ? `${what}: nothing new.\n` : `Imported ${what}.\n`);
  return 0;
}
