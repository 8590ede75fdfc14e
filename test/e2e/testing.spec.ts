import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';

test('a funded product is ordered, sample by sample, and everybody sees how far it is', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await site.fund(product.id, 1275);
  await signIn(page, site, 'testing@administrators.example.org');
  await page.getByRole('link', { name: 'Testing', exact: true }).first().click();
  await expect(page).toHaveURL('/admin/testing');
  await expectAccessible(page);
  await page.getByRole('link', { name: product.name, exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Buy the first sample' })).toBeVisible();

  for (const [lot, price] of [
    ['L-4471', '4.29'],
    ['L-4502', '4.49'],
  ] as const) {
    const form = page.getByRole('region', { name: /^Buy / });
    await form.getByLabel('Shop').fill('Corner Shop');
    await form.getByLabel('Lot').fill(lot);
    await form.getByLabel('Price').fill(price);
    await form.getByLabel('Receipt').fill('receipts/2026-11.pdf');
    await form.getByRole('button', { name: 'Record the purchase' }).click();
    await expect(page.getByText('Saved.', { exact: true })).toBeVisible();
  }
  const first = page.getByRole('region', { name: 'Sample 1' });
  for (const step of ['shipped', 'at the laboratory', 'measured: results are in', 'checked']) {
    await first.getByRole('button', { name: `Note: ${step}` }).click();
    await expect(first.getByRole('button', { name: `Note: ${step}` })).toHaveCount(0);
  }
  await correct(page);
  const costs = page.getByRole('region', { name: 'Costs' });
  const cost = costs.locator('form').last();
  watch.expectStatus(400, `/admin/testing/${product.id}`);
  await cost.getByLabel('Amount').fill('twelve');
  await cost.getByLabel('Paid to').fill('The laboratory');
  await cost.getByLabel('Receipt').fill('invoice-1.pdf');
  await cost.getByRole('button', { name: 'Record the cost' }).click();
  await expect(page.getByRole('alert')).toHaveText('Enter an amount, such as 4.29.');
  await cost.getByLabel('Amount').fill('990.00');
  await cost.getByRole('button', { name: 'Record the cost' }).click();
  await expect(costs.getByText('$990', { exact: true })).toBeVisible();
  await expectAccessible(page);

  await page.waitForTimeout(1_000); // a public answer may be a second old
  await page.goto(`/product/${product.id}`);
  const timeline = page.getByRole('region', { name: 'Testing' });
  await expect(timeline.getByText('Samples 1 and 2 bought')).toBeVisible();
  await expect(timeline.getByText('1: Corner Shop · lot L-4470 · $4.29 · corrected')).toBeVisible();
  await expect(timeline.getByText('Sample 1 checked')).toBeVisible();
  await expect(timeline.getByText('Results, at the latest')).toBeVisible();
  const books = page.getByRole('region', { name: 'Where the money went' });
  const amountOf = (name: string | RegExp) =>
    books
      .getByRole('row')
      .filter({ has: page.getByRole('rowheader', { name }) })
      .getByRole('cell');
  await expect(amountOf('Raised')).toHaveText('$1,275.00');
  await expect(amountOf('Samples, bought at retail')).toHaveText('−$8.78');
  await expect(amountOf('Laboratory')).toHaveText('−$990.00');
  await expect(page.getByText('receipts/')).toHaveCount(0);
  await expectAccessible(page, [390, 768, 1440]);
  expect(await steps.sidewaysPx(page)).toBe(0);
});

/** The lot was misread: a correction, with its reason. */
async function correct(page: Page): Promise<void> {
  const first = page.getByRole('region', { name: 'Sample 1' });
  const bought = first.getByRole('listitem').filter({ hasText: 'L-4471' });
  await bought.getByText('Correct', { exact: true }).click();
  await bought.getByLabel('Lot').fill('L-4470');
  await bought.getByLabel('Reason').fill('corrected at the shelf');
  await bought.getByRole('button', { name: 'Correct it' }).click();
  await expect(first.getByText('corrected: corrected at the shelf')).toBeVisible();
}
