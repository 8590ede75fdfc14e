import type { Page } from '@playwright/test';
import * as messages from '#app/shell/outside-messages.ts';
import { START_MS, startProgram, type Program } from '#test/support/program.ts';
import { expectAccessible } from './accessible.ts';
import { Amplitude } from './amplitude.ts';
import { bodiesOf, chat, consent, footerLink, storedNames } from './counted.ts';
import { coveredChoices } from './layout-faults.ts';
import { expect, test } from './fixture.ts';
import { Site } from './site.ts';
import * as steps from './steps.ts';

test.describe('a site with Amplitude and a chat', () => {
  test.describe.configure({ mode: 'serial' });
  const amplitude = new Amplitude();
  let program: Program;

  test.beforeAll(async () => {
    test.setTimeout(START_MS);
    const url = await amplitude.start();
    program = await startProgram({
      AMPLITUDE_API_KEY: 'key-of-ours',
      AMPLITUDE_URL: `${url}/2/httpapi`,
      AMPLITUDE_CONFIG_URL: `${url}/config`,
      ANALYTICS_FLUSH_SECONDS: '1',
      INTERCOM_APP_ID: 'abc123',
    });
  });
  test.afterAll(async () => {
    await program?.stop();
    await amplitude.stop();
  });
  test.beforeEach(({ watch }) => {
    amplitude.forget();
    watch.alsoAllow(new Site(program));
    watch.alsoAllowHost(amplitude.url);
  });

  test('nothing lies over a choice: banner, chat, a long list, and a comparison at once', async ({
    page,
  }) => {
    const { items } = await new Site(program).get('/api/products?page=1');
    const [listed = []] = [items as Parameters<typeof steps.listed>[0][]];
    const list = Array.from({ length: 4 }, (_, at) => listed.map((product) => ({ product, at })));
    await page.addInitScript(
      ([key, text]) => {
        localStorage.setItem(key, text);
        sessionStorage.setItem('openassay-compare', '[93,420]');
      },
      [
        steps.LIST_KEY,
        JSON.stringify(
          list.flat().map(({ product, at }) => {
            const id = product.id + 100_000 * at;
            return { ...steps.listed(product, 5), id, productId: id };
          }),
        ),
      ] as const,
    );
    // One of each kind: lists, forms, what is read, and what lies beside a list or a comparison.
    const product = `/product/${listed[0]!.id}`;
    for (const path of [
      '/',
      '/cart',
      '/donate',
      '/faq',
      '/plasticlist',
      product,
      '/search?q=milk',
    ]) {
      await steps.open(page, `${program.url}${path}`);
      await expect(consent(page)).toBeVisible();
      for (const width of [390, 700, 1440]) {
        await page.setViewportSize({ width, height: 800 });
        await expect.poll(() => coveredChoices(page), `${path}, ${width} px wide`).toEqual([]);
      }
    }
  });

  test('asks first, by keyboard too, and sends nothing before', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await steps.open(page, `${program.url}/cart`);
    await expect(consent(page)).toContainText(messages.CONSENT_QUESTION);
    await expectAccessible(page);
    expect(await steps.sidewaysPx(page)).toBe(0);
    await page.getByRole('contentinfo').locator('summary', { hasText: 'Fund' }).click();
    await footerLink(page, 'Donate').click();
    await wouldHaveSent(page);
    expect(amplitude.requests).toEqual([]);
    await consent(page).getByRole('button', { name: 'No, thanks' }).press('Enter');
    await expect(consent(page)).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    await page.reload();
    await steps.takenOver(page);
    await page.getByRole('contentinfo').locator('summary', { hasText: 'Project' }).click();
    await footerLink(page, 'About').click();
    await wouldHaveSent(page);
    await expect(consent(page)).toHaveCount(0);
    expect(amplitude.requests).toEqual([]);
    expect((await page.context().cookies()).filter(isAmplitudes)).toEqual([]);
  });

  test('sends after a yes, once, to Amplitude and not to itself', async ({ page }) => {
    const own = bodiesOf(page, '/api/events');
    await steps.open(page, `${program.url}/cart`);
    await consent(page).getByRole('button', { name: 'Yes, count me' }).click();
    await expect(consent(page)).toHaveCount(0);
    await footerLink(page, 'Donate').click();
    await footerLink(page, 'About').click();
    await expect
      .poll(() => amplitude.eventNames())
      .toEqual(['Footer Link Click', 'Footer Link Click']);
    expect(own).toEqual([]);

    const config = amplitude.requests.find(({ method }) => method === 'GET');
    expect(config?.path).toMatch(
      /^\/config\?api_key=key-of-ours&config_keys=analyticsSDK&session_id=\d+$/,
    );
    const batch = amplitude.batches()[0];
    expect(Object.keys(batch ?? {})).toEqual(
      expect.arrayContaining(['api_key', 'events', 'options']),
    );
    expect(batch?.api_key).toBe('key-of-ours');
    expect(JSON.stringify(amplitude.batches())).not.toContain('@');

    const [cookie] = (await page.context().cookies()).filter(isAmplitudes);
    expect(cookie?.sameSite).toBe('Lax');
    const days = ((cookie?.expires ?? 0) - Date.now() / 1000) / 86_400;
    expect(Math.round(days)).toBe(365);

    // The answer is kept.
    await page.reload();
    await steps.takenOver(page);
    await footerLink(page, 'Contact').click();
    await expect.poll(() => amplitude.links()).toContain('Contact');
    await steps.open(page, `${program.url}/cart`);
    await footerLink(page, 'Methodology').click();
    await expect
      .poll(() => amplitude.links())
      .toEqual(['Donate', 'About', 'Contact', 'Methodology']);
  });

  test('a yes is taken back in the privacy policy, and nothing of it stays', async ({ page }) => {
    await steps.open(page, `${program.url}/legal`);
    await consent(page).getByRole('button', { name: 'Yes, count me' }).click();
    await footerLink(page, 'Legal').click();
    const cookies = async () => (await page.context().cookies()).filter(isAmplitudes);
    await expect.poll(cookies).toHaveLength(1);
    await expect.poll(() => amplitude.eventNames()).toEqual(['Footer Link Click']);
    await page.getByRole('button', { name: 'Forget my answer and ask again' }).click();
    await expect(consent(page)).toBeVisible();
    expect(await cookies()).toEqual([]);
    expect(await storedNames(page)).toEqual([]);
    await footerLink(page, 'About').click();
    await wouldHaveSent(page);
    expect(amplitude.eventNames()).toEqual(['Footer Link Click']);
  });

  test('tries again after a failure, and captures what remote configuration turns on', async ({
    page,
    watch,
  }) => {
    amplitude.autocapture = { pageViews: true };
    amplitude.failures = 2;
    watch.expectStatus(503, '/2/httpapi');
    await steps.open(page, `${program.url}/cart`);
    await consent(page).getByRole('button', { name: 'Yes, count me' }).click();
    await footerLink(page, 'Contact').click();
    await expect.poll(() => amplitude.links()).toEqual(['Contact']);
    await expect.poll(() => amplitude.eventNames()).toContain('[Amplitude] Page Viewed');
    // With an answer given before, capture begins with the page, without an event of ours.
    amplitude.forget();
    amplitude.autocapture = { pageViews: true };
    await steps.open(page, `${program.url}/cart`);
    await expect.poll(() => amplitude.eventNames()).toEqual(['[Amplitude] Page Viewed']);
    // A page that shows somebody's payments is not captured, whatever is turned on.
    await steps.open(page, `${program.url}/view-contributions?email=ann@example.org`);
    await footerLink(page, 'Your contributions').click(); // sent, so the SDK runs on this page
    await expect.poll(() => amplitude.links()).toEqual(['Your contributions']);
    await footerLink(page, 'Donate').click();
    await expect.poll(() => amplitude.links()).toEqual(['Your contributions', 'Donate']);
    // The page after it is captured, which tells the SDK where the visitor came from.
    await expect
      .poll(() => JSON.stringify(amplitude.batches()))
      .toContain(`Previous Page Location":"${program.url}/view-contributions"`);
    expect(JSON.stringify(amplitude.batches())).not.toContain('ann');
  });

  test('opens the chat when it is pressed, and asks Intercom for nothing before', async ({
    page,
    watch,
  }) => {
    watch.alsoAllowHost('https://widget.intercom.io');
    const asked: string[] = [];
    await page.context().route('https://widget.intercom.io/**', (route) => {
      asked.push(route.request().url());
      return route.fulfill({
        contentType: 'text/javascript',
        body: `window.texts = []; window.Intercom = (...words) => window.texts.push(words);`,
      });
    });
    await page.goto(`${program.url}/chat`);
    await expect(openChat(page)).toBeVisible();
    await steps.open(page, `${program.url}/cart`);
    expect(asked).toEqual([]);
    const [tab] = await Promise.all([page.waitForEvent('popup'), chat(page).press('Enter')]);
    await expect(openChat(tab)).toHaveCount(0);
    await expect.poll(() => asked).toEqual(['https://widget.intercom.io/widget/abc123']);
    const outcome = () => tab.evaluate(() => JSON.stringify((window as never as Outcome).texts));
    await expect
      .poll(async () => JSON.parse(await outcome()))
      .toMatchObject([
        ['boot', { app_id: 'abc123', hide_default_launcher: true }],
        ['onHide', null],
        ['show'],
      ]);
    await tab.evaluate(() => (window as never as Outcome).texts[1]?.[1]?.());
    await expect(openChat(tab)).toBeFocused();
    await openChat(tab).click();
    expect(JSON.parse(await outcome())).toHaveLength(4);
    expect(asked).toHaveLength(1);

    // The messenger writes its styles into the page: they count there, and on no other page.
    expect(await takesStyles(tab)).toBe(true);
    await footerLink(tab, 'About').click();
    await expect(tab.getByRole('heading', { level: 1, name: 'About' })).toBeVisible();
    await steps.takenOver(tab);
    watch.expectBlocked('inline style');
    await expect.poll(() => takesStyles(tab)).toBe(false);
  });

  test('says when the chat cannot be opened, and tries again', async ({ page, watch }) => {
    watch.alsoAllowHost('https://widget.intercom.io');
    watch.expectFailure('/widget/abc123');
    await page.route('https://widget.intercom.io/**', (route) => route.abort());
    await steps.open(page, `${program.url}/chat`);
    await openChat(page).click();
    await expect(page.getByRole('alert')).toHaveText(messages.CHAT_FAILED);
    await expect(openChat(page)).toBeEnabled();
  });
});

interface Outcome {
  texts: [string, ...(() => void)[]][];
}

const openChat = (page: Page) => page.getByRole('button', { name: 'Open the chat' });
/** Whether a style that is written into the page counts there. */
const takesStyles = (page: Page) =>
  page.evaluate(() => {
    const style = document.createElement('style');
    style.textContent = 'body { scroll-margin-top: 3px }';
    document.head.append(style);
    const { scrollMarginTop } = getComputedStyle(document.body);
    style.remove();
    return scrollMarginTop === '3px';
  });
const isAmplitudes = ({ name }: { name: string }) => name.startsWith('AMP');

/** A page that is left sends what it has gathered: by the time that the next is there, it would have come. */
async function wouldHaveSent(page: Page): Promise<void> {
  await steps.open(page, new URL('/cart', page.url()).href);
}
