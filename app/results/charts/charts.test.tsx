import { readFileSync } from 'node:fs';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { beforeAll, describe, expect, test } from 'vitest';
import { searchText } from '#app/catalogue/product-keys.ts';
import { db } from '#app/database/db.server.ts';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { notRatedFamilies } from '#app/toxicology/product-figures.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { LotChart } from './lot-chart.tsx';
import { PlaceChart } from './place-chart.tsx';
import { findPlaces } from './place.server.ts';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { defaultViewpoint, type Viewpoint } from '#app/results/answers/viewpoint.ts';

useDatabase();
allowMadeUpMoney();

beforeAll(async () => {
  await importSamples(readFileSync('db/data/plasticlist/samples.tsv', 'utf8'));
});

/** Markup, and what is read of it, as on the server. */
function rendered(element: ReactNode) {
  const html = renderToStaticMarkup(element);
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .replaceAll('&lt;', '<');
  return { html, text, pictures: html.split('role="img"').length - 1 };
}

async function lots(id: number, viewpoint: Viewpoint = defaultViewpoint, servingG?: number) {
  const report = await findTestedReport(String(id));
  if (!report) throw new Error(`product ${id} is tested`);
  return rendered(
    <LotChart
      samples={report.samples}
      servingG={servingG ?? report.serving_size_g}
      viewpoint={viewpoint}
      notRated={notRatedFamilies(id)}
    />,
  );
}

const places = async (id: number) => rendered(<PlaceChart places={(await findPlaces(id)) ?? []} />);

describe('the samples of a product', () => {
  test('are not compared where there is one', async () => {
    expect((await lots(125)).html).toBe('');
  });

  test('are six rows, of a serving of 1 g, with a row of the table each', async () => {
    const { html, text, pictures } = await lots(260);
    expect(text).toContain('one serving of 1 g a day, for a child of 31 lb (14 kg)');
    expect(pictures).toBe(3);
    expect(html.match(/<th scope="row"/g)).toHaveLength(18);
    expect(text).toContain(
      'In all 6 samples, this test can’t tell: there may be enough for a higher level.',
    );
  });

  test('are a sentence where nothing was found in any and none could hide more', async () => {
    const { text, pictures } = await lots(73);
    // 1 ng/g of each of three bisphenols in 370 g: 1,110 of the 2.8 ng that a child may have.
    expect(text).toContain(
      'Not detected in any of the 3 tested samples; each may contain at most 400 times the European BPA limit.',
    );
    expect(pictures).toBe(1);
  });

  test('point beyond the axis above the calibrated range', async () => {
    const { text } = await lots(40);
    expect(text).toContain(
      'Sample 1: at least 6.9 times the European limit; Sample 2: at least 6.9 times',
    );
    expect(text).toContain(
      'The samples disagree: one held 120 times the European BPA limit, another at most 17 times the European BPA limit.',
    );
  });

  test('with NO RESULT have no known end', async () => {
    expect((await lots(304)).text).toContain(
      'Not detected in any of the 3 tested samples; how much each may contain is not known.',
    );
  });

  test('that are not rated are shown without levels', async () => {
    const { text } = await lots(93);
    const bisphenols = text.slice(text.indexOf('Bisphenols'), text.indexOf('Substitutes'));
    expect(bisphenols).toContain('Not rated: see the update.');
    expect(bisphenols).not.toMatch(/\b(High|Medium|Low|N\/A|disagree)\b/);
  });

  test('follow the chosen weight, and EFSA where the EPA has no limit', async () => {
    const adult = await lots(40, {
      ...defaultViewpoint,
      weightKg: bodyWeights[1].weightKg,
      authority: 'EPA',
    });
    expect(adult.text).toContain('EFSA’s is used here');
    expect(adult.text).toContain('Sample 1: at least 1.4 times the European limit');
  });

  test('follow the chosen servings', async () => {
    const { text } = await lots(40, { weightKg: 70, servings: 3, authority: 'EFSA' });
    expect(text).toContain('three servings of 16 g a day, for an adult of 154 lb (70 kg)');
    expect(text).toContain('Sample 1: at least 4.2 times the European limit');
  });

  test('without a serving size are a sentence', async () => {
    const { text, pictures } = await lots(40, defaultViewpoint, 0);
    expect(text).toContain('The serving size is not known');
    expect(pictures).toBe(0);
  });
});

describe('the place of a product', () => {
  test('is a picture and a table for each family, and claims no more than the samples carry', async () => {
    const { text, pictures } = await places(73);
    expect(text).toMatch(
      /Lower than \d+ of 235 other ranked products: \d+ for certain, \d+ in every sample tested and \d+ on average, with samples that overlap\./,
    );
    expect(text).not.toMatch(/tagged|category|The (lowest|highest) of/);
    expect(pictures).toBe(3);
  });

  test('is not to be had without a rating', async () => {
    const { text, pictures } = await places(93);
    expect(text).toContain('Not rated, so there is no rank.');
    expect(pictures).toBe(2);
  });

  test('is not to be had where the chemical that counts most was not tested', async () => {
    const { text } = await places(304);
    expect(text).toContain(
      'Bisphenols This test can’t tell, not even how much there could be, so there is no rank.',
    );
  });

  test('is one for every product of the list, whose counts add up to it', async () => {
    const { items, total } = await listRiskLevels();
    for (const { product_id: id, phthalates_tdi_percent: percent } of items) {
      const [phthalates] = (await findPlaces(id)) ?? [];
      expect(phthalates?.percent).toBe(percent);
      const { lower = 0, level = 0, higher = 0 } = phthalates?.all ?? {};
      expect(lower + 1 + level + higher).toBe(total);
    }
    expect(await findPlaces(99_999)).toBeNull();
  });

  test('has no inline style, and is small', async () => {
    for (const id of [40, 73]) {
      expect((await places(id)).html + (await lots(id)).html).not.toContain('style=');
      expect(JSON.stringify(await findPlaces(id)).length).toBeLessThan(6_000);
    }
  });

  test('counts a product that was funded here once its results are published', async () => {
    const before = (await findPlaces(73))?.[0]?.all?.total ?? 0;
    const code = 3_001;
    const [name, brand] = ['Spring Water', 'Springs'];
    await db()
      .insert(products)
      .values({
        id: code,
        name,
        brand,
        searchText: searchText(name, brand),
        servingSizeG: 240,
        raisedCents: 127_500,
      });
    await registers(code);
    const result = await importSamples(
      samplesFile({ id: 'f1', product_id: String(code), tags: 'water', DEHP_ng_g: '9000' }),
    );
    expect(result).toMatchObject({ ok: true });
    expect((await findPlaces(73))?.[0]?.all?.total).toBe(before + 1);
    const [own] = (await findPlaces(code)) ?? [];
    // Nobody has recorded in what state it was tested, so it is above nothing for certain.
    expect(own?.all).toMatchObject({
      higher: expect.any(Number),
      higherThan: { certain: 0, every_sample: 0, average: 0 },
    });
  });
});
