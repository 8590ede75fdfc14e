import type { Page } from '@playwright/test';
import { standingPages } from '#app/sitemap.server.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const LISTED = [
  '/',
  '/plasticlist',
  '/plasticlist/93',
  '/plasticlist/kinds/yogurt',
  '/plasticlist/compare',
  '/blog/test-post',
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

/** Whoever has such an address has what it opens: where it leads on from must not be told. */
const WITH_TOKEN = ['/donate/manage?token=unknown', '/email/preferences?token=unknown'];

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
    const [title = ''] = titles;
    const address = `${site.url}${path}`;
    expect(head, path).toEqual({
      canonical: [address],
      description: [expect.stringMatching(/.{21}/)],
      'og:title': [title],
      'og:url': [address],
      referrer: [],
      robots: [],
    });
    expect(titles, path).toHaveLength(1);
    expect(seen.get(title), `${path} is called as another page`).toBeUndefined();
    seen.set(title, path);
  }
});

test('what is private or for demonstration asks not to be listed', async ({ page, site }) => {
  for (const path of [...UNLISTED, site.outboxPath, '/product/9001']) {
    expect((await headOf(page, path)).robots, path).toEqual(['noindex']);
  }
  for (const path of WITH_TOKEN) {
    const told = { robots: ['noindex'], referrer: ['strict-origin'] };
    expect(await headOf(page, path), path).toMatchObject(told);
  }
});

/** What a page tells other sites of itself, as it is sent. */
async function headOf(page: Page, path: string) {
  const response = await page.request.get(path);
  // Without a cookie some of them show nothing.
  expect([200, 401, 403], path).toContain(response.status());
  return page.evaluate(
    (html) => {
      const sent = new DOMParser().parseFromString(html, 'text/html');
      const all = (selector: string, name: string) =>
        [...sent.head.querySelectorAll(selector)].map((found) => found.getAttribute(name));
      return {
        titles: [...sent.head.querySelectorAll('title')].map(({ text }) => text),
        canonical: all('link[rel=canonical]', 'href'),
        description: all('meta[name=description]', 'content'),
        'og:title': all('meta[property="og:title"]', 'content'),
        'og:url': all('meta[property="og:url"]', 'content'),
        referrer: all('meta[name=referrer]', 'content'),
        robots: all('meta[name=robots]', 'content'),
      };
    },
    await response.text(),
  );
}

test('after a visit without a reload the head is the new page’s', async ({ page, site }) => {
  await steps.open(page, '/plasticlist/93');
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(1);
  await page.getByRole('contentinfo').getByRole('link', { name: 'API', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'The API' })).toBeVisible();
  await expect(canonical(page)).toHaveAttribute('href', `${site.url}/api/docs`);
  await expect(page.locator('script[type="application/ld+json"]')).toHaveCount(0);
});

test('icons and manifest are there, and a report is read as Markdown', async ({ page }) => {
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
});
