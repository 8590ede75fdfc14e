import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('an item that others have fully funded is named, and the rest can be paid', async ({
  page,
  site,
}) => {
  const [gone, open] = await site.takeProducts(2);
  if (!gone || !open) throw new Error('no products');
  await steps.addOnPage(page, gone, 20);
  await steps.addOnPage(page, open, 10);
  await site.fund(gone.id, 1275);

  const dialog = page.getByRole('dialog');
  await steps.commitButton(page).click();
  await expect(dialog).toContainText(
    `Some items were removed as they've been fully funded: ${gone.name}`,
  );
  await expect(dialog).toContainText('Do you want to proceed with the rest?');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(steps.commitButton(page)).toBeEnabled();
  const list = steps.fundingList(page);
  await expect(list.getByRole('link', { name: gone.name })).toBeVisible();
  await expect(list.getByRole('link', { name: open.name })).toBeVisible();
  expect(await steps.storedList(page)).toHaveLength(2);

  await steps.commitButton(page).click();
  await dialog.getByRole('button', { name: 'Proceed with $10' }).click();
  await page.waitForURL(/\/c\/pay\//);
  await expect(page.getByRole('heading', { name: 'Pay $10.00' })).toBeVisible();
  await steps.pay(page, 'rest@example.org');
  await steps.paid(page);
  await expect(page.getByRole('main')).not.toContainText(gone.name);
  await expect.poll(() => site.product(open.id)).toMatchObject({ current_amount: 10 });
  await expect
    .poll(() => site.product(gone.id))
    .toMatchObject({
      current_amount: 1275,
      testing_status: 'Testing in Progress',
      level: 3,
    });
});
