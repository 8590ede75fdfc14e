import { EXAMPLE_KEYS } from './methodology-examples.ts';

/** What `content/methodology` leaves to be drawn: tables of records, and worked examples. */
export const SLOTS: readonly string[] = [
  'cellTable',
  'meanFormula',
  'factorTable',
  'levelTable',
  'gapTable',
  'limitTables',
  ...EXAMPLE_KEYS.map((key) => `${key}Example`),
];
