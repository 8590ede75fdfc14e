import { APART, test } from './apart.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';

const EMAIL = APART.SUPPORT_EMAIL;
const WALLET = APART.CRYPTO_WALLET_ADDRESS;
const CHECKOUT = APART.CRYPTO_CHECKOUT_URL;

test.describe('a site with a support address and a wallet', () => {
  // Each counts what it has done.
  test.describe.configure({ mode: 'serial' });

  test('calls itself what it is set to, on the server and in the browser', async ({ page }) => {
    await steps.open(page, '/contact');
    await expect(page).toHaveTitle(/Plain Label/);
    await expect(page.getByRole('contentinfo')).toContainText('Read it first.');
    await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
    await expect(page).toHaveTitle(/Plain Label/);
    await expect(page.locator('body')).not.toContainText('OpenAssay');
  });

  test('the email link opens a letter to it, and is counted once', async ({ page, site }) => {
    await steps.open(page, '/contact');
    const link = page.getByRole('main').getByRole('link', { name: EMAIL });
    await expect(link).toHaveAttribute('href', `mailto:${EMAIL}`);
    // The machine of a test has no program for letters.
    await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()));
    await link.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => site.countEvents('Contact Email Click', {})).toBe(1);
  });

  test('the wallet address is copied whole, or chosen where that is not allowed', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await steps.open(page, '/contact');
    const crypto = page.getByRole('region', { name: 'Crypto' });
    await expect(crypto.getByText(WALLET)).toBeVisible();
    await crypto.getByRole('button', { name: 'Copy address' }).click();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(WALLET);
    await page.evaluate(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('not allowed'));
    });
    await crypto.getByRole('button', { name: 'Copy address' }).click();
    await expect.poll(() => page.evaluate(() => String(window.getSelection()))).toBe(WALLET);
  });

  test('the crypto checkout and the donate link are counted, each once', async ({ page, site }) => {
    await steps.open(page, '/contact');
    const crypto = page.getByRole('link', { name: 'Open the crypto checkout' });
    await expect(crypto).toHaveAttribute('href', CHECKOUT);
    await page.evaluate(() =>
      addEventListener('click', (event) => {
        if ((event.target as Element).closest('a[href^="https:"]')) event.preventDefault();
      }),
    );
    await crypto.click();
    await page.getByRole('link', { name: /^Donate to/ }).click();
    await expect(page).toHaveURL('/donate');
    const clicks = (link: string) => site.countEvents('Donation Link Click', { link });
    await expect.poll(() => clicks('crypto checkout')).toBe(1);
    await expect.poll(() => clicks('donate')).toBe(1);
    expect(await site.countEvents('Donation Link Click', {})).toBe(2);
  });

  test('a message is sent by the form, lost neither when refused nor twice when sent, and counted once', async ({
    page,
    site,
    watch,
  }) => {
    watch.expectStatus(400, '/contact.data');
    await steps.open(page, '/contact');
    const form = page.getByRole('form', { name: 'Write to us' });
    await form.getByRole('textbox', { name: 'Your email' }).fill('writer@example.org');
    await form.getByRole('textbox', { name: 'Message' }).fill('   ');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Please write a message.')).toBeVisible();
    await expect(form.getByRole('textbox', { name: 'Your email' })).toHaveValue(
      'writer@example.org',
    );
    await form.getByRole('textbox', { name: 'Message' }).fill('A serving is wrong.');
    await form.getByRole('button', { name: 'Send' }).click();
    await expect(page.getByText('Your message was sent')).toBeVisible();
    await expect(form).toHaveCount(0);
    const newsletter = page.getByRole('region', { name: 'Newsletter' });
    await steps.answerForm(page, '/contact.data', { ok: true, sentence: '', typed: {} });
    await newsletter.getByLabel('Your email').fill('writer@example.org');
    await newsletter.getByRole('button').click();
    // Events are sent in order: what the letter had counted twice would be there by now.
    await expect.poll(() => site.countEvents('Contact Form Submit', {})).toBe(2);
    expect(await site.countEvents('Contact Form Submit', { form: 'message' })).toBe(1);
    expect(await site.countEvents('Contact Email Click', {})).toBe(1);
  });
});
