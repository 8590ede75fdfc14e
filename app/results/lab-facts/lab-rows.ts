import { chemicals } from '#app/toxicology/chemicals.ts';
import { dehpEquivalents } from '#app/toxicology/dehp-equivalents.ts';
import { families, type Family } from '#app/toxicology/families.ts';
import type { LabColumn } from './merge-lab-samples.ts';

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

/** One line of the results table; `cells` stand in the order of the columns. */
export type LabRow = ReturnType<typeof labGroups>[number]['rows'][number];

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
  const cells = columns.map((column) => dehpEquivalents(column.cells));
  if (cells.every(({ status }) => status === 'not_tested')) return [];
  const detail = 'DEHP + 5 DBP + 0.1 BBP + 0.3 DINP, of what was found';
  return [{ subject: 'phthalates' as const, name: 'DEHP equivalents', detail, cells }];
}
