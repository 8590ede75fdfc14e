import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

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

function unescaped(html: string): string {
  return html.replaceAll('&#x27;', "'").replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

function contentOf(html: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="(.*?)"/>`).exec(html)?.[1];
}
