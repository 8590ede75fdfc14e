import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const barHeightPx = async (page: Page) => (await page.getByRole('banner').boundingBox())?.height;

/** Scrolls, and waits until the page has had the time to notice. */
async function scrollTo(page: Page, top: number): Promise<void> {
  await page.evaluate(async (topPx) => {
    window.scrollTo({ top: topPx, behavior: 'instant' });
    for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
  }, top);
}

test('the bar shrinks past 20 px on the home page, and is small elsewhere', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await steps.open(page, '/');
  await expect.poll(() => barHeightPx(page)).toBeGreaterThan(70);
  const tall = await barHeightPx(page);
  await scrollTo(page, 20);
  await expect.poll(() => barHeightPx(page)).toBe(tall);
  await scrollTo(page, 21);
  await expect.poll(() => barHeightPx(page)).toBe(53);
  const small = await barHeightPx(page);
  await scrollTo(page, 0);
  await expect.poll(() => barHeightPx(page)).toBe(tall);
  for (const path of ['/cart', '/plasticlist', '/plasticlist/93']) {
    await steps.open(page, path);
    await expect.poll(() => barHeightPx(page)).toBe(small);
  }
});

test('the desktop menu has no Home link; the current page is marked', async ({ page }) => {
  await steps.open(page, '/cart');
  const menu = page.getByRole('navigation', { name: 'Main' });
  await expect(menu.getByRole('link', { name: 'Home', exact: true })).toHaveCount(0);
  await expect(menu.getByRole('link', { name: 'Funding list' })).toHaveAttribute(
    'aria-current',
    'page',
  );
  await menu.getByRole('link', { name: 'OpenAssay, home' }).click();
  await expect(page).toHaveURL('/');
});

test('the bar has five links beside search and no menu, a phone has all in its menu, and the footer the rest', async ({
  page,
}) => {
  await steps.open(page, '/cart');
  const banner = page.getByRole('banner');
  const inBar = ['About', 'Add product', 'Donate', 'Funding list', 'Search', 'Tested products'];
  const others = ['Blog', 'Contact', 'FAQ', 'Methodology', 'Your contributions'];
  const onPhones = [
    'Home',
    'Which of a kind is lowest',
    'Compare products',
    'Saved on this device',
  ];
  for (const width of [320, 639, 640, 767, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const menu = banner.locator('summary');
    const isPhone = width < 640;
    await expect(menu, `${width} px`).toBeVisible({ visible: isPhone });
    if (isPhone) await menu.click();
    const texts = await banner.getByRole('link').allInnerTexts();
    expect(texts.slice(1).toSorted(), `${width} px`).toEqual(
      (isPhone ? [...inBar, ...others, ...onPhones] : inBar).toSorted(),
    );
    await expect.poll(() => steps.sidewaysPx(page), `${width} px`).toBe(0);
    // Links of the bar stay on one line; in the menu they are taller.
    const box = await banner.getByRole('link', { name: 'Tested products' }).boundingBox();
    if (!isPhone) expect(box?.height, `${width} px`).toBeLessThan(45);
    await page.keyboard.press('Escape');
  }
  const footer = page.getByRole('contentinfo');
  for (const name of others) await expect(footer.getByRole('link', { name })).toBeVisible();
  await banner.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
});

test(
  'the small menu closes on a route change, on a tap outside it and on Escape',
  {
    tag: '@mobile',
  },
  async ({ page }) => {
    await steps.open(page, '/');
    const button = page.getByRole('banner').locator('summary');
    await expect(button).toHaveText('Menu');
    const home = page.getByRole('banner').getByRole('link', { name: 'Home', exact: true });
    const tested = page.getByRole('banner').getByRole('link', { name: 'Tested products' });
    await expect(home).toBeHidden();
    await button.tap();
    await expect(home).toBeVisible();
    await page.touchscreen.tap(195, 700);
    await expect(home).toBeHidden();
    await button.tap();
    await tested.tap();
    await expect(page).toHaveURL('/plasticlist');
    await expect(tested).toBeHidden();
    await button.tap();
    await page.keyboard.press('Escape');
    await expect(tested).toBeHidden();
    await expect(button).toBeFocused();
  },
);

test('a new page begins at its top', async ({ page }) => {
  await steps.open(page, '/?sort=id');
  const fourth = page.getByRole('article').nth(3);
  await fourth.scrollIntoViewIfNeeded();
  await page.evaluate(() => window.scrollBy({ top: 300, behavior: 'instant' }));
  expect(await page.evaluate(() => window.scrollY)).toBeGreaterThan(200);
  await fourth.getByRole('link').click();
  await page.waitForURL('**/product/*');
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0);
});

test('a page that takes longer than a moment is said to be loading', async ({ page }) => {
  await steps.open(page, '/');
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route('**/product/*', async (route) => {
    await held;
    await route.continue();
  });
  const words = page.getByText('Loading…', { exact: true });
  const card = page.getByRole('article').first();
  const link = card.getByRole('link');
  await expect(words).toHaveCount(0);
  await link.scrollIntoViewIfNeeded();
  const before = await card.boundingBox();
  await link.click();
  await expect(words).toBeVisible();
  expect(await card.boundingBox()).toEqual(before);
  release();
  await page.waitForURL('**/product/*');
  await expect(words).toHaveCount(0);
});

test('the footer credits the source and counts its clicks', async ({ page, site }) => {
  const clicks = () => site.countEvents('Footer Link Click', {});
  const before = await clicks();
  await steps.open(page, '/cart');
  const footer = page.getByRole('contentinfo');
  await expect(footer.getByRole('link', { name: /PlasticList/ })).toHaveAttribute(
    'href',
    'https://www.plasticlist.org/',
  );
  await footer.getByRole('link', { name: 'Tested products' }).click();
  await expect(page).toHaveURL('/plasticlist');
  await expect.poll(clicks).toBeGreaterThan(before);
});

test('every link of the shell and of the pages leads somewhere', async ({ page, site }) => {
  const found = new Set<string>();
  for (const path of ['/', '/cart', '/plasticlist', '/plasticlist/93', '/success']) {
    await steps.open(page, path);
    const addresses = await page
      .locator('a[href]')
      .evaluateAll((links) => links.map((link) => (link as HTMLAnchorElement).href));
    for (const address of addresses) {
      if (address.startsWith(site.url)) found.add(address.replace(/#.*/, ''));
    }
  }
  expect(found.size).toBeGreaterThan(20);
  const broken: string[] = [];
  for (const address of found) {
    const { status } = await fetch(address, { redirect: 'manual' });
    if (status !== 200) broken.push(`${status} ${address}`);
  }
  expect(broken).toEqual([]);
});

/** The open page's scripts are gone, until it is loaded anew. */
async function deployUnder(
  page: Page,
  watch?: { expectError: (part: string) => void },
): Promise<void> {
  let isReloaded = false;
  await page.route('**/assets/**', (route) =>
    isReloaded ? route.continue() : route.fulfill({ status: 404 }),
  );
  page.on('request', (request) => (isReloaded ||= request.isNavigationRequest()));
  watch?.expectError('status of 404');
}

test('a press whose script a deploy has taken away does what was asked for', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await steps.open(page, `/product/${product!.id}`);
  await steps.quickAdd(page, product!, 5).click();
  await deployUnder(page, watch);
  await page.getByRole('button', { name: 'How Funding Works' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.reload();
  await steps.takenOver(page);
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('a commit whose script a deploy has taken away leads to the payment', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await steps.open(page, `/product/${product!.id}`);
  await steps.quickAdd(page, product!, 5).click();
  await deployUnder(page, watch);
  await steps.commitButton(page).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
});

test('a press after a second deploy does what was asked for, too', async ({
  page,
  site,
  watch,
}) => {
  const [product] = await site.takeProducts(1);
  await steps.open(page, `/product/${product!.id}`);
  await steps.quickAdd(page, product!, 5).click();
  await deployUnder(page, watch);
  await page.getByRole('button', { name: 'How Funding Works' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await page.keyboard.press('Escape');
  await deployUnder(page);
  await steps.commitButton(page).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
});

test('a page whose script a deploy has taken away opens all the same', async ({ page, watch }) => {
  await steps.open(page, '/about');
  await deployUnder(page, watch);
  watch.expectError('Error loading route module');
  watch.expectError('Failed to fetch dynamically imported module');
  await page.getByRole('contentinfo').getByRole('link', { name: 'FAQ' }).click();
  await expect(page).toHaveURL('/faq');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/FAQ|questions/i);
  await page.goBack();
  await expect(page).toHaveURL('/about');
});
