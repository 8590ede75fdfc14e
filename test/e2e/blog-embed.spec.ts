import type { Page } from '@playwright/test';
import { test } from './apart.ts';
import { expect } from './fixture.ts';
import * as steps from './steps.ts';

const NETWORK = 'https://platform.twitter.com';
/** Stands in for the network's script: it shows what it is asked for. */
const WIDGETS = `window.twttr = { widgets: { createTweet(id, place, options) {
  const shown = document.createElement('p');
  shown.textContent = 'Post ' + id + ' ' + JSON.stringify(options);
  place.append(shown);
  return Promise.resolve(shown);
} } };`;

/** Answers in the network's place; says how often it was asked for its script. */
async function answerAsNetwork(page: Page, script: string | null): Promise<() => number> {
  let asked = 0;
  await page.route(`${NETWORK}/**`, async (route) => {
    asked += 1;
    if (script === null) await route.abort('failed');
    else await route.fulfill({ contentType: 'text/javascript', body: script });
  });
  return () => asked;
}

const show = (page: Page) => page.getByRole('button', { name: 'Show the post here' });

test('a social post is embedded once somebody asks for it, and not before', async ({
  page,
  watch,
}) => {
  watch.alsoAllowHost(NETWORK);
  const asked = await answerAsNetwork(page, WIDGETS);
  await steps.open(page, '/blog/two-embeds');
  await expect(show(page)).toHaveCount(2);
  expect(asked()).toBe(0);
  await show(page).first().click();
  const options = JSON.stringify({ theme: 'light', dnt: true });
  await expect(page.getByText(`Post 1234567890123456789 ${options}`)).toBeVisible();
  await show(page).click();
  await expect(page.getByText(`Post 20 ${options}`)).toBeVisible();
  await expect(show(page)).toHaveCount(0);
  expect(asked()).toBe(1);
});

test('it is embedded as well where another page was loaded first', async ({ page, watch }) => {
  watch.alsoAllowHost(NETWORK);
  await answerAsNetwork(page, WIDGETS);
  await steps.open(page, '/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Blog' }).click();
  await page.getByRole('link', { name: 'Two posts from elsewhere' }).click();
  await expect(page).toHaveURL(/two-embeds$/);
  await show(page).first().click();
  await expect(page.getByText('Post 1234567890123456789')).toBeVisible();
  await expect(show(page)).toHaveCount(1);
  await page.reload();
  await steps.takenOver(page);
  await expect(show(page)).toHaveCount(2);
});

test('a script without widgets and one that does not load are told on the console alone', async ({
  page,
  watch,
}) => {
  watch.alsoAllowHost(NETWORK);
  const warned: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warned.push(message.text());
  });
  await answerAsNetwork(page, 'window.twttr = {};');
  await steps.open(page, '/blog/two-embeds');
  const before = await page.getByRole('main').innerText();
  await show(page).first().click();
  await expect.poll(() => warned).toContain('Twitter widgets not found');
  await expect(show(page)).toHaveCount(2);
  expect(await page.getByRole('main').innerText()).toBe(before);

  await page.unroute(`${NETWORK}/**`);
  const asked = await answerAsNetwork(page, null);
  watch.expectFailure('/widgets.js');
  watch.expectError('The social post could not be loaded:');
  await page.reload();
  await steps.takenOver(page);
  await show(page).first().click();
  await expect.poll(asked).toBe(1);
  await expect(show(page).first()).toBeEnabled();
  expect(await page.getByRole('main').innerText()).toBe(before);
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a social post is a link', async ({ page }) => {
    await page.goto('/blog/two-embeds');
    await expect(show(page).first()).toBeHidden();
    await expect(page.getByRole('link', { name: /status\/20/ })).toHaveAttribute(
      'href',
      'https://twitter.com/somebody/status/20',
    );
  });
});
