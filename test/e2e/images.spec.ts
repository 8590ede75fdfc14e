import fs from 'node:fs';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { halfPicture, picture } from '#test/support/pictures.ts';
import { test } from './apart.ts';
import { expect } from './fixture.ts';
import { siteApart, type Site } from './site.ts';
import * as steps from './steps.ts';

// Photos change what every page of a site shows.
let site: Site;
/** Codes of products with a photo, and with half of one. */
let withPhoto: number;
let broken: number;

test.describe.configure({ mode: 'serial' });
test.beforeAll(async () => {
  site = siteApart();
  const ids = (await site.takeProducts(2)).map(({ id }) => id);
  [withPhoto = 0, broken = 0] = ids;
  const folder = path.join(site.dataDir, 'images');
  fs.mkdirSync(folder, { recursive: true });
  for (const id of [withPhoto, 750]) fs.writeFileSync(fileOf(folder, id), await picture());
  for (const id of [broken, 92, 304]) fs.writeFileSync(fileOf(folder, id), await halfPicture());
  // The running site sees them by itself.
  await expect.poll(() => imageOf(broken)).not.toBeNull();
  await expect
    .poll(async () => (await site.get('/api/plasticlist/304')).product_url)
    .not.toBeNull();
});

test('a photo appears on the card and the page of its product', async ({ page }) => {
  const product = await site.product(withPhoto);
  await steps.open(page, `/?search=${encodeURIComponent(product.name)}`);
  const card = page.getByRole('article').filter({ hasText: product.name });
  await expectPhoto(page, card.locator('img'), 128);
  await expect(card).not.toContainText('[NO IMAGE]');
  await steps.open(page, `/product/${withPhoto}`);
  await expectPhoto(page, page.getByRole('article').locator('img'), 512);
  await expect(page.getByText('NO IMAGE', { exact: true })).toHaveCount(0);
  const social = page.locator('meta[property="og:image"]');
  const answered = await fetch((await social.getAttribute('content')) ?? '');
  expect(answered.headers.get('content-type')).toBe('image/jpeg');
});

test('nothing moves when a photo arrives', async ({ page }) => {
  const held = Promise.withResolvers<void>();
  await page.route('**/images/**', async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.goto('/plasticlist/750', { waitUntil: 'domcontentloaded' });
  const image = page.locator('article img').first();
  const before = await image.boundingBox();
  expect(before?.width).toBe(before?.height);
  expect(before?.width).toBeGreaterThan(100);
  held.resolve();
  await expect.poll(() => naturalWidth(image)).toBeGreaterThan(0);
  expect(await image.boundingBox()).toEqual(before);
});

test('a broken photo gives way to the drawn tile, and is not asked for again', async ({
  page,
  watch,
}) => {
  watch.expectStatus(404, `/images/${broken}.jpg`);
  await steps.open(page, `/product/${broken}`);
  await expect(page.getByText('NO IMAGE', { exact: true })).toBeVisible();
  await expect(page.locator('article img')).toHaveCount(0);
  await expect.poll(() => imageOf(broken)).toBeNull();

  watch.expectStatus(404, '/images/0092.jpg');
  await steps.open(page, `/plasticlist/92`);
  await expect(page.getByText('[IMAGE UNAVAILABLE]')).toBeVisible();

  watch.expectStatus(404, '/images/0304.jpg');
  const { name } = await site.get('/api/plasticlist/304');
  await steps.open(page, `/plasticlist?search=${encodeURIComponent(name)}`);
  const card = page.getByRole('article').filter({ hasText: 'No. 0304' });
  await expect(card).toContainText('[NO IMAGE]');
});

type Image = ReturnType<Page['locator']>;

/** That it is there, decorative, and was sent in the best format at the width it needs. */
async function expectPhoto(page: Page, image: Image, widthPx: number): Promise<void> {
  await expect(image).toBeVisible();
  await expect.poll(() => naturalWidth(image)).toBeGreaterThan(0);
  await expect(image).toHaveAttribute('alt', '');
  const shown = await image.evaluate((element: HTMLImageElement) => element.currentSrc);
  expect(shown).toContain(`width=${widthPx}&height=${widthPx}&quality=70&fit=cover&format=auto`);
  const type = await page.evaluate(async (address) => {
    const answered = await fetch(address, { headers: { accept: 'image/avif,image/webp' } });
    return [answered.headers.get('content-type'), answered.headers.get('cache-control')];
  }, shown);
  expect(type).toEqual(['image/avif', 'public, max-age=31536000, immutable']);
}

function naturalWidth(image: Image): Promise<number> {
  return image.evaluate((element: HTMLImageElement) => element.naturalWidth);
}

function fileOf(folder: string, id: number): string {
  return path.join(folder, `${String(id).padStart(4, '0')}.jpg`);
}

async function imageOf(id: number): Promise<string | null> {
  return (await site.product(id)).image_url;
}
