import type { Locator, Page } from '@playwright/test';
import { MESSAGE_MISSING } from '#app/contact/contact-messages.ts';
import { amountTooHigh, NAME_MISSING } from '#app/submissions/messages.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const footerLink = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

test('a link leads to the heading of its page, whose title is said', async ({ page }) => {
  await steps.open(page, '/');
  const outcome = page.locator('p[aria-live=polite]:not(main *)');
  await expect(outcome, 'nothing is said of the first page').toHaveText('');
  for (const [name, path] of [
    ['Tested products', '/plasticlist'],
    ['Methodology', '/risk-methodology'],
    ['Donate', '/donate'],
    ['FAQ', '/faq'],
    ['Blog', '/blog'],
    ['Your contributions', '/view-contributions'],
    ['Products to fund', '/'],
  ] as const) {
    await footerLink(page, name).press('Enter');
    await expect(page).toHaveURL(path);
    await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
    await expect.poll(() => page.evaluate(() => window.scrollY), path).toBe(0);
    await expect(outcome).toHaveText(await page.title());
  }
  await expect(page.getByText(/^Look up 236 lab-tested products/)).toBeVisible();
  await expect(page.getByRole('list', { name: 'Categories' })).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL('/view-contributions');
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeFocused();
});

test('a dialog keeps the focus, and gives it back', async ({ page }) => {
  await steps.open(page, '/');
  const opener = page.getByRole('button', { name: 'How Funding Works' }).first();
  await opener.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'How Funding Works' });
  await expect(dialog).toBeVisible();
  await expect(dialog.locator(':focus')).toHaveCount(1);
  for (const key of ['Tab', 'Tab', 'Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab', 'Shift+Tab']) {
    await page.keyboard.press(key);
    // From its end the keys lead to the browser's own bar, never to the page behind.
    const isBehind = await dialog.evaluate(
      (sheet) =>
        document.activeElement !== document.body && !sheet.contains(document.activeElement),
    );
    expect(isBehind, key).toBe(false);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('the small menu is opened, walked, left and followed by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await steps.open(page, '/cart');
  const banner = page.getByRole('banner');
  const button = banner.locator('summary');
  const home = banner.getByRole('link', { name: 'Home', exact: true });
  const last = banner.getByRole('link', { name: 'Your contributions' });
  await steps.tabTo(page, button);
  await page.keyboard.press('Enter');
  await expect(home).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(home).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(home).toBeHidden();
  await expect(button).toBeFocused();

  await page.keyboard.press('Space');
  await steps.tabTo(page, last);
  await page.keyboard.press('Tab');
  await expect(home, 'it does not stay open over what has the focus').toBeHidden();
  await expect(page.getByRole('main').locator(':focus')).toHaveCount(1);

  await button.press('Enter');
  await banner.getByRole('link', { name: 'FAQ' }).press('Enter');
  await expect(page).toHaveURL('/faq');
  await expect(home).toBeHidden();
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
});

test('an endless list has its next page before its end comes near, so that the footer is not seen and pushed away', async ({
  page,
}) => {
  // A high window asks for it while the page opens.
  const next = page.waitForResponse(/\/api\/products\?.*page=2/);
  await steps.open(page, '/');
  const shown = page.getByRole('status').filter({ hasText: /^\d+ of \d+ shown$/ });
  /** Scrolls until the list ends so many pixels below the window. */
  const endBelow = (px: number) =>
    shown.evaluate((end, below) => {
      const top = end.getBoundingClientRect().top - window.innerHeight - below;
      window.scrollBy({ top, behavior: 'instant' });
    }, px);
  await endBelow(400);
  await (await next).finished();
  await expect(shown).toHaveText(/^5 of/);
  await endBelow(50);
  await expect(shown).toHaveText(/^10 of/);
});

test('who wants less motion sees none', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const address of ['/', '/plasticlist/93']) {
    await steps.open(page, address);
    const longest = await page.evaluate(() =>
      Math.max(
        ...[...document.querySelectorAll('body *')].flatMap((element) => {
          const { transitionDuration, animationDuration, scrollBehavior } =
            getComputedStyle(element);
          const durations = `${transitionDuration}, ${animationDuration}`.split(', ');
          return [scrollBehavior === 'smooth' ? 1 : 0, ...durations.map(Number.parseFloat)];
        }),
      ),
    );
    expect(longest, `${address}, in seconds`).toBeLessThan(0.001);
  }
});

/** A form with something wrong in it, sent; and the field and the sentence that say so. */
const refused: Record<string, (page: Page) => Promise<[field: Locator, sentence: string]>> = {
  '/add-product': async (page) => {
    await page.getByRole('button', { name: 'SUBMIT PRODUCT' }).click();
    return [page.getByLabel('Product name'), NAME_MISSING];
  },
  '/plasticlist/93': async (page) => {
    const weight = page.getByLabel('Body weight');
    if (!(await weight.isVisible())) await page.getByText('Use your own weight').click();
    await weight.fill('heavy');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    return [weight, 'Please enter a weight from'];
  },
  '/contact': async (page) => {
    const typed = { intent: 'message', email: 'someone@example.org', text: '' };
    const refusal = { ok: false, status: 400, sentence: MESSAGE_MISSING, field: 'text' };
    await steps.answerForm(page, '/contact.data', { ...refusal, typed, intent: 'message' });
    const form = page.getByRole('form', { name: 'Write to us' });
    await form.getByLabel('Your email').fill(typed.email);
    const text = form.getByLabel('Message');
    await text.fill('.');
    await form.getByRole('button', { name: 'Send' }).click();
    return [text, MESSAGE_MISSING];
  },
};

for (const [address, send] of Object.entries(refused)) {
  test(`${address}: what is wrong is announced, said of its field, and gone to`, async ({
    page,
  }) => {
    await steps.open(page, address);
    // Once more, without a change, it is gone to again.
    for (const time of ['first', 'again']) {
      const [field, sentence] = await send(page);
      await expect(page.getByRole('alert').filter({ hasText: sentence }), time).toBeVisible();
      await expect(field).toHaveAttribute('aria-invalid', 'true');
      await expect(field).toHaveAccessibleDescription(new RegExp(`^${sentence.slice(0, 20)}`));
      await expect(field).toBeFocused();
    }
  });
}

test('who goes on to another field than the wrong one types there', async ({ page }) => {
  await steps.open(page, '/add-product');
  const [name, amount] = [page.getByLabel('Product name'), page.getByLabel(/^Contribution amount/)];
  await name.fill('Oat rings');
  await page.getByLabel('Product URL').fill('example.org/oat-rings');
  await amount.fill('2000');
  for (const go of [() => name.click(), () => page.keyboard.press('Shift+Tab')]) {
    await page.getByRole('button', { name: 'SUBMIT PRODUCT' }).click();
    await expect(amount).toBeFocused();
    await go();
    // Leaving the amount says of it what is said while it is typed.
    await expect(page.getByText(amountTooHigh())).toBeVisible();
    await page.keyboard.type('1');
    await expect(amount).toHaveValue('2000');
  }
  await expect(name).toHaveValue(/1/);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false });

  test('a refused form opens at what is wrong', async ({ page, watch }) => {
    watch.expectStatus(400, '/donate');
    await page.goto('/donate?give=once');
    const amount = page.getByRole('textbox', { name: /^Amount/ });
    await amount.fill('12.5');
    await page.getByRole('button', { name: /^DONATE/ }).click();
    await expect(amount).toHaveAccessibleDescription(/^A donation must be/);
    await expect(amount).toBeFocused();
  });
});
