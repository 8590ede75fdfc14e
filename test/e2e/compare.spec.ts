import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const toggles = (page: Page) => page.getByRole('main').getByRole('button', { name: /^Compare \S/ });
const bar = (page: Page) => page.getByRole('region', { name: 'Products to compare' });
const compared = (page: Page) =>
  page.getByRole('list', { name: 'Products compared' }).getByRole('listitem');

test('three are chosen by keyboard, compared, and one is taken away', async ({ page }) => {
  await steps.open(page, '/plasticlist?search=boba');
  await expect(bar(page)).toBeHidden();
  for (const index of [0, 1, 2]) {
    const toggle = toggles(page).nth(index);
    await steps.tabTo(page, toggle);
    await page.keyboard.press('Space');
    await expect(toggle).toHaveAttribute('aria-pressed', 'true');
  }
  const compare = bar(page).getByRole('link', { name: 'Compare 3 products' });
  await steps.tabTo(page, compare);
  await page.keyboard.press('Enter');
  await expect(compared(page)).toHaveCount(3);
  await expect(page).toHaveURL(/\/plasticlist\/compare\?ids=(9[234],?){3}$/);
  await expect(page.getByText('Update:').locator('..')).toContainText('Black Tea Pearls');

  await steps.tabTo(page, page.getByRole('link', { name: 'Remove Boba Guys Black Tea Pearls' }));
  await page.keyboard.press('Enter');
  await expect(compared(page)).toHaveCount(2);
  await expect(page.getByRole('list', { name: 'Products compared' })).toBeFocused();
  await expect(compared(page).filter({ hasText: 'Pearls' })).toHaveCount(0);
  // The list knows what was taken away.
  await page.getByRole('link', { name: 'Back to tested products' }).click();
  await expect(bar(page).getByRole('link', { name: 'Compare 2 products' })).toBeVisible();
});

test('a fifth finds no room, until one goes or all are cleared', async ({ page }) => {
  await steps.open(page, '/plasticlist?search=water');
  for (const index of [0, 1, 2, 3, 4]) await toggles(page).nth(index).click();
  await expect(bar(page)).toContainText('You can compare up to four products.');
  await expect(toggles(page).nth(4)).toHaveAttribute('aria-pressed', 'false');
  await toggles(page).nth(0).click();
  await expect(bar(page)).not.toContainText('You can compare up to four products.');
  await toggles(page).nth(4).click();
  await expect(bar(page)).toContainText('Compare 4 products');
  await page.reload();
  await steps.takenOver(page);
  await expect(bar(page)).toContainText('Compare 4 products');
  await bar(page).getByRole('button', { name: 'Clear' }).click();
  await expect(bar(page)).toBeHidden();
  await expect(toggles(page).first()).toHaveAttribute('aria-pressed', 'false');
});

test('another is added by number, by name, and from a choice of names', async ({ page }) => {
  await steps.open(page, '/plasticlist/93');
  await page.getByRole('link', { name: 'Compare', exact: true }).click();
  await expect(compared(page)).toHaveCount(1);
  const box = page.getByRole('searchbox', { name: 'Add another' });
  await box.fill('0012');
  await box.press('Enter');
  await expect(page).toHaveURL('/plasticlist/compare?ids=93,12');
  await expect(compared(page)).toHaveCount(2);
  await expect(box).toHaveValue('');
  await box.fill('coca-cola');
  await box.press('Enter');
  await expect(page.getByText('Which one?')).toBeVisible();
  await page.getByRole('link', { name: 'Coca-Cola Zero' }).click();
  await expect(compared(page)).toHaveCount(3);
  await expect(page.getByText('Which one?')).toBeHidden();
  await box.fill('no such thing');
  await box.press('Enter');
  await expect(page.getByText(/name or number “no such thing”/)).toBeVisible();
  await expect(compared(page)).toHaveCount(3);
});

// Long names, a value above the range, nothing found anywhere, and what is not rated.
const widest = '/plasticlist/compare?ids=420,750,126,93';

test('on a telephone nothing is wider than the window, and words are opened by keyboard', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await steps.open(page, widest);
  const beyondPx = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(await beyondPx()).toBeLessThanOrEqual(0);
  const bisphenols = page.getByRole('region', { name: 'Bisphenols' });
  await steps.tabTo(page, bisphenols.locator('summary').last());
  await page.keyboard.press('Enter');
  await expect(bisphenols.getByText(/^Per 100 g: /).last()).toBeVisible();
});

test(
  'on a telephone the bar lies above a filled funding list',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const product = await site.firstProduct('sort=id&direction=asc');
    await steps.open(page, '/');
    const items = [steps.listed(product, 5)];
    await page.evaluate(([key, list]) => localStorage.setItem(String(key), JSON.stringify(list)), [
      steps.LIST_KEY,
      items,
    ] as const);
    await steps.open(page, '/plasticlist');
    await toggles(page).first().tap();
    await bar(page).getByRole('button', { name: 'Clear' }).tap();
    await expect(bar(page)).toBeHidden();
  },
);

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a card leads to a comparison that grows and shrinks', async ({ page }) => {
    await page.goto('/plasticlist?search=boba');
    await toggles(page).first().click();
    await expect(compared(page)).toHaveCount(1);
    await page.getByRole('searchbox', { name: 'Add another' }).fill('coca-cola');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('link', { name: 'Coca-Cola Diet' }).click();
    await expect(compared(page)).toHaveCount(2);
    await expect(
      page.getByRole('region', { name: 'Phthalates' }).getByText('of the European limit'),
    ).not.toHaveCount(0);
    await page.getByRole('link', { name: /^Remove Boba/ }).click();
    await page.getByRole('link', { name: /^Remove Coca/ }).click();
    await expect(page.getByText(/^Choose up to four tested products/)).toBeVisible();
    await page.getByRole('searchbox', { name: 'Add a product' }).fill('93');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(compared(page)).toHaveCount(1);
  });
});
