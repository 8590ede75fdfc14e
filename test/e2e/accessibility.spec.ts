import type { Page } from '@playwright/test';
import { AXE_WIDTHS_PX, expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

interface Screen {
  name: string;
  show: (page: Page, site: Site) => Promise<void>;
  /** Whether navigation and footer show what they show nowhere else. */
  withShell?: true;
}

const at = (name: string, address: string): Screen => ({
  name,
  show: (page) => steps.open(page, address),
});

/** Pages as visitors change them; `every-route.spec.ts` looks at each as it is met. */
const screens: Screen[] = [
  at('home without a match', '/?search=nothing+of+the+kind'),
  at('home with demonstration products', '/?mode=demo&search=test'),
  {
    name: 'home with a full list',
    withShell: true,
    async show(page, site) {
      await keepList(page, site, 8);
      await steps.open(page, '/');
    },
  },
  {
    name: 'full cart',
    async show(page, site) {
      await keepList(page, site, 8);
      await steps.open(page, '/cart');
      await expect(steps.commitButton(page)).toBeEnabled();
    },
  },
];

for (const { name, show, withShell } of screens) {
  test(`${name}: accessible and within its width`, async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await show(page, site);
    await expectAccessible(page, AXE_WIDTHS_PX, { withShell, betweenPx: [320, 768] });
  });
}

test('How Funding Works, open: accessible', async ({ page, site }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await keepList(page, site, 2);
  await steps.open(page, '/');
  await steps.fundingList(page).getByRole('button', { name: 'How Funding Works' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessible(page, AXE_WIDTHS_PX, { withShell: true });
});

test(
  'the small menu and the opened list: accessible',
  { tag: '@mobile' },
  async ({ page, site }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await keepList(page, site, 2);
    await steps.open(page, '/');
    await page.locator('summary').first().tap();
    await expectAccessible(page, [390], { withShell: true });
    await page.keyboard.press('Escape');
    await steps
      .fundingList(page)
      .getByRole('button', { name: /FUNDING LIST/ })
      .tap();
    await expectAccessible(page, [390], { withShell: true });
    await expect.poll(() => steps.sidewaysPx(page)).toBe(0);
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
