import type { Page } from '@playwright/test';
import * as messages from '#app/subscriptions/messages.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const QUESTION = 'What if a product never reaches its goal?';

const question = (page: Page, name = QUESTION) =>
  page.getByRole('navigation', { name: 'Questions', exact: true }).getByRole('link', { name });
const inFooter = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Opens a page; `isSame` says later whether it is still that document. */
async function openMarked(page: Page, path: string) {
  await page.goto(path, { waitUntil: 'domcontentloaded' });
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  return {
    isSame: () =>
      page
        .locator('body[data-same]')
        .count()
        .then((found) => found === 1),
  };
}

test('before scripts are there, links lead on by themselves', async ({ page }) => {
  const release = await steps.holdScripts(page);
  const { isSame } = await openMarked(page, '/about');
  await inFooter(page, 'FAQ').click();
  await expect(page).toHaveURL('/faq');
  expect(await isSame()).toBe(false);
  await question(page).click();
  await expect(page).toHaveURL('/faq#refunds');
  await expect(page.locator('article:target')).toHaveAccessibleName(QUESTION);
  release();
  await steps.takenOver(page);
  await expect(question(page)).toHaveAttribute('aria-current', 'location');
});

test(
  'the menu opens before scripts are there, and stays open',
  { tag: '@mobile' },
  async ({ page }) => {
    const release = await steps.holdScripts(page);
    await openMarked(page, '/about');
    const button = page.getByRole('banner').locator('summary');
    const contact = page.getByRole('banner').getByRole('link', { name: 'Contact' });
    await button.tap();
    await expect(contact).toBeVisible();
    release();
    await steps.takenOver(page);
    // What runs as the page is taken over has run by its next frames.
    await page.evaluate(async () => {
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    });
    await expect(contact).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(contact).toBeHidden();
    await button.tap();
    await contact.tap();
    await expect(page).toHaveURL('/contact');
    await expect(contact).toBeHidden();
  },
);

test('what is typed into the newsletter stays, and is sent with or without scripts', async ({
  page,
  site,
}) => {
  const newsletter = page.getByRole('region', { name: 'Newsletter' });
  const field = newsletter.getByLabel('Your email');
  const submit = newsletter.getByRole('button', { name: 'Subscribe' });
  const release = await steps.holdScripts(page);
  const before = await openMarked(page, '/about');
  const email = `before-scripts-${Date.now()}@example.org`;
  await field.fill(email);
  await submit.click();
  await expect(page).toHaveURL('/about#newsletter');
  await expect(newsletter.getByText(messages.LETTER_ON_ITS_WAY)).toBeVisible();
  expect(await before.isSame()).toBe(false);

  const { isSame } = await openMarked(page, '/about');
  await field.fill(email.toUpperCase());
  release();
  await steps.takenOver(page);
  await expect(field).toHaveValue(email.toUpperCase());
  await submit.click();
  await expect(page.getByText(messages.SUBSCRIBED)).toBeVisible();
  expect(await isSame()).toBe(true);
  expect(await site.emailed(email, /confirm/)).toBeTruthy();
});

test('what is typed into the search of a list stays', async ({ page }) => {
  for (const path of ['/', '/search']) {
    const release = await steps.holdScripts(page);
    await page.goto(path, { waitUntil: 'domcontentloaded' });
    const box = page.getByRole('main').getByRole('searchbox');
    await box.fill('oat milk');
    release();
    await steps.takenOver(page);
    await expect.poll(() => page.evaluate(() => document.readyState)).toBe('complete');
    await expect(box, path).toHaveValue('oat milk');
    await box.press('Enter');
    await expect(page).toHaveURL(/=oat\+milk/);
    await page.unroute('**/assets/*.js');
  }
});
