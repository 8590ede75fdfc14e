/**
 * A table as a CSV file (RFC 4180) that no spreadsheet takes for more than it is: text that would be
 * read as a formula is led by an apostrophe, also where a spreadsheet cuts at semicolons. Numbers are ours and stay numbers, negative ones too.
 */
export function csvText(rows: readonly (readonly (string | number | boolean | null)[])[]): string {
  return rows.map((row) => `${row.map(csvCell).join(',')}\r\n`).join('');
}

/** What makes a spreadsheet calculate, in the full width of East Asian keyboards too. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** The same behind what another list separator, or a line's end that is not ours, would cut at. */
const AFTER_SEPARATOR = /([;,|\t\r\n]\s*["']?\s*)(?=[=+\-@＝＋－＠])/g;

function csvCell(value: string | number | boolean | null): string {
  if (typeof value !== 'string') return value === null ? '' : String(value);
  const led = value.replaceAll(AFTER_SEPARATOR, "$1'");
  const text = FORMULA.test(led) ? `'${led}` : led;
  return /[",\r\n\t]/.test(text) || text !== text.trim() ? `"${text.replaceAll('"', '""')}"` : text;
}
