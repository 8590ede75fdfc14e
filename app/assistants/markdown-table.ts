/**
 * A table in Markdown; the first row is its head. Lines within a cell are set apart by `<br>`, and rows
 * that are too short are filled up.
 */
export function markdownTable(rows: readonly (readonly string[])[]): string {
  const [head, ...body] = rows;
  if (!head) return '';
  const columns = Math.max(...rows.map((row) => row.length));
  const line = (cells: readonly string[]) =>
    `| ${Array.from({ length: columns }, (_, at) => cellText(cells[at] ?? '')).join(' | ')} |`;
  return [line(head), `|${' --- |'.repeat(columns)}`, ...body.map(line)].join('\n');
}

/** What is no text of a page, such as a name, as Markdown that says just that. */
export function escaped(text: string): string {
  return text.replaceAll(/[\\*[\]`|]|<(?=[a-z/!?])|&(?=#?\w+;)|^#+$/gi, '\\$&');
}

function cellText(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, '<br>');
}
