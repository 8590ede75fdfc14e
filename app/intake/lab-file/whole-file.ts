import { counted } from '#app/kit/text.ts';
import { concentrationColumn } from '#app/results/sample-columns.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { tableLines, type Line } from '#app/results/samples/table-lines.ts';
import { allSubstances, type PanelKey } from '#app/toxicology/panels/panels.ts';
import { hasHeadings, NO_SHAPE } from './lab-columns.ts';

/** The headings stand on one of so many lines. */
const LINES_ABOVE = 30;
const RESULTS = new Set([
  'result',
  ...allSubstances.flatMap(({ key, abbreviation }) => [abbreviation, concentrationColumn(key)]),
]);

/**
 * What is wrong with a file as a whole, in one sentence, where each of its lines would be complained of.
 * `about`: the product that it is about, `panel`: what that is tested for.
 */
export function wholeFileProblem(
  text: string,
  about?: number,
  panel?: PanelKey,
): FileProblem | undefined {
  const headed = text
    .split(/\r\n?|\n/, LINES_ABOVE)
    .findIndex((line) => isHeader(cellsOf(tableLines(line)[0]), panel));
  if (headed > 0) {
    const above = headed === 1 ? 'line' : `${headed} lines`;
    return { line: headed + 1, reason: `these are the headings: delete the ${above} above them` };
  }
  const [header, ...lines] = tableLines(text);
  if ('reason' in header) return header;
  if (headed < 0) return { line: 1, reason: NO_SHAPE };
  const columns = cellsOf(header);
  const cells = lines.flatMap((line) =>
    cellsOf(line).map((cell, at) => ({ line: line.line, column: columns[at] ?? '', cell })),
  );
  const isReadable = lines.length > 0 && lines.every((line) => 'cells' in line);
  if (isReadable && cells.every(({ column, cell }) => !RESULTS.has(column) || cell === '')) {
    return { line: 1, reason: NOTHING_FILLED_IN };
  }
  if (about === undefined && hasHeadings(columns, panel)) {
    const codes = cells.flatMap(({ column, cell }) =>
      column === 'sample' ? (/^(\d+)-\d+$/.exec(cell)?.[1] ?? []) : [],
    );
    const [code, ...others] = new Set(codes);
    const which = code && others.length === 0 ? `which is ${code} by its samples` : 'such as 1042';
    return { line: 1, reason: `this is the template for one product: give its code, ${which}` };
  }
  const [comma, ...others] = cells.filter(
    ({ column, cell }) => (RESULTS.has(column) || column === 'limit') && COMMA.test(cell),
  );
  if (!comma || others.length === 0) return undefined;
  const reason = `${comma.column} is ${JSON.stringify(comma.cell)}, and ${counted(others.length, 'other number has a comma', 'other numbers have commas')}: write a point before decimals, and nothing between thousands`;
  return { line: comma.line, reason };
}

const NOTHING_FILLED_IN =
  'no result is filled in: write one under each chemical, or NR where it was not tested, and unit, limit_kind, and basis on each line';

/** A number with a comma, which sets decimals apart or thousands. */
const COMMA = /^[<>]?[\d.,\s]*\d,\d[\d.,\s]*$/;

/** Whether a line is the headings of a shape that is read, or nearly. */
function isHeader(columns: readonly string[], panel?: PanelKey): boolean {
  return hasHeadings(columns, panel) || columns.some((column) => column.endsWith('_ng_g'));
}

function cellsOf(line: Line): string[] {
  return 'cells' in line ? line.cells.map((cell) => cell.trim()) : [];
}
