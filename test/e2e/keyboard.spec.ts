import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('the whole way to a payment needs no mouse', async ({ page, site }) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await steps.open(page, '/');
  const search = page.getByRole('searchbox');
  await steps.tabTo(page, search);
  await page.keyboard.type(product.name);
  await expect(page.getByRole('main').getByRole('article')).toHaveCount(1);
  const card = steps.cardOf(page, product);
  await steps.tabTo(page, steps.quickAdd(card, product, 20));
  await page.keyboard.press('Enter');
  const list = steps.fundingList(page);
  await expect(list.getByRole('listitem')).toContainText('$20');
  const remove = list.getByRole('button', { name: `Remove ${product.name}` });
  await steps.tabTo(page, remove);
  await page.keyboard.press('Enter');
  await expect(list.getByRole('listitem')).toHaveCount(0);
  const lost = await page.evaluate(() => document.activeElement === document.body);
  expect(lost, 'the focus is lost after removing').toBe(false);

  await page.keyboard.press('Home');
  await search.focus();
  await steps.tabTo(page, steps.quickAdd(card, product, 5));
  await page.keyboard.press('Space');
  const how = list.getByRole('button', { name: 'How Funding Works' });
  await steps.tabTo(page, how);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'How Funding Works' });
  await expect(dialog).toBeVisible();
  await expect(dialog).toContainText('Automatic refund after 365 days');
  await page.keyboard.press('Tab');
  expect(await dialog.locator(':focus').count()).toBe(1);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(how).toBeFocused();

  await page.keyboard.press('Shift+Tab');
  await expect(list.getByRole('link', { name: 'terms' })).toBeFocused();
  await page.keyboard.press('Shift+Tab');
  await expect(steps.commitButton(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await page.waitForURL(/\/c\/pay\//);
  await steps.tabTo(page, page.getByLabel('Email'));
  await page.keyboard.type('keys@example.org');
  await steps.tabTo(page, page.getByLabel('Card number'));
  await page.keyboard.type('4242424242424242');
  await page.keyboard.press('Tab');
  await page.keyboard.type('12 / 34');
  await page.keyboard.press('Tab');
  await page.keyboard.type('123');
  await page.keyboard.press('Tab');
  await page.keyboard.type('A visitor');
  await page.keyboard.press('Enter');
  await steps.paid(page);
  await expect.poll(() => site.product(product.id)).toMatchObject({ current_amount: 5 });
});

test('a dialog of choice can be answered by keys, and gives the focus back', async ({
  page,
  site,
}) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await steps.addOnPage(page, product, 100);
  await site.fund(product.id, 1200);
  await steps.commitButton(page).focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your list has changed' });
  await expect(dialog).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(steps.commitButton(page)).toBeFocused();
  expect(await steps.storedList(page)).toMatchObject([{ amount: 100 }]);
});
