import type { Page } from '@playwright/test';
import * as messages from '#app/donations/messages.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const PAGE = '/donate.data';
const SUBSCRIPTION_CALL = '/api/create-subscription-checkout';

const donateButton = (page: Page) => page.getByRole('button', { name: /^DONATE/ });
const amountField = (page: Page) => page.getByRole('textbox', { name: /^Amount/ });

test(
  'monthly: from the amount to the portal and back',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const email = 'donor@example.org';
    const total = 33; // no other test pays as much
    const before = await site.countEvents('Checkout Complete', { total_amount: total });
    await page.addInitScript(
      ([key, text]) => sessionStorage.getItem('test-kept') ?? localStorage.setItem(key, text),
      [steps.LIST_KEY, JSON.stringify([listedItem])] as const,
    );
    await steps.open(page, '/donate');
    await page.evaluate(() => sessionStorage.setItem('test-kept', '1'));
    await expect(donateButton(page)).toHaveText('DONATE $20 MONTHLY');
    await page.getByRole('button', { name: '$50', exact: true }).click();
    await expect(donateButton(page)).toHaveText('DONATE $50 MONTHLY');
    await amountField(page).fill(String(total));
    await donateButton(page).click();
    await page.waitForURL(/\/c\/pay\//);
    await expect(page.getByText('Monthly donation to OpenAssay').first()).toBeVisible();
    await steps.pay(page, email, true);
    await steps.paid(page);
    await expect(page.getByRole('region', { name: 'Closest to being tested' })).toBeVisible();
    const main = page.getByRole('main');
    await expect(main.getByText('Monthly donation', { exact: true })).toBeVisible();
    await expect(main.getByText(email, { exact: true })).toBeVisible();
    await expect(main.getByText(/charged each month until you cancel/)).toBeVisible();
    await expect(main.getByText(/365 days/)).toHaveCount(0);
    expect(await steps.storedList(page)).toHaveLength(1);
    await page.reload();
    await steps.paid(page);

    await page.getByRole('button', { name: 'Manage subscription' }).click();
    await page.waitForURL(/\/p\/session\//);
    await page.getByRole('link', { name: 'Cancel subscription' }).click();
    await page.getByRole('button', { name: 'Cancel subscription' }).click();
    await expect(page.getByText('Your subscription is canceled.')).toBeVisible();
    await page.getByRole('link', { name: 'Return' }).click();
    await page.waitForURL('/donate');
    await expect
      .poll(() => site.countEvents('Checkout Complete', { total_amount: total }))
      .toBe(before + 1);
  },
);

test('once: the link opens our own form, and the donation is one payment', async ({
  page,
  site,
}) => {
  const clicked = { link: 'one-time' };
  const before = await site.countEvents('Donation Link Click', clicked);
  await steps.open(page, '/donate');
  await page.getByRole('link', { name: 'One-time donation' }).click();
  await expect(page).toHaveURL('/donate?give=once');
  await expect(donateButton(page)).toHaveText('DONATE $20');
  await amountField(page).fill('12.5');
  await donateButton(page).click();
  await expect(page.getByText(messages.DONATION_NOT_WHOLE)).toBeVisible();
  await amountField(page).fill('12');
  await donateButton(page).click();
  await page.waitForURL(/\/c\/pay\//);
  await steps.pay(page, 'once@example.org');
  await steps.paid(page);
  const main = page.getByRole('main');
  await expect(main.getByText('Donation', { exact: true })).toBeVisible();
  await expect(main.getByText('$12', { exact: true })).toHaveCount(2);
  await expect(main.getByRole('button', { name: 'Manage subscription' })).toHaveCount(0);
  await expect.poll(() => site.countEvents('Donation Link Click', clicked)).toBe(before + 1);
});

test('what is typed before the scripts come is what is sent: a month’s amount and purpose', async ({
  page,
}) => {
  const release = await steps.holdScripts(page);
  await page.goto('/donate', { waitUntil: 'commit' });
  await amountField(page).fill('11');
  await page.getByRole('combobox').selectOption('closest');
  release();
  await steps.takenOver(page);
  await expect(donateButton(page)).toHaveText('DONATE $11 MONTHLY');
  const asked = page.waitForRequest(`**${PAGE}`);
  await donateButton(page).click();
  const form = new URLSearchParams((await asked).postData() ?? '');
  expect(Object.fromEntries(form)).toEqual({ intent: 'give', amount: '11', purpose: 'closest' });
  await page.waitForURL(/\/c\/pay\//);
});

test('back from the hosted page, what was chosen and typed is there again', async ({ page }) => {
  await steps.open(page, '/donate');
  await amountField(page).fill('40');
  await page.getByRole('combobox').selectOption('closest');
  await donateButton(page).click();
  await page.waitForURL(/\/c\/pay\//);
  await page.goBack();
  await steps.takenOver(page);
  await expect(amountField(page)).toHaveValue('40');
  await expect(page.getByRole('combobox')).toHaveValue('closest');
  await expect(donateButton(page)).toHaveText('DONATE $40 MONTHLY');
});

test('processing, and each thing that can go wrong, without losing the amount', async ({
  page,
  watch,
}) => {
  await steps.open(page, '/donate');
  await amountField(page).fill('25.75');
  const { answer } = await steps.holdBack(page, `**${PAGE}`, (route) =>
    route.fulfill({ status: 500, body: 'Broken.' }),
  );
  watch.expectStatus(500, PAGE);
  await donateButton(page).click();
  const processing = page.getByRole('button', { name: 'PROCESSING…' });
  await expect(processing).toBeDisabled();
  await expect(processing).toHaveAttribute('aria-busy', 'true');
  answer();
  const alert = page.getByRole('alert');
  await expect(alert).toHaveText(messages.CHECKOUT_FAILED);
  await expect(donateButton(page)).toBeFocused();
  await page.unroute(`**${PAGE}`);

  watch.expectStatus(502, PAGE);
  await steps.answerForm(page, PAGE, { ok: false, sentence: 'Not today.', typed: {} }, 502);
  await donateButton(page).click();
  await expect(alert).toHaveText('Not today.');
  await page.route(`**${PAGE}`, (route) => route.abort());
  watch.expectFailure(PAGE);
  await donateButton(page).click();
  await expect(alert).toHaveText(messages.SITE_UNREACHABLE);
  await expect(amountField(page)).toHaveValue('25.75');
});

test('the manage block says when the portal cannot be opened', async ({ page, site, watch }) => {
  const sessionId = await begunMonthly(page, site.url);
  await site.control(`pay/${sessionId}`, { email: 'portal@example.org' });
  await steps.open(page, `/success?session_id=${sessionId}`);
  const button = page.getByRole('button', { name: 'Manage subscription' });
  const sent = /\/success\.data\?/;
  await page.route(sent, (route) => route.fulfill({ status: 500, body: 'Broken.' }));
  watch.expectStatus(500, '/success.data');
  await button.click();
  await expect(page.getByRole('alert')).toHaveText(messages.PORTAL_FAILED);

  await page.unroute(sent);
  const { answer } = await steps.holdBack(page, sent);
  await button.click();
  await expect(page.getByRole('button', { name: messages.OPENING })).toBeDisabled();
  answer();
  await page.waitForURL(/\/p\/session\//);
});

const listedItem = {
  id: 1001,
  productId: 1001,
  name: 'Kept for later',
  amount: 10,
  target_amount: 1275,
  current_amount: 0,
};

/** The session of a monthly donation that waits to be paid. */
async function begunMonthly(page: Page, siteUrl: string): Promise<string> {
  const answered = await page.request.post(`${siteUrl}${SUBSCRIPTION_CALL}`, {
    data: { amount: 9 },
  });
  return (await answered.json()).sessionId;
}
