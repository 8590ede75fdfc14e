import { WHOLE_DOLLARS } from '#app/funding/messages.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('two tabs share one list', async ({ context, page, site }) => {
  const [one, two] = await site.takeProducts(2);
  if (!one || !two) throw new Error('no products');
  const other = await context.newPage();
  await steps.open(page, `/product/${one.id}`);
  await steps.open(other, `/product/${two.id}`);
  await steps.quickAdd(page, one, 10).click();
  const link = (on: typeof page, { name }: { name: string }) =>
    steps.fundingList(on).getByRole('link', { name });
  await expect(link(other, one)).toBeVisible();
  await steps.quickAdd(other, two, 5).click();
  await expect(link(page, two)).toBeVisible();
  await steps
    .fundingList(page)
    .getByRole('button', { name: `Remove ${one.name}` })
    .click();
  await expect(link(other, one)).toHaveCount(0);
  expect(await steps.storedList(other)).toMatchObject([{ productId: two.id, amount: 5 }]);
});

test('amounts can be changed on the cart page, within the need', async ({ page, site }) => {
  const product = await site.takeProduct();
  await steps.addOnPage(page, product, 10);
  await steps.open(page, '/cart');
  const field = page.getByLabel(`Dollars for ${product.name}`);
  await field.fill('37');
  await field.press('Enter');
  await expect(page.getByRole('main')).toContainText('$37');
  await field.fill('5000');
  await field.blur();
  await expect(field).toHaveValue('1275');
  for (const typed of ['2.5', '25,50']) {
    await field.fill(typed);
    await field.blur();
    await expect(field).toHaveValue('1275');
    await expect(page.getByText(WHOLE_DOLLARS)).toBeVisible();
  }
  expect(await steps.storedList(page)).toMatchObject([{ amount: 1275 }]);
  await page.getByRole('button', { name: `Remove ${product.name}` }).click();
  await expect(page.getByText('Your funding list is empty.')).toBeVisible();
  expect(await steps.storedList(page)).toEqual([]);
});

test(
  'the list lies at the bottom of a small screen, and only when it holds something',
  {
    tag: '@mobile',
  },
  async ({ page, site }) => {
    const product = await site.takeProduct();
    await steps.open(page, '/');
    await expect(steps.fundingList(page)).toBeHidden();
    await page.getByRole('searchbox').fill(product.name);
    await page.getByRole('searchbox').press('Enter');
    await steps.quickAdd(steps.cardOf(page, product), product, 20).tap();
    const panel = steps.fundingList(page);
    await expect(panel).toBeVisible();
    const box = await panel.boundingBox();
    expect(Math.round((box?.y ?? 0) + (box?.height ?? 0))).toBe(844);
    await panel.getByRole('button', { name: /FUNDING LIST/ }).tap();
    await expect(panel.getByRole('link', { name: product.name })).toBeVisible();
    await panel.getByRole('button', { name: `Remove ${product.name}` }).tap();
    await expect(panel).toBeHidden();
  },
);
