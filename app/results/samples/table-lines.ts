import { unledCell } from '#app/kit/csv.ts';

/** One line of a file: its cells, or why they can't be told apart. The first line is 1. */
export type Line =
  | { readonly line: number; readonly cells: readonly string[] }
  | { readonly line: number; readonly reason: string };

export const EMPTY_LINE = 'the line is empty';

/** Five for each chemical, three times over: each is compared with all others. */
const CELLS_READ = 1_000;
const TOO_WIDE = `the line has more than ${CELLS_READ.toLocaleString('en-US')} cells`;

/**
 * Splits a table into lines and cells: tabs separate where the first line holds one, and commas
 * elsewhere. Between tabs, a quotation mark is an ordinary character; else a
 * cell may stand in quotation marks, doubled inside (RFC 4180), but not run over several lines. A byte order mark, CRLF line
 * ends and empty lines at the end are accepted, and the apostrophe is taken off that keeps a spreadsheet
 * from taking a cell for a formula.
 */
export function tableLines(text: string): [Line, ...Line[]] {
  const [header = '', ...contents] = splitLines(text);
  const read = header.includes('\t') ? tabCells : quotedCells;
  const lineOf = (content: string, index: number): Line => {
    const line = index + 1;
    const cells = read(content);
    if (typeof cells === 'string') return { line, reason: cells };
    return cells.length > CELLS_READ
      ? { line, reason: TOO_WIDE }
      : { line, cells: cells.map(unledCell) };
  };
  return [lineOf(header, 0), ...contents.map((content, index) => lineOf(content, index + 1))];
}

function splitLines(text: string): string[] {
  const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = withoutMark.split('\n').map((l) => (l.endsWith('\r') ? l.slice(0, -1) : l));
  // Spreadsheets leave lines of nothing but separators below the last row.
  while (lines.length > 1 && /^[\t,;]*$/.test(lines.at(-1) ?? '')) lines.pop();
  return lines;
}

function tabCells(content: string): string[] | string {
  if (content === '') return EMPTY_LINE;
  return unreadable(content.replaceAll('\t', '')) ?? content.split('\t');
}

function quotedCells(content: string): string[] | string {
  if (content === '') return EMPTY_LINE;
  const broken = unreadable(content);
  if (broken) return broken;
  const cells: string[] = [];
  for (let at = 0; at <= content.length; at += 1) {
    if (content[at] === '"') {
      const quoted = /"((?:[^"]|"")*)"(?=,|$)/y;
      quoted.lastIndex = at;
      const [whole, inner] = quoted.exec(content) ?? [];
      if (whole === undefined || inner === undefined) {
        return 'a quotation mark is not closed at the end of its cell';
      }
      cells.push(inner.replaceAll('""', '"'));
      at += whole.length;
    } else {
      const next = content.indexOf(',', at);
      const end = next === -1 ? content.length : next;
      const cell = content.slice(at, end);
      if (cell.includes('"')) return 'a quotation mark stands inside a cell that is not quoted';
      cells.push(cell);
      at = end;
    }
  }
  return cells;
}

function unreadable(cells: string): string | undefined {
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  return /[\u0000-\u001F\u007F\uFFFD]/.test(cells)
    ? 'the line holds a control character or a broken one'
    : undefined;
}
