import type { Page } from '@playwright/test';
import * as messages from '#app/pictures/messages.ts';
import { picture } from '#test/support/pictures.ts';
import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';

/** Each test has its own, as links are limited per address. */
const at = (name: string) => `${name}@administrators.example.org`;

const pageOf = (id: number) => `/admin/products/${id}`;
const status = (page: Page) => page.getByRole('main').getByRole('status');

test('a product is found, changed, its history says so, and its photo is uploaded and cropped', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await signIn(page, site, at('fields'));
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await expect(page).toHaveURL('/admin/products');
  await page.getByRole('searchbox').fill(String(product!.id));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: product!.name }).click();
  await expect(page).toHaveURL(pageOf(product!.id));

  watch.expectStatus(400, pageOf(product!.id));
  await page.getByLabel('Brand').fill('A brand of its own');
  await page.getByLabel('Serving size (g)').fill('a spoon');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert').first()).toContainText('Not saved yet');
  await expect(page.getByLabel('Brand')).toHaveValue('A brand of its own');
  await page.getByLabel('Serving size (g)').fill('28.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(status(page)).toHaveText('Saved.');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText(`${at('fields')}: Edit product, product `);
  await expect(history.locator('ins')).toContainText(['A brand of its own', '28.5']);
  await expectAccessible(page);

  await page.getByRole('link', { name: 'Photo' }).click();
  const buffer = await picture({ widthPx: 900, heightPx: 600 });
  const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
  await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(status(page)).toHaveText('The photo is in place.');
  await expect(page.getByLabel('From the left (px)')).toHaveValue('150');
  await page.getByLabel('Width (px)').fill('400');
  await page.getByLabel('Height (px)').fill('400');
  await page.getByRole('button', { name: 'Crop' }).click();
  await expect(page.getByText('400 × 400 px')).toBeVisible();
});

test(
  'a visitor’s photo is first in what waits, and on the report once it is shown',
  { tag: '@mobile' },
  async ({ page, site, watch }) => {
    const buffer = await picture({ widthPx: 900, heightPx: 900, colour: '#1414c8' });
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer };
    await page.setViewportSize({ width: 390, height: 844 });
    await page.goto('/plasticlist/71');
    const article = page.getByRole('article');
    await expect(article).toContainText('[IMAGE UNAVAILABLE]');
    await page.getByRole('link', { name: 'Add a photo' }).click();
    await expect(page.getByLabel('Take a photo')).toHaveAttribute('capture', 'environment');
    await page.getByLabel('Choose a file').setInputFiles(file);
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Send the photo' }).click();
    await expect(page.getByText(messages.PHOTO_SENT)).toBeVisible();
    await page.getByRole('link', { name: '← The report' }).click();
    await expect(article).toContainText('[IMAGE UNAVAILABLE]');

    watch.expectStatus(409, '/photo/72');
    await page.goto('/photo/72');
    await page.getByLabel('Take a photo').setInputFiles(file);
    await page.getByRole('button', { name: 'Send the photo' }).click();
    await expect(page.getByText(messages.PHOTO_WAITS)).toBeVisible();

    await signIn(page, site, at('photos'));
    const waiting = page.getByRole('region', { name: 'To do' }).getByRole('listitem');
    const first = waiting.filter({ hasNotText: 'Overdue' }).first();
    await first.getByRole('link', { name: /^Show or delete a visitor’s photo of / }).click();
    await expect(page.getByRole('img', { name: /^Sent for / })).toBeVisible();
    await page.getByRole('button', { name: /^Show it/ }).click();
    await expect(status(page)).toHaveText('The photo is the product’s picture now.');
    await page.goto('/plasticlist/71');
    await expect(article.locator('img').first()).toHaveAttribute(
      'src',
      /^\/images\/0071\.webp\?v=/,
    );
    await expect(article.getByRole('link', { name: 'Send another' })).toBeVisible();
  },
);
