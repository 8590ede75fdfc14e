import { SERVING_UNKNOWN } from '#app/catalogue/product-messages.ts';
import { formatDollars } from '#app/kit/money.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('find, fund, pay, see it', async ({ page, site }) => {
  const [one, two] = await site.takeProducts(2);
  if (!one || !two) throw new Error('no products');
  const total = 155;
  const committedBefore = await site.countEvents('Commit Funding', { total_amount: total });
  const completedBefore = await site.countEvents('Checkout Complete', { total_amount: total });

  await steps.open(page, '/');
  await steps.findAndAdd(page, one, 20, 10, 5);
  await steps.findAndAdd(page, two, 100, 20);
  const list = steps.fundingList(page);
  await expect(list.getByRole('heading', { name: 'FUNDING LIST' })).toBeVisible();
  await expect(list.getByRole('listitem').filter({ hasText: one.name })).toContainText('$35');
  await expect(list.getByRole('listitem').filter({ hasText: two.name })).toContainText('$120');
  await expect(list.getByText('$155', { exact: true })).toBeVisible();

  await steps.commit(page);
  await expect(page.getByText(`Testing of ${one.name}`)).toBeVisible();
  const unknown = [one, two].filter((product) => !product.serving_size_g);
  await expect(page.getByText(SERVING_UNKNOWN)).toHaveCount(unknown.length);
  await steps.pay(page, 'funder@example.org');
  await steps.paid(page);
  const main = page.getByRole('main');
  await expect(main.getByText('$155', { exact: true })).toBeVisible();
  await expect(main.getByText('funder@example.org', { exact: true })).toBeVisible();
  for (const [product, amount] of [
    [one, 35],
    [two, 120],
  ] as const) {
    const row = main.getByRole('listitem').filter({ hasText: product.name }).first();
    await expect(row).toContainText(formatDollars(amount));
    await expect(row).toContainText(product.brand ?? '');
  }
  await expect(main.getByRole('region', { name: 'Where it stands now' })).toContainText('raised.');
  await expect(main.getByRole('heading', { name: 'Next steps' })).toBeVisible();
  await expect(main).toContainText('Your receipt is on its way to funder@example.org.');
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await main.getByRole('button', { name: 'Share this text' }).first().click();
  await expect(page.getByText('Text and link copied.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
    /^I helped pay .* raised\..* http\S+\/product\/\d+$/,
  );
  expect(await steps.storedList(page)).toEqual([]);

  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/checkout-success')) asked.push(request.url());
  });
  await page.reload();
  await steps.paid(page);
  await expect(main.getByText('$155', { exact: true })).toBeVisible();
  expect(asked).toEqual([]);

  await steps.openOnce(page, `/product/${one.id}`, '$35 of $1,275 raised');
  await expect(page.getByRole('img', { name: '$35 of $1,275 raised' })).toBeVisible();
  await expect(page.getByText('1 contributor', { exact: true })).toBeVisible();
  await expect(page.getByText('Untested · Level 0')).toBeVisible();
  await expect(steps.fundingList(page)).toHaveCount(0);
  await expect
    .poll(() => site.product(two.id))
    .toMatchObject({ current_amount: 120, reserved_amount: 0, contributor_count: 1 });

  const count = (name: string) => site.countEvents(name, { total_amount: total });
  await expect.poll(() => count('Checkout Complete')).toBe(completedBefore + 1);
  await expect.poll(() => count('Commit Funding')).toBe(committedBefore + 1);
  const adds = await site.countEvents('Add to Funding List', { product_id: one.id });
  expect(adds).toBe(3);
});

test('a payment that is disputed at once gives no text to share', async ({ page, site }) => {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await steps.addOnPage(page, product, 20);
  await steps.commit(page);
  const json = { ...(await site.product(product.id)), contributor_count: 0 };
  await page.route(`**/api/products/${product.id}`, (route) => route.fulfill({ json }));
  await steps.pay(page, 'contests@example.org');
  await steps.paid(page);
  const standing = page.getByRole('region', { name: 'Where it stands now' });
  await expect(standing.getByRole('button', { name: 'Share', exact: true })).toBeVisible();
  await expect(standing.getByText('I helped pay')).toHaveCount(0);
});

test('an abandoned checkout leads back to the list, and can be committed again', async ({
  page,
  site,
}) => {
  const product = await site.takeProduct();
  await steps.addOnPage(page, product, 20);
  await steps.commit(page);
  await expect.poll(() => site.product(product.id)).toMatchObject({ reserved_amount: 20 });
  await page.getByRole('link', { name: 'Cancel and go back' }).click();
  await page.waitForURL('**/cart?checkout=canceled');
  await steps.takenOver(page);
  await expect(page.getByText('You were not charged. Your list is still here.')).toBeVisible();
  await expect(page.getByLabel(`Dollars for ${product.name}`)).toHaveValue('20');

  await steps.commit(page);
  await page.goBack();
  await steps.takenOver(page);
  await expect(steps.commitButton(page)).toBeEnabled();
  await steps.commit(page);
});

test('a page kept aside for the Back button offers to commit again', async ({ page, site }) => {
  const product = await site.takeProduct();
  await steps.addOnPage(page, product, 5);
  // An answer without content leaves the browser where it is.
  await page.route(`${site.sandboxUrl}/**`, (route) => route.fulfill({ status: 204 }));
  await steps.commitButton(page).click();
  await page.waitForRequest(`${site.sandboxUrl}/c/pay/**`);
  await expect(steps.commitButton(page)).toBeDisabled();
  await page.evaluate(() =>
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })),
  );
  await expect(steps.commitButton(page)).toBeEnabled();
});
