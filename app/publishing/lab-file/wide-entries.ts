import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import { isDetectionLimit, type ColumnPart } from './headings.ts';
import type { Column, GridLine, LabEntry, Layout, LabTable } from './lab-entry.ts';
import { lineCells, unitAbove } from './line-cells.ts';
import { agreedUnit, readUnit, unitIn } from './units.ts';

const LIMIT_ROW =
  /^(?:loq|lloq|rl|mrl|pql|lor|reporting limit|limit of quantif?ication|limit of quantitation)\b/i;

const LOW_LIMIT_ROW = /^(?:lod|mdl|detection limit|method detection limit|limit of detection)\b/i;

const UNIT_ROW = /^units?$/i;

const CAS_ROW = /^cas\b/i;

export function wideEntries(table: LabTable): Omit<Layout, 'unread' | 'headings'> {
  const { columns, rows } = table;
  const results = columns.flatMap((column) =>
    column.meaning.is === 'chemical' ? [{ ...column, meaning: column.meaning }] : [],
  );
  const ofChemical = (key: ChemicalKey, part: ColumnPart) =>
    results.filter(({ meaning }) => meaning.key === key && meaning.part === part);
  const named = rows.map((row) => ({ row, ...lineCells(row, table) }));
  const label = ({ row, ids }: (typeof named)[number]) =>
    ids[0] ?? row.cells.find((c) => c.trim() !== '') ?? '';
  const special = (pattern: RegExp) => named.find((one) => pattern.test(label(one).trim()))?.row;
  const [limits, lowLimits] = [special(LIMIT_ROW), special(LOW_LIMIT_ROW)];
  const units = special(UNIT_ROW) ?? unitRow(rows, results);
  const fileUnit = unitAbove(table.before);
  const aside = new Set([limits, lowLimits, units, special(CAS_ROW)]);
  const entries: LabEntry[] = [];
  const remarks: GridLine[] = [];
  const problems: FileProblem[] = [];
  for (const one of named) {
    const { row, ids, type, method, facts, part } = one;
    if (aside.has(row)) continue;
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
          return {
            key,
            line: row.line,
            heading,
            text: row.cells[at]?.trim() ?? '',
            limit: cell(limit) || limits?.cells[at]?.trim() || lowLimits?.cells[at]?.trim() || '',
            limitUnit: limit?.meaning.unit,
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

/** A line of nothing but units below the header. */
function unitRow(rows: readonly GridLine[], results: readonly Column[]): GridLine | undefined {
  const [first] = rows;
  if (!first) return undefined;
  const cells = results.map(({ at }) => first.cells[at] ?? '').filter((cell) => cell.trim() !== '');
  return cells.length > 0 && cells.every((cell) => readUnit(cell)) ? first : undefined;
}
