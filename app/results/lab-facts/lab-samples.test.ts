import { beforeAll, describe, expect, test } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { storedChemicals, labMeasurements, labSamples, products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import calls from '#app/results/calls.ts';
import { findLabSamples } from './lab-samples.server.ts';
import { mergeLabSamples } from './merge-lab-samples.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const [TESTED, UNTESTED, BARE, FUNDED] = [3001, 3002, 3003, 3004];

beforeAll(async () => {
  await importSamples(samplesFile({ id: 'of-plasticlist' })); // brings the chemicals
  await addProduct(TESTED, 'Tested');
  await addProduct(UNTESTED, 'Untested');
  await addProduct(BARE, 'Tested');
  await addSample(TESTED, { sampleId: '10', lot: 'L1', notes: 'opened' });
  await addSample(TESTED, { sampleId: '9' }, [
    { chemicalKey: 'bpa', reported: 'NO RESULT', status: 'not_tested', valueNgG: null },
    { chemicalKey: 'bbp', reported: 'ND', status: 'not_detected', valueNgG: null },
    { chemicalKey: 'dbp', reported: '>60000', status: 'above_range', valueNgG: 60_000 },
    { chemicalKey: 'dehp', reported: '17.25', status: 'ok', valueNgG: 17.25 },
    { chemicalKey: 'dinp', reported: '<1', status: 'below_loq', valueNgG: 1 },
  ]);
  await addSample(UNTESTED, { sampleId: '11' });
});

describe('the lab samples of a product', () => {
  test('are the spec’s fields and no other, in the order of their ids', async () => {
    expect(await answerTo(String(TESTED))).toEqual({
      status: 200,
      body: {
        items: [
          {
            sample_id: '9',
            lot: null,
            notes: null,
            lab_measurements: [
              measured('Di(2-ethylhexyl) phthalate (ppb)', 'ok', 17.25),
              measured('Dibutyl phthalate (ppb)', 'above_range', 60_000),
              measured('Benzyl butyl phthalate (ppb)', 'not_detected', null),
              measured('Diisononyl phthalate (ppb)', 'below_loq', 1),
              measured('Bisphenol A (ppb)', 'not_tested', null),
            ],
          },
          { sample_id: '10', lot: 'L1', notes: 'opened', lab_measurements: [] },
        ],
      },
    });
  });

  test('are as the call’s documentation says', async () => {
    const { body } = await answerTo(String(TESTED));
    expect(calls.labSamples.answers[200]?.parse(body)).toEqual(body);
  });

  test('are none before it is tested, and none where there are none', async () => {
    expect(await answerTo(String(UNTESTED))).toEqual({ status: 200, body: { items: [] } });
    expect(await answerTo(String(BARE))).toEqual({ status: 200, body: { items: [] } });
  });

  test('are those that were published of a funded one', async () => {
    await addProduct(FUNDED, 'Untested');
    await registers(FUNDED);
    const text = productFile({ id: 'f-2', lot_no: 'L2', BPA_ng_g: '2.5' }, { id: 'f-1' });
    expect(await importSamples(text, { about: FUNDED })).toMatchObject({ ok: true });
    const samples = (await findLabSamples(FUNDED)) ?? [];
    expect(samples.map(({ sample_id, lot }) => [sample_id, lot])).toEqual([
      ['f-1', null],
      ['f-2', 'L2'],
    ]);
    expect(samples[1]?.lab_measurements).toHaveLength(18);
    expect(mergeLabSamples(samples)[1]?.cells).toMatchObject({
      bpa: { status: 'ok', valueNgG: 2.5 },
      dehp: { status: 'below_loq', loqNgG: 10 },
    });
  });

  test('name every chemical as the table of chemicals does', async () => {
    const stored = await db().select().from(storedChemicals);
    const named = new Set(stored.map((chemical) => chemical.headerName));
    const samples = (await findLabSamples(TESTED)) ?? [];
    for (const { chemicals: of } of samples.flatMap((sample) => sample.lab_measurements)) {
      expect(named).toContain(of.header_name);
    }
  });

  // 7 is PlasticList's number of a tested product, and no product's code.
  test.each(['4711', '7', '0', '-1', '3001.5', '99999999999', '2147483648', 'abc', ''])(
    'of %j, which is no product, are not found',
    async (id) => {
      expect(await answerTo(id)).toEqual({
        status: 404,
        body: { error: '[ERROR]: Product not found' },
      });
    },
  );

  test('are not those of PlasticList’s product of the same number', async () => {
    await addProduct(7, 'Tested');
    expect(await findLabSamples(7)).toEqual([]);
  });
});

async function answerTo(id: string) {
  const input = { params: { id } } as Parameters<typeof calls.labSamples.handle>[0];
  return calls.labSamples.handle(input);
}

function measured(header_name: string, status: string, value_ppb: number | null) {
  return { value_ppb, status, chemicals: { header_name } };
}

async function addProduct(id: number, testingStatus: string): Promise<void> {
  const name = `Water ${id}`;
  await addRows(products, {
    id,
    name,
    searchText: name.toLowerCase(),
    testingStatus,
    raisedCents: 127_500,
  });
}

type Measured = Omit<typeof labMeasurements.$inferInsert, 'labSampleId'>;

async function addSample(
  productId: number,
  sample: Pick<typeof labSamples.$inferInsert, 'sampleId' | 'lot' | 'notes'>,
  measurements: readonly Measured[] = [],
): Promise<void> {
  const [row] = await db()
    .insert(labSamples)
    .values({ ...sample, productId })
    .returning({ id: labSamples.id });
  const rows = measurements.map((one) => ({ ...one, labSampleId: row?.id ?? 0 }));
  if (rows.length > 0) await db().insert(labMeasurements).values(rows);
}
