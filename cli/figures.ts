import type { Writable } from 'node:stream';
import { figuresTsv } from '#app/results/figures/figures.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { sensitivityTsv } from '#app/results/figures/sensitivity.ts';
import { problemLines, readText } from './text-file.ts';

/**
 * `openassay figures FILE`: writes every derived column of a samples file as TSV to `out`. A
 * percentile ranks a sample among those of the file. Resolves to the exit code: 0, or 1 with the
 * reason (line and cause of every bad row) on `err` and nothing on `out`.
 */
export async function runFigures(
  file: string,
  out: Writable,
  err: Writable = process.stderr,
): Promise<number> {
  return printTable(file, figuresTsv, out, err);
}

/**
 * `openassay sensitivity FILE`: writes the three levels of every product of a samples file under
 * each rule for results below detection. Exit code as above.
 */
export async function runSensitivity(
  file: string,
  out: Writable,
  err: Writable = process.stderr,
): Promise<number> {
  return printTable(file, sensitivityTsv, out, err);
}

async function printTable(
  file: string,
  table: (samples: readonly Sample[]) => string,
  out: Writable,
  err: Writable,
): Promise<number> {
  const text = await readText(file);
  if (!text.ok) {
    err.write(`${file}: ${text.reason}\n`);
    return 1;
  }
  const parsed = parseSamplesFile(text.text);
  if (!parsed.ok) {
    err.write(problemLines(file, parsed.problems));
    return 1;
  }
  out.write(table(parsed.samples));
  return 0;
}
