import { Hono } from 'hono';
import { expect, test } from 'vitest';
import { searchText } from '#app/catalogue/product-keys.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { answerShareImage, SHARE_IMAGE_PATH } from '#app/results/share/share-image.server.ts';
import { products } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { openPage } from '#test/support/open-page.tsx';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { registers } from '#test/support/testing.ts';
import { addRows } from '#test/support/gifts.ts';

useDatabase();
allowMadeUpMoney();

const CODE = 3001;
const site = new Hono().get(SHARE_IMAGE_PATH, answerShareImage);

/** The same three samples each time, but for the DEHP of one. */
const resultsWith = (DEHP_ng_g: string) =>
  productFile(
    { id: 'a1', DEHP_ng_g: '100', lot_no: 'L 1' },
    { id: 'a2', DEHP_ng_g, lot_no: 'L 2' },
    { id: 'a3', DEHP_ng_g: '120', lot_no: 'L 3' },
  );

/** Everything that shows the product's results. */
async function shown() {
  const report = await openPage(`/plasticlist/${CODE}`);
  const list = await openPage('/plasticlist');
  const product = await openPage(`/product/${CODE}`);
  for (const { text } of [report, list, product]) expect(text).not.toContain('is refunded');
  const section = (html: string, heading: string) => {
    const from = html.search(new RegExp(`(id|aria-label)="${heading}"`));
    expect(from, heading).toBeGreaterThan(0);
    return html.slice(from, html.indexOf('</section>', from));
  };
  const picture = await site.request(`/plasticlist/${CODE}/report.png?ratio=1`);
  expect(picture.status).toBe(200);
  return {
    'the report': section(report.html, 'Report card'),
    'its description for other sites': JSON.stringify(report.meta)
      .replaceAll(/revision=\d+/g, '')
      .replaceAll(/"(version|dateModified)":"[^"]+",/g, ''),
    'the list': list.text,
    'the table on the product page': section(product.html, 'lab-facts'),
    'the picture of its place': section(report.html, 'places'),
    'the share image': Buffer.from(await picture.arrayBuffer()).toString('base64'),
  };
}

test('one measurement changes report, list, table, pictures and share image, and only it', async () => {
  const name = 'Spring water';
  await addRows(products, {
    id: CODE,
    name,
    brand: 'Springs',
    searchText: searchText(name, 'Springs'),
    servingSizeG: 240,
    raisedCents: 127_500,
    testingStatus: 'Testing in Progress',
  });
  await registers(CODE);
  const others = [1, 2, 3, 4].map((number) => ({
    id: `o${number}`,
    product_id: String(number),
    product: `Water ${number}`,
    DEHP_ng_g: String(number * 60),
  }));
  expect(await importSamples(samplesFile(...others))).toMatchObject({ ok: true });
  const publish = (DEHP_ng_g: string, reason?: string) =>
    importSamples(resultsWith(DEHP_ng_g), { about: CODE, ...(reason ? { reason } : {}) });

  expect(await publish('110')).toMatchObject({ ok: true });
  const before = await shown();
  expect(await shown()).toEqual(before);

  expect(await publish('9000', 'The vial was read anew.')).toMatchObject({ ok: true });
  const after = await shown();
  for (const [what, text] of Object.entries(after)) {
    expect(text, what).not.toBe(before[what as keyof typeof before]);
  }

  expect(await publish('110', 'The first reading was right.')).toMatchObject({ ok: true });
  expect(await shown()).toEqual(before);
});
