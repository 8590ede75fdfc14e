import { readFileSync } from 'node:fs';
import { asc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { productFigures, notRatedFamilies } from '#app/toxicology/product-figures.ts';
import { selectTested } from '#app/results/read/risk-levels.server.ts';
import {
  storedChemicals,
  labMeasurements,
  labSamples,
  products,
  resultRevisions,
  testedProducts,
  testedRatings,
} from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile as file } from '#test/support/samples-file.ts';
import { hasTestedProducts, importSamples } from './import-samples.server.ts';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';

const dataset = readFileSync('db/data/plasticlist/samples.tsv', 'utf8');

useDatabase();

const clear = () =>
  asOwner(
    'truncate lab_measurements, lab_samples, result_revisions, tested_products, chemicals, imports restart identity cascade',
  );

/** Everything that an import writes, but for ids and times. */
async function everything() {
  const measured = await db()
    .select({
      sample: labSamples.sampleId,
      product: labSamples.testedProductId,
      lot: labSamples.lot,
      notes: labSamples.notes,
      provenance: labSamples.provenance,
      chemical: labMeasurements.chemicalKey,
      reported: labMeasurements.reported,
      status: labMeasurements.status,
      valueNgG: labMeasurements.valueNgG,
    })
    .from(labSamples)
    .innerJoin(labMeasurements, eq(labMeasurements.labSampleId, labSamples.id))
    .orderBy(asc(labSamples.sampleId), asc(labMeasurements.chemicalKey));
  const tested = await selectTested(db());
  return { measured, tested: tested.map((row) => ({ ...row, updatedAt: null })) };
}

const product = async (id: number) => {
  const [row] = await selectTested(db(), eq(testedProducts.originalId, id));
  return row;
};

describe('the published file', () => {
  // Imported once for all of them.
  test('is taken in whole, with progress', async () => {
    await clear();
    expect(await hasTestedProducts()).toBe(false);
    const heard: number[] = [];
    const result = await importSamples(dataset, {
      onProgress: (done, total) => {
        expect(total).toBe(618);
        heard.push(done);
      },
    });
    expect(result).toMatchObject({ ok: true, samples: 618, products: 236, unchanged: false });
    expect(result.ok && result.changes.every((change) => change.revision === 1)).toBe(true);
    expect(await db().$count(resultRevisions)).toBe(236);
    expect(heard.length).toBeGreaterThan(2);
    expect(heard).toEqual(heard.toSorted((a, b) => a - b));
    expect(heard.at(-1)).toBe(618);
    expect(await hasTestedProducts()).toBe(true);
    expect(await db().$count(labSamples)).toBe(618);
    expect(await db().$count(labMeasurements)).toBe(618 * 18);
    expect(await db().$count(storedChemicals)).toBe(25);
  });

  test('gives every product the risk row that toxicology works out from the file', async () => {
    const parsed = parseSamplesFile(dataset);
    if (!parsed.ok) throw new Error('the dataset is readable');
    const byProduct = Map.groupBy(parsed.samples, (sample) => sample.productId);
    const { tested } = await everything();
    expect(tested.length).toBe(236);
    for (const row of tested) {
      const samples = byProduct.get(row.originalId) ?? [];
      const notRated = notRatedFamilies(row.originalId);
      const { families } = productFigures({
        samples: samples.map((sample) => sample.measurements),
        servingG: samples[0]?.servingG ?? null,
        bodyWeightKg: 14,
        authority: 'EFSA',
        notRated,
      });
      const isRated = notRated.length === 0;
      const { phthalates, bisphenols, substitutes } = families;
      expect(row.assessments.child).toMatchObject({
        phthalates: {
          risk: phthalates.level,
          tdi_percent: phthalates.percent?.estimate,
          limit_unseen: phthalates.couldNotSeeLimit,
        },
        bisphenols: {
          risk: bisphenols.level,
          tdi_percent: isRated ? bisphenols.percent?.estimate : null,
          limit_unseen: isRated && bisphenols.couldNotSeeLimit,
        },
        substitutes: { risk: substitutes.level, tdi_percent: substitutes.percent?.estimate },
      });
      const { percent } = phthalates;
      expect(row.assessments.child.phthalates.upper_percent).toBe(
        percent?.upperOpen ? null : percent?.upper,
      );
    }
    expect(
      tested
        .filter((row) => row.assessments.child.bisphenols.risk === 'N/A')
        .map((row) => row.originalId),
    ).toEqual([92, 93, 94]);
  });

  test('can be taken in again without a trace, and mends what was lost since', async () => {
    const before = await everything();
    expect(await importSamples(dataset)).toMatchObject({ ok: true, unchanged: true });
    expect(await everything()).toEqual(before);
    await db().delete(labMeasurements).where(eq(labMeasurements.chemicalKey, 'bpa'));
    await db().update(testedProducts).set({ name: 'Something else' });
    await db().update(testedRatings).set({ risk: 'None' });
    expect(await importSamples(dataset)).toMatchObject({ ok: true, unchanged: false });
    expect(await everything()).toEqual(before);
  });
});

describe('what is stored', () => {
  beforeEach(clear);

  test('is there once when two imports run at the same time', async () => {
    const some = dataset.split('\n').slice(0, 100).join('\n');
    const results = await Promise.all([importSamples(some), importSamples(some)]);
    expect(results.map((r) => r.ok && r.unchanged).toSorted()).toEqual([false, true]);
    expect(await db().$count(labMeasurements)).toBe(99 * 18);
    expect(await db().$count(labSamples)).toBe(99);
  });

  test('is what the laboratory said, and how it is read', async () => {
    await importSamples(
      file({
        id: '1',
        DEHP_ng_g: ' <10',
        BPA_ng_g: '17.5',
        DEHA_ng_g: '>60000',
        DBP_ng_g: 'NO RESULT',
        BBP_ng_g: 'ND',
      }),
    );
    const { measured } = await everything();
    const of = (key: string) => {
      const { reported, status, valueNgG } = measured.find((m) => m.chemical === key) ?? {};
      return { reported, status, valueNgG };
    };
    expect(of('dehp')).toEqual({ reported: ' <10', status: 'below_loq', valueNgG: 10 });
    expect(of('bpa')).toEqual({ reported: '17.5', status: 'ok', valueNgG: 17.5 });
    expect(of('deha')).toEqual({ reported: '>60000', status: 'above_range', valueNgG: 60_000 });
    expect(of('dbp')).toEqual({ reported: 'NO RESULT', status: 'not_tested', valueNgG: null });
    expect(of('bbp')).toEqual({ reported: 'ND', status: 'not_detected', valueNgG: null });
  });

  test('brings together the tags and notes of a product', async () => {
    await importSamples(
      file(
        { id: '1', tags: 'water,tap', collection_notes: 'Left running' },
        { id: '2', tags: 'tap,palo_alto', lot_no: 'L 1' },
        { id: '3', collection_notes: 'Left running' },
      ),
    );
    expect(await product(7)).toMatchObject({
      tags: ['water', 'tap', 'palo_alto'],
      collectionNotes: 'Left running',
      searchText: 'tap water',
    });
  });

  test('is not rated where the serving size is unknown', async () => {
    await importSamples(file({ id: '1', DEHP_ng_g: '500', serving_size_g: '' }));
    expect(await product(7)).toMatchObject({
      servingSizeG: null,
      assessments: { child: { phthalates: { risk: 'N/A', tdi_percent: null } } },
    });
  });
});

describe('a refused file', () => {
  beforeEach(clear);

  test('leaves nothing, and says line and reason', async () => {
    const result = await importSamples(file({ id: '1' }, { id: '2', BPA_ng_g: 'some' }));
    expect(result).toEqual({
      ok: false,
      why: 'file',
      problems: [{ line: 3, reason: expect.stringContaining('BPA_ng_g: "some"') }],
    });
    expect(await everything()).toEqual({ measured: [], tested: [] });
    expect(await db().$count(storedChemicals)).toBe(0);
  });

  test('is one that claims a sample of a product it says nothing of', async () => {
    await db().insert(products).values({ id: 9001, name: '[TEST] Oats', searchText: 'oats' });
    await db().insert(labSamples).values({ sampleId: '2', productId: 9001 });
    const result = await importSamples(file({ id: '1' }, { id: '2' }));
    expect(result).toEqual({
      ok: false,
      why: 'file',
      problems: [
        { line: 3, reason: 'the sample "2" belongs to product 9001, which is not in the file' },
      ],
    });
    expect(await hasTestedProducts()).toBe(false);
  });
});
