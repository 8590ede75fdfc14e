import type { Page } from '@playwright/test';
import type { Product } from '#app/catalogue/product-schema.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

const CALL = '/api/follows';
const KEY = 'userEmail';

const follow = (page: Page) => page.getByRole('button', { name: 'Follow', exact: true });
const unfollow = (page: Page) => page.getByRole('button', { name: 'Unfollow', exact: true });
const form = (page: Page) => page.getByRole('form', { name: 'Follow by email' });
const input = (page: Page) => form(page).getByLabel('Your email');
const storedEmail = (page: Page) => page.evaluate((key) => localStorage.getItem(key), KEY);

test('a product is followed, and unfollowed, by keyboard alone', async ({ page, site }) => {
  const product = await site.takeProduct();
  const counts = () =>
    Promise.all(
      ['Follow Product', 'Unfollow Product'].map((name) => site.countEvents(name, named(product))),
    );
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/events')) sent.push(request.postData() ?? '');
  });
  const email = `keys-${Date.now()}@example.org`;
  await steps.open(page, `/product/${product.id}`);
  await steps.tabTo(page, follow(page));
  await page.keyboard.press('Enter');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(form(page)).toHaveCount(0);
  await expect(follow(page)).toBeFocused();

  await page.keyboard.press('Space');
  await expect(input(page)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(input(page)).toBeFocused();
  expect(await storedEmail(page)).toBeNull();
  await page.keyboard.type('nobody@nowhere');
  await page.keyboard.press('Enter');
  await expect(form(page)).toBeVisible();
  await page.keyboard.press('ControlOrMeta+a');
  await page.keyboard.type(email);
  await page.keyboard.press('Enter');
  await expect(unfollow(page)).toBeFocused();
  await expect(page.getByText('Following', { exact: true })).toBeVisible();
  await expect(page.getByText(/^Updates go to/)).toContainText(email);
  await expect(
    page.getByText(`You follow ${product.name}. Updates go to ${email}.`),
  ).toBeAttached();
  expect(await storedEmail(page)).toBe(email);
  expect(await storedFollow(page, site, product, email)).toBe(true);

  await page.reload();
  await expect(unfollow(page)).toBeVisible();
  await steps.tabTo(page, unfollow(page));
  await page.keyboard.press('Enter');
  await expect(follow(page)).toBeFocused();
  await expect(page.getByText(`You no longer follow ${product.name}.`)).toBeAttached();
  await expect.poll(() => storedFollow(page, site, product, email)).toBe(false);
  expect(await storedEmail(page)).toBe(email);
  await expect.poll(counts).toEqual([1, 1]);
  expect(sent.join(), 'counted without the address').not.toContain('@');
});

test('a kept address needs no typing, and another one is asked for', async ({ page, site }) => {
  const [product, other] = await site.takeProducts(2);
  if (!product || !other) throw new Error('no products');
  const first = `first-${Date.now()}@example.org`;
  const second = `second-${Date.now()}@example.org`;
  await keep(page, first);
  await steps.open(page, `/product/${product.id}`);
  await expect(page.getByText('Updates would go to')).toContainText(first);
  await follow(page).click();
  await expect(unfollow(page)).toBeVisible();

  await page.getByRole('button', { name: 'Use different email' }).click();
  await expect(input(page)).toBeFocused();
  await expect(input(page)).toHaveValue('');
  expect(await storedEmail(page)).toBeNull();
  await form(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(follow(page)).toBeFocused();
  await follow(page).click();
  await input(page).fill(second);
  await form(page).getByRole('button', { name: 'Follow' }).click();
  await expect(page.getByText(/^Updates go to/)).toContainText(second);
  expect(await storedFollow(page, site, product, first)).toBe(true);
  expect(await storedFollow(page, site, product, second)).toBe(true);

  await steps.open(page, `/product/${other.id}`);
  await expect(page.getByText('Updates would go to')).toContainText(second);
  await expect(follow(page)).toBeVisible();
});

test('a kind is followed by one press more than its product', async ({ page }) => {
  await keep(page, `kinds-${Date.now()}@example.org`);
  await steps.open(page, '/plasticlist/1');
  await follow(page).click();
  const kind = page.getByRole('button', { name: 'Tell me about all infant formula, too' });
  await kind.click();
  await expect(kind).toHaveAttribute('aria-pressed', 'true');
  await steps.open(page, '/plasticlist/kinds/infant-formula');
  await expect(unfollow(page)).toBeVisible();
});

test('what fails is not said: a follow stays off, an unfollow is taken back', async ({
  page,
  site,
  watch,
}) => {
  const product = await anyProduct(site);
  const email = `fails-${Date.now()}@example.org`;
  await keep(page, email);
  await steps.open(page, `/product/${product.id}`);
  await expect(follow(page)).toBeVisible();
  const sent = `/product/${product.id}.data`;
  await page.route(`**${sent}`, (route) => route.fulfill({ status: 500, body: 'Broken.' }));
  watch.expectStatus(500, sent);
  const refused = page.waitForResponse(`**${sent}`);
  await follow(page).click();
  await refused;
  await expect(follow(page)).not.toHaveAttribute('aria-busy');
  await expect(follow(page)).toBeFocused();
  await expect(unfollow(page)).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
  await page.unroute(`**${sent}`);
  await follow(page).click();
  await expect(unfollow(page)).toBeVisible();

  const { asked, answer } = await steps.holdBack(page, `**${sent}`, (route) => route.abort());
  await unfollow(page).click();
  await expect(follow(page)).toBeVisible();
  await asked;
  watch.expectFailure(sent);
  await expect(follow(page)).toBeVisible();
  answer();
  await expect(unfollow(page)).toBeVisible();
  await expect(unfollow(page)).toBeFocused();
  await expect(page.getByRole('alert')).toHaveCount(0);
  expect(await storedFollow(page, site, product, email)).toBe(true);
});

test('nothing moves while it is found out whether one follows, 320 px wide', async ({
  page,
  site,
}) => {
  const product = await anyProduct(site);
  await page.setViewportSize({ width: 320, height: 900 });
  const email = `${'a-long-name-'.repeat(8)}@a-long-provider.example.org`;
  await keep(page, email);
  const sent = `/product/${product.id}.data`;
  const typed = { email };
  const followed = { ok: true, sentence: '', intent: 'look', typed, isFollowing: true };
  await steps.answerForm(page, sent, followed);
  const { answer } = await steps.holdBack(page, `**${sent}`);
  await steps.open(page, `/product/${product.id}`);
  const title = page.getByRole('heading', { level: 1 });
  await expect(follow(page)).toBeHidden();
  const before = await title.boundingBox();
  answer();
  await expect(unfollow(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Use different email' })).toBeInViewport();
  expect(await title.boundingBox()).toEqual(before);
  expect(await steps.sidewaysPx(page)).toBe(0);
  await page.getByRole('button', { name: 'Use different email' }).click();
  await expect(input(page)).toBeInViewport();
  await expect(title).toBeInViewport({ ratio: 1 });
  expect(await steps.sidewaysPx(page)).toBe(0);
});

test('a browser without a storage follows for the time of the page', async ({ page, site }) => {
  const product = await anyProduct(site);
  await steps.denyStorage(page);
  await steps.open(page, `/product/${product.id}`);
  await follow(page).click();
  await input(page).fill(`memory-${Date.now()}@example.org`);
  await page.keyboard.press('Enter');
  await expect(unfollow(page)).toBeVisible();
  await unfollow(page).click();
  await expect(page.getByText('Updates would go to')).toBeVisible();
});

/** Of the starter catalogue: other tests add products meanwhile. */
function anyProduct(site: Site): Promise<Product> {
  return site.firstProduct('sort=id&direction=asc');
}

/** Leaves an address in the storage once, before the page's own scripts run. */
async function keep(page: Page, email: string): Promise<void> {
  await page.addInitScript(
    ([key, text]) => {
      if (sessionStorage.getItem('test-was-kept')) return;
      sessionStorage.setItem('test-was-kept', 'yes');
      localStorage.setItem(key, text);
    },
    [KEY, email] as const,
  );
}

/** Whether the site has a follow of this browser. */
async function storedFollow(page: Page, site: Site, { id }: Product, email: string) {
  const query = new URLSearchParams({ product_id: String(id), email });
  const response = await page.request.get(`${site.url}${CALL}?${query}`);
  return (await response.json()).follow !== null;
}

function named({ id, name }: Product) {
  return { product_id: id, product_name: name };
}
