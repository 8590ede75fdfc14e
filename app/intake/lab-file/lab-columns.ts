import { provenanceColumns, provenanceOf } from '#app/results/sample-columns.ts';
import { panelNaming, panelOf, reportable, type PanelKey } from '#app/toxicology/panels/panels.ts';

/** What each line of either shape says of itself, in columns of their own. */
export const statedColumns = ['sample', 'type', 'unit', 'limit_kind', 'basis'] as const;
/** `of`: the sample that a duplicate or a spike was made of. */
const optionalColumns = ['of', 'serving_size_g'] as const;

/** A line for each result: the chemical by its abbreviation, what was found, and the limit beside it. */
export const resultColumns = ['chemical', 'result', 'limit'] as const;
/** A line for each sample: a column for each substance, headed by its abbreviation alone. */
export function substanceColumns(panel: PanelKey): string[] {
  return panelOf(panel).substances.map(({ abbreviation }) => abbreviation);
}

export const TYPES = ['sample', 'blank', 'spike', 'duplicate', 'other'] as const;
export type LineType = (typeof TYPES)[number];

/** By weight, as the power of ten that makes ng/g of them. */
export const UNITS: Readonly<Record<string, number>> = {
  'ng/g': 0,
  'µg/kg': 0,
  'ug/kg': 0,
  'mg/kg': 3,
};
/** A limit of quantification, or one of reporting. Below a limit of detection nothing was measured. */
export const LIMIT_KINDS: readonly string[] = ['LOQ', 'RL'];
/** Of the product as it was bought: dry weight and fat are another figure. */
export const BASIS = 'as received';

/** Whether a header is of the shape with a line for each result. */
export function isLong(columns: readonly string[]): boolean {
  return columns.includes('chemical') || columns.includes('result');
}

/** Why a header is refused, a sentence for each of its columns that is wrong. */
export function headerReasons(columns: readonly string[], panel: PanelKey): string[] {
  const all = reportable(panelOf(panel));
  const own = isLong(columns) ? resultColumns : substanceColumns(panel);
  const required: readonly string[] = [...statedColumns, ...own];
  const known = new Set<string>([
    ...required,
    ...optionalColumns,
    ...provenanceOf(panel),
    ...(isLong(columns) ? ['cas'] : all.map(({ abbreviation }) => abbreviation)),
  ]);
  const lacking = required.filter((column) => !columns.includes(column));
  if (lacking.length * 2 > required.length) return [NO_SHAPE];
  return [
    ...columns
      .filter((column) => !known.has(column))
      .map(
        (column) =>
          `${JSON.stringify(column)} is not a column of the template: ${remedyFor(column, all)}`,
      ),
    ...[...new Set(columns.filter((column, at) => columns.indexOf(column) !== at))].map(
      (column) => `the column ${JSON.stringify(column)} appears twice: leave one of them out`,
    ),
    ...lacking.map((column) => `the column "${column}" is missing: add it`),
  ];
}

/** Whether a line has at least half of what either shape is headed by, of the panel that it names unless one is given. */
export function hasHeadings(
  columns: readonly string[],
  panel: PanelKey = panelNaming(columns).key,
): boolean {
  return headerReasons(columns, panel)[0] !== NO_SHAPE;
}

/** Of a line that has less than half of what either shape is headed by. */
export const NO_SHAPE = `these are not the headings of the template: download it at the product’s test, or write ${[...statedColumns, ...resultColumns].join(', ')} with a line for each result`;

function remedyFor(column: string, all: ReturnType<typeof reportable>): string {
  const meant = all.find(
    ({ abbreviation, fullName }) =>
      column.toLowerCase().startsWith(abbreviation.toLowerCase()) ||
      column.toLowerCase().startsWith(fullName.toLowerCase()),
  );
  if (meant) return `write ${meant.abbreviation}, and the unit in the column unit`;
  const near = [...statedColumns, ...optionalColumns, ...provenanceColumns].find(
    (one) => one === column.toLowerCase(),
  );
  return near ? `write ${near}` : 'leave it out';
}
