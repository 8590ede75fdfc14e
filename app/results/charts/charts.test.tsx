import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { searchText } from '#app/catalogue/product-keys.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabaseWithResults } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { PlaceChart } from './place-chart.tsx';
import { findPlaces } from './place.server.ts';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabaseWithResults();
allowMadeUpMoney();

/** Markup, and what is read of it, as on the server. */
function rendered(element: ReactNode) {
  const html = renderToStaticMarkup(element);
  const text = html
    .replace(/<[^>]+>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .replaceAll('&lt;', '<');
  return { html, text, pictures: html.split('role="img"').length - 1 };
}

const places = async (id: number) => rendered(<PlaceChart places={(await findPlaces(id)) ?? []} />);

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
      'Bisphenols for a child This test can’t tell, not even how much there could be, so there is no rank.',
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
      expect((await places(id)).html).not.toContain('style=');
      expect(JSON.stringify(await findPlaces(id)).length).toBeLessThan(8_000);
    }
  });

  test('counts a product that was funded here once its results are published', async () => {
    const before = (await findPlaces(73))?.[0]?.all?.total ?? 0;
    const code = 3_001;
    const [name, brand] = ['Spring Water', 'Springs'];
    await addRows(products, {
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
