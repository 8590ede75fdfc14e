import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('a product that is not there is a 404 with its sentence', async ({ page, watch }) => {
  for (const path of ['/product/4', '/product/abc', '/product/99999999999']) {
    watch.expectStatus(404, path);
    const response = await page.goto(path);
    expect(response?.status()).toBe(404);
    await expect(page.getByText('[ERROR]: Product not found')).toBeVisible();
    await expect(page).toHaveTitle(/^Product not found/);
  }
});

test('title and social tags are in the page as sent, escaped', async ({ site }) => {
  // Other tests pay for products meanwhile, and none of them for the last ones.
  const all = await site.allProducts('sort=id&direction=desc');
  const product = all.find(({ name, brand }) => /[&'"]/.test(name + brand)) ?? all[0];
  if (!product) throw new Error('no product');
  const response = await fetch(`${site.url}/product/${product.id}`);
  const html = unescaped(await response.text());
  expect(html).toContain(`<title>${product.name} · OpenAssay</title>`);
  const address = `${site.url}/product/${product.id}`;
  for (const [name, content] of [
    ['og:title', `${product.name} · OpenAssay`],
    ['og:url', address],
    ['twitter:card', 'summary'],
    ['twitter:title', `${product.name} · OpenAssay`],
  ] as const) {
    expect(contentOf(html, name)).toBe(content);
  }
  for (const name of ['description', 'og:description', 'twitter:description']) {
    expect(contentOf(html, name)).toContain(product.name);
    expect(contentOf(html, name)).toContain('of $1,275 raised');
  }
  expect(html).toContain(`<link rel="canonical" href="${address}"/>`);
  const picture = await fetch(contentOf(html, 'og:image') ?? '');
  expect(picture.headers.get('content-type')).toBe('image/png');
});

test('title and social tags are the other page’s on leaving', async ({ page, site }) => {
  const product = await site.firstProduct('sort=id&direction=asc');
  await steps.open(page, '/');
  const homeTitle = await page.title();
  const social = page.locator('meta[property="og:title"]');
  await expect(social).toHaveAttribute('content', homeTitle);
  await page.getByRole('searchbox').fill(product.name);
  await steps.cardOf(page, product).getByRole('link', { name: product.name }).click();
  await expect(page).toHaveTitle(`${product.name} · OpenAssay`);
  await expect(social).toHaveAttribute('content', `${product.name} · OpenAssay`);
  await page.getByRole('link', { name: /All products/ }).click();
  await expect(page).toHaveTitle(homeTitle);
  await expect(social).toHaveAttribute('content', homeTitle);
});

test('the page states what is known, and what is not', async ({ page, site }) => {
  const all = await site.allProducts();
  const known = all.find((product) => product.serving_size_g && product.serving_size_unit);
  const unknown = all.find((product) => !product.serving_size_g);
  if (!known || !unknown) throw new Error('no such products');
  const fact = (name: string) =>
    page.getByRole('definition').filter({
      has: page.locator(`xpath=self::*[preceding-sibling::dt[normalize-space()="${name}"]]`),
    });
  await steps.open(page, `/product/${known.id}`);
  await expect(page.getByRole('heading', { level: 1, name: known.name })).toBeVisible();
  await expect(fact('Product ID')).toHaveText(String(known.id));
  await expect(fact('Serving size (g)')).toHaveText(`${known.serving_size_g} g`);
  await expect(fact('Serving size (unit)')).toHaveText(known.serving_size_unit ?? '');
  await expect(fact('Status')).toHaveText(known.testing_status);
  if (!known.image_url) await expect(page.getByText('NO IMAGE', { exact: true })).toBeVisible();
  await steps.open(page, `/product/${unknown.id}`);
  await expect(fact('Serving size (g)')).toHaveText('Unknown');
});

test('a quick add is told for two seconds, and the list appears', async ({ page, site }) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await page.clock.install();
  await steps.open(page, `/product/${product.id}`);
  await expect(steps.fundingList(page)).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  await steps.quickAdd(page, product, 10).click();
  const toast = page.getByText(`Added $10 for ${product.name} to your funding list.`);
  await expect(toast).toBeVisible();
  await expect(steps.fundingList(page)).toContainText('$10');
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(100);
  await expect(toast).toHaveCount(0);
});

test('a view of a product is counted once', async ({ page, site }) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  const views = () => site.countEvents('Product View', { product_id: product.id });
  const before = await views();
  await steps.open(page, `/product/${product.id}`);
  await steps.quickAdd(page, product, 5).click();
  await expect.poll(views).toBe(before + 1);
  await page.getByRole('link', { name: /All products/ }).click();
  await expect(page).toHaveURL('/');
  expect(await views()).toBe(before + 1);
});

test('a demonstration product under test takes no money', async ({ page, site }) => {
  const demo = await site.allProducts('mode=demo&search=test');
  const funded = demo.find(({ testing_status }) => testing_status === 'Testing in Progress');
  if (!funded) throw new Error('no such product');
  await steps.open(page, `/product/${funded.id}`);
  await expect(page.getByText('Fully Funded • Testing in Progress')).toBeVisible();
  await expect(page.getByRole('group', { name: /^Add to funding list/ })).toHaveCount(0);
});

function unescaped(html: string): string {
  return html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function contentOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"/>`).exec(html)?.[1];
}
