import type { Locator, Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allTextContents();

/** Addresses of the searches that the page makes from now on; it asks ahead for further pages, too. */
function listCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url());
    if (pathname === '/api/products' && search.includes('search=')) calls.push(search);
  });
  return calls;
}

test('a search applies 300 ms after the last key on a wide screen', async ({ page, site }) => {
  const product = await site.firstProduct('sort=id&direction=asc');
  await page.clock.install();
  await steps.open(page, '/');
  const calls = listCalls(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByRole('searchbox', { name: 'Search products by name or brand' });
  await box.pressSequentially(product.name.slice(0, 4));
  await page.clock.runFor(299);
  await box.press('Backspace');
  await page.clock.runFor(299);
  expect(calls).toEqual([]);
  await page.clock.runFor(1);
  await expect.poll(() => calls.length).toBe(1);
  expect(new URLSearchParams(calls[0]).get('search')).toBe(product.name.slice(0, 3));
  await page.clock.resume();
  await box.fill(product.name);
  await expect(cards(page)).toHaveCount(1);
  await expect(cards(page)).toContainText(product.name);
  await expect(page).toHaveURL(/\?search=/);
});

test(
  'a search applies on submit only on a narrow screen',
  { tag: '@mobile' },
  async ({ page, site }) => {
    const product = await site.firstProduct('sort=id&direction=asc');
    await page.clock.install();
    await steps.open(page, '/');
    const calls = listCalls(page);
    const before = await names(page);
    const box = page.getByRole('searchbox');
    await box.pressSequentially(product.name);
    await page.clock.runFor(2_000);
    expect(await names(page)).toEqual(before);
    expect(calls).toEqual([]);
    await box.press('Enter');
    await expect(cards(page)).toHaveCount(1);
    await expect(cards(page)).toContainText(product.name);
  },
);

test('the first product to fund is on the first screen with its amounts, below answers', async ({
  page,
  site,
}) => {
  const [funded, closest] = await site.takeProducts(2);
  await site.fund(funded!.id, 1275);
  await site.fund(closest!.id, 1265);
  const region = (name: string) => page.getByRole('region', { name });
  await steps.openOnce(page, '/', 'goal reached');
  await expect(region('New this week').getByText('goal reached').first()).toBeVisible();
  const bottom = async (locator: Locator) => {
    const box = await locator.boundingBox();
    return box ? box.y + box.height : Infinity;
  };
  for (const [width, height] of [
    [390, 844],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.evaluate(() => document.fonts.ready);
    const first = page.getByRole('main').getByRole('group', { name: /^Add to funding list/ });
    await expect(first.first().getByRole('button', { name: /^\+\$/ })).toHaveCount(5);
    expect(await bottom(first.first()), `at ${width} px`).toBeLessThanOrEqual(height);
    expect(await steps.sidewaysPx(page)).toBe(0);
  }
  expect(await bottom(region('New results, by email.'))).toBeLessThanOrEqual(900);
  // From the top, whatever stands beside it.
  await page.setViewportSize({ width: 390, height: 844 });
  const tops: number[] = [];
  for (const name of [
    'People look up',
    'Closest to being tested',
    'New this week',
    'New results, by email.',
    'Products to fund',
  ]) {
    tops.push((await region(name).boundingBox())?.y ?? Infinity);
  }
  expect(tops).toEqual(tops.toSorted((a, b) => a - b));
  // Three cards of the list are no higher than the screen.
  const three =
    (await bottom(cards(page).nth(2))) - ((await cards(page).first().boundingBox())?.y ?? 0);
  expect(three).toBeLessThanOrEqual(844);
  // One search, and answers that lead to their reports.
  await expect(page.getByRole('main').getByRole('searchbox')).toHaveCount(1);
  const answers = region('People look up').getByRole('listitem');
  await expect(answers).toHaveText([/: .*low\.$/, /: .*low\.$/, /: .*low\.$/]);
});

test('what is taken back before its answer is there leaves box and list agreed', async ({
  page,
}) => {
  await page.clock.install();
  await steps.open(page, '/plasticlist?search=water');
  await expect(cards(page).first()).toBeVisible();
  const found = await names(page);
  const { asked, answer } = await steps.holdBack(page, '**/api/risk-levels?*search=waterx*');
  await page.clock.pauseAt(Date.now() + 60_000);
  const box = page.getByRole('searchbox');
  await box.press('End');
  await box.press('x');
  await page.clock.runFor(300);
  await asked;
  await box.press('Backspace');
  await page.clock.runFor(300);
  answer();
  await page.clock.resume();
  await expect(page.getByText('Loading products...')).toHaveCount(0);
  await expect(box).toHaveValue('water');
  await expect(page).toHaveURL('/plasticlist?search=water');
  expect(await names(page)).toEqual(found);
});

test('a search that waits for its pause turns nobody back who goes on to another page', async ({
  page,
}) => {
  await page.clock.install();
  // In an order that no payment of another test changes meanwhile.
  await steps.open(page, '/?sort=id&direction=asc');
  const title = await cards(page).first().getByRole('heading').innerText();
  const calls = listCalls(page);
  const { asked, answer } = await steps.holdBack(page, '**/product/*.data*');
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').pressSequentially('a');
  await cards(page).getByRole('link', { name: title, exact: true }).click();
  await asked;
  await page.clock.runFor(1_000);
  answer();
  await page.clock.resume();
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  expect(calls).toEqual([]);
});

test('a press on a link ends the pause of a search before the way there is drawn', async ({
  page,
}) => {
  await page.clock.install();
  await steps.open(page, '/');
  const calls = listCalls(page);
  await page.clock.pauseAt(Date.now() + 60_000);
  await page.getByRole('searchbox').pressSequentially('a');
  const link = cards(page).first().getByRole('link').first();
  // The press goes no further, as where the browser is too busy to draw what follows from it.
  await link.evaluate((a) => a.addEventListener('click', (press) => press.preventDefault()));
  await link.click();
  await page.clock.runFor(1_000);
  await page.clock.resume();
  await expect(page.getByRole('searchbox')).toHaveValue('a');
  await expect(page).toHaveURL('/');
  expect(calls).toEqual([]);
});

test('the list is sorted as asked, and the choice is counted', async ({ page, site }) => {
  const { items } = await site.get('/api/products?page=1&sort=id&direction=asc');
  const oldest = items.map(({ name }: { name: string }) => name);
  const before = await site.countEvents('Sort Products', { sort: 'id', direction: 'asc' });
  await steps.open(page, '/');
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('id');
  await expect(page).toHaveURL('/?sort=id');
  await page.getByRole('button', { name: /change to oldest first/i }).click();
  await expect.poll(async () => (await names(page)).slice(0, 5)).toEqual(oldest);
  await expect(page).toHaveURL('/?sort=id&direction=asc');
  await expect
    .poll(() => site.countEvents('Sort Products', { sort: 'id', direction: 'asc' }))
    .toBe(before + 1);
});

test('a list that fails says so in a box, and can be tried again', async ({ page, watch }) => {
  watch.expectStatus(503, '/api/products');
  await steps.open(page, '/');
  await page.route('**/api/products?*', (route) =>
    route.fulfill({ status: 503, json: { error: 'the catalogue is being moved' } }),
  );
  await page.getByRole('combobox', { name: 'Sort by' }).selectOption('id');
  const box = page.getByRole('alert');
  await expect(box).toHaveText(/^Failed to load products: the catalogue is being moved/);
  const border = await box.evaluate((element) => getComputedStyle(element).borderTopColor);
  const [red = 0, green = 0, blue = 0] = rgbOf(border);
  expect(red).toBeGreaterThan(2 * Math.max(green, blue));
  await page.unroute('**/api/products?*');
  await box.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page).first()).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a further page that fails keeps what is there, and can be tried again', async ({
  page,
  watch,
}) => {
  watch.expectFailure('/api/products');
  await page.route('**/api/products?*page=2*', (route) => route.abort());
  await steps.open(page, '/?sort=id');
  await page.keyboard.press('End');
  const box = page.getByRole('alert');
  await expect(box).toHaveText(/^Failed to load products: the site could not be reached/);
  await expect(cards(page)).toHaveCount(5);
  await page.unroute('**/api/products?*page=2*');
  await box.getByRole('button', { name: 'Try again' }).click();
  await expect(cards(page)).not.toHaveCount(5);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('Back finds the list where it was left', async ({ page }) => {
  await steps.open(page, '/?sort=id');
  await expect(async () => {
    await page.keyboard.press('End');
    expect(await cards(page).count()).toBeGreaterThan(14);
  }).toPass();
  const card = cards(page).nth(12);
  await card.scrollIntoViewIfNeeded();
  const name = await card.getByRole('heading').textContent();
  await card.getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: name ?? '' })).toBeVisible();
  await page.goBack();
  await expect(cards(page).nth(12).getByRole('heading')).toHaveText(name ?? '');
  await expect(cards(page).nth(12)).toBeInViewport();
  await expect(page.getByRole('list', { name: 'Categories' })).toHaveCount(1);
});

/** Red, green and blue of a computed colour, in any notation the browser answers with. */
function rgbOf(colour: string): number[] {
  const numbers = [...colour.matchAll(/[\d.]+/g)].map(Number);
  if (colour.startsWith('rgb')) return numbers;
  throw new Error(`a colour in another notation: ${colour}`);
}
