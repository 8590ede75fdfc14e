import { chemicals } from '#app/toxicology/chemicals.ts';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import type { Measurement, SampleMeasurements } from '#app/toxicology/measurement.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { LabCell, LabColumn } from './merge-lab-samples.ts';
import { isFoundCell } from './lab-units.ts';

/** What some column speaks of, by family; a family that none speaks of is left out. */
export function labGroups(columns: readonly LabColumn[]) {
  return families
    .map(({ key, category }) => ({
      category,
      rows: [
        ...chemicalRows(key, columns),
        ...(key === 'phthalates' ? equivalentsRow(columns) : []),
      ],
    }))
    .filter(({ rows }) => rows.length > 0);
}

export type LabGroup = ReturnType<typeof labGroups>[number];
/** One line of the results table; `cells` stand in the order of the columns. */
export type LabRow = LabGroup['rows'][number];

/**
 * DEHP equivalents of one column, in ng/g: of what was found in it. `above_range` where
 * an addend is only known to be more than its value.
 */
export function equivalentsCell(cells: LabColumn['cells']): LabCell {
  const measured = Object.entries(cells).map(([key, cell]) => [key, measurementOf(cell)]);
  const sum = dehpEquivalents(Object.fromEntries(measured) as SampleMeasurements);
  if (sum.status !== 'ok') return { status: sum.status, valuePpb: null };
  return { status: sum.isLowerBound ? 'above_range' : 'ok', valuePpb: sum.valueNgG };
}

function chemicalRows(family: Family, columns: readonly LabColumn[]) {
  return chemicals
    .filter((chemical) => chemical.family === family)
    .map(({ key, abbreviation, fullName }) => ({
      subject: key,
      name: abbreviation,
      detail: fullName,
      cells: columns.map(({ cells }) => cells[key]),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined));
}

/** A sum at the end of a family: it has no profile to open, as a chemical has. */
function equivalentsRow(columns: readonly LabColumn[]) {
  const cells = columns.map((column) => equivalentsCell(column.cells));
  if (cells.every(({ status }) => status === 'not_tested')) return [];
  const detail = 'DEHP + 5 DBP + 0.1 BBP + 0.3 DINP, of what was found';
  return [{ subject: 'phthalates' as const, name: 'DEHP equivalents', detail, cells }];
}

function measurementOf(cell: LabCell): Measurement {
  return {
    status: cell.status,
    valueNgG: isFoundCell(cell) ? cell.valuePpb : null,
    loqNgG: cell.status === 'below_loq' ? cell.valuePpb : null,
    reported: '',
  };
}
