import type { ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { FileProblem } from '#app/results/samples/samples-file.ts';
import type { FactColumn, Meaning } from './headings.ts';
import type { Unit } from './units.ts';

/** One line of a table, the first being 1. */
export interface GridLine {
  readonly line: number;
  readonly cells: readonly string[];
}

/** What the file says of one chemical in one sample or control. */
export interface LabResult {
  readonly key: ChemicalKey;
  readonly line: number;
  /** As the file heads it. */
  readonly heading: string;
  readonly text: string;
  readonly limit: string;
  readonly flag: string;
  readonly unit: Unit | undefined;
  /** Of the limit, where it states one of its own. */
  readonly limitUnit: Unit | undefined;
  readonly method: string;
}

/** A sample or a control of the file, however it stands there. */
export interface LabEntry {
  /** Its first line. */
  readonly line: number;
  readonly id: string;
  /** What else names it: the laboratory's own number, where the client's stands too. */
  readonly otherIds: readonly string[];
  readonly type: string;
  readonly facts: ReadonlyMap<FactColumn, string>;
  readonly results: readonly LabResult[];
}

export interface Layout {
  readonly entries: readonly LabEntry[];
  readonly problems: readonly FileProblem[];
  /** All of them on one line. */
  readonly headings: string;
  /** Headings that nothing is read of. */
  readonly unread: readonly string[];
  /** Lines that hold no result: what stands below a table. */
  readonly remarks: readonly GridLine[];
  /** Lines above the table that speak of dry weight or of fat. */
  readonly dry: readonly GridLine[];
}

export interface Column {
  readonly at: number;
  readonly heading: string;
  readonly meaning: Meaning;
}

export interface LabTable {
  header: number;
  columns: readonly Column[];
  before: readonly GridLine[];
  rows: readonly GridLine[];
}
