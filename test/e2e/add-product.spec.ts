import type { Page } from '@playwright/test';
import * as messages from '#app/submissions/messages.ts';
import { AXE_WIDTHS_PX, expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const PAGE = '/add-product.data';

const form = (page: Page) => ({
  name: page.getByLabel('Product name'),
  url: page.getByLabel('Product URL'),
  upc: page.getByLabel('UPC (optional)'),
  amount: page.getByLabel('Contribution amount, in U.S. dollars'),
  comments: page.getByLabel('Comments (optional)'),
  submit: page.getByRole('button', { name: 'SUBMIT PRODUCT' }),
});

/** A product page that no other test has named. */
const address = () => `www.amazon.com/dp/B0${String(Date.now()).slice(-8)}`;

/** Wider than a telephone, and nowhere to break it. */
const LONG_WORD = 'Longword'.repeat(9);

test('a product is added, paid for and found, at 390 px', async ({ page, site }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const name = `Added <b>soup</b> ${Date.now()} ${LONG_WORD}`;
  const amount = 31; // no other test gives as much
  const before = await site.countEvents('Submit Product', { amount });
  await steps.open(page, '/add-product');
  const fields = form(page);
  await fields.name.fill(name);
  await fields.url.fill(address());
  await expect(page.getByText('Amazon / General merchandise')).toBeVisible();
  await fields.comments.fill('The large one');
  await fields.amount.fill('10');
  await fields.comments.focus();
  await expect(fields.amount).toHaveValue('25');
  await expect(page.getByText(messages.AMOUNT_ADJUSTED)).toBeVisible();
  await fields.amount.fill(String(amount));
  await fields.submit.click();
  await expect(page.getByText(`Testing of ${name}`)).toBeVisible();

  // Back without paying: everything is as it was left.
  await page.goBack();
  await steps.takenOver(page);
  await expect(fields.name).toHaveValue(name);
  await expect(fields.comments).toHaveValue('The large one');
  await expect(fields.amount).toHaveValue(String(amount));
  await fields.submit.click();
  await steps.pay(page, 'adder@example.org');
  await steps.paid(page);
  const paidFor = page.getByRole('listitem').filter({ hasText: name });
  await expect(paidFor.first()).toContainText(`$${amount}`);
  await expect.poll(() => site.countEvents('Submit Product', { amount })).toBe(before + 2); // submitted twice, paid once

  await steps.open(page, '/');
  await page.getByRole('searchbox').fill(name);
  await page.getByRole('searchbox').press('Enter');
  await expect(steps.cardOf(page, { name })).toHaveCount(1);
  await page.getByRole('link', { name, exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
  await expect.poll(() => steps.sidewaysPx(page)).toBe(0);
  await steps.open(page, '/add-product');
  await expect(form(page).name).toHaveValue('');
});

test('what is wrong is said beside its field, and nothing typed is lost', async ({ page }) => {
  await steps.open(page, '/add-product');
  const fields = form(page);
  await fields.submit.click();
  await expectAccessible(page, AXE_WIDTHS_PX, { betweenPx: [320, 768] });
  await expect(page.getByText(messages.NAME_MISSING)).toBeVisible();
  await expect(page.getByText(messages.URL_MISSING)).toBeVisible();
  await expect(fields.name).toBeFocused();
  await fields.name.fill('Soup');
  await fields.url.fill('javascript:alert(1)');
  await fields.amount.fill('2000');
  await fields.url.focus();
  await expect(page.getByText(messages.amountTooHigh())).toBeVisible();
  await fields.submit.click();
  await expect(page.getByText(messages.amountOutOfRange())).toBeVisible();
  await expect(page.getByText(messages.URL_INVALID)).toBeVisible();
  await expect(fields.name).toHaveValue('Soup');
  await page.reload();
  await steps.takenOver(page);
  await expect(form(page).name).toHaveValue('Soup');
  await expect(form(page).amount).toHaveValue('2000');
});

test('a long word in a search breaks, at 390 px', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const word = `Unlisted${LONG_WORD}`;
  for (const address of ['/?search=', '/search?q=']) {
    await page.goto(address + word);
    await expect(page.getByText(`“${word}”`).first()).toBeVisible();
    expect(await steps.sidewaysPx(page)).toBe(0);
  }
});

test('a product that is listed is offered to be funded instead', async ({ page, site, watch }) => {
  const where = address();
  const name = `Listed once ${Date.now()}`;
  const submissionData = { name, product_url: where, amount: 25 };
  const call = '/api/create-product-submission-checkout';
  const begun = await page.request.post(call, { data: { submissionData } });
  const { sessionId } = (await begun.json()) as { sessionId: string };
  await site.control(`pay/${sessionId}`, { email: 'first@example.org' });
  await expect.poll(() => site.allProducts(`search=${encodeURIComponent(name)}`)).toHaveLength(1);

  watch.expectStatus(409, PAGE);
  await steps.open(page, '/add-product');
  await form(page).name.fill(`${name}, 12 oz`);
  await form(page).url.focus();
  await expect(page.getByRole('status').filter({ hasText: 'Is it one of these?' })).toContainText(
    name,
  );
  await form(page).name.fill('The same again');
  await form(page).url.fill(`https://${where}/ref=other?tag=x`);
  await form(page).amount.fill('40');
  await form(page).submit.click();
  await expect(page.getByText(messages.alreadyListed(name))).toBeVisible();
  await page.getByRole('button', { name: 'Add $40 to funding list' }).click();
  await expect(page.getByText(`Added $40 for ${name}`)).toBeVisible();
  expect(await steps.storedList(page)).toMatchObject([{ name, amount: 40 }]);
  await page.getByRole('link', { name: 'See the product' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
});

test('a failing server keeps the form, and says what to do', async ({ page, watch }) => {
  await steps.open(page, '/add-product');
  const fields = form(page);
  await fields.name.fill('Soup');
  await fields.url.fill(address());
  await page.route(`**${PAGE}`, (route) => route.fulfill({ status: 500, body: 'oops' }));
  watch.expectStatus(500, PAGE);
  await fields.submit.click();
  await expect(page.getByText(messages.SUBMIT_FAILED)).toBeVisible();
  await page.route(`**${PAGE}`, (route) => route.abort());
  watch.expectFailure(PAGE);
  await fields.submit.click();
  await expect(page.getByText(messages.UNREACHABLE_BUT_SAVED)).toBeVisible();
  await expect(fields.name).toHaveValue('Soup');
});
