import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { chemicalNamed } from './chemical-names.ts';
import { columnsOf, headerAt, headingProblems, unreadOf } from './header.ts';
import type { GridLine, Layout, LabTable } from './lab-entry.ts';
import { longEntries } from './long-entries.ts';
import { wideEntries } from './wide-entries.ts';

/** Finds the table in a laboratory's file and reads it: a line a sample, or a line a result. */
export function readLayout(lines: readonly GridLine[]): Layout | FileProblem {
  const filled = lines.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  const at = headerAt(filled);
  const header = at === undefined ? undefined : filled[at];
  if (at === undefined || !header) return noHeader(filled);
  const { columns, used } = columnsOf(filled, at);
  const isLong = columns.some(({ meaning }) => meaning.is === 'analyte' || meaning.is === 'cas');
  const table: LabTable = {
    header: header.line,
    columns,
    before: filled.slice(0, at),
    rows: filled.slice(at + used),
  };
  const read = isLong ? longEntries(table) : wideEntries(table);
  const problems = [...headingProblems(table, isLong), ...read.problems, ...tooWide(table)];
  if (read.entries.length === 0 && problems.length === 0) {
    problems.push({ line: header.line, reason: 'there is a header but no sample below it' });
  }
  return {
    ...read,
    problems,
    headings: columns.map(({ heading }) => heading).join(' | '),
    unread: unreadOf(columns, isLong),
    dry: table.before.filter(({ cells }) => DRY.test(cells.join(' '))),
  };
}

/** A share of what is left of a sample, which no figure of a whole product follows from. */
const DRY = /\b(?:dry|lipid|fat)[\s-]?(?:weight|basis|matter|wt)\b|\/k?g (?:dry|dw|lipid|fat)\b/i;

/** Lines that run beyond the header: a comma in a number has moved their cells. */
function tooWide({ columns, rows }: LabTable): FileProblem[] {
  return rows
    .filter(({ cells }) => cells.slice(columns.length).some((cell) => cell.trim() !== ''))
    .map(({ line, cells }) => ({
      line,
      reason: `${cells.length} cells where the header has ${columns.length}: put numbers and names with a comma in quotation marks`,
    }));
}

function noHeader(lines: readonly GridLine[]): FileProblem {
  const inLines = lines.filter(({ cells }) => typeof chemicalNamed(cells[0] ?? '') === 'string');
  const reason =
    inLines.length > 1
      ? 'the chemicals stand in lines and the samples in columns: swap lines and columns, or send one line for each result'
      : 'no header was found: one line has to name the samples’ column and the chemicals, or the columns of sample, analyte, result and unit';
  return { line: lines[0]?.line ?? 1, reason };
}
