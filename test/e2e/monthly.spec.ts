import { test } from './apart.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';

// At the site apart: what is closest there is nobody else's product.
test('a month for what is closest completes a sample, and its receipt says so', async ({
  page,
  site,
}) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await site.fund(product.id, 420);
  await steps.open(page, '/donate');
  await page.getByRole('combobox', { name: 'What each month is for' }).selectOption('closest');
  await page.getByRole('button', { name: '$5', exact: true }).click();
  await page.getByRole('button', { name: 'DONATE $5 MONTHLY' }).click();
  await page.waitForURL(/\/c\/pay\//);
  await expect(
    page.getByText('Monthly gift to whatever is closest to its goal').first(),
  ).toBeVisible();
  await steps.payMonthly(page, 'month@example.org');
  await steps.paid(page);
  const main = page.getByRole('main');
  await expect(main.getByRole('link', { name: product.name }).first()).toBeVisible();
  await expect(main.getByText(/says what it completed/)).toBeVisible();
  await expect.poll(() => site.product(product.id)).toMatchObject({ current_amount: 425 });
  await site.emailed('month@example.org', /gift completed the first sample of/);
});
