import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { products, resultRevisions, testedProducts } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile, type Cells } from '#test/support/samples-file.ts';
import { importSamples } from './import-samples.server.ts';
import { rateAnew } from './rate-anew.server.ts';
import { renameTested } from './rename-tested.server.ts';
import { compareResultsWithLog } from './compare-results-with-log.server.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();

beforeEach(async () => {
  await asOwner(
    'truncate lab_measurements, lab_samples, result_revisions, tested_products, imports restart identity cascade',
  );
});

/** 240 g for a child of 14 kg: 200 ng/g of DEHP are 6.9% of the limit, 2,000 are 69%. */
const tea = (dehp: string, more: Cells = {}) => samplesFile({ id: '7', DEHP_ng_g: dehp, ...more });

const stored = async () => {
  const [row] = await db().select().from(testedProducts).where(eq(testedProducts.originalId, 7));
  return row?.assessments as { child: { phthalates: { risk: string }; sentence: string } } | null;
};
const highest = async () => (await findTestedReport('7'))?.risk.phthalates_risk;

/** As 0.4.0 publishes: a revision, other measurements, and ratings, but no assessments. */
async function publishedBefore(tx: Tx, dehp: number) {
  await tx.execute(
    sql`update lab_measurements set value_ng_g = ${dehp} where chemical_key = 'dehp'`,
  );
  const [row] = await tx.select().from(resultRevisions);
  await tx.insert(resultRevisions).values({ ...row!, number: 2, reason: 'A slip' });
}

test('what the version before publishes is read right at once, and drawn at the next start', async () => {
  await importSamples(tea('200'));
  expect((await stored())?.child.phthalates.risk).toBe('Medium');
  await inTransaction((tx) => publishedBefore(tx, 2_000));
  expect(await stored()).toBeNull();
  expect(await highest()).toBe('High');
  expect((await listRiskLevels()).items).toMatchObject([{ phthalates_risk: 'High' }]);
  expect(await rateAnew()).toBe(1);
  expect((await stored())?.child.phthalates.risk).toBe('High');
  expect(await rateAnew()).toBe(0);
});

test('what the version before renames is judged as what it is called now', async () => {
  await importSamples(tea('200', { product: 'Formula', tags: 'formula' }));
  const name = 'Infant formula';
  await db().update(testedProducts).set({ name }).where(eq(testedProducts.originalId, 7));
  expect(await stored()).toBeNull();
  expect((await findTestedReport('7'))?.risk.sentence).toMatch(/^For a baby: six servings a day\./);
});

test('what is renamed is judged as that in the same transaction', async () => {
  const values = { id: 7_007, name: 'Infant milk', searchText: '', category: 'Tea' };
  await addRows(products, { ...values, testingStatus: 'Tested' });
  await addRows(testedProducts, {
    originalId: 7_007,
    productId: 7_007,
    name: 'Milk',
    tags: [],
    searchText: 'milk',
  });
  await inTransaction((tx) => renameTested(tx, 7_007));
  const [row] = await db().select().from(testedProducts);
  expect(row).toMatchObject({ name: 'Infant milk', assessments: { child: { servings: 1 } } });
});

test('a sample that is not used is in no figure of a report, for whomever it is', async () => {
  const lines = samplesFile({ id: '7', DEHP_ng_g: '10' }, { id: '8', DEHP_ng_g: '90000' }).split(
    '\n',
  );
  const file = [`${lines[0]}\tnot_used`, `${lines[1]}\t`, `${lines[2]}\tBroken in the post`];
  expect(await importSamples(file.join('\n'))).toMatchObject({ ok: true });
  const risk = (await findTestedReport('7'))!.risk;
  expect(risk.eater.phthalates.tdi_percent).toBe(risk.phthalates_tdi_percent);
  expect(risk.phthalates_word).toBe('Low');
});

test('an audit tells of what is stored and does not follow from the samples', async () => {
  await importSamples(tea('200'));
  expect((await compareResultsWithLog()).found).toEqual([]);
  await db()
    .update(testedProducts)
    .set({ assessments: sql`jsonb_set(assessments, '{child,sentence}', '"All is well."')` });
  expect((await compareResultsWithLog()).found).toEqual([
    'Levels of product 7 do not follow from its results.',
  ]);
});
