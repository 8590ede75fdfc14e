import { ledTsv } from '#app/kit/csv.ts';
import { figuresTsv } from '#app/results/figures/figures.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { sensitivityTsv } from '#app/results/figures/sensitivity.ts';
import type { Streams } from '#cli/commands/command.ts';
import { problemLines, readText } from './text-file.ts';
import { printRefusal } from './print.ts';

/** The tables that a samples file becomes, by the command that prints each. */
const TABLES = { figures: figuresTsv, sensitivity: sensitivityTsv };

/**
 * `openassay figures FILE`: writes every derived column of a samples file as TSV to `out`; a
 * percentile ranks a sample among those of the file. `openassay sensitivity FILE`: the three levels of
 * every product under each rule for results below detection. Resolves to the exit code: 0, or 1 with
 * the reason (line and cause of every bad row) on `err` and nothing on `out`.
 */
export async function runFigures(
  table: keyof typeof TABLES,
  file: string,
  { out, err }: Streams,
): Promise<number> {
  const text = await readText(file);
  if (!text.ok) return printRefusal(err, `${file}: ${text.reason}`);
  const parsed = parseSamplesFile(text.text);
  if (!parsed.ok) {
    err.write(problemLines(file, parsed.problems));
    return 1;
  }
  out.write(ledTsv(TABLES[table](parsed.samples)));
  return 0;
}
