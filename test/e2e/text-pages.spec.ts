import type { Page } from '@playwright/test';
import * as messages from '#app/mailing/messages.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const PAGES = ['/about', '/faq', '/legal', '/blog', '/blog/test-post'];
const QUESTION = 'What if a product never reaches its goal?';

const question = (page: Page, name = QUESTION) =>
  page.getByRole('navigation', { name: 'Questions', exact: true }).getByRole('link', { name });
const answer = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const inFooter = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('link', { name, exact: true });

/** Opens a page that nobody has touched; `isSame` says later whether it is still that document. */
async function openUntouched(page: Page, path: string) {
  await page.goto(path);
  await page.evaluate(() => document.body.setAttribute('data-same', ''));
  return {
    isSame: () =>
      page
        .locator('body[data-same]')
        .count()
        .then((found) => found === 1),
  };
}

test('a page of text loads no script until it is scrolled, and says nothing wrong without', async ({
  page,
}) => {
  const scripts: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.push(request.url());
  });
  for (const path of PAGES) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.mouse.move(300, 300);
    await page.waitForTimeout(300);
    expect(scripts, path).toEqual([]);
    await page.mouse.wheel(0, 40);
    await expect.poll(() => scripts.length, path).toBeGreaterThan(2);
    await steps.takenOver(page);
    scripts.length = 0;
  }
});

// The others are looked at once their scripts have come (`every-route.spec.ts`).
test('a page of text is accessible before it is touched', async ({ page }) => {
  await page.goto('/faq');
  await expectAccessible(page, [390, 1440], { withShell: true });
});

test('the first press on a link of the footer is followed and counted', async ({ page, site }) => {
  const clicks = () => site.countEvents('Footer Link Click', { link: 'Methodology' });
  const before = await clicks();
  const { isSame } = await openUntouched(page, '/about');
  await inFooter(page, 'Methodology').click();
  await expect(page).toHaveURL('/risk-methodology');
  expect(await isSame()).toBe(true);
  await expect.poll(clicks).toBe(before + 1);
  await page.goBack();
  await expect(page.getByRole('heading', { level: 1, name: 'About OpenAssay' })).toBeVisible();
});

test('where scripts take too long, links lead on by themselves', async ({ page }) => {
  const release = await steps.holdScripts(page);
  const { isSame } = await openUntouched(page, '/about');
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

test('the first press on a question marks its answer, is counted, and goes back', async ({
  page,
  site,
}) => {
  const asked = 'Is a result medical advice?'; // nobody else presses it while this one counts
  const clicks = () => site.countEvents('FAQ Click', { question: asked });
  const before = await clicks();
  await openUntouched(page, '/faq');
  await question(page, asked).click();
  await expect(page).toHaveURL('/faq#medical-advice');
  await expect(answer(page, asked)).toHaveAttribute('data-chosen', 'true');
  await expect(answer(page, asked)).toBeFocused();
  await expect.poll(clicks).toBe(before + 1);
  await page.goBack();
  await expect(page).toHaveURL('/faq');
  await expect(answer(page, asked)).not.toHaveAttribute('data-chosen');
  expect(await clicks()).toBe(before + 1);
});

test('the keyboard finds everything from the first key on', async ({ page, site }) => {
  const asked = 'Do I need an account?';
  const clicks = () => site.countEvents('FAQ Click', { question: asked });
  const before = await clicks();
  await openUntouched(page, '/faq');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
  await openUntouched(page, '/faq');
  await question(page, asked).focus();
  await page.keyboard.press('Enter');
  await expect(answer(page, asked)).toBeFocused();
  await expect.poll(clicks).toBe(before + 1);
});

test('a tab of the legal texts changes the text at its first press', async ({ page }) => {
  const { isSame } = await openUntouched(page, '/legal');
  const tabs = page.getByRole('navigation', { name: 'Legal texts' }).getByRole('link');
  await tabs.nth(1).click();
  await expect(page).toHaveURL(/tab=/);
  await expect(tabs.nth(1)).toHaveAttribute('aria-current', 'page');
  expect(await isSame()).toBe(true);
});

test(
  'the menu opens before scripts are there, and stays open',
  { tag: '@mobile' },
  async ({ page }) => {
    const release = await steps.holdScripts(page);
    await openUntouched(page, '/about');
    const button = page.getByRole('banner').locator('summary');
    const contact = page.getByRole('banner').getByRole('link', { name: 'Contact' });
    await button.tap();
    await expect(contact).toBeVisible();
    release();
    await steps.takenOver(page);
    await page.waitForTimeout(300);
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
  const before = await openUntouched(page, '/about');
  const email = `before-scripts-${Date.now()}@example.org`;
  await field.fill(email);
  await submit.click();
  await expect(page).toHaveURL('/about#newsletter');
  await expect(newsletter.getByText(messages.LETTER_ON_ITS_WAY)).toBeVisible();
  expect(await before.isSame()).toBe(false);

  const { isSame } = await openUntouched(page, '/about');
  await field.fill(email.toUpperCase());
  release();
  await steps.takenOver(page);
  await expect(field).toHaveValue(email.toUpperCase());
  await submit.click();
  await expect(page.getByText(messages.SUBSCRIBED)).toBeVisible();
  expect(await isSame()).toBe(true);
  expect(await site.emailed(email, /confirm/)).toBeTruthy();
});
