import { readFileSync } from 'node:fs';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { findLabSamples } from '#app/results/lab-facts/lab-samples.server.ts';
import { mergeLabSamples } from '#app/results/lab-facts/merge-lab-samples.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { demoProducts, demoSamples } from '#db/data/demo-products.ts';
import { labMeasurements, labSamples, ledgerEntries, products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { changeProduct, rowsWhere } from '#test/support/gifts.ts';
import { addDemoResults, addFirstProducts } from './first-data.ts';

useDatabase();
allowMadeUpMoney();

const everything = async () => ({
  products: await db().select().from(products).orderBy(asc(products.id)),
  samples: await db().select().from(labSamples).orderBy(asc(labSamples.id)),
  measurements: await db()
    .select()
    .from(labMeasurements)
    .orderBy(asc(labMeasurements.labSampleId), asc(labMeasurements.chemicalKey)),
  entries: await db().select().from(ledgerEntries),
});

const columnsOf = async (id: number) => mergeLabSamples((await findLabSamples(id)) ?? []);

describe('the first data', () => {
  test('are the same however often they are brought, by several at once, too', async () => {
    await Promise.all([bring(), bring()]);
    const first = await everything();
    expect(first.samples).toHaveLength(14);
    expect(first.measurements).toHaveLength(14 * 18);
    expect(await addFirstProducts()).toBe(0);
    expect(await addDemoResults()).toBe(0);
    expect(await everything()).toEqual(first);
  });

  test('keep the books right: every [TEST] product has the money it shows', async () => {
    expect(await checkLedger()).toEqual([]);
    const demos = await db().select().from(products).where(eq(products.isDemo, true));
    expect(demos).toHaveLength(demoProducts.length);
    const booked = await db().select().from(ledgerEntries);
    for (const { id, raisedCents } of demos) {
      const own = booked.filter(({ account }) => account === `product:${id}`);
      expect(own.reduce((sum, entry) => sum + entry.amountCents, 0)).toBe(raisedCents);
    }
  });

  test('give an older database what it lacks, and change nothing else', async () => {
    const [saved, lost] = (await db().select().from(labSamples).orderBy(asc(labSamples.id))).slice(
      -2,
    );
    await db().update(labSamples).set({ notes: 'Kept.' }).where(eq(labSamples.id, saved!.id));
    await db().delete(labMeasurements).where(eq(labMeasurements.labSampleId, lost!.id));
    await db().delete(labSamples).where(eq(labSamples.id, lost!.id));
    expect(await addDemoResults()).toBe(1);
    const now = (await everything()).samples;
    expect(now.find(({ id }) => id === saved!.id)?.notes).toBe('Kept.');
    expect(now.find(({ sampleId }) => sampleId === lost!.sampleId)?.notes).toBe(lost!.notes);
    await db().update(labSamples).set({ notes: saved!.notes }).where(eq(labSamples.id, saved!.id));
  });

  test('leave a real product alone that came by the code of a [TEST] product', async () => {
    await db().delete(labMeasurements);
    await db().delete(labSamples);
    await changeProduct(9007, { isDemo: false });
    await addDemoResults();
    expect(await findLabSamples(9007)).toEqual([]);
    expect(await findLabSamples(9008)).toHaveLength(5);
    await changeProduct(9007, { isDemo: true });
    await addDemoResults();
  });
});

describe('the results of the tested [TEST] products', () => {
  test('are PlasticList’s, number by number, and say so', async () => {
    const file = parseSamplesFile(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
    const published = new Map(file.ok ? file.samples.map((sample) => [sample.id, sample]) : []);
    const stored = (await everything()).measurements;
    for (const { prefix, of } of demoSamples) {
      for (const id of of) {
        const original = published.get(id);
        const [row] = await rowsWhere(labSamples, eq(labSamples.sampleId, `${prefix}${id}`));
        const notes = original?.collectionNotes ? `. ${original.collectionNotes}` : '';
        expect(row?.lot).toBe(original?.lotNo);
        expect(row?.notes).toBe(`PlasticList: ${original?.product}${notes}`);
        const reported = stored
          .filter(({ labSampleId }) => labSampleId === row?.id)
          .map((one) => [one.chemicalKey, one.reported]);
        expect(Object.fromEntries(reported)).toEqual(
          Object.fromEntries(
            Object.entries(original?.measurements ?? {}).map(([key, m]) => [key, m.reported]),
          ),
        );
      }
    }
  });

  test('of 9007: lots that merge and lots that do not, with a serving size', async () => {
    expect(await findProduct(9007)).toMatchObject({
      testing_status: 'Tested',
      serving_size_g: 30,
      current_amount: 1_275,
      level: 3,
    });
    const columns = await columnsOf(9007);
    expect(columns.map(({ sampleIds, lot }) => [lot, ...sampleIds])).toEqual([
      ['S32 06:06', 'T1-7220801'],
      ['S32 06:06', 'T1-7220803'],
      ['DB01 9:07', 'T1-7242901', 'T1-7242902', 'T1-7242903'],
      ['DB01 9:18', 'T1-7242905'],
      ['DB01 9:08', 'T1-7242906'],
      [null, 'T1-7303602'],
      [null, 'T1-7303603'],
    ]);
    const gelatine = columns[2]?.cells;
    expect(gelatine?.dehp?.valueNgG).toBeCloseTo(98 / 3, 12); // 30, 35, 33
    expect(gelatine?.dmp).toEqual({ status: 'ok', valueNgG: 5.45, loqNgG: null }); // 5.9, <5, 5
    expect(gelatine?.bpa).toEqual({ status: 'below_loq', valueNgG: null, loqNgG: 2.5 });
    expect(columns[5]?.cells.dbp).toEqual({
      status: 'above_range',
      valueNgG: 60_000,
      loqNgG: null,
    });
    expect(columns[0]?.notes).toMatch(/^PlasticList: Kraft .+\. The pasta was allowed to rest/);
  });

  test('of 9008: a chemical without a result, and no serving size', async () => {
    expect(await findProduct(9008)).toMatchObject({
      testing_status: 'Tested',
      serving_size_g: null,
      serving_size_unit: null,
    });
    const [soap, ...receipts] = await columnsOf(9008);
    expect(soap?.sampleIds).toEqual(['T2-8144401', 'T2-8154401', 'T2-8154402']);
    expect(soap?.cells.bpa).toEqual({ status: 'not_tested', valueNgG: null, loqNgG: null });
    expect(soap?.cells.dehp?.valueNgG).toBeCloseTo(74 / 3, 12); // 22, 24, 28
    expect(receipts.map(({ lot, cells }) => [lot, cells.bps])).toEqual([
      [null, { status: 'above_range', valueNgG: 2_500, loqNgG: null }],
      [null, { status: 'above_range', valueNgG: 2_500, loqNgG: null }],
    ]);
  });
});

async function bring(): Promise<void> {
  await addFirstProducts();
  await addDemoResults();
}
