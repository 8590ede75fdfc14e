/**
 * A table as a CSV file (RFC 4180) that no spreadsheet takes for more than it is: text that would be
 * read as a formula is led by an apostrophe, also where a spreadsheet cuts at semicolons. Numbers are ours and stay numbers, negative ones too.
 */
export function csvText(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/**
 * A table as tab-separated text, with the same care. A dash alone, and what is a number as it stands,
 * is no formula. `unledCell` has a cell as it was.
 */
export function ledTsv(text: string): string {
  return text.split('\n').map(ledLine).join('\n');
}

/** Most lines hold nothing that could be one. */
function ledLine(line: string): string {
  return LEAD.test(line) ? line.split('\t').map(ledCell).join('\t') : line;
}

/** A cell of such a text. */
export function ledCell(cell: string): string {
  return /^-?$|^[-+]?\d[\d.,]*$/.test(cell) ? cell : led(cell);
}

/** What a cell was before an apostrophe led it. */
export function unledCell(cell: string): string {
  if (!cell.includes("'")) return cell;
  const bare = cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;
  return bare.replaceAll(/'(?=[=+\-@＝＋－＠])/g, (mark, at: number) =>
    isBehind(bare, at, ';,|', '"') ? '' : mark,
  );
}

/** What makes a spreadsheet calculate, quoted too, and in the full width of East Asian keyboards. */
const LEAD = /[=+\-@＝＋－＠]/;
const FORMULA = /^[\s"]*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** The same behind what another list separator, or a line's end that is not ours, would cut at. */
function led(value: string): string {
  const text = value.replaceAll(/[=+\-@＝＋－＠]/g, (lead, at: number) =>
    isBehind(value, at, ';,|\t\r\n', '"\'') ? `'${lead}` : lead,
  );
  return FORMULA.test(text) ? `'${text}` : text;
}

/** Whether only space, and one quote at most, stand between a separator and a place: read backwards, once. */
function isBehind(text: string, place: number, separators: string, quotes: string): boolean {
  let isQuoted = false;
  for (let at = place - 1; at >= 0; at -= 1) {
    const letter = text.charAt(at);
    if (separators.includes(letter)) return true;
    if (/\s/.test(letter)) continue;
    if (isQuoted || !quotes.includes(letter)) return false;
    isQuoted = true;
  }
  return false;
}

/** One cell of such a file. */
export function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const text = led(value);
  return /[",\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The cells of one line of such a file, or why they can’t be told apart. */
export function quotedCells(content: string, separator: string): string[] | string {
  const cells: string[] = [];
  const cell = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}]*))(${separator}|$)`, 'y');
  for (let end = separator; end !== '';) {
    const at = cell.lastIndex;
    const [whole, quoted, plain = '', next = ''] = cell.exec(content) ?? [];
    if (whole === undefined) {
      return content[at] === '"'
        ? 'a quotation mark is not closed at the end of its cell'
        : 'a quotation mark stands inside a cell that is not quoted';
    }
    cells.push(quoted?.replaceAll('""', '"') ?? plain);
    end = next;
  }
  return cells;
}
