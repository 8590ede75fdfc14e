import { beforeEach, describe, expect, test } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { testedProducts } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile, type Cells } from '#test/support/samples-file.ts';
import { importSamples } from './import-samples.server.ts';
import { previewLines } from './preview-lines.ts';
import { previewSamples } from './preview-samples.server.ts';
import type { ProductChange } from '#app/results/samples/product-change.ts';

useDatabase();

const clear = () =>
  asOwner(
    'truncate lab_measurements, lab_samples, result_revisions, tested_products, imports restart identity cascade',
  );
beforeEach(clear);

async function previewOf(text: string): Promise<readonly ProductChange[]> {
  const preview = await previewSamples(text);
  if (!preview.ok) throw new Error(JSON.stringify(preview.problems));
  return preview.changes;
}

/**
 * 240 g for a child weighing 14 kg. DEHP: a mean of 200 ng/g is 48,000 ng of 700,000, and 52.5 ng/g is
 * 12,600. BPA: 0.35 ng/g is 84 ng of 2.8.
 */
const first: Cells[] = [
  { id: '1', DEHP_ng_g: '100', BPA_ng_g: '0.35' },
  { id: '2', DEHP_ng_g: '300', BPA_ng_g: 'NO RESULT' },
  { id: '3', DEHP_ng_g: 'NO RESULT', BPA_ng_g: '' },
];
const next: Cells[] = [
  { id: '1', DEHP_ng_g: '100', BPA_ng_g: '0.35' },
  { id: '2', DEHP_ng_g: '<10', BPA_ng_g: 'NO RESULT', lot_no: 'L 2' },
  { id: '4', DEHP_ng_g: 'NO RESULT', BPA_ng_g: 'NO RESULT', DINP_ng_g: '' },
];

describe('a preview', () => {
  test('of first results states them', async () => {
    const [change] = await previewOf(samplesFile(...first));
    expect(change).toMatchObject({
      originalId: 7,
      revision: 1,
      isCorrection: false,
      name: { before: null, after: 'Tap Water' },
      servingG: { before: null, after: 240 },
      samples: { added: ['1', '2', '3'], removed: [], changed: [] },
    });
    expect(change?.families.map(({ family, before }) => [family, before])).toEqual([
      ['phthalates', null],
      ['bisphenols', null],
      ['substitutes', null],
    ]);
    const [phthalates, bisphenols] = change?.families ?? [];
    expect(phthalates?.after?.level).toBe('Medium');
    expect(phthalates?.after?.percent?.estimate).toBeCloseTo(48_000 / 7_000, 9);
    expect(bisphenols?.after?.level).toBe('High');
    expect(bisphenols?.after?.percent?.estimate).toBeCloseTo(3_000, 9);
    expect(await db().$count(testedProducts)).toBe(0);
  });

  test('reads “Can’t tell” where the test could have missed enough for a higher level', async () => {
    const none = { BPA_ng_g: '<1', BPS_ng_g: '<1', BPF_ng_g: '<1' };
    const [change] = await previewOf(samplesFile({ id: '1', ...none }));
    // 3 ng/g × 240 g ÷ 2.8 ng
    const lines = change ? previewLines(change) : [];
    expect(lines).toContain('Bisphenols: nothing → Can’t tell (Low to High), 0%, at most 25,714%');
    expect(lines.find((line) => line.startsWith('BPS: '))).toMatch(
      /^BPS: nothing → not detected, below 1 ng\/g/,
    );
  });

  test('calls a family without a result not tested, and gives it no figure', async () => {
    const blank = { DEHP_ng_g: '100', BPA_ng_g: '', BPS_ng_g: '', BPF_ng_g: '' };
    const [change] = await previewOf(samplesFile({ id: '1', ...blank }));
    expect(change && previewLines(change)).toContain('Bisphenols: nothing → Not tested');
  });

  test('of a correction states what was and what would be', async () => {
    await importSamples(samplesFile(...first));
    const [change] = await previewOf(samplesFile(...next));
    expect(change).toMatchObject({
      revision: 2,
      isCorrection: true,
      samples: {
        added: ['4'],
        removed: ['3'],
        changed: [
          {
            id: '2',
            cells: [
              { column: 'lot_no', before: '', after: 'L 2' },
              { column: 'DEHP_ng_g', before: '300', after: '<10' },
            ],
          },
        ],
      },
    });
    const dehp = change?.chemicals.find(({ key }) => key === 'dehp');
    expect(dehp?.before?.mean).toEqual({ lower: 200, estimate: 200, upper: 200, upperOpen: false });
    expect(dehp?.after?.mean).toEqual({ lower: 50, estimate: 52.5, upper: 55, upperOpen: false });
    expect(dehp?.before?.percent?.estimate).toBeCloseTo(48_000 / 7_000, 9);
    expect(dehp?.after?.percent?.estimate).toBeCloseTo(1.8, 9);
    const [phthalates, bisphenols] = change?.families ?? [];
    expect([phthalates?.before?.level, phthalates?.after?.level]).toEqual(['Medium', 'Low']);
    expect(bisphenols?.after).toEqual(bisphenols?.before);
    expect((await previewOf(samplesFile(...first)))[0]).toMatchObject({ revision: null });
  });

  test('says nothing of a percent that is not rated', async () => {
    const pearls = { product_id: '93', product: 'Pearls', serving_size_g: '152', BPA_ng_g: '30' };
    const [change] = await previewOf(samplesFile({ id: '1', ...pearls }));
    expect(change?.families[1]?.after).toMatchObject({ level: 'N/A', percent: null });
  });

  test('refuses what publication would refuse', async () => {
    const text = samplesFile({ id: '1', BPA_ng_g: '-1' });
    expect(await previewSamples(text)).toMatchObject(await importSamples(text));
  });
});
