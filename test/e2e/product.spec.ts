import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('a quick add is told for two seconds, and the list appears', async ({ page, site }) => {
  const product = await site.takeProduct();
  await page.clock.install();
  await steps.open(page, `/product/${product.id}`);
  await expect(steps.fundingList(page)).toHaveCount(0);
  await page.clock.pauseAt(Date.now() + 60_000);
  await steps.quickAdd(page, product, 10).click();
  const toast = page.getByText(`Added $10 for ${product.name} to your funding list.`);
  await expect(toast).toBeVisible();
  await expect(steps.fundingList(page)).toContainText('$10');
  await page.clock.runFor(1_900);
  await expect(toast).toBeVisible();
  await page.clock.runFor(100);
  await expect(toast).toHaveCount(0);
});
