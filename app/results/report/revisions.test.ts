import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { labMeasurements, labSamples, resultRevisions, testedProducts } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { productFile, samplesFile, type Cells } from '#test/support/samples-file.ts';
import calls from '#app/results/calls.ts';
import { findRevision } from './find-revision.server.ts';
import { keepFirstRevisions } from '#app/intake/load-published.server.ts';
import { importSamples, type Intake } from '#app/intake/import-samples.server.ts';
import { previewSamples } from '#app/intake/preview-samples.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { selectTested } from '#app/results/read/risk-levels.server.ts';

useDatabase();

beforeEach(async () => {
  await asOwner(
    'truncate lab_measurements, lab_samples, result_revisions, tested_products, imports restart identity cascade',
  );
});

/** 240 g of a mean of 200 ng/g are 48,000 ng, of the 700,000 that a child may have: 6.857%. */
const first: Cells[] = [
  { id: '1', DEHP_ng_g: '100' },
  { id: '2', DEHP_ng_g: '300' },
];
/** A mean of 52.5: 12,600 ng, 1.8%. */
const corrected: Cells[] = [
  { id: '1', DEHP_ng_g: '100' },
  { id: '2', DEHP_ng_g: '<10' },
];

const take = (rows: readonly Cells[], intake?: Intake) =>
  importSamples(samplesFile(...rows), intake);

const revisionRows = () =>
  db()
    .select()
    .from(resultRevisions)
    .orderBy(asc(resultRevisions.originalId), asc(resultRevisions.number));

const revisionAt = async (originalId: string, number: number) => {
  const found = await findRevision(originalId, String(number));
  return 'facts' in found ? found : undefined;
};

const percentOf = async (id: number) => {
  const [row] = await selectTested(db(), eq(testedProducts.originalId, id));
  return row?.assessments.child.phthalates.tdi_percent;
};

describe('a correction', () => {
  test('is a new revision, and says why', async () => {
    await take(first);
    advanceClock(86_400_000);
    const result = await take(corrected, { reason: ' The blank was\tcontaminated.\u0000\n' });
    resetClock();
    expect(result).toMatchObject({ ok: true, unchanged: false });
    expect(await percentOf(7)).toBeCloseTo(1.8, 9);
    const report = await findTestedReport('7');
    expect(report?.revisions).toEqual([
      { number: 2, reason: 'The blank was contaminated.', published_at: expect.any(String) },
      { number: 1, reason: null, published_at: expect.any(String) },
    ]);
    const [second, one] = report?.revisions ?? [];
    const apartMs = Date.parse(second!.published_at) - Date.parse(one!.published_at);
    expect(apartMs).toBeGreaterThanOrEqual(86_400_000);
  });

  test.each([undefined, '', '  \n'])('is refused without a reason: %j', async (reason) => {
    await take(first);
    const result = await take(
      [...corrected, { id: '9', product_id: '8', product: 'Milk' }],
      reason === undefined ? {} : { reason },
    );
    expect(result).toEqual({ ok: false, why: 'no_reason', products: [7] });
    expect(await percentOf(7)).toBeCloseTo(48_000 / 7_000, 9);
    expect(await percentOf(8)).toBeUndefined();
    expect(await revisionRows()).toHaveLength(1);
  });

  test('takes away the samples it does not state, and leaves other products alone', async () => {
    await take([...first, { id: '9', product_id: '8', product: 'Milk', DEHP_ng_g: '10' }]);
    await take([{ id: '2', DEHP_ng_g: '300' }], { reason: 'Sample 1 was mixed up.' });
    expect((await findTestedReport('7'))?.samples.map((sample) => sample.id)).toEqual(['2']);
    expect(await percentOf(7)).toBeCloseTo(72_000 / 7_000, 9);
    expect(await db().$count(labMeasurements)).toBe(2 * 18);
    expect((await findTestedReport('8'))?.revisions).toHaveLength(1);
  });

  test('takes away a chemical that is not stated any more', async () => {
    const [header, row] = samplesFile({ id: '1' }).split('\n');
    await importSamples(`BPAF_ng_g\t${header}\n5\t${row}\n`);
    expect((await findTestedReport('7'))?.samples[0]?.test_results[0]?.bpaf_ng_g).toBe(5);
    expect(await take([{ id: '1' }])).toEqual({ ok: false, why: 'no_reason', products: [7] });
    await take([{ id: '1' }], { reason: 'BPAF was not asked for.' });
    expect((await findTestedReport('7'))?.samples[0]?.test_results[0]?.bpaf_ng_g).toBeNull();
    expect(await db().$count(labMeasurements)).toBe(18);
  });

  test('moves a sample between products of one file only', async () => {
    const milk = { product_id: '8', product: 'Milk' };
    await take([...first, { id: '9', ...milk }]);
    const [one] = first;
    expect(
      await take(
        [
          { id: '2', ...milk },
          { id: '9', ...milk },
        ],
        { reason: 'Mixed up.' },
      ),
    ).toEqual({
      ok: false,
      why: 'file',
      problems: [
        { line: 2, reason: 'the sample "2" belongs to product 7, which is not in the file' },
      ],
    });
    await take([one!, { id: '2', ...milk }, { id: '9', ...milk }], { reason: 'Mixed up.' });
    const ids = async (id: string) =>
      (await findTestedReport(id))?.samples.map((sample) => sample.id);
    expect([await ids('7'), await ids('8')]).toEqual([['1'], ['2', '9']]);
    expect((await revisionRows()).map((row) => [row.originalId, row.number])).toEqual([
      [7, 1],
      [7, 2],
      [8, 1],
      [8, 2],
    ]);
  });

  test('of one product may leave open what is known of it', async () => {
    await take(first);
    const file = productFile({ id: '1', DEHP_ng_g: '100' });
    expect(await importSamples(file, { about: 7, reason: 'Sample 2 was lost.' })).toMatchObject({
      ok: true,
    });
    expect(await findTestedReport('7')).toMatchObject({ name: 'Tap Water', serving_size_g: 240 });
    expect(await importSamples(file, { about: 8 })).toMatchObject({
      problems: [
        { line: 2, reason: 'product_id: there is no product 8' },
        { line: 2, reason: expect.stringContaining('belongs to product 7') },
      ],
    });
  });
});

describe('the same results again', () => {
  test.each<[string, (text: string) => string]>([
    ['in the same file', (text) => text],
    [
      'in another order of lines',
      (text) => {
        const [header, ...rows] = text.slice(0, -1).split('\n');
        return [header, ...rows.toReversed(), ''].join('\n');
      },
    ],
    ['with other line ends', (text) => text.replaceAll('\n', '\r\n')],
    ['with commas', (text) => text.replaceAll('\t', ',')],
    [
      'with an empty column more',
      (text) => text.replaceAll(/$(?=\n)/gm, '\t').replace('\t\n', '\tBPAF_ng_g\n'),
    ],
  ])('%s change nothing', async (_, again) => {
    const text = samplesFile(...first);
    await importSamples(text);
    const before = [await revisionRows(), await db().select().from(testedProducts)];
    const result = await importSamples(again(text), { reason: 'No reason at all.' });
    expect(result).toMatchObject({ ok: true, unchanged: true, changes: [] });
    expect([await revisionRows(), await db().select().from(testedProducts)]).toEqual(before);
  });

  test('are no correction where results were published before there were revisions', async () => {
    await take(first);
    await db().delete(resultRevisions);
    expect(await take(first)).toMatchObject({ ok: true, changes: [] });
    expect(await revisionRows()).toMatchObject([{ number: 1, reason: null, fileSha256: null }]);
    await db().delete(resultRevisions);
    expect(await take(corrected)).toMatchObject({ why: 'no_reason' });
    expect(await take(corrected, { reason: 'A slip.' })).toMatchObject({ ok: true });
    const old = await revisionAt('7', 1);
    expect(old?.report.samples[1]?.test_results[0]?.dehp_ng_g).toBe(300);
    await inTransaction(keepFirstRevisions);
    expect(await revisionRows()).toHaveLength(2);
  });
});

describe('an earlier revision', () => {
  test('reads as it did when it was published', async () => {
    await take([
      { ...first[0], lot_no: ' L  1', tags: 'water,tap', collection_notes: 'Left running' },
      first[1]!,
    ]);
    const then = await findTestedReport('7');
    await take([{ id: '3', DEHP_ng_g: '>60000', product: 'Water', serving_size_g: '100' }], {
      reason: 'All new.',
    });
    const found = await revisionAt('0007', 1);
    const now = await findTestedReport('7');
    expect(found?.revision).toEqual({ ...then?.revisions[0] });
    expect(found?.report).toEqual({ ...then, revisions: now?.revisions });
    expect(found?.report.risk.phthalates_risk).toBe('Medium');
    expect(found?.report.risk.phthalates_tdi_percent).toBeCloseTo(48_000 / 7_000, 9);
    expect((await revisionAt('7', 2))?.report).toEqual(now);
    const answered = await calls.findRevision.handle({
      params: { original_id: '7', number: '1' },
    } as never);
    expect(answered).toMatchObject({
      status: 200,
      body: { revision: { number: 1 }, product: { name: 'Tap Water' } },
    });
  });

  test.each([
    ['7', '0', 'These results were never published'],
    ['7', '2', 'These results were never published'],
    ['7', '1.0', 'These results were never published'],
    ['7', '99999999999', 'These results were never published'],
    ['8', '1', 'Product not found'],
    ['x', '1', 'Product not found'],
  ])('%s/%s is not found', async (original_id, number, error) => {
    await take(first);
    const answered = await calls.findRevision.handle({ params: { original_id, number } } as never);
    expect(answered).toMatchObject({ status: 404, body: { error } });
  });
});

describe('publications at once', () => {
  test('are made one after the other, and none is lost', async () => {
    await take(first);
    const values = Array.from({ length: 8 }, (_, at) => String(at + 1));
    const results = await Promise.all(
      values.map((value) => take([{ id: '1', DEHP_ng_g: value }], { reason: `It is ${value}.` })),
    );
    expect(results.every((result) => result.ok)).toBe(true);
    const rows = await revisionRows();
    expect(rows.map((row) => row.number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
    expect(
      rows
        .slice(1)
        .map((row) => row.reason)
        .toSorted(),
    ).toEqual(values.map((value) => `It is ${value}.`));
    for (const { number, reason } of rows.slice(1)) {
      const found = await revisionAt('7', number);
      const value = found?.report.samples[0]?.test_results[0]?.dehp_ng_g;
      expect(reason).toBe(`It is ${value}.`);
    }
    const latest = await revisionAt('7', 9);
    expect((await findTestedReport('7'))?.samples).toEqual(latest?.report.samples);
  });

  test('and a preview that is out of date stops', async () => {
    await take(first);
    const text = samplesFile(...corrected);
    const preview = await previewSamples(text);
    const previewed = preview.ok ? preview.fingerprint : '';
    await take([{ id: '1', DEHP_ng_g: '7' }], { reason: 'In between.' });
    const late = { reason: 'A slip.', previewed };
    expect(await importSamples(text, late)).toEqual({ ok: false, why: 'changed_meanwhile' });
    const again = await previewSamples(text);
    expect(
      await importSamples(text, { ...late, previewed: again.ok ? again.fingerprint : '' }),
    ).toMatchObject({ ok: true });
    expect((await db().select().from(labSamples)).map((row) => row.sampleId).toSorted()).toEqual([
      '1',
      '2',
    ]);
  });
});
