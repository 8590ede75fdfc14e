import type { Page } from '@playwright/test';
import { AXE_WIDTHS_PX, expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

// Pages as visitors change them; `every-route.spec.ts` looks at each as it is met.

test('home with a full list, and How Funding Works over it: accessible and within its width', async ({
  page,
  site,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepList(page, site, 8);
  await steps.open(page, '/?search=chicken');
  await expectAccessible(page, AXE_WIDTHS_PX, { betweenPx: [320, 768] });
  await steps.fundingList(page).getByRole('button', { name: 'How Funding Works' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, [1440]);
});

test('a full cart: accessible and within its width', async ({ page, site }) => {
  await keepList(page, site, 8);
  await steps.open(page, '/cart');
  await expect(steps.commitButton(page)).toBeEnabled();
  await expectAccessible(page, AXE_WIDTHS_PX, { betweenPx: [320, 768] });
});

test(
  'the small menu and the opened list: accessible',
  { tag: '@mobile' },
  async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await keepList(page, site, 2);
    await steps.open(page, '/faq');
    await page.locator('summary').first().tap();
    await expectAccessible(page, [390], { withShell: true });
    await steps.open(page, '/?search=chicken');
    await steps
      .fundingList(page)
      .getByRole('button', { name: /FUNDING LIST/ })
      .tap();
    await expectAccessible(page, [390]);
  },
);

/** Leaves a list in the storage before the page's own scripts run. */
async function keepList(page: Page, site: Site, count: number): Promise<void> {
  const products = (await site.allProducts('sort=id&direction=asc')).slice(0, count);
  const items = products.map((product, index) => steps.listed(product, index === 0 ? 1275 : 25));
  await page.addInitScript(([key, text]) => localStorage.setItem(key, text), [
    steps.LIST_KEY,
    JSON.stringify(items),
  ] as const);
}
