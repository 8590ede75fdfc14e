import type { Page } from '@playwright/test';
import * as messages from '#app/contributions/messages.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

const PAGE = '/view-contributions.data';

/** A code in a line of its own. */
const CODE = /^[A-Z0-9]{6}$/m;

const emailField = (page: Page) => page.getByRole('textbox', { name: 'Email' });
const codeField = (page: Page) => page.getByRole('textbox', { name: 'Code' });
const sendButton = (page: Page) => page.getByRole('button', { name: 'Send code' });
const verifyButton = (page: Page) => page.getByRole('button', { name: 'View contributions' });
const alert = (page: Page) => page.getByRole('main').getByRole('alert');
const entries = (page: Page) => page.getByRole('list', { name: 'Entries' }).getByRole('listitem');

test(
  'from the address to a refund and a receipt, by keyboard alone',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const email = 'keyboard@example.org';
    const product = await fund(site, email, 25);
    const seenBefore = await site.countEvents('View Contributions', {});
    await steps.open(page, '/view-contributions');
    await steps.tabTo(page, emailField(page));
    await page.keyboard.type(email);
    await page.keyboard.press('Enter');

    await expect(codeField(page)).toBeFocused();
    await expect(page.getByText(messages.CODE_SENT)).toBeVisible();
    const code = await site.emailed(email, CODE);
    await page.keyboard.type(`${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase());
    await expect(codeField(page)).toHaveValue(code);
    await page.keyboard.press('Enter');

    await expect(page.getByRole('heading', { level: 2, name: email })).toBeFocused();
    await expect(page.getByText('$25 to 1 product')).toBeVisible();
    const entry = entries(page);
    await expect(entry).toHaveCount(1);
    await expect(entry.getByRole('link', { name: product.name, exact: true })).toBeVisible();
    await expect(entry).toContainText(`No. ${product.id} / Untested`);
    await expect(entry.getByText('Paid', { exact: true })).toBeVisible();
    await expect(entry.getByText(/^Refunded automatically on \w+ \d+, \d{4}/)).toBeVisible();
    await expect.poll(() => site.countEvents('View Contributions', {})).toBeGreaterThan(seenBefore);

    await steps.tabTo(page, entry.locator('summary'));
    await page.keyboard.press('Enter');
    const reason = entry.getByRole('textbox', { name: 'Reason' });
    await expect(reason).toBeVisible();
    await expectAccessible(page);
    await steps.tabTo(page, reason);
    await page.keyboard.type('Given by mistake.');
    await steps.tabTo(page, entry.getByRole('button', { name: 'Send request' }));
    await page.keyboard.press('Enter');
    await expect(entry.getByText(/^Refund requested on/)).toBeFocused();
    await expect(entry.locator('summary')).toHaveCount(0);

    await steps.tabTo(page, entry.getByRole('link', { name: 'Receipt' }));
    await page.keyboard.press('Enter');
    const receipt = page.getByRole('article');
    await expect(receipt.getByRole('heading', { level: 1 })).toHaveText(
      'Receipt for your contribution',
    );
    await expect(receipt.getByRole('row', { name: 'Total paid' })).toContainText('$25');
    await expect(receipt).toContainText(product.name);
    await expect(receipt).toContainText(email);
    await expect(receipt).toContainText('not a tax receipt');
    await page.evaluate(() => (window.print = () => document.body.classList.add('asked-to-print')));
    const print = page.getByRole('button', { name: 'Print or save as PDF' });
    await print.click();
    await expect(page.locator('body.asked-to-print')).toHaveCount(1);
    await page.emulateMedia({ media: 'print' });
    await expect(print).toBeHidden();
    await expect(receipt).toBeVisible();
    await page.emulateMedia({ media: 'screen' });

    // The list opens again without a code, and remembers what was asked for.
    await steps.open(page, '/view-contributions');
    await expect(entry.getByText(/^Refund requested on/)).toBeVisible();
    expect(await steps.sidewaysPx(page)).toBe(0);
  },
);

test('a contribution is moved by a form; erasing takes the person, leaves the money, and asks for the address again', async ({
  page,
  site,
}) => {
  const email = 'leaving@example.org';
  const product = await fund(site, email, 40);
  await page.addInitScript((known) => {
    if (!sessionStorage.getItem('test-kept')) localStorage.setItem('userEmail', known);
    sessionStorage.setItem('test-kept', '1');
  }, email);
  await steps.open(page, '/view-contributions');
  await expect(emailField(page)).toHaveValue(email);
  await sendButton(page).click();
  await codeField(page).fill(await site.emailed(email, CODE));
  await verifyButton(page).click();
  await expect(entries(page)).toHaveCount(1);

  await page.getByRole('link', { name: `Move it from ${product.name}` }).click();
  await expect(page.getByText(`$40 stands with ${product.name}`)).toBeVisible();
  await expectAccessible(page, [390, 1440]);
  const other = await site.takeProduct();
  await page.getByRole('textbox', { name: 'Another product' }).fill(`No. ${other.id}`);
  await page.getByRole('button', { name: 'Find it' }).click();
  await expect(page.getByRole('radio', { name: other.name, exact: true })).toBeChecked();
  await page.getByRole('button', { name: 'Confirm' }).click();
  await expect(page.getByText(`$40 is now with ${other.name}.`)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Done' })).toBeFocused();

  await steps.open(page, '/view-contributions');
  await page.locator('#erase > summary').click();
  const again = page.getByRole('textbox', { name: 'Type your email again' });
  await again.fill(email.toUpperCase());
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByRole('heading', { level: 2, name: messages.ERASED })).toBeFocused();
  expect(await page.evaluate(() => localStorage.getItem('userEmail'))).toBeNull();
  await expect.poll(async () => (await site.product(other.id)).current_amount).toBe(40);
});

test('every failure keeps its step and what was typed', async ({ page, watch }) => {
  await steps.open(page, '/view-contributions');
  await emailField(page).fill('typed@example.org');
  await page.route(`**${PAGE}`, (route) => route.abort());
  watch.expectFailure(PAGE);
  await sendButton(page).click();
  await expect(alert(page)).toHaveText(messages.SENDING_FAILED);
  await expect(sendButton(page)).toBeFocused();
  const failure = { sentence: messages.SENDING_FAILED, reason: 'Too many requests.' };
  const refused = { step: 'email', email: 'typed@example.org', failure };
  await steps.answerForm(page, PAGE, refused, 429);
  watch.expectStatus(429, PAGE);
  await sendButton(page).click();
  await expect(alert(page).getByText(messages.SENDING_FAILED, { exact: true })).toBeVisible();
  await expect(alert(page).getByText('Too many requests.', { exact: true })).toBeVisible();
  await expect(emailField(page)).toHaveValue('typed@example.org');
  await steps.answerForm(page, PAGE, codeSent('typed@example.org'));
  await sendButton(page).click();

  await codeField(page).fill('abc 12');
  await expect(codeField(page)).toHaveValue('ABC12');
  await verifyButton(page).click();
  await expect(alert(page)).toHaveCount(0);
  await expect(codeField(page)).toBeFocused();
  await codeField(page).fill('abc 12-3');
  await page.route(`**${PAGE}`, (route) => route.abort());
  await verifyButton(page).click();
  await expect(alert(page)).toHaveText(messages.VERIFYING_BROKE);
  await expect(codeField(page)).toHaveValue('ABC123');
  await steps.answerForm(page, PAGE, openList('typed@example.org'));
  await verifyButton(page).click();
  await expect(page.getByRole('heading', { name: 'typed@example.org' })).toBeVisible();
  await page.route(`**${PAGE}`, (route) => route.abort());
  await page.getByRole('button', { name: 'Close this list' }).click();
  await expect(alert(page)).toHaveText(messages.CLOSING_FAILED);
  await expect(page.getByRole('heading', { name: 'typed@example.org' })).toBeVisible();
});

test('a new code, another address, and a list that closes by itself', async ({ page }) => {
  await page.clock.install();
  await steps.answerForm(page, PAGE, codeSent('first@example.org'));
  await sendFor(page, 'first@example.org');
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(codeField(page)).toBeFocused();
  await page.getByRole('button', { name: 'Use a different email' }).click();
  await expect(emailField(page)).toBeFocused();
  await page.keyboard.type('second@example.org');
  await expect(emailField(page)).toHaveValue('second@example.org');
  await steps.answerForm(page, PAGE, codeSent('second@example.org'));
  await page.keyboard.press('Enter');
  await codeField(page).fill('ABC123');
  await steps.answerForm(page, PAGE, openList('second@example.org'));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'second@example.org' })).toBeVisible();
  await page.clock.fastForward('29:50');
  await expect(page.getByRole('heading', { name: 'second@example.org' })).toBeVisible();
  await page.clock.fastForward('00:11');
  await expect(page.getByText(messages.SESSION_OVER)).toBeVisible();
  await expect(emailField(page)).toBeFocused();
  await expect(page.getByText(messages.NO_CONTRIBUTIONS)).toHaveCount(0);
});

/** Gives to a product that nobody gave to, and sees it counted. */
async function fund(site: Site, email: string, dollars: number) {
  const product = await site.takeProduct();
  await site.fund(product.id, dollars, email);
  return product;
}

async function sendFor(page: Page, email: string): Promise<void> {
  await steps.open(page, '/view-contributions');
  await emailField(page).fill(email);
  await sendButton(page).click();
  await expect(codeField(page)).toBeVisible();
}

function codeSent(email: string) {
  return { step: 'code', email, word: messages.CODE_SENT };
}

function openList(email: string) {
  const found = { email, expires_at: '', contributions: [], preferences_url: '/email/preferences' };
  return { step: 'list', email, found, closesInMs: 1_800_000 };
}
