import { isDetectionLimit, type FactColumn, type Meaning, type ColumnPart } from './headings.ts';
import type { Column, GridLine, LabTable } from './lab-entry.ts';
import { readUnit, type Unit } from './units.ts';

/** Cells of a line by what its columns hold. */
export function lineCells(row: GridLine, { columns }: LabTable) {
  const of = (wanted: (meaning: Meaning, heading: string) => boolean) =>
    columns
      .filter(({ meaning, heading }) => wanted(meaning, heading))
      .map(({ at }) => row.cells[at]?.trim() ?? '')
      .filter((cell) => cell !== '');
  const ids = columns
    .flatMap(({ meaning, at }) => (meaning.is === 'sample' ? [{ rank: meaning.rank, at }] : []))
    .toSorted((a, b) => a.rank - b.rank)
    .map(({ at }) => row.cells[at]?.trim() ?? '')
    .filter((cell) => cell !== '');
  const part = (wanted: ColumnPart) => {
    const found = of((meaning) => meaning.is === 'part' && meaning.part === wanted);
    return wanted === 'flag' ? found.join(' ') : (found[0] ?? '');
  };
  return {
    ids,
    type: of(({ is }) => is === 'type').join(' '),
    method: of(({ is }) => is === 'method')[0] ?? '',
    part,
    limit: reportingLimit(row, columns),
    facts: new Map(
      columns.flatMap(({ meaning, at }): [FactColumn, string][] => {
        const cell = row.cells[at]?.trim() ?? '';
        return meaning.is === 'fact' && cell !== '' ? [[meaning.column, cell]] : [];
      }),
    ),
  };
}

/** A limit of reporting where one stands, else one of detection. */
function reportingLimit(
  row: GridLine,
  columns: readonly Column[],
): { cell: string; unit?: Unit | undefined } {
  const limits = columns
    .flatMap(({ heading, at, meaning }) => {
      if (meaning.is !== 'part' || meaning.part !== 'limit') return [];
      const cell = row.cells[at]?.trim() ?? '';
      return { isLow: isDetectionLimit(heading), cell, unit: meaning.unit };
    })
    .filter(({ cell }) => cell !== '');
  return limits.find(({ isLow }) => !isLow) ?? limits[0] ?? { cell: '' };
}

/** A unit that a line above the table states for all of it: `Units: µg/kg`. */
export function unitAbove(lines: readonly GridLine[]): Unit | undefined {
  for (const { cells } of lines) {
    const text = cells.join(' ').replaceAll(/\s+/g, ' ');
    const stated =
      /\b(?:units?|results?(?: are)?(?: reported)?(?: in)?|reported in|all in)\b ?[:=]? ?(?:in )?([^\s,;]+)/i.exec(
        text,
      );
    const unit = stated ? readUnit(stated[1] ?? '') : undefined;
    if (unit) return unit;
  }
  return undefined;
}
