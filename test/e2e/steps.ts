import { expect, type Locator, type Page, type Route } from '@playwright/test';
import type { Product } from '#app/catalogue/product-schema.ts';

/** What it takes to find a product on a page, and its page. */
export type Named = Pick<Product, 'id' | 'name'>;

/** Opens a page and waits until its scripts have taken it over. */
export async function open(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await takenOver(page);
}

/** Keeps scripts on their way until what it answers is called. */
export async function holdScripts(page: Page): Promise<() => void> {
  return (await holdBack(page, '**/assets/*.js')).answer;
}

/** Holds requests back: `asked` once there is one, until `answer` lets them go on, or do what `then` does. */
export async function holdBack(
  page: Page,
  pattern: string | RegExp,
  then = (route: Route) => route.fallback(),
) {
  const asked = Promise.withResolvers<void>();
  const held = Promise.withResolvers<void>();
  await page.route(pattern, async (route) => {
    asked.resolve();
    await held.promise;
    await then(route);
  });
  return { asked: asked.promise, answer: held.resolve };
}

/** Leaves the browser without a storage, as one that keeps nothing has none. */
export async function denyStorage(page: Page): Promise<void> {
  await page.addInitScript(() =>
    Object.defineProperty(window, 'localStorage', {
      get: () => {
        throw new DOMException('denied', 'SecurityError');
      },
    }),
  );
}

/** As `open`, once the page is sent with what has just changed: a public answer may be a second old. */
export async function openOnce(page: Page, address: string, says: string): Promise<void> {
  const text = async () => (await page.request.get(address)).text();
  // Twice: of two processes that take turns, each says it.
  const sent = async () =>
    [await text(), await text()].map((one) => one.replaceAll('<!-- -->', '').includes(says));
  await expect.poll(sent, `${address} says “${says}”`).toEqual([true, true]);
  await open(page, address);
}

/** A button that was sent by the server does nothing before React has taken the page over. */
export async function takenOver(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const isTaken = Object.keys(document.body).some((key) => key.startsWith('__react'));
    if (!isTaken) return false;
    // React marks the body before it has finished: what effects do is done a frame later.
    const seen = window as Window & { isTakenOver?: true };
    if (seen.isTakenOver) return true;
    seen.isTakenOver = true;
    return false;
  });
}

export function cardOf(page: Page, { name }: { name: string }): Locator {
  const link = page.getByRole('link', { name, exact: true });
  return page.getByRole('article').filter({ has: link });
}

/** One of the quick-add buttons of a product, on its card or on its page. */
export function quickAdd(within: Page | Locator, { name }: { name: string }, dollars: number) {
  return within
    .getByRole('group', { name: `Add to funding list: ${name}`, exact: true })
    .getByRole('button', { name: `+$${dollars}`, exact: true });
}

export function fundingList(page: Page): Locator {
  return page.getByRole('region', { name: 'Your funding list' });
}

export function commitButton(page: Page): Locator {
  return page.getByRole('button', { name: 'COMMIT FUNDING' });
}

/** Searches the home list for a product and presses its quick-add buttons. */
export async function findAndAdd(page: Page, product: Named, ...dollars: number[]) {
  const box = page.getByRole('searchbox');
  await box.fill(product.name);
  // A search that waits for its pause could turn back who goes on at once.
  await box.press('Enter');
  const card = cardOf(page, product);
  await expect(card).toHaveCount(1);
  for (const amount of dollars) await quickAdd(card, product, amount).click();
}

/** Puts amounts on the list from the product's own page. */
export async function addOnPage(page: Page, product: Named, ...dollars: number[]) {
  await open(page, `/product/${product.id}`);
  for (const amount of dollars) await quickAdd(page, product, amount).click();
}

export async function commit(page: Page): Promise<void> {
  await commitButton(page).click();
  await page.waitForURL(/\/c\/pay\//);
}

const GOOD_CARD = '4242 4242 4242 4242';

/** Fills in the hosted page and presses its button; that of a monthly donation takes cards alone. */
export async function pay(page: Page, email: string, isMonthly = false): Promise<void> {
  await page.getByLabel('Email').fill(email);
  if (!isMonthly) await page.getByLabel('Card', { exact: true }).check();
  await page.getByLabel('Card number').fill(GOOD_CARD);
  await page.getByLabel('Expiry').fill('12 / 34');
  await page.getByLabel('CVC').fill('123');
  await page.getByLabel('Name on card').fill('A visitor');
  const button = page.getByRole('button', { name: /^Pay / });
  await (isMonthly ? page.locator('button[type=submit]') : button).click();
}
/** The success page of a paid checkout, shown in full. */
export async function paid(page: Page): Promise<void> {
  await page.waitForURL(/\/success\?session_id=/);
  await expect(page.getByRole('heading', { level: 1, name: 'Payment confirmed' })).toBeVisible();
  await takenOver(page);
}

/** A listed item as the browser keeps it. */
export function listed(product: Product, amount: number) {
  const { id, name, target_amount, current_amount } = product;
  return { id, productId: id, name, amount, target_amount, current_amount };
}

export const LIST_KEY = 'openassay-cart';

export async function storedList(page: Page): Promise<{ productId: number; amount: number }[]> {
  const stored = await page.evaluate((key) => localStorage.getItem(key), LIST_KEY);
  return JSON.parse(stored ?? '[]') as { productId: number; amount: number }[];
}

/** Presses Tab until the focus is there, as somebody without a mouse would. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  for (let presses = 0; presses < 100; presses++) {
    await page.keyboard.press('Tab');
    if (await target.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`The Tab key does not reach ${target}`);
}

/** Scrolls an endless list down until it says that it has shown so many products. */
export async function scrollToEnd(page: Page, count: number): Promise<void> {
  const end = page.getByText(`End of the list · ${count} products`);
  await expect(async () => {
    await page.keyboard.press('End');
    await expect(end).toBeVisible({ timeout: 100 });
  }).toPass({ intervals: [50] });
}

/** Gives files of these texts alone to `/verify`, or to a copy of it, and waits for its yes or no. */
export async function verify(page: Page, ...texts: string[]): Promise<void> {
  await page.getByRole('button', { name: 'Start over' }).click();
  const verdict = page.getByRole('status');
  await expect(verdict).toBeEmpty();
  const files = texts.map((text, at) => ({
    name: `${at}.txt`,
    mimeType: 'text/plain',
    buffer: Buffer.from(text),
  }));
  await page.getByLabel('Drop files here').setInputFiles(files);
  await expect(
    verdict.getByRole('heading', { name: /^(Yes|No|Not yet|Can’t be read)$/ }),
  ).toBeVisible();
}

/** Whether the document can be scrolled sideways, by how many pixels. */
export function sidewaysPx(page: Page): Promise<number> {
  // Found first: between two pages there is none.
  return page.locator('html').evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth);
}

/** From here on a form that is sent to a page is answered this, as the router's own server would encode it. */
export async function answerForm(page: Page, path: string, data: object, status = 200) {
  const values: unknown[] = [];
  const place = (value: unknown): number => {
    const at = values.push(value) - 1;
    if (Array.isArray(value)) values[at] = value.map(place);
    else if (value !== null && typeof value === 'object') {
      const entries = Object.entries(value).filter(([, each]) => each !== undefined);
      values[at] = Object.fromEntries(
        entries.map(([key, each]) => [`_${place(key)}`, place(each)]),
      );
    }
    return at;
  };
  place({ data });
  const headers = { 'X-Remix-Response': 'yes' };
  const answer = {
    status,
    headers,
    contentType: 'text/x-script',
    body: `${JSON.stringify(values)}\n`,
  };
  await page.route(`**${path}`, (route) => route.fulfill(answer));
}

/** The browser's own setting for letters: the text grows, the window does not. */
export async function withLargeText(page: Page, expectAll: () => Promise<void>): Promise<void> {
  await page.setViewportSize({ width: 640, height: 900 });
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } });
  const remPx = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize);
  await expect.poll(remPx).toBe('32px');
  await expectAll();
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } });
  await browser.detach();
}
