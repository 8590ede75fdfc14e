import { parseSampleRow, type Row, type Sample } from './sample-row.ts';
import { impliedColumns, knownColumns, requiredColumns } from '#app/results/sample-columns.ts';
import { panelNaming } from '#app/toxicology/panels/panels.ts';
import { EMPTY_LINE, tableLines, type Line } from './table-lines.ts';

/** What is wrong with a file, and where; the first line is 1 and holds the column names. */
export type FileProblem = { readonly line: number; readonly reason: string };

type SamplesFile =
  | { readonly ok: true; readonly samples: readonly Sample[] }
  | { readonly ok: false; readonly problems: readonly [FileProblem, ...FileProblem[]] };

/**
 * Reads a samples file: PlasticList's columns, or those of another panel, in any order, separated by tabs or commas (see
 * `tableLines`), one line a sample. With `about`, a product number, every sample is of that product
 * and its number, name and serving size may be left out.
 *
 * A file with any problem is refused whole, with every problem in the order of the lines, so that
 * nobody works with half a file. Samples come back in the order of the file.
 */
export function parseSamplesFile(text: string, about?: number): SamplesFile {
  const [header, ...lines] = tableLines(text);
  const { columns, reasons: wrong } = readHeader(header, about);
  if (wrong.length === 0 && lines.length === 0)
    wrong.push('there is a header but no sample below it');
  if (wrong.length > 0) return refused(wrong.map((reason) => ({ line: header.line, reason })));

  const problems: FileProblem[] = [];
  const samples: Sample[] = [];
  for (const content of lines) {
    const { line } = content;
    const row = toRow(content, columns);
    if (typeof row === 'string') {
      problems.push({ line, reason: row });
      continue;
    }
    const { sample, reasons } = parseSampleRow(row, line, about);
    for (const reason of reasons) problems.push({ line, reason });
    if (sample) samples.push(sample);
  }
  problems.push(...checkAgreement(samples));
  if (problems.length > 0) return refused(problems.toSorted((a, b) => a.line - b.line));
  return { ok: true, samples };
}

function refused(problems: readonly FileProblem[]): SamplesFile {
  const [first, ...rest] = problems;
  if (!first) throw new Error('a file is refused for at least one problem');
  return { ok: false, problems: [first, ...rest] };
}

/** The columns of a file, and what is wrong with them. */
function readHeader(header: Line, about: number | undefined) {
  const reasons: string[] = [];
  const cells = 'cells' in header ? header.cells.map((cell) => cell.trim()) : [];
  if (cells.every((cell) => cell === '')) {
    const isEmpty = 'cells' in header || header.reason === EMPTY_LINE;
    reasons.push(isEmpty ? 'the header line is missing' : header.reason);
    return { columns: cells, reasons };
  }
  for (const column of new Set(cells.filter((c, i) => cells.indexOf(c) !== i))) {
    reasons.push(`the column ${JSON.stringify(column)} appears twice`);
  }
  const panel = panelNaming(cells).key;
  const known = knownColumns(panel);
  for (const column of new Set(cells.filter((cell) => !known.has(cell)))) {
    reasons.push(`the column ${JSON.stringify(column)} is unknown`);
  }
  for (const column of requiredColumns(panel)) {
    const mayLack = about !== undefined && impliedColumns.includes(column);
    if (!mayLack && !cells.includes(column)) reasons.push(`the column "${column}" is missing`);
  }
  return { columns: cells, reasons };
}

/** The cells by column, or the reason why the line can't be read at all. */
function toRow(content: Line, columns: readonly string[]): Row | string {
  if ('reason' in content) return content.reason;
  const { cells } = content;
  if (cells.length !== columns.length) {
    return `${cells.length} cells where the header has ${columns.length}`;
  }
  return new Map(columns.map((column, i) => [column, cells[i] ?? '']));
}

/** Problems that show only between lines: repeated ids, and products that contradict themselves. */
function checkAgreement(samples: readonly Sample[]): FileProblem[] {
  const byId = Map.groupBy(samples, ({ id }) => id);
  const byProduct = Map.groupBy(samples, ({ productId }) => productId);
  return samples.flatMap((sample) => {
    const { line, id, productId, product, servingG } = sample;
    const [[twin], [first]] = [byId.get(id) ?? [], byProduct.get(productId) ?? []];
    const where = `product ${productId} on line ${first?.line}`;
    const reasons = [
      twin !== sample && `the id "${id}" is already on line ${twin?.line}`,
      product !== first?.product && `the product is not named as ${where}`,
      servingG !== first?.servingG && `the serving size differs from ${where}`,
    ];
    return reasons.flatMap((reason) => (reason ? { line, reason } : []));
  });
}
