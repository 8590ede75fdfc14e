import { eq } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { products, testedProducts } from '#db/schema.ts';
import { writeMetalsResults } from '#test/oracle/metals/write-results.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { dayItems } from './day-items.server.ts';
import { addRows, changeRows } from '#test/support/gifts.ts';

useDatabaseWithResults();

beforeAll(async () => {
  const formula = { itemOf: 1, name: 'Formula', servingG: 22, asFedPerG: 7.5 };
  await writeMetalsResults([
    { ...formula, id: 3001, round: 1, samples: [{ pb: '5' }] },
    { ...formula, id: 3002, round: 2, samples: [{ pb: '2' }, { pb: '<1' }] },
  ]);
  // As a version before metals leaves it.
  await changeRows(testedProducts, eq(testedProducts.panel, 'metals'), { assessments: {} });
  await addRows(products, { id: 3003, name: 'Formula', searchText: 'formula', servingSizeG: 30 });
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
  // Of the latest round, from its samples: 2, and below 1.
  const lead = { lowerNgG: 1, upperNgG: 1.5, highestUpperNgG: 2, samples: 2 };
  expect(report!.amounts.pb).toEqual(lead);
  expect(report!.as_fed_per_g).toBe(7.5);
  expect(sister).toMatchObject({ id: 3001, name: 'Formula (metals)', report: 1, item: 1 });
  expect(sister!.amounts).toEqual(report!.amounts);
  expect(untested).toMatchObject({ id: 3003, report: null, amounts: {}, serving_g: 30 });
  expect(untested!.says).toMatch(/^\$0 of \$1,275 raised\./);
});
