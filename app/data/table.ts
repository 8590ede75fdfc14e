import type { Tx } from '#app/database/db.server.ts';
import { stripEmails } from '#app/log/forms.ts';
import { PANEL_KEYS } from '#app/toxicology/panels/panels.ts';
import { site } from '#app/site.ts';

/** What a cell holds; a day is `2026-11-21`, in a column of the type `date`. */
export type Cell = string | number | boolean | null;

export interface Column {
  /** As the column is headed everywhere. */
  name: string;
  type: 'text' | 'integer' | 'number' | 'boolean' | 'date';
  /** In UCUM's letters or as people write it: `ng/g`. */
  unit?: string;
  /** One sentence for whoever never saw the table. */
  means: string;
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
  columns: Column[];
  /** Whose all its rows are, where none is ours: such a table refers to no other. */
  terms?: Terms;
  /** A row has a cell under the name of each column. */
  rows(tx: Tx): AsyncIterable<Row[]>;
  /** The day, or year, from which a row is, or was last changed; null where it is not known. */
  newest?(row: Row): string | null;
}

export type Terms = { source: string; license: string; url: string };

/** By its SPDX name. */
export const OWN_LICENSE = {
  name: 'CC-BY-4.0',
  url: 'https://creativecommons.org/licenses/by/4.0/',
};

/** As `db/data/plasticlist/README.md` has it: its authors name no license, but say this. */
export const SOURCE_TERMS = `Free to use and expand; cite ${site.resultsSource.name} with a link`;

/** Whose a row is, unless it says otherwise, and what may be done with it. */
const OURS = { source: site.name, license: OWN_LICENSE.name };
export const THEIRS = { source: site.resultsSource.name, license: SOURCE_TERMS };

/** At the end of every table. */
const RIGHTS = {
  'source text': 'Who published the row, or what it was made from, first.',
  'license text': 'What may be done with the row: an SPDX license, or the terms of its source.',
};

/** What a row's test looks for, and of which item it is: after all others, so that those stay where they were. */
export const TEST_COLUMNS: Column[] = [
  { name: 'panel', type: 'text', means: `What the test looks for: ${PANEL_KEYS.join(' or ')}.` },
  {
    name: 'item',
    type: 'integer',
    means: 'Number of the item: tests of the same thing have the same one.',
  },
];

type CellOf<Row> = {
  [Name in keyof Row]: Row[Name] extends Cell | undefined ? Name : never;
}[keyof Row];
type Heading<Row> = `${CellOf<Row> & string} ${Column['type']}`;

/** Columns in their order, by name, type, and unit (`value number ng/g`), with what each means. */
export function columnsOf<Row>(
  columns: Partial<Record<Heading<Row> | `${Heading<Row>} ${string}`, string>>,
): Column[] {
  return Object.entries<string>({ ...(columns as object), ...RIGHTS }).map(([heading, means]) => {
    const [name = '', type, unit] = heading.split(' ');
    return { name, type: type as Column['type'], means, ...(unit !== undefined && { unit }) };
  });
}

/** A row's cells in the order of the columns. An email address that somebody wrote into one is left out. */
export function rowCells<Row>({ columns, terms }: DataTable<Row>, row: Row): Cell[] {
  const cells: Partial<Record<string, Cell>> = { ...OURS, ...terms, ...row };
  return columns.map(({ name }) => {
    const cell = cells[name] ?? null;
    return typeof cell === 'string' ? stripEmails(cell) : cell;
  });
}
