import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { kindOf } from '#app/catalogue/kinds.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { products, testedProducts } from '#db/schema.ts';
import { useDatabaseWithResults } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import {
  allTested,
  countTestedProducts,
  itemOfTested,
  listRiskLevels,
  rowsOf,
  selectTested,
} from './risk-levels.server.ts';
import { contendersOf } from '#app/results/rank/ranked-kind.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabaseWithResults();

const rowOf = async (id: number) => (await allTested()).find(({ originalId }) => originalId === id);

test('is read once for all who ask, as long as nothing is published', async () => {
  const [first, second] = await Promise.all([allTested(), allTested()]);
  expect(first).toHaveLength(await db().$count(testedProducts));
  expect(second).toEqual(first);
  expect(await allTested()).toBe(await allTested());
});

test('is what a correction says as soon as it is published', async () => {
  const before = await rowOf(93);
  const published = await importSamples(
    samplesFile({ id: 'corrected', product_id: '93', DEHP_ng_g: '900000', tags: 'tea' }),
    { reason: 'A test of the correction' },
  );
  expect(published).toMatchObject({ ok: true });
  const after = await rowOf(93);
  expect(after?.assessments).not.toEqual(before?.assessments);
  const [stored] = await selectTested(db(), eq(testedProducts.originalId, 93));
  expect(stored).toMatchObject(after ?? {});
});

test('sees a change that ends after a later one', async () => {
  const named = (id: number, name: string) =>
    db().update(testedProducts).set({ name }).where(eq(testedProducts.originalId, id));
  await inTransaction(async (early) => {
    await early
      .update(testedProducts)
      .set({ name: 'Early' })
      .where(eq(testedProducts.originalId, 1));
    await named(2, 'Late');
    expect((await rowOf(2))?.name).toBe('Late');
    expect((await rowOf(1))?.name).not.toBe('Early');
  });
  expect((await rowOf(1))?.name).toBe('Early');
});

test('is of plastics alone: what was tested for another panel has no levels', async () => {
  const before = await countTestedProducts();
  const listed = await listRiskLevels({ search: 'Ghirardelli' });
  const [first] = listed.items;
  const own = eq(testedProducts.originalId, first!.product_id);
  await db().update(testedProducts).set({ panel: 'metals' }).where(own);
  expect(await countTestedProducts()).toBe(before - 1);
  const now = await listRiskLevels({ search: 'Ghirardelli' });
  expect(now.total).toBe(listed.total - 1);
  expect(now.items.map((row) => row.product_id)).toEqual(
    listed.items.slice(1).map((row) => row.product_id),
  );
  expect([await selectTested(db(), own), await rowsOf([first!.product_id])]).toEqual([[], []]);
  await db().update(testedProducts).set({ panel: 'plastics' }).where(own);
});

test('has the kind and the picture of its item', async () => {
  const own = eq(testedProducts.originalId, 13);
  expect(itemOfTested((await rowOf(13))!)).toBe(13);
  const known = { name: 'Funded', category: 'Dairy', targetCents: 127_500, searchText: 'funded' };
  await addRows(products, { ...known, id: 13, itemOf: 79, round: 2 });
  await db().update(testedProducts).set({ productId: 13 }).where(own);
  expect(itemOfTested((await rowOf(13))!)).toBe(79);
  const kind = kindOf(79)!;
  expect((await contendersOf(kind)).map(({ id }) => id)).toContain(13);
});
