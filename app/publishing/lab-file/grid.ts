import { tableLines } from '#app/results/samples/table-lines.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import type { GridLine } from './lab-entry.ts';

/** Twice what the longest of PlasticList's cells takes. */
const CELL_CHARACTERS = 1_000;
const TOO_LONG = `a cell has more than ${CELL_CHARACTERS.toLocaleString('en-US')} characters: shorten it, or leave it out`;

/** The lines of a text table, whichever sign separates its cells: tab, semicolon or comma. */
export function gridOf(text: string): { lines: GridLine[]; problems: FileProblem[] } {
  const lines: GridLine[] = [];
  const problems: FileProblem[] = [];
  const separator = separatorOf(text);
  for (const line of tableLines(text, separator)) {
    if ('cells' in line) {
      if (line.cells.some((cell) => cell.length > CELL_CHARACTERS)) {
        problems.push({ line: line.line, reason: TOO_LONG });
        continue;
      }
      lines.push({
        line: line.line,
        cells: separator === '\t' ? line.cells.map(unquoted) : line.cells,
      });
    } else if (!line.isEmpty) {
      problems.push(line);
    }
  }
  return { lines, problems };
}

/** The sign that at least a third of the lines hold: tabs before semicolons before commas. */
function separatorOf(text: string): '\t' | ';' | ',' {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  const holding = (sign: string) => lines.filter((line) => line.includes(sign)).length;
  for (const sign of ['\t', ';'] as const) {
    if (holding(sign) * 3 >= lines.length && lines.length > 0) return sign;
  }
  return ',';
}

/** Spreadsheets quote a cell with a comma in it between tabs, too. */
function unquoted(cell: string): string {
  return /^".*"$/s.test(cell) ? cell.slice(1, -1).replaceAll('""', '"') : cell;
}
