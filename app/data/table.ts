import type { Tx } from '#app/database/db.server.ts';
import { stripEmails } from '#app/log/forms.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';
import { site } from '#app/site.ts';

/** What a cell holds; a day is `2026-11-21`, in a column of the type `date`. */
export type Cell = string | number | boolean | null;

export interface Column<Row> {
  /** As the column is headed everywhere. */
  name: string;
  type: 'text' | 'integer' | 'number' | 'boolean' | 'date';
  /** In UCUM's letters or as people write it: `ng/g`. */
  unit?: string;
  /** One sentence for whoever never saw the table. */
  means: string;
  of(row: Row): Cell;
}

/**
 * A table of what is published: all that is written of it, in any format, follows from here. Its rows
 * come in the order of its key, a few thousand at a time, so that a million never stand in memory.
 */
export interface DataTable<Row> {
  /** A file's name without its ending. */
  name: string;
  title: string;
  means: string;
  /** The columns that tell one row from all others, for good; none of them is ever empty. */
  key: string[];
  /** Tables of the same release whose keys stand in these columns; every row's is there. */
  refersTo?: Record<string, string[]>;
  columns: Column<Row>[];
  rows(tx: Tx): AsyncIterable<Row[]>;
  /** The day, or year, from which a row is, or was last changed; null where it is not known. */
  newest?(row: Row): string | null;
}

/** By its SPDX name. */
export const OWN_LICENSE = {
  name: 'CC-BY-4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
};

/** As `db/data/plasticlist/README.md` has it: its authors name no license, but say this. */
export const SOURCE_TERMS = `Free to use and expand; cite ${site.resultsSource.name} with a link`;

/** Whose a row is, and what may be done with it: at the end of every table. */
export function rightsOf<Row>(isOurs: (row: Row) => boolean = () => true): Column<Row>[] {
  return [
    {
      name: 'source',
      type: 'text',
      means: 'Who published the row, or what it was made from, first.',
      of: (row) => (isOurs(row) ? site.name : site.resultsSource.name),
    },
    {
      name: 'license',
      type: 'text',
      means: 'What may be done with the row: an SPDX license, or the terms of its source.',
      of: (row) => (isOurs(row) ? OWN_LICENSE.name : SOURCE_TERMS),
    },
  ];
}

/** What a row's test looks for, and of which item it is: the last columns, so that those before stay where they were. */
export function testColumns<Row>(
  testOf: (row: Row) => { panel: string; itemOf: number | null; id: number },
): Column<Row>[] {
  return [
    {
      name: 'panel',
      type: 'text',
      means: `What the test looks for: ${PANEL_KEYS.join(' or ')}.`,
      of: (row) => testOf(row).panel,
    },
    {
      name: 'item',
      type: 'integer',
      means: 'Number of the item: tests of the same thing have the same one.',
      of: (row) => testOf(row).itemOf ?? testOf(row).id,
    },
  ];
}

/** A row's cells in the order of the columns. An email address that somebody wrote into one is left out. */
export function rowCells<Row>({ columns }: DataTable<Row>, row: Row): Cell[] {
  return columns.map(({ of }) => {
    const cell = of(row);
    return typeof cell === 'string' ? stripEmails(cell) : cell;
  });
}

/** A column in one line. */
export function column<Row>(
  name: string,
  type: Column<Row>['type'],
  means: string,
  of: Column<Row>['of'],
  unit?: string,
): Column<Row> {
  return { name, type, means, of, ...(unit !== undefined && { unit }) };
}

/** The same rows in batches of at most so many: what was read together need not be written together. */
export function batchesOf<Row>(rows: readonly Row[], most = 2_000): Row[][] {
  return Array.from({ length: Math.ceil(rows.length / most) }, (_, at) =>
    rows.slice(at * most, (at + 1) * most),
  );
}
