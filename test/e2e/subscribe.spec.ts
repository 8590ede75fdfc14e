import type { Page } from '@playwright/test';
import * as messages from '#app/subscriptions/messages.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

const ABOUT = '/about.data';
const HOME = '/_.data';

const CONFIRM_LINK = /\/email\/confirm\?token=[\w-]+/;

const newsletter = (page: Page) => page.getByRole('region', { name: 'Newsletter' });
const banner = (page: Page) => page.getByRole('region', { name: 'New results, by email.' });
const field = (page: Page) => page.getByLabel('Your email');

test('every failure of the newsletter has its sentence', async ({ page, watch }) => {
  await steps.open(page, '/about');
  await field(page).fill('someone@example.org');
  const submit = newsletter(page).getByRole('button');
  const alert = newsletter(page).getByRole('alert');
  watch.expectStatus(500, ABOUT);
  await page.route(`**${ABOUT}`, (route) => route.fulfill({ status: 500, body: 'Broken.' }));
  await submit.click();
  await expect(alert).toHaveText(messages.SUBSCRIBE_FAILED);
  await page.unroute(`**${ABOUT}`);
  watch.expectFailure(ABOUT);
  await page.route(`**${ABOUT}`, (route) => route.abort());
  // The sentence is the one that stands there already.
  const failed = page.waitForEvent('requestfailed');
  await submit.click();
  await failed;
  await expect(alert).toHaveText('Failed to subscribe. Please try again.');
  await expect(field(page)).toHaveValue('someone@example.org');
  await page.unroute(`**${ABOUT}`);

  await steps.answerForm(page, ABOUT, { ok: true, sentence: '', typed: {} });
  const { answer } = await steps.holdBack(page, `**${ABOUT}`);
  await submit.click();
  await expect(submit).toHaveText('Subscribing…');
  await expect(submit).toBeDisabled();
  await expect(alert).toHaveCount(0);
  answer();
  await expect(page.getByText('Thank you for subscribing!')).toBeVisible();
});

test('the home page tells what is being searched for', async ({ page, site }) => {
  const product = await site.firstProduct('');
  const email = `home-${Date.now()}@example.org`;
  await steps.open(page, '/');
  await page.getByRole('searchbox').fill(product.name);
  await expect(page).toHaveURL(/search=/);
  await field(page).fill(email);
  const sent = page.waitForRequest(`**${HOME}*`);
  await page.keyboard.press('Enter');
  const form = new URLSearchParams((await sent).postData() ?? '');
  expect(Object.fromEntries(form)).toEqual({ email, query: product?.name, status: 'new' });
  await expect(
    page.getByText("Thanks for subscribing! You'll receive updates soon."),
  ).toBeVisible();
  await expect(banner(page).getByText(messages.LETTER_ON_ITS_WAY)).toBeVisible();
  await expect(field(page)).toHaveValue('');
  expect(await confirmingTo(site, email)).toBe(1);
});

test('the banner says what failed, and keeps what was typed', async ({ page, watch }) => {
  await page.setViewportSize({ width: 390, height: 900 });
  const email = 'someone@example.org';
  await steps.open(page, '/');
  await field(page).fill(email);
  // Stubbed: few sign-ups are taken from one network, and all tests come from one.
  watch.expectStatus(409, HOME);
  const sentence = messages.ALREADY_SUBSCRIBED;
  await steps.answerForm(page, `${HOME}*`, { ok: false, sentence, typed: { email } }, 409);
  await banner(page).getByRole('button').click();
  await expect(banner(page).getByRole('alert')).toHaveText('This email is already subscribed.');
  await page.unroute(`**${HOME}*`);
  watch.expectFailure(HOME);
  await page.route(`**${HOME}*`, (route) => route.abort());
  await banner(page).getByRole('button').click();
  await expect(banner(page).getByRole('alert')).toHaveText('Failed to submit. Please try again.');
  await expect(field(page)).toHaveValue(email);
});

/** How many emails that ask to confirm went to an address. */
async function confirmingTo(site: Site, email: string): Promise<number> {
  return (await site.emailsTo(email, CONFIRM_LINK)).length;
}
