import { beforeAll, expect, test } from 'vitest';
import { searchText } from '#app/catalogue/product-keys.ts';
import { db } from '#app/database/db.server.ts';
import { products, testedProducts } from '#db/schema.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { dayItems, metalAmountsOf } from './day-items.server.ts';

useDatabaseWithResults();

const lead = (ngG: number) => ({ lowerNgG: ngG, upperNgG: ngG, highestUpperNgG: ngG, samples: 1 });

beforeAll(async () => {
  const row = (id: number, more: object) => {
    const name = `Formula ${id}`;
    return { id, name, searchText: searchText(name, ''), ...more };
  };
  await db()
    .insert(products)
    .values([
      row(3001, { panel: 'metals', itemOf: 1 }),
      row(3002, { panel: 'metals', itemOf: 1, round: 2 }),
      row(3003, { servingSizeG: 30 }),
    ]);
  for (const [id, ngG] of [
    [3002, 2],
    [3001, 5],
  ] as const) {
    await db()
      .insert(testedProducts)
      .values({
        originalId: id,
        productId: id,
        panel: 'metals',
        name: `Formula ${id}`,
        tags: [],
        searchText: '',
        // As stored, with more than a day needs.
        assessments: { amounts: { pb: { ...lead(ngG), highestLowerNgG: ngG, loqNgG: null } } },
      });
  }
});

test('metals are of the item, the latest round of them, and as fed by no label yet', async () => {
  const found = await metalAmountsOf([1, 227]);
  expect([...found]).toEqual([[1, { amounts: { pb: lead(2) }, asFedPerG: null }]]);
});

test('a report has its sister’s metals, and a sister that was saved the report’s plastics', async () => {
  const [report, sister, untested] = await dayItems([1, 3001, 3003, 4_999]);
  expect(report).toMatchObject({
    id: 1,
    report: 1,
    item: 1,
    serving_g: 22,
    kind: { key: 'infant-formula' },
  });
  expect(report!.amounts.pb).toEqual(lead(2));
  expect(sister).toMatchObject({ id: 3001, name: 'Formula 3001 (metals)', report: 1, item: 1 });
  expect(sister!.amounts).toEqual(report!.amounts);
  expect(untested).toMatchObject({ id: 3003, report: null, amounts: {}, serving_g: 30 });
  expect(untested!.says).toMatch(/^\$0 of \$1,275 raised\./);
});
