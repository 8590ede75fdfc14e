import { parseSampleRow, type Row, type Sample } from './sample-row.ts';
import { knownColumns, requiredColumns } from './sample-columns.ts';

/** What is wrong with a file, and where; the first line is 1 and holds the column names. */
export type Problem = { readonly line: number; readonly reason: string };

export type SamplesFile =
  | { readonly ok: true; readonly samples: readonly Sample[] }
  | { readonly ok: false; readonly problems: readonly [Problem, ...Problem[]] };

/**
 * Reads a samples file in PlasticList's format: tab-separated text without quoting (a quotation
 * mark is an ordinary character), one header line, one line a sample, columns in any order. A byte
 * order mark, CRLF line ends and empty lines at the end are accepted.
 *
 * A file with any problem is refused whole, with every problem in the order of the lines, so that
 * nobody works with half a file. Samples come back in the order of the file.
 */
export function parseSamplesFile(text: string): SamplesFile {
  const [header = '', ...lines] = splitLines(text);
  if (header.trim() === '') return refused([{ line: 1, reason: 'the header line is missing' }]);
  const columns = header.split('\t').map((c) => c.trim());
  const headerProblems = checkHeader(columns);
  if (headerProblems.length > 0) return refused(headerProblems);
  if (lines.length === 0) {
    return refused([{ line: 1, reason: 'there is a header but no sample below it' }]);
  }

  const problems: Problem[] = [];
  const samples: Sample[] = [];
  lines.forEach((content, index) => {
    const line = index + 2;
    const row = toRow(content, columns);
    if (typeof row === 'string') {
      problems.push({ line, reason: row });
      return;
    }
    const { sample, reasons } = parseSampleRow(row, line);
    for (const reason of reasons) problems.push({ line, reason });
    if (sample) samples.push(sample);
  });
  problems.push(...checkAgreement(samples));
  if (problems.length > 0) return refused(problems.toSorted((a, b) => a.line - b.line));
  return { ok: true, samples };
}

function refused(problems: readonly Problem[]): SamplesFile {
  const [first, ...rest] = problems;
  if (!first) throw new Error('a file is refused for at least one problem');
  return { ok: false, problems: [first, ...rest] };
}

function splitLines(text: string): string[] {
  const withoutMark = text.startsWith('\uFEFF') ? text.slice(1) : text;
  const lines = withoutMark.split('\n').map((l) => (l.endsWith('\r') ? l.slice(0, -1) : l));
  while (lines.length > 1 && lines.at(-1) === '') lines.pop();
  return lines;
}

function checkHeader(columns: readonly string[]): Problem[] {
  const reasons = [...new Set(columns.filter((c, i) => columns.indexOf(c) !== i)).values()].map(
    (c) => `the column ${JSON.stringify(c)} appears twice`,
  );
  for (const column of new Set(columns)) {
    if (!knownColumns.has(column)) reasons.push(`the column ${JSON.stringify(column)} is unknown`);
  }
  for (const column of requiredColumns) {
    if (!columns.includes(column)) reasons.push(`the column "${column}" is missing`);
  }
  return reasons.map((reason) => ({ line: 1, reason }));
}

/** The cells by column, or the reason why the line can't be read at all. */
function toRow(content: string, columns: readonly string[]): Row | string {
  if (content === '') return 'the line is empty';
  const cells = content.split('\t');
  if (cells.length !== columns.length) {
    return `${cells.length} cells where the header has ${columns.length}`;
  }
  // oxlint-disable-next-line no-control-regex -- finding control characters is the point
  if (/[\u0000-\u001F\u007F\uFFFD]/.test(content.replaceAll('\t', ''))) {
    return 'the line holds a control character or a broken one';
  }
  return new Map(columns.map((column, i) => [column, cells[i] ?? '']));
}

/** Problems that show only between lines: repeated ids, and products that contradict themselves. */
function checkAgreement(samples: readonly Sample[]): Problem[] {
  const problems: Problem[] = [];
  const bySampleId = new Map<string, Sample>();
  const byProductId = new Map<number, Sample>();
  for (const sample of samples) {
    const twin = bySampleId.get(sample.id);
    if (twin) problems.push(clash(sample, `the id "${sample.id}" is already on line ${twin.line}`));
    else bySampleId.set(sample.id, sample);

    const first = byProductId.get(sample.productId);
    if (!first) {
      byProductId.set(sample.productId, sample);
      continue;
    }
    const where = `product ${sample.productId} on line ${first.line}`;
    if (sample.product !== first.product) {
      problems.push(clash(sample, `the product is not named as ${where}`));
    }
    if (sample.servingG !== first.servingG) {
      problems.push(clash(sample, `the serving size differs from ${where}`));
    }
  }
  return problems;
}

function clash(sample: Sample, reason: string): Problem {
  return { line: sample.line, reason };
}
