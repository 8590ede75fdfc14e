import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const QUESTION = 'What if a product never reaches its goal?';

const index = (page: Page) => page.getByRole('navigation', { name: 'Questions', exact: true });
const answer = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const washOf = (page: Page, name: string) =>
  answer(page, name).evaluate((element) => getComputedStyle(element).backgroundColor);

/** The question stands under the bar, in the upper half of the window, and stays there. */
async function expectScrolledTo(page: Page, name: string): Promise<void> {
  const top = async () => (await answer(page, name).boundingBox())?.y ?? -1;
  await expect.poll(top).toBeGreaterThan(40);
  await expect.poll(top).toBeLessThan(300);
}

test('a question leads to its answer, marks it and is counted', async ({ page, site }) => {
  const asked = 'Can I get my money back sooner?'; // nobody else presses it while this one counts
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const clicks = () => site.countEvents('FAQ Click', { question: asked });
  const before = await clicks();
  await steps.open(page, '/faq');
  await expect(index(page).getByRole('heading', { level: 3 })).toHaveCount(6);
  const plain = await washOf(page, asked);
  const link = index(page).getByRole('link', { name: asked });
  await link.focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/faq#change-of-mind');
  await expectScrolledTo(page, asked);
  await expect(link).toHaveAttribute('aria-current', 'location');
  await expect(answer(page, asked)).toBeFocused();
  await expect.poll(() => washOf(page, asked)).not.toBe(plain);
  await expect.poll(clicks).toBe(before + 1);
  await link.click(); // it is chosen already
  await expect(answer(page, asked)).toBeFocused();

  const other = 'Does Low mean there is nothing in it?';
  const otherBefore = await site.countEvents('FAQ Click', { question: other });
  // Without scrolling to the link, since Back leads to where its reader was.
  await index(page).getByRole('link', { name: other }).dispatchEvent('click');
  await expectScrolledTo(page, other);
  await expect.poll(() => washOf(page, asked)).toBe(plain);
  await expect.poll(() => site.countEvents('FAQ Click', { question: other })).toBe(otherBefore + 1);
  await page.goBack();
  await expectScrolledTo(page, asked);
  await expect.poll(() => washOf(page, asked)).not.toBe(plain);
  expect(await clicks()).toBe(before + 1);
});

test('an answer can be linked to, and leads on to report 93', async ({ page }) => {
  await steps.open(page, '/faq#above-the-limit');
  const name = 'Has anything been found above a limit?';
  await expectScrolledTo(page, name);
  await answer(page, name).getByRole('link', { name: 'Boba Guys Black Tea Pearls' }).click();
  await expect(page).toHaveURL('/plasticlist/93');
  await expect(
    page.getByRole('heading', { level: 1, name: 'Boba Guys Black Tea Pearls' }),
  ).toBeVisible();
});

test('the questions stay beside the answers where there is room', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await steps.open(page, '/faq#fda');
  await expect(index(page)).toBeInViewport();
  await expect(index(page).getByRole('link', { name: /^Does the FDA/ })).toBeInViewport();
  await expect(page.getByRole('link', { name: 'Back to questions' })).toBeHidden();
});

test(
  'on a small screen a way back to the questions is at hand',
  { tag: '@mobile' },
  async ({ page }) => {
    await steps.open(page, '/faq');
    const back = page.getByRole('link', { name: 'Back to questions' });
    await expect(back).not.toBeInViewport();
    await index(page).getByRole('link', { name: QUESTION }).tap();
    await expectScrolledTo(page, QUESTION);
    await expect(back).toBeInViewport({ ratio: 1 });
    await back.tap();
    await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeInViewport();
  },
);
