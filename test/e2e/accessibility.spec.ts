import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const AXE_WIDTHS_PX = [390, 1440];
const ALL_WIDTHS_PX = [320, 390, 768, 1440];

interface Screen {
  name: string;
  show: (page: Page, site: Site) => Promise<void>;
  /** Pages that answer 404, by path. */
  missing?: string;
}

const at = (name: string, address: string, missing?: string): Screen => ({
  name,
  show: (page) => steps.open(page, address),
  ...(missing ? { missing } : {}),
});

const screens: Screen[] = [
  at('home', '/'),
  at('home without a match', '/?search=nothing+of+the+kind'),
  at('home with demonstration products', '/?mode=demo&search=test'),
  {
    name: 'home with a full list',
    async show(page, site) {
      await keepList(page, site, 8);
      await steps.open(page, '/');
    },
  },
  {
    name: 'product',
    async show(page, site) {
      const [product] = await site.allProducts('sort=id&direction=asc');
      await steps.open(page, `/product/${product?.id}`);
    },
  },
  {
    name: 'product with a full list',
    async show(page, site) {
      await keepList(page, site, 2);
      const [product] = await site.allProducts('sort=id&direction=asc');
      await steps.open(page, `/product/${product?.id}`);
    },
  },
  at('missing product', '/product/4', '/product/4'),
  at('empty cart', '/cart'),
  {
    name: 'full cart',
    async show(page, site) {
      await keepList(page, site, 8);
      await steps.open(page, '/cart');
      await expect(steps.commitButton(page)).toBeEnabled();
    },
  },
  {
    name: 'success',
    async show(page, site) {
      const [product] = await site.takeProducts(1);
      if (!product) throw new Error('no product');
      const { sessionId } = await site.commit(product.id, 5);
      const email = `${'long'.repeat(12)}@example.org`;
      await site.control(`pay/${sessionId}`, { email });
      await steps.open(page, `/success?session_id=${sessionId}`);
      await expect(page.getByText(email)).toBeVisible();
    },
  },
  at('success without a session', '/success'),
  at('tested list', '/plasticlist?search=chicken'),
  at('tested list without a match', '/plasticlist?search=nothing+of+the+kind'),
  at('report', '/plasticlist/93'),
  at('another report', '/plasticlist/1'),
  at('missing report', '/plasticlist/99999', '/plasticlist/99999'),
  at('missing page', '/nowhere', '/nowhere'),
];

for (const { name, show, missing } of screens) {
  test(`${name}: accessible and within its width`, async ({ page, site, watch }) => {
    if (missing) watch.expectStatus(404, missing);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(page, site);
    await expectAccessible(page);
    for (const width of ALL_WIDTHS_PX) {
      await page.setViewportSize({ width, height: 900 });
      // The layout of container queries settles a moment after the window's size.
      await expect.poll(() => steps.sidewaysPx(page), `${width} px wide`).toBe(0);
    }
  });
}

test('How Funding Works, open: accessible', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepList(page, site, 2);
  await steps.open(page, '/');
  await steps.fundingList(page).getByRole('button', { name: 'How Funding Works' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page);
});

test(
  'the small menu and the opened list: accessible',
  { tag: '@mobile' },
  async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await keepList(page, site, 2);
    await steps.open(page, '/');
    await page.locator('summary').first().tap();
    await expectAccessible(page, [390]);
    await page.keyboard.press('Escape');
    await steps
      .fundingList(page)
      .getByRole('button', { name: /FUNDING LIST/ })
      .tap();
    await expectAccessible(page, [390]);
    await expect.poll(() => steps.sidewaysPx(page)).toBe(0);
  },
);

async function expectAccessible(page: Page, widthsPx = AXE_WIDTHS_PX): Promise<void> {
  for (const width of widthsPx) {
    await page.setViewportSize({ width, height: 900 });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      const { violations } = await new AxeBuilder({ page })
        .options({ resultTypes: ['violations'] })
        .withTags(RULES)
        // Without frames nothing is lost, and each look takes a third of the time.
        .setLegacyMode()
        .analyze();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')} ${failureSummary}`),
      );
      expect(found, `${width} px wide, ${colorScheme}`).toEqual([]);
    }
  }
}

/** Leaves a list in the storage before the page's own scripts run. */
async function keepList(page: Page, site: Site, count: number): Promise<void> {
  const products = (await site.allProducts('sort=id&direction=asc')).slice(0, count);
  const items = products.map((product, index) => steps.listed(product, index === 0 ? 1275 : 25));
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    steps.LIST_KEY,
    JSON.stringify(items),
  ] as const);
}
