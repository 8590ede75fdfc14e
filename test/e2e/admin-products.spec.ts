import type { Page } from '@playwright/test';
import { picture } from '#test/support/pictures.ts';
import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';

/** Each test has its own, as links are limited per address. */
const at = (name: string) => `${name}@administrators.example.org`;

const pageOf = (id: number) => `/admin/products/${id}`;
const status = (page: Page) => page.getByRole('main').getByRole('status');

test('a product is found, changed, and what was changed stands in its history', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await signIn(page, site, at('fields'));
  await page.getByRole('link', { name: 'Products', exact: true }).first().click();
  await expect(page).toHaveURL('/admin/products');
  await expectAccessible(page);
  await page.getByRole('searchbox').fill(String(product!.id));
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('link', { name: product!.name }).click();
  await expect(page).toHaveURL(pageOf(product!.id));
  await expectAccessible(page);

  watch.expectStatus(400, pageOf(product!.id));
  await page.getByLabel('Brand').fill('A brand of its own');
  await page.getByLabel('Serving size (g)').fill('a spoon');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Not saved yet');
  await expect(page.getByLabel('Brand')).toHaveValue('A brand of its own');
  await expectAccessible(page);
  await page.getByLabel('Serving size (g)').fill('28.5');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(status(page)).toHaveText('Saved.');
  const history = page.getByRole('region', { name: 'History' });
  await expect(history).toContainText(`${at('fields')}: Edit product, product `);
  await expect(history.locator('ins')).toContainText(['A brand of its own', '28.5']);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Its public page' }).click();
  await expect(page.getByText('A brand of its own')).toBeVisible();
});

test('two who change it at once: the later one is told, and loses nothing', async ({
  page,
  site,
  newVisitor,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await signIn(page, site, at('race'));
  await page.goto(pageOf(product!.id));
  const other = await (
    await newVisitor({ storageState: await page.context().storageState() })
  ).newPage();
  await other.goto(pageOf(product!.id));
  await other.getByLabel('Name').fill('Theirs');
  await other.getByRole('button', { name: 'Save' }).click();
  await expect(status(other)).toHaveText('Saved.');
  watch.expectStatus(409, pageOf(product!.id));
  await page.getByLabel('Name').fill('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alert')).toContainText('Someone else has changed this product');
  await expect(page.getByText('Name is now: Theirs')).toBeVisible();
  await expect(page.getByLabel('Name')).toHaveValue('Mine');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Mine');
});

test('a photo is uploaded, a part of it cut out, and it is seen on the product’s page', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await signIn(page, site, at('photo'));
  await page.goto(pageOf(product!.id));
  await page.getByRole('link', { name: 'Photo' }).click();
  await expectAccessible(page);
  watch.expectStatus(400, `${pageOf(product!.id)}/photo`);
  const svg = Buffer.from(
    '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>',
  );
  await upload(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: svg });
  await expect(page.getByRole('alert')).toContainText('it is not a JPEG, PNG, WebP, or AVIF');
  const buffer = await picture({ widthPx: 900, heightPx: 600 });
  await upload(page, { name: 'photo.jpg', mimeType: 'image/jpeg', buffer });
  await expect(status(page)).toHaveText('The photo is in place.');
  await expect(page.getByText('900 × 600 px')).toBeVisible();
  await expectAccessible(page);
  await expect(page.getByLabel('From the left (px)')).toHaveValue('150');
  await page.getByLabel('Width (px)').fill('400');
  await page.getByLabel('Height (px)').fill('400');
  await page.getByRole('button', { name: 'Crop' }).click();
  await expect(page.getByText('400 × 400 px')).toBeVisible();
  await page.goto(`/product/${product!.id}`);
  const photo = page.getByRole('article').locator('img');
  await expect(photo).toBeVisible();
  expect(await photo.getAttribute('src')).toContain(`/images/${product!.id}.webp?v=`);
  await expect
    .poll(() => photo.evaluate((img: HTMLImageElement) => img.naturalWidth))
    .toBeGreaterThan(0);
});

async function upload(page: Page, file: { name: string; mimeType: string; buffer: Buffer }) {
  await page.getByLabel('Photo', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload' }).click();
}

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a product is hidden and shown, merged, and another one removed', async ({ page, site }) => {
    const [gone, survivor, removed] = await site.takeProducts(3);
    await site.fund(gone!.id, 70);
    await site.fund(survivor!.id, 30);
    await site.fund(removed!.id, 5);
    await signIn(page, site, at('plain-products'));
    await page.goto(pageOf(gone!.id));
    await page.getByRole('button', { name: 'Hide it' }).click();
    await expect(status(page)).toHaveText('Hidden.');
    await page.getByRole('link', { name: 'Its public page' }).click();
    await expect(page.getByText('This product is hidden while we look into it.')).toBeVisible();
    await page.goto(pageOf(gone!.id));
    await page.getByRole('button', { name: 'Show it again' }).click();
    await expect(status(page)).toHaveText('Shown again.');

    await page.getByLabel('Code of the product to keep').fill(String(survivor!.id));
    await page.getByRole('button', { name: 'Look' }).click();
    await expect(page.getByText('$70 would move.')).toBeVisible();
    await page.getByLabel(`Merge ${gone!.id} into ${survivor!.id}, for good`).check();
    await page.getByRole('button', { name: 'Merge them' }).click();
    await expect(status(page)).toHaveText('Merged.');
    await page.waitForTimeout(1_000); // a public answer may be a second old
    await page.goto(`/product/${gone!.id}`);
    await expect(page).toHaveURL(`/product/${survivor!.id}`);
    await expect(page.getByText('$100').first()).toBeVisible();

    await page.goto(pageOf(removed!.id));
    await page.getByLabel('Refund $5 to 1 contributor and take it off the list').check();
    await page.getByRole('button', { name: 'Take it off the list' }).click();
    await expect(status(page)).toHaveText(/^Taken off the list\./);
    expect((await site.product(removed!.id)).removed_reason).toBe('removed');
    // This project has nothing yet that could bear the fee of what went back.
    expect(site.checkLedger()).toContain('The books are right.');
  });
});
