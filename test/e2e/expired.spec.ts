import { test } from './apart.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';

test('a checkout that expires lets go of its products and keeps the list', async ({
  page,
  site,
}) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await steps.open(page, `/product/${product.id}`);
  await steps.quickAdd(page, product, 20).click();
  await steps.commit(page);
  await expect.poll(() => site.product(product.id)).toMatchObject({ reserved_amount: 20 });

  await site.control('clock', { advance_seconds: 32 * 60 });
  await page.reload();
  await expect(page.getByRole('heading', { name: 'This payment page has expired' })).toBeVisible();
  await expect(page.getByText('Nothing was charged.')).toBeVisible();
  await expect.poll(async () => (await site.product(product.id)).reserved_amount).toBe(0);

  await page.getByRole('link', { name: 'Go back' }).click();
  await page.waitForURL('**/cart?checkout=canceled');
  await steps.takenOver(page);
  await expect(page.getByLabel(`Dollars for ${product.name}`)).toHaveValue('20');
  await expect.poll(() => site.product(product.id)).toMatchObject({ current_amount: 0 });
});
