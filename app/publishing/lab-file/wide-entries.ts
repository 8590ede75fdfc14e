import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { isDetectionLimit, withoutUnit, type ColumnPart } from './headings.ts';
import type { Column, GridLine, LabEntry, Layout, LabTable } from './lab-entry.ts';
import { lineCells, unitAbove } from './line-cells.ts';
import { agreedUnit, readUnit, unitIn } from './units.ts';

/** Lines that are of no sample begin so. None holds a digit: `RL-1061-1` is a sample. */
const LIMIT_ROW =
  /^(?:loq|lloq|rl|mrl|pql|lor|reporting limit|limit of quantif?ication|limit of quantitation)\b\D*$/i;

const LOW_LIMIT_ROW =
  /^(?:lod|mdl|detection limit|method detection limit|limit of detection)\b\D*$/i;

const UNIT_ROW = /^units?$/i;

const CAS_ROW = /^cas\b\D*$/i;

/** What was computed of the samples above. */
const STATISTIC_ROW =
  /^%?\s*(?:average|avg|mean|median|(?:std\.?|st\.?|standard)\s?dev(?:iation)?|r\.?s\.?d|rpd|min(?:imum)?|max(?:imum)?|sum|total)(?:[^\p{L}\d(]|\([^)\d]*\))*$/iu;

/** What a flag says of a result that was not detected. */
const BELOW_FLAG = /^(?:<|nd|u[a-z*]?)$/i;

export function wideEntries(table: LabTable): Omit<Layout, 'unread' | 'headings' | 'dry'> {
  const { columns, rows } = table;
  const results = columns.flatMap((column) =>
    column.meaning.is === 'chemical' ? [{ ...column, meaning: column.meaning }] : [],
  );
  const ofChemical = (key: ChemicalKey, part: ColumnPart) =>
    results.filter(({ meaning }) => meaning.key === key && meaning.part === part);
  const named = rows.map((row) => ({ row, ...lineCells(row, table) }));
  const label = ({ row, ids }: (typeof named)[number]) =>
    ids[0] ?? row.cells.find((c) => c.trim() !== '') ?? '';
  const all = (pattern: RegExp) => named.filter((one) => pattern.test(label(one).trim()));
  const limitRows = [...all(LIMIT_ROW), ...all(LOW_LIMIT_ROW)].map((one) => ({
    row: one.row,
    unit: agreedUnit(unitIn(one.part('unit')), withoutUnit(label(one)).unit),
  }));
  const units = all(UNIT_ROW)[0]?.row ?? unitRow(rows, results);
  const fileUnit = unitAbove(table.before);
  const aside = new Set([...limitRows, ...all(CAS_ROW)].map(({ row }) => row));
  const entries: LabEntry[] = [];
  const remarks: GridLine[] = all(STATISTIC_ROW).map(({ row }) => row);
  const problems: FileProblem[] = [
    ...[LIMIT_ROW, LOW_LIMIT_ROW].flatMap((pattern) => secondLimits(all(pattern))),
    ...ownerlessFlags(table),
  ];
  for (const one of named) {
    const { row, ids, type, method, facts, part } = one;
    if (row === units || aside.has(row) || remarks.includes(row)) continue;
    const cells = results.filter(({ at }) => (row.cells[at]?.trim() ?? '') !== '');
    if (cells.length === 0) {
      remarks.push(row);
      continue;
    }
    if (ids.length === 0) {
      problems.push({ line: row.line, reason: 'the line has results but names no sample' });
      continue;
    }
    const lineUnit = unitIn(part('unit'));
    entries.push({
      line: row.line,
      id: ids[0] ?? '',
      otherIds: ids.slice(1),
      type,
      facts,
      results: results
        .filter(({ meaning }) => meaning.part === 'result')
        .map(({ at, heading, meaning: { key, unit } }) => {
          const cell = (column: Column | undefined) =>
            column ? (row.cells[column.at]?.trim() ?? '') : '';
          const own = ofChemical(key, 'limit').toSorted(
            (a, b) => Number(isDetectionLimit(a.heading)) - Number(isDetectionLimit(b.heading)),
          );
          const limit = own.find((column) => cell(column) !== '');
          const below = limitRows.find((one) => (one.row.cells[at]?.trim() ?? '') !== '');
          return {
            key,
            line: row.line,
            heading,
            text: row.cells[at]?.trim() ?? '',
            limit: cell(limit) || below?.row.cells[at]?.trim() || '',
            limitUnit: limit ? limit.meaning.unit : below?.unit,
            flag: cell(ofChemical(key, 'flag')[0]),
            unit: agreedUnit(
              unitIn(cell(ofChemical(key, 'unit')[0])),
              unit,
              unitIn(units?.cells[at] ?? ''),
              lineUnit,
              fileUnit,
            ),
            method,
          };
        }),
    });
  }
  return { entries, problems, remarks };
}

/** Which samples each of two lines of limits is for, the file does not say. */
function secondLimits(rows: readonly { row: GridLine }[]): FileProblem[] {
  const [first, second] = rows;
  if (!first || !second) return [];
  const reason = `there are limits on line ${first.row.line} already: write the limit of each sample into its own cell, such as "<0.5"`;
  return [{ line: second.row.line, reason }];
}

/** Columns of flags whose chemical is not named, where one says that it was not detected. */
function ownerlessFlags({ header, columns, rows }: LabTable): FileProblem[] {
  const reason = (heading: string) =>
    `the column ${JSON.stringify(heading)} marks results as not detected, and does not say of which chemical: head it with the chemical, such as "DEHP qualifier"`;
  return columns
    .filter(({ meaning }) => meaning.is === 'part' && meaning.part === 'flag')
    .filter(({ at }) => rows.some(({ cells }) => BELOW_FLAG.test(cells[at]?.trim() ?? '')))
    .slice(0, 1)
    .map(({ heading }) => ({ line: header, reason: reason(heading) }));
}

/** A line of nothing but units below the header. */
function unitRow(rows: readonly GridLine[], results: readonly Column[]): GridLine | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const cells = results.map(({ at }) => first.cells[at] ?? '').filter((cell) => cell.trim() !== '');
  return cells.length > 0 && cells.every((cell) => readUnit(cell)) ? first : undefined;
}
