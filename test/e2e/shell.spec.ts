import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import { expectAccessible } from './accessible.ts';
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

test('the bar has five links beside search and no menu, a phone has all in its menu, and the footer the rest', async ({
  page,
}) => {
  await steps.open(page, '/cart');
  const banner = page.getByRole('banner');
  await expect(banner.getByRole('link', { name: 'Home', exact: true })).toBeHidden();
  await expect(banner.getByRole('link', { name: 'Funding list' })).toHaveAttribute(
    'aria-current',
    'page',
  );
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
  const source = footer.getByRole('link', { name: /PlasticList/ });
  await expect(source).toHaveAttribute('href', 'https://www.plasticlist.org/');
  await banner.getByRole('link', { name: 'About' }).click();
  await expect(page).toHaveURL('/about');
});

test(
  'the footer of a phone is a line for each group, opened by a tap or a key, and one more',
  { tag: '@mobile' },
  async ({ page, site }) => {
    await steps.open(page, '/about');
    const footer = page.getByRole('contentinfo');
    const lines = footer.locator('summary');
    await expect(lines).toHaveText(['Fund', 'Results', 'Project']);
    await expect(footer.getByRole('link')).toHaveText([/^PlasticList/, 'Legal']);
    expect((await footer.boundingBox())?.height).toBeLessThan(240);
    for (const line of await lines.all()) {
      expect((await line.boundingBox())?.height).toBeGreaterThanOrEqual(44);
    }
    await lines.first().press('Enter');
    await expect(footer.getByRole('link', { name: 'Donate' })).toBeVisible();
    await lines.last().tap();
    await expectAccessible(page, [390], { withShell: true });
    const link = { link: 'FAQ', url: '/faq' };
    const before = await site.countEvents('Footer Link Click', link);
    await footer.getByRole('link', { name: 'FAQ' }).tap();
    await expect(page).toHaveURL('/faq');
    await expect.poll(() => site.countEvents('Footer Link Click', link)).toBe(before + 1);
  },
);

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

test('every kind of link of the shell and of the pages leads somewhere', async ({ site }) => {
  const found = new Map<string, string>();
  for (const path of ['/', '/plasticlist/93', '/success']) {
    const html = await (await fetch(site.url + path)).text();
    for (const [, address = ''] of html.matchAll(/<a [^>]*?href="(\/[^"#]*)/g)) {
      // One code or value of each stands for all.
      found.set(address.replaceAll(/\d+|=[^&]*/g, ''), address.replaceAll('&amp;', '&'));
    }
  }
  expect(found.size).toBeGreaterThan(20);
  const broken: string[] = [];
  for (const address of found.values()) {
    const { status } = await fetch(site.url + address, { redirect: 'manual' });
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
  await page.route('**/assets/**', async (route) => {
    if (isReloaded) return route.continue();
    // As on a network, where an answer takes longer than a page to draw what was pressed.
    const drawn = page.evaluate(async () => {
      for (const _ of [1, 2, 3]) await new Promise(requestAnimationFrame);
    });
    // The page may be loaded anew meanwhile.
    await drawn.catch(() => {});
    return route.fulfill({ status: 404 });
  });
  page.on('request', (request) => (isReloaded ||= request.isNavigationRequest()));
  watch?.expectError('status of 404');
}

test('a commit whose script a deploy has taken away leads to the payment', async ({
  page,
  site,
  watch,
}) => {
  const product = await site.takeProduct();
  await steps.open(page, `/product/${product.id}`);
  await steps.quickAdd(page, product, 5).click();
  await deployUnder(page, watch);
  await steps.commitButton(page).click();
  await expect(page).toHaveURL(/\/c\/pay\/cs_test_/);
});

test('a press after a second deploy does what was asked for, too', async ({
  page,
  site,
  watch,
}) => {
  const product = await site.takeProduct();
  await steps.open(page, `/product/${product.id}`);
  await steps.quickAdd(page, product, 5).click();
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
