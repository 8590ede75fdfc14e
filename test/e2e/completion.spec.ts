import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import { layoutFaults } from './layout-faults.ts';
import * as steps from './steps.ts';

const lane = (page: Page) => page.getByRole('region', { name: 'Closest to being tested' });
const shown = (page: Page) => page.getByRole('list', { name: 'Shown' });

test(
  'a visitor finishes a product with its last dollars',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const [product] = await site.takeProducts(1);
    if (!product) throw new Error('no product');
    // So little is missing that nothing else stands before it.
    await site.fund(product.id, 1270);
    await steps.openFresh(page, '/');
    await expect(lane(page)).toContainText('$5 to go');
    await expect(lane(page)).toContainText('1 person has given $1,270 of $1,275.');
    await expectAccessible(page);
    const browser = await page.context().newCDPSession(page);
    const setLetters = (standard: number) =>
      browser.send('Page.setFontSizes', { fontSizes: { standard, fixed: standard } });
    await setLetters(32);
    await expect.poll(() => steps.sidewaysPx(page), 'text at 200%').toBe(0);
    await setLetters(16);
    await lane(page).getByRole('link', { name: product.name }).click();
    await expect(page.getByRole('heading', { level: 1, name: product.name })).toBeVisible();
    await steps.takenOver(page);
    for (const dollars of [5, 10, 20, 100, 500]) {
      await expect(steps.quickAdd(page, product, dollars)).toBeEnabled();
    }
    await page.getByRole('button', { name: 'Fund the last $5', exact: true }).click();
    await expect(page.getByText('Fully funded! Thank you, hero!')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Fund the last/ })).toHaveCount(0);
    await page.goto('/cart');
    await expect(page.getByText('Completes the goal')).toBeVisible();
    await steps.commit(page);
    await steps.pay(page, 'finisher@example.org');
    await steps.paid(page);
    await expect
      .poll(() => site.product(product.id))
      .toMatchObject({ current_amount: 1275, testing_status: 'Testing in Progress' });
    await steps.openFresh(page, '/?funding=testing');
    await expect(page.getByText(/^\d+ products?$/)).toBeVisible();
    await expect(lane(page).getByText(product.name)).toHaveCount(0);
  },
);

test('the filter has its own address, goes with a category and a sort, and a search covers all', async ({
  page,
  site,
}) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await site.fund(product.id, 1275);
  await steps.openFresh(page, '/?sort=id');
  await expect(shown(page).getByRole('link')).toHaveText([
    'Can be funded',
    'Being tested',
    'Tested',
    'All',
  ]);
  await expect(shown(page).getByRole('link', { name: 'All' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await shown(page).getByRole('link', { name: 'Being tested' }).click();
  await expect(page).toHaveURL('/?funding=testing&sort=id');
  await expect(page.getByRole('article').filter({ hasText: product.name })).toBeVisible();
  const testing = await site.allProducts('funding=testing&sort=id');
  expect(testing.every(({ testing_status }) => testing_status === 'Testing in Progress')).toBe(
    true,
  );

  await shown(page).getByRole('link', { name: 'Can be funded' }).click();
  await expect(page).toHaveURL('/?funding=open&sort=id');
  await page
    .getByRole('list', { name: 'Categories' })
    .getByRole('link', { name: 'Dairy', exact: true })
    .click();
  await expect(page).toHaveURL('/?category=dairy&funding=open&sort=id');
  const open = await site.allProducts('category=dairy&funding=open&sort=id');
  await expect(page.getByText(`${open.length} products`, { exact: true })).toBeVisible();
  expect(await layoutFaults(page)).toEqual([]);

  await page.getByRole('list', { name: 'Categories' }).getByRole('link', { name: 'Dairy' }).click();
  await page.getByRole('searchbox').fill(product.name);
  await expect(page).toHaveURL(/\?search=[^&]+&sort=id$/);
  // One, once it has come: the address changes before the list does.
  await expect(page.getByRole('article')).toHaveText([/Fully Funded/]);
  await expect(page.getByText('A search covers all products.')).toBeVisible();
  await expect(shown(page)).toHaveCount(0);
  await expect(lane(page)).toHaveCount(0);
});
