import { quotedCells, unledCell } from '#app/kit/csv.ts';

/** One line of a file: its cells, or why they can't be told apart. The first line is 1. */
export type Line =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly reason: string };

export const EMPTY_LINE = 'the line is empty';

/** Five for each chemical, three times over: each is compared with all others. */
const CELLS_READ = 1_000;
const TOO_WIDE = `the line has more than ${CELLS_READ.toLocaleString('en-US')} cells`;

/**
 * Splits a table into lines and cells: tabs separate where the first line holds one, semicolons where
 * it holds these and no comma, and commas elsewhere. Between tabs, a quotation mark is an ordinary
 * character; else a cell may stand in quotation marks, doubled inside (RFC 4180). Where one runs over
 * several lines, that is all there is. A byte order mark, CRLF or CR line ends and empty lines at the
 * end are accepted, and the apostrophe is taken off that keeps a spreadsheet from taking a cell for a formula.
 */
export function tableLines(text: string): [Line, ...Line[]] {
  const lines = splitLines(text);
  const [header = '', ...contents] = lines;
  const separator = [...'\t,;'].find((one) => header.includes(one)) ?? ',';
  const isTabbed = separator === '\t';
  const open = openLine(lines, separator);
  if (open !== -1) return [{ line: open + 1, reason: RUNS_ON }];
  const lineOf = (content: string, index: number): Line => {
    const line = index + 1;
    const broken =
      content === '' ? EMPTY_LINE : unreadable(isTabbed ? content.replaceAll('\t', '') : content);
    const cells = broken ?? (isTabbed ? content.split('\t') : quotedCells(content, separator));
    if (typeof cells === 'string') return { line, reason: cells };
    return cells.length > CELLS_READ
      ? { line, reason: TOO_WIDE }
      : { line, cells: cells.map(unledCell) };
  };
  return [lineOf(header, 0), ...contents.map((content, index) => lineOf(content, index + 1))];
}

const RUNS_ON =
  'a cell runs over several lines, or its quotation mark is not closed: write each on one line';

/** Where a line ends within quotation marks that a later one closes; -1 where none does. */
function openLine(lines: readonly string[], separator: string): number {
  const isOdd = (text: string) => text.split('"').length % 2 === 0;
  const last = lines.findLastIndex(isOdd);
  const columns = lines[0]?.split('\t').length ?? 0;
  return lines.slice(0, Math.max(0, last)).findIndex((line) => {
    if (separator !== '\t') return isOdd(line);
    const cells = line.split('\t');
    const cell = cells.at(-1) ?? '';
    return cells.length < columns && cell.startsWith('"') && isOdd(cell);
  });
}

function splitLines(text: string): string[] {
  const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  // Alone, a carriage return ends a line only where nothing else does.
  const end = withoutMark.includes('\n') ? '\n' : '\r';
  const lines = withoutMark.split(end).map((l) => (l.endsWith('\r') ? l.slice(0, -1) : l));
  // Spreadsheets leave lines of nothing but separators below the last row.
  while (lines.length > 1 && /^[\t,;]*$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines;
}

function unreadable(cells: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  return /[\u0000-\u001F\u007F\uFFFD]/.test(cells)
    ? 'the line holds a control character or a broken one'
    : undefined;
}
