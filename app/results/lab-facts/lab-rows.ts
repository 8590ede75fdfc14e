import { chemicals, type Category, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import type { Measurement, SampleMeasurements } from '#app/toxicology/measurement.ts';
import type { LabCell, LabColumn } from './lab-sample.ts';
import { isFoundCell } from './lab-units.ts';

/** One line of the results table; `cells` stand in the order of the columns. */
export interface LabRow {
  /** A chemical has a profile to open; the sum at the end of the phthalates has none. */
  subject: ChemicalKey | 'dehp_equivalents';
  name: string;
  detail: string;
  cells: (LabCell | undefined)[];
}

export interface LabGroup {
  category: Category;
  rows: LabRow[];
}

const categories: readonly Category[] = ['Phthalates', 'Bisphenols', 'Phthalate Substitutes'];

/** What some column speaks of, by category; a category that none speaks of is left out. */
export function labGroups(columns: readonly LabColumn[]): LabGroup[] {
  return categories
    .map((category) => ({
      category,
      rows: [
        ...chemicalRows(category, columns),
        ...(category === 'Phthalates' ? equivalentsRow(columns) : []),
      ],
    }))
    .filter(({ rows }) => rows.length > 0);
}

/**
 * DEHP equivalents of one column, in ng/g: of what was found in it (spec §5). `above_range` where
 * an addend is only known to be more than its value.
 */
export function equivalentsCell(cells: LabColumn['cells']): LabCell {
  const sum = dehpEquivalents(measurementsOf(cells));
  if (sum.status !== 'ok') return { status: sum.status, valuePpb: null };
  return { status: sum.isLowerBound ? 'above_range' : 'ok', valuePpb: sum.valueNgG };
}

function chemicalRows(category: Category, columns: readonly LabColumn[]): LabRow[] {
  return chemicals
    .filter((chemical) => chemical.category === category)
    .map(({ key, abbreviation, fullName }) => ({
      subject: key,
      name: abbreviation,
      detail: fullName,
      cells: columns.map(({ cells }) => cells[key]),
    }))
    .filter(({ cells }) => cells.some((cell) => cell !== undefined));
}

function equivalentsRow(columns: readonly LabColumn[]): LabRow[] {
  const cells = columns.map((column) => equivalentsCell(column.cells));
  if (cells.every(({ status }) => status === 'not_tested')) return [];
  const detail = 'DEHP + 5 DBP + 0.1 BBP + 0.3 DINP, of what was found';
  return [{ subject: 'dehp_equivalents', name: 'DEHP equivalents', detail, cells }];
}

function measurementsOf(cells: LabColumn['cells']): SampleMeasurements {
  const measurements: { [K in ChemicalKey]?: Measurement } = {};
  for (const { key } of chemicals) {
    const cell = cells[key];
    if (cell) measurements[key] = measurementOf(cell);
  }
  return measurements;
}

function measurementOf(cell: LabCell): Measurement {
  return {
    status: cell.status,
    valueNgG: isFoundCell(cell) ? cell.valuePpb : null,
    loqNgG: cell.status === 'below_loq' ? cell.valuePpb : null,
    reported: '',
  };
}
