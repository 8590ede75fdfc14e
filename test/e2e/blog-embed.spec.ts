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

test('only pages with such a post admit the network', async ({ site }) => {
  const policyOf = async (path: string) =>
    (await fetch(site.url + path)).headers.get('content-security-policy') ?? '';
  for (const path of ['/blog', '/blog/two-embeds']) {
    expect(await policyOf(path), path).toContain(`frame-src ${NETWORK}`);
  }
  for (const path of ['/', '/blog/test-post', '/blog/links', '/blog/no', '/feed.xml']) {
    expect(await policyOf(path), path).not.toContain('twitter');
  }
  const { headers } = await fetch(`${site.url}/blog/two-embeds`);
  expect(headers.get('x-page-embeds')).toBeNull();
});

test('links lead only where they may, and another post begins at its top', async ({ page }) => {
  await steps.open(page, '/blog/links');
  const addresses = await page
    .getByRole('article')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  expect(addresses).toEqual([
    '/blog',
    'https://elsewhere.example/',
    'mailto:somebody@elsewhere.example',
    'irc://elsewhere.example/room',
    'xmpp:room@elsewhere.example',
    '/contact',
    '#down',
    'https://elsewhere.example/a.png',
    '/blog/two-embeds',
    '/blog',
  ]);
  await expect(page.getByText('<b onclick=', { exact: false })).toBeVisible();
  await page.getByRole('link', { name: 'two posts' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Two posts from elsewhere');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
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
