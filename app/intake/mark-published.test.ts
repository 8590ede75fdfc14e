import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { searchText } from '#app/catalogue/product-keys.ts';
import { db } from '#app/database/db.server.ts';
import { importSamples } from './import-samples.server.ts';
import { previewSamples } from './preview-samples.server.ts';
import { findRevision } from '#app/results/report/find-revision.server.ts';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import {
  emailSubscriptions,
  imports,
  labSamples,
  mailboxes,
  mails,
  products,
  resultRevisions,
} from '#db/schema.ts';
import { aFollow, anOff } from '#test/support/topics.ts';
import { changeProduct, addRows } from '#test/support/gifts.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';

useDatabase();
allowMadeUpMoney();

let nextCode = 3001;

/** A product with a follower, fully funded unless `columns` say otherwise; 240 g a serving. */
async function aProduct(columns: Partial<typeof products.$inferInsert> = {}): Promise<number> {
  const id = nextCode++;
  const name = `Water ${id}`;
  await addRows(products, {
    id,
    name,
    brand: 'Springs',
    searchText: searchText(name, 'Springs'),
    servingSizeG: 240,
    raisedCents: 127_500,
    testingStatus: 'Testing in Progress',
    ...columns,
  });
  await registers(id);
  const email = `reader-${id}@example.org`;
  await addRows(emailSubscriptions, aFollow(`product:${id}`, email));
  return id;
}

/** Sample ids are unique, so each product has its own. */
const fileOf = (id: number, ...dehp: string[]) =>
  productFile(...dehp.map((DEHP_ng_g, at) => ({ id: `${id}-${at + 1}`, DEHP_ng_g })));

const told = async (productId: number, news = 'results-published') =>
  (await db().select().from(mails)).filter(
    ({ name, params }) =>
      name === news && (params as { productId: number }).productId === productId,
  ).length;

const productNow = async (id: number) => {
  const [row] = await db().select().from(products).where(eq(products.id, id));
  return row;
};

const nothingOf = async (id: number) => {
  expect(await findTestedReport(String(id))).toBeUndefined();
  expect(await told(id)).toBe(0);
  const rows = await db().select().from(resultRevisions).where(eq(resultRevisions.originalId, id));
  expect(rows).toEqual([]);
};

describe('first results of a funded product', () => {
  test('put it on the tested list, mark it tested and tell its people', async () => {
    const id = await aProduct();
    const result = await importSamples(fileOf(id, '100', '300'), { about: id });
    expect(result).toMatchObject({ ok: true, samples: 2, products: 1, told: [id] });
    expect(await productNow(id)).toMatchObject({
      testingStatus: 'Tested',
      testingBegunAt: expect.any(Date),
    });
    expect([await told(id), await told(id, 'testing-begun')]).toEqual([1, 0]);
    const { items } = await listRiskLevels({ search: `springs water ${id}` });
    expect(items).toMatchObject([{ product_id: id, phthalates_risk: 'Medium' }]);
    expect(items[0]?.phthalates_tdi_percent).toBeCloseTo(48_000 / 7_000, 9);
    expect(await findTestedReport(String(id))).toMatchObject({
      name: `Springs Water ${id}`,
      serving_size_g: 240,
      funded_product_id: id,
      revisions: [{ number: 1, reason: null }],
    });
  });

  test('may come in a file of several, PlasticList’s among them', async () => {
    const id = await aProduct({ name: 'Springs Water', servingSizeG: null });
    const text = samplesFile(
      { id: `${id}-1`, product_id: String(id), product: 'As the laboratory calls it' },
      { id: 'p-1' },
    );
    expect(await importSamples(text)).toMatchObject({ ok: true, products: 2, told: [id] });
    expect(await findTestedReport(String(id))).toMatchObject({
      name: 'Springs Water',
      serving_size_g: 240,
    });
    expect(await findTestedReport('7')).toMatchObject({
      name: 'Tap Water',
      funded_product_id: null,
    });
  });

  test('are published once, and told once, when two try at the same moment', async () => {
    const id = await aProduct();
    const text = fileOf(id, '100');
    const results = await Promise.all([1, 2, 3].map(() => importSamples(text, { about: id })));
    expect(results.map((result) => result.ok && result.told.length).toSorted()).toEqual([0, 0, 1]);
    expect(results.filter((result) => result.ok && result.unchanged)).toHaveLength(2);
    expect(await told(id)).toBe(1);
    expect((await findTestedReport(String(id)))?.revisions).toHaveLength(1);
  });
});

describe('a correction', () => {
  test('within its level is no news, and the same results again change nothing', async () => {
    const id = await aProduct();
    await importSamples(fileOf(id, '100', '300'), { about: id });
    const result = await importSamples(fileOf(id, '100', '310'), { about: id, reason: 'A slip.' });
    expect(result).toMatchObject({ ok: true, told: [] });
    const again = await importSamples(fileOf(id, '100', '310'), { about: id });
    expect(again).toMatchObject({ ok: true, unchanged: true, told: [] });
    expect([await told(id), await told(id, 'results-corrected')]).toEqual([1, 0]);
    const [latest, before] = (await findTestedReport(String(id)))?.revisions ?? [];
    expect([latest?.reason, before?.reason]).toEqual(['A slip.', null]);
    const old = await findRevision(String(id), '1');
    const percent = expect.closeTo(48_000 / 7_000, 9);
    expect(old).toHaveProperty('report.risk.phthalates_tdi_percent', percent);
  });

  const lower = (id: number) =>
    [fileOf(id, '100', '<10'), { about: id, reason: 'A slip.' }] as const;

  test('of a level is told once to each, as its preview counts them', async () => {
    const id = await aProduct();
    const browsers = ['another browser', 'a third one'];
    const [email, stopped] = [`reader-${id}@example.org`, `stopped-${id}@example.org`];
    const topic = `product:${id}`;
    const theirs = browsers.map((browser) => aFollow(topic, email, browser));
    await addRows(emailSubscriptions, [...theirs, aFollow(topic, stopped)]);
    await addRows(mailboxes, {
      emailNormalised: stopped,
      token: `t${id}`,
      stoppedAt: new Date(),
    });
    await importSamples(fileOf(id, '100', '300'), { about: id });
    const [file, intake] = lower(id);
    const preview = await previewSamples(file, id);
    expect(preview.ok && [...preview.told]).toEqual([[id, 1]]);
    expect(await importSamples(file, intake)).toMatchObject({ ok: true, told: [id] });
    expect(await importSamples(file, intake)).toMatchObject({ ok: true, told: [] });
    const own = (await db().select().from(mails)).filter(
      ({ name, toEmail }) => name === 'results-corrected' && toEmail === email,
    );
    expect(own.map(({ params }) => params)).toEqual([{ productId: id, happening: '2' }]);
  });

  test('of a level is not told to who wants to hear no more of the product', async () => {
    const id = await aProduct();
    await importSamples(fileOf(id, '100', '300'), { about: id });
    await addRows(emailSubscriptions, anOff(`product:${id}`, `reader-${id}@example.org`));
    const [file, intake] = lower(id);
    const preview = await previewSamples(file, id);
    expect(preview.ok && preview.told.size).toBe(0);
    expect(await importSamples(file, intake)).toMatchObject({ ok: true });
    expect(await told(id, 'results-corrected')).toBe(0);
  });

  test('that adds samples is told, and one that gives them other ids is not', async () => {
    const id = await aProduct();
    const ids = (...names: string[]) =>
      productFile(...names.map((name) => ({ id: `${id}-${name}`, DEHP_ng_g: '200' })));
    const file = { about: id, reason: 'A retest.' };
    await importSamples(ids('1', '2'), { about: id });
    expect(await importSamples(ids('1', '2a'), file)).toMatchObject({ ok: true, told: [] });
    expect(await importSamples(ids('1', '2a', '3'), file)).toMatchObject({ ok: true, told: [id] });
    expect(await told(id, 'results-corrected')).toBe(1);
  });

  test('of what was not funded here is told to who follows its report, and nobody else', async () => {
    const file = (DEHP_ng_g: string) => samplesFile({ id: 'p-2', product_id: '8', DEHP_ng_g });
    await importSamples(file('1'));
    const corrected = await importSamples(file('9000'), { reason: 'A slip.' });
    expect(corrected).toMatchObject({ ok: true, told: [], changes: [{ revision: 2 }] });
    expect(await told(8, 'results-corrected')).toBe(0);
    const email = 'reader-8@example.org';
    await db().insert(emailSubscriptions).values(aFollow('report:8', email));
    const again = await importSamples(file('1'), { reason: 'It was right.' });
    expect(again).toMatchObject({ ok: true, told: [8] });
    expect(await told(8, 'results-corrected')).toBe(1);
  });
});

describe('what the site knows of a funded product', () => {
  test('another name makes the same file no correction', async () => {
    const id = await aProduct();
    await importSamples(fileOf(id, '100'), { about: id });
    await changeProduct(id, { name: 'Renamed water' });
    const again = await importSamples(fileOf(id, '100'), { about: id });
    expect(again).toMatchObject({ ok: true, changes: [] });
    const report = await findTestedReport(String(id));
    expect(report).toMatchObject({ name: 'Springs Renamed water', revisions: [{ number: 1 }] });
  });

  test('its category stands in for tags that the file lacks, and says what is not food', async () => {
    const id = await aProduct({ category: 'Personal Care' });
    await importSamples(fileOf(id, '100'), { about: id });
    const report = await findTestedReport(String(id));
    expect(report).toMatchObject({ tags: ['personal_care'], risk: { not_food: true } });
    const first = await findRevision(String(id), '1');
    expect(first).toHaveProperty('report.tags', ['personal_care']);
  });
});

describe('a serving size that is published', () => {
  test('is corrected by a file alone, and the page follows', async () => {
    const id = await aProduct();
    const text = (grams: string) =>
      samplesFile({ id: `${id}-1`, product_id: String(id), serving_size_g: grams });
    expect(await importSamples(text(''))).toMatchObject({ ok: true });
    expect(await importSamples(text('24'))).toMatchObject({ ok: false, why: 'no_reason' });
    expect(await productNow(id)).toMatchObject({ servingSizeG: 240 });
    const corrected = await importSamples(text('24'), { reason: 'Misread.' });
    expect(corrected).toMatchObject({ ok: true, changes: [{ revision: 2, isCorrection: true }] });
    expect(await productNow(id)).toMatchObject({ servingSizeG: 24 });
    expect(await findTestedReport(String(id))).toMatchObject({ serving_size_g: 24 });
    expect(await importSamples(text(''))).toMatchObject({ ok: true, unchanged: true });
  });
});

describe('a serving size that the product page does not know', () => {
  test('is the laboratory’s, and stays when a correction leaves it out', async () => {
    const id = await aProduct({ servingSizeG: null });
    const whole = (cells: Record<string, string>) =>
      samplesFile({ id: `${id}-1`, product_id: String(id), DEHP_ng_g: '100', ...cells });
    const servingNow = async () => (await findTestedReport(String(id)))?.serving_size_g;
    expect(await importSamples(whole({ serving_size_g: '30' }))).toMatchObject({ ok: true });
    expect(await servingNow()).toBe(30);
    const file = { about: id, reason: 'Read anew.' };
    expect(await importSamples(fileOf(id, '120'), file)).toMatchObject({ ok: true });
    expect(await servingNow()).toBe(30);
    expect(
      await importSamples(whole({ serving_size_g: '35' }), { reason: 'Weighed anew.' }),
    ).toMatchObject({ ok: true });
    expect(await servingNow()).toBe(35);
  });
});

describe('nothing is published', () => {
  test.each([
    ['not_funded', { raisedCents: 127_499, testingStatus: 'Untested' }],
    ['removed', { removedAt: new Date(), removedReason: 'removed' }],
  ])('of a product that is %s, nor of any other in the file', async (because, columns) => {
    const [good, bad] = [await aProduct(), await aProduct(columns)];
    const before = [await db().$count(labSamples), await db().$count(imports)];
    const text = samplesFile(
      { id: `${good}-1`, product_id: String(good) },
      { id: `${bad}-1`, product_id: String(bad) },
    );
    const refused = { productId: bad, because };
    expect(await importSamples(text)).toEqual({ ok: false, why: 'unpublishable', ...refused });
    await nothingOf(good);
    await nothingOf(bad);
    expect(await productNow(good)).toMatchObject({
      testingStatus: 'Testing in Progress',
      testingBegunAt: null,
    });
    expect([await db().$count(labSamples), await db().$count(imports)]).toEqual(before);
    expect(await previewSamples(text)).toMatchObject({ ok: true, unpublishable: [refused] });
  });

  test('of a [TEST] product, or one that is not there', async () => {
    const demo = await aProduct({ isDemo: true });
    for (const id of [demo, 4_711, 999_999_999]) {
      const reason = `product_id: there is no product ${id}`;
      const refused = { ok: false, why: 'file', problems: [{ line: 2, reason }] };
      expect(await importSamples(fileOf(id, '1'), { about: id })).toEqual(refused);
      expect(await previewSamples(fileOf(id, '1'), id)).toMatchObject(refused);
      await nothingOf(id);
    }
  });

  test('where the file contradicts the product’s serving size', async () => {
    const id = await aProduct();
    const text = samplesFile({ id: `${id}-1`, product_id: String(id), serving_size_g: '100' });
    expect(await importSamples(text)).toMatchObject({
      problems: [
        { line: 2, reason: expect.stringMatching(/^serving_size_g: 100 g here, but 240 g/) },
      ],
    });
    await nothingOf(id);
  });

  test('by a preview', async () => {
    const id = await aProduct();
    const preview = await previewSamples(fileOf(id, '100'), id);
    expect(preview).toMatchObject({
      ok: true,
      unpublishable: [],
      changes: [{ originalId: id, revision: 1, isCorrection: false }],
    });
    await nothingOf(id);
    expect(await productNow(id)).toMatchObject({ testingStatus: 'Testing in Progress' });
  });
});
