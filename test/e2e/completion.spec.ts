import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { layoutFaults } from './layout-faults.ts';
import * as steps from './steps.ts';

const lane = (page: Page) => page.getByRole('region', { name: 'Closest to being tested' });

test(
  'a visitor finishes a product with its last dollars',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const product = await site.takeProduct();
    // So little is missing that nothing else stands before it.
    await site.fund(product.id, 1270);
    await steps.openOnce(page, '/', '$5 to go');
    await expect(lane(page)).toContainText('$5 to go');
    await expect(lane(page)).toContainText('1 person has given $1,270 of $1,275.');
    await steps.withLargeText(page, async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await expect.poll(() => steps.sidewaysPx(page)).toBe(0);
      const cut = async () => (await layoutFaults(page)).filter((fault) => fault.startsWith('cut'));
      await expect.poll(cut, 'no name is cut off').toEqual([]);
    });
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
  },
);

test('each state of a product has its own address, which goes with a category and a sort', async ({
  page,
}) => {
  await steps.open(page, '/?sort=id');
  const shown = page.getByRole('list', { name: 'Shown' });
  await expect(shown.getByRole('link', { name: 'All' })).toHaveAttribute('aria-current', 'true');
  await shown.getByRole('link', { name: 'Can be funded' }).click();
  await expect(page).toHaveURL('/?funding=open&sort=id');
  const categories = page.getByRole('list', { name: 'Categories' });
  await categories.getByRole('link', { name: 'Dairy', exact: true }).click();
  await expect(page).toHaveURL('/?category=dairy&funding=open&sort=id');
  await expect(categories.getByRole('link', { name: /^Dairy/ })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await categories.getByRole('link', { name: /^Dairy/ }).click();
  await page.getByRole('searchbox').fill('milk');
  await expect(page).toHaveURL(/\?search=milk&sort=id$/);
  await expect(page.getByText('A search covers all products.')).toBeVisible();
  await expect(lane(page)).toHaveCount(0);
});
