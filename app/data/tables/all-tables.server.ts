import { eq } from 'drizzle-orm';
import type { Tx } from '#app/database/db.server.ts';
import type { DataTable } from '#app/data/table.ts';
import { testedProducts } from '#db/schema.ts';
import { figuresTable } from './figure-rows.server.ts';
import { chemicalsTable, limitsTable } from './limit-rows.ts';
import { metalVerdictsTable } from './metal-rows.server.ts';
import { productsTable, revisionsTable } from './product-rows.server.ts';
import { measurementsTable, samplesTable } from './sample-rows.server.ts';
import { surveyTables } from './survey-rows.server.ts';
import { moneyTable, testsTable, testStepsTable } from './test-rows.server.ts';

/** Everything that is published, as tables; each names the ones that it refers to. */
export const tables: DataTable<unknown>[] = [
  productsTable,
  samplesTable(),
  measurementsTable(),
  figuresTable(),
  limitsTable,
  chemicalsTable,
  revisionsTable,
  // How late a test is changes by itself; `due_on` says from when it is.
  { ...testsTable, columns: testsTable.columns.filter(({ name }) => name !== 'overdue_days') },
  testStepsTable,
  moneyTable,
  ...surveyTables,
];

const metalTables: DataTable<unknown>[] = [
  samplesTable(undefined, 'metals'),
  measurementsTable(undefined, 'metals'),
  metalVerdictsTable,
];

/** The same with those of metals, once anything is tested for them. */
export async function tablesNow(tx: Tx): Promise<DataTable<unknown>[]> {
  const isAny = (await tx.$count(testedProducts, eq(testedProducts.panel, 'metals'))) > 0;
  return isAny ? [...tables, ...metalTables] : tables;
}
