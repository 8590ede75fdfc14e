import { beforeAll, expect, it } from 'vitest';
import { snapshot } from '#app/database/db.server.ts';
import { bringFirstData } from '#cli/first-data.ts';
import { useDatabase } from '#test/support/database.ts';
import { rowCells, type Cell } from '#app/data/table.ts';
import { tables } from './all-tables.server.ts';

useDatabase();

const read = new Map<string, Cell[][]>();

beforeAll(async () => {
  await bringFirstData(() => {});
  await snapshot(async (tx) => {
    for (const table of tables) {
      const rows: Cell[][] = [];
      for await (const batch of table.rows(tx))
        rows.push(...batch.map((row) => rowCells(table, row)));
      read.set(table.name, rows);
    }
  });
});

const rowsOf = (name: string) => {
  const { columns } = tables.find((table) => table.name === name)!;
  return read
    .get(name)!
    .map((cells) => Object.fromEntries(columns.map((one, at) => [one.name, cells[at]!])));
};

it.each(tables.map((table) => [table.name, table] as const))(
  'the rows of %s come in the order of a key that tells them apart, in cells of their types',
  (name, { key, columns }) => {
    const rows = rowsOf(name);
    const before = (a: Cell, b: Cell) => (a === b ? 0 : a! < b! ? -1 : 1);
    rows.slice(1).forEach((row, at) => {
      const [order] = key
        .map((one) => before(rows[at]![one]!, row[one]!))
        .filter((one) => one !== 0);
      expect(order, JSON.stringify(row)).toBe(-1);
    });
    for (const { name: column, type } of columns) {
      const cells = rows.map((row) => row[column]!).filter((cell) => cell !== null);
      if (key.includes(column)) expect(cells.length, column).toBe(rows.length);
      expect(cells.filter((cell) => !isOf(type, cell)).slice(0, 3), column).toEqual([]);
    }
  },
);

function isOf(type: string, cell: Cell): boolean {
  if (type === 'date') return /^\d{4}-\d\d-\d\d$/.test(String(cell));
  if (type === 'integer') return Number.isInteger(cell);
  return typeof cell === (type === 'text' ? 'string' : type);
}

it('hold what is published, under its own terms, and no demonstration', () => {
  expect(rowsOf('samples')).toHaveLength(618);
  expect(new Set(rowsOf('measurements').map(({ status }) => status))).toEqual(
    new Set(['ok', 'below_loq', 'above_range', 'not_tested']),
  );
  const products = rowsOf('products');
  expect(products.filter(({ name }) => String(name).startsWith('[TEST]'))).toEqual([]);
  expect(products.find((row) => row.product_id === 93)).toMatchObject({
    is_tested: true,
    source: 'PlasticList',
    license: expect.stringContaining('cite PlasticList'),
  });
  expect(products.find((row) => row.product_id === 1001)).toMatchObject({
    is_tested: false,
    sentence: null,
    license: 'CC-BY-4.0',
  });
  // Of which item, and for what, is said last; a further test of one stands beside its first.
  const last = (name: string) => tables.find((one) => one.name === name)!.columns.slice(-2);
  for (const name of ['products', 'tests', 'money'])
    expect(last(name).map((one) => one.name)).toEqual(['panel', 'item']);
  expect(products.filter(({ item }) => [13, 1017].includes(Number(item)))).toMatchObject([
    { product_id: 13, panel: 'plastics', is_tested: true },
    { product_id: 1017, panel: 'plastics' },
    { product_id: 1101, panel: 'metals', is_tested: false, item: 1017 },
    { product_id: 1108, panel: 'metals', is_tested: false, item: 13 },
  ]);
  // What no person takes in is held against no other authority's limit, as on its report.
  const receipts = rowsOf('figures').filter((row) => row.product_id === 754);
  expect(new Set(receipts.map((row) => row.authority))).toEqual(new Set(['EFSA']));
  const said = rowsOf('figures').filter((row) => row.product_id === 71 && row.eater === 'child');
  expect(said.map((row) => [row.family, row.authority, row.word, row.sentence])).toEqual(
    expect.arrayContaining([
      [
        'bisphenols',
        'BfR',
        'High',
        'Within the German (BfR) limit: on average at most 76%; the highest sample had 79%',
      ],
      [
        'bisphenols',
        'EFSA',
        'High',
        'High, about 490 times the European BPA limit if BPF is counted as BPA',
      ],
      ['phthalates', 'EFSA', 'Can’t tell', 'can’t tell, Low to Medium'],
    ]),
  );
});
