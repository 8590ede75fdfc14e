import { START_MS, startProgram, type Program } from '#test/support/program.ts';
import { expect, test } from './fixture.ts';
import { Site } from './site.ts';
import * as steps from './steps.ts';

// The sandbox's clock cannot go back, so this runs on a site of its own.
let program: Program;
test.beforeAll(async () => {
  test.setTimeout(START_MS);
  program = await startProgram();
});
test.afterAll(() => program?.stop());

test('a checkout that expires lets go of its products and keeps the list', async ({
  page,
  watch,
}) => {
  const site = new Site(program);
  watch.alsoAllow(site);
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await steps.open(page, `${site.url}/product/${product.id}`);
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
