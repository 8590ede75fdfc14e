import type { Page } from '@playwright/test';
import type { LinkedData, Thing } from '#app/feeds/linked-data.ts';
import { standingPages } from '#app/sitemap.server.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const LISTED = [
  '/',
  '/plasticlist',
  '/plasticlist/93',
  '/plasticlist/kinds/yogurt',
  '/plasticlist/compare',
  ...standingPages,
];
const UNLISTED = [
  '/search?q=oat',
  '/cart',
  '/success',
  '/view-contributions',
  '/view-contributions/move',
  '/view-contributions/receipt/some',
  '/donate/manage',
];

const canonical = (page: Page) => page.locator('link[rel=canonical]');

test('every public page has one title, description and address of its own', async ({
  page,
  site,
}) => {
  const product = await site.firstProduct('sort=id&direction=asc');
  const seen = new Map<string, string>();
  for (const path of [...LISTED, `/product/${product.id}`]) {
    // With a query it is the same page.
    const { titles, ...head } = await headOf(page, `${path}?mode=none`);
    const address = `${site.url}${path}`;
    expect(head, path).toEqual({
      canonical: [address],
      description: [expect.stringMatching(/.{21}/)],
      'og:url': [address],
      robots: [],
    });
    expect(titles, path).toHaveLength(1);
    const [title = ''] = titles;
    expect(seen.get(title), `${path} is called as another page`).toBeUndefined();
    seen.set(title, path);
  }
});

test('what is private or for demonstration asks not to be listed', async ({ page, site }) => {
  for (const path of [...UNLISTED, site.outboxPath, '/product/9001']) {
    expect((await headOf(page, path)).robots, path).toEqual(['noindex']);
  }
});

/** What a page tells other sites of itself, as it is sent. */
async function headOf(page: Page, path: string) {
  const response = await page.request.get(path);
  // Without a cookie some of them show nothing.
  expect([200, 401], path).toContain(response.status());
  return page.evaluate(
    (html) => {
      const sent = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string, name: string) =>
        [...sent.head.querySelectorAll(selector)].map((found) => found.getAttribute(name));
      return {
        titles: [...sent.head.querySelectorAll('title')].map(({ text }) => text),
        canonical: all('link[rel=canonical]', 'href'),
        description: all('meta[name=description]', 'content'),
        'og:url': all('meta[property="og:url"]', 'content'),
        robots: all('meta[name=robots]', 'content'),
      };
    },
    await response.text(),
  );
}

test('linked data says what a page shows, and is no script to the browser', async ({
  page,
  site,
}) => {
  const violations: string[] = [];
  await page.exposeFunction('violated', (what: string) => void violations.push(what));
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
      void (window as never as { violated(what: string): void }).violated(
        `${violatedDirective} ${blockedURI}`,
      );
    });
  });
  await steps.open(page, '/');
  expect((await thingsOn(page)).map((thing) => thing['@type'])).toEqual([
    'Organization',
    'WebSite',
  ]);

  const product = await site.firstProduct('sort=id&direction=asc');
  await steps.open(page, `/product/${product.id}`);
  const [shown, trail] = await thingsOn(page);
  expect(shown).toMatchObject({ '@type': 'Product', name: product.name });
  expect(shown?.url).toBe(`${site.url}/product/${product.id}`);
  expect(trail?.['@type']).toBe('BreadcrumbList');

  await steps.open(page, '/plasticlist/93');
  const [dataset] = await thingsOn(page);
  expect(dataset?.['@type']).toBe('Dataset');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(
    String(dataset?.name).replace(/: test results$/, ''),
  );
  const [download] = (dataset?.distribution ?? []) as Thing[];
  const response = await page.request.get(String(download?.contentUrl));
  expect(await response.json()).toMatchObject({ original_id: dataset?.identifier });
  expect(violations).toEqual([]);
});

test('after a visit without a reload the head is the new page’s', async ({ page, site }) => {
  await steps.open(page, '/plasticlist/93');
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The API' })).toBeVisible();
  await expect(canonical(page)).toHaveAttribute('href', `${site.url}/api/docs`);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
});

test('icons, manifest, robots, sitemap and the description of the calls are there', async ({
  page,
  site,
}) => {
  await steps.open(page, '/');
  const links = page.locator('link[rel~=icon], link[rel=apple-touch-icon], link[rel=manifest]');
  const hrefs = await links.evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(hrefs).toHaveLength(4);
  const manifest = (await (await page.request.get('/manifest.webmanifest')).json()) as {
    icons: { src: string }[];
  };
  const files = [...hrefs, ...manifest.icons.map(({ src }) => src), '/favicon.ico'];
  for (const file of files) {
    expect((await page.request.get(String(file))).status(), String(file)).toBe(200);
  }
  expect(await (await page.request.get('/plasticlist/93')).text()).toContain(
    '<link rel="alternate" type="text/markdown" href="/plasticlist/93.md"/>',
  );
  expect(await (await page.request.get('/robots.txt')).text()).toContain(
    `Sitemap: ${site.url}/sitemap.xml`,
  );
  const sitemap = await (await page.request.get('/sitemap.xml')).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => address);
  const products = await site.allProducts();
  const pathsOf = (start: string) => listed.filter((at) => at.startsWith(`${site.url}${start}`));
  const looked = products.filter((one) => !one.awaits_review);
  expect(pathsOf('/product/')).toHaveLength(looked.length);
  expect(pathsOf('/plasticlist/').length).toBeGreaterThan(200);
  for (const path of standingPages) {
    expect(listed).toContain(site.url + path);
    expect((await page.request.get(path)).status(), path).toBe(200);
  }
  const api = (await (await page.request.get('/api/openapi.json')).json()) as object;
  expect(api).toMatchObject({ openapi: '3.1.0', servers: [{ url: site.url }] });
  expect((await page.request.get('/api/docs-of-nothing')).status()).toBe(404);
});

test.describe('the page of the calls', () => {
  test('shows what a call takes and answers, and leads to the shapes', async ({ page }) => {
    await steps.open(page, '/api/docs');
    const call = page.getByRole('article', { name: 'GET /api/products', exact: true });
    await expect(call.getByRole('listitem').filter({ hasText: 'sort' })).toContainText(
      'one of "current_amount", "contributor_count", "id"',
    );
    await call.getByRole('link', { name: 'Product', exact: true }).first().click();
    await expect(page).toHaveURL('/api/docs#shape-Product');
    await expect(page.getByRole('heading', { name: 'Product', exact: true })).toBeInViewport();
  });
});

/** The things of a page's one linked data element. */
async function thingsOn(page: Page): Promise<readonly Thing[]> {
  const elements = page.locator('script[type="application/ld+json"]');
  await expect(elements).toHaveCount(1);
  return (JSON.parse((await elements.textContent()) ?? '') as LinkedData)['@graph'];
}
