import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
  type Request,
  type WebError,
} from '@playwright/test';
import { present } from '#app/kit/assert.ts';
import {
  COOKIES,
  STORED_FOR_AMPLITUDE,
  STORED_IN_BROWSER,
} from '#app/pages/legal/legal-records.ts';
import { ReusedTab } from './reused-tab.ts';
import { siteUnderTest, type Site } from './site.ts';

export { expect };

// Playwright takes the stack of every step, and would look up each line where `npm test` has the files
// run as they are written.
if (process.env.PW_DISABLE_TS_ESM) Reflect.deleteProperty(Error, 'prepareStackTrace');

interface Fixtures {
  site: Site;
  watch: Watch;
  /** Another visitor: a browser context of its own, watched and closed with the rest. */
  newVisitor: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

const DESK = { width: 1440, height: 900 };
const TELEPHONE = { width: 390, height: 844 };

/**
 * `test` against the running program, on a small screen where it is tagged @mobile. It fails on console errors, uncaught errors, violations of
 * the Content-Security-Policy (Chromium reports them on the console), requests to other hosts, and
 * whatever a page keeps in the browser that the privacy policy does not name.
 */
export const test = base.extend<Fixtures, { tabs: Map<string, ReusedTab> }>({
  // Playwright reads the names of the fixtures that are needed from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => use(siteUnderTest()),
  viewport: async ({ isMobile }, use) => use(isMobile ? TELEPHONE : DESK),
  // oxlint-disable-next-line no-empty-pattern
  isMobile: async ({}, use, info) => use(info.tags.includes('@mobile')),
  hasTouch: async ({ isMobile }, use) => use(isMobile),
  baseURL: async ({ site }, use) => use(site.url),
  watch: [
    async ({ site }, use) => {
      const watch = new Watch(site);
      await use(watch);
      expect(watch.complaints()).toEqual([]);
    },
    { auto: true },
  ],
  tabs: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, use) => {
      const tabs = new Map<string, ReusedTab>();
      await use(tabs);
      for (const tab of tabs.values()) await tab.end();
    },
    { scope: 'worker' },
  ],
  context: async (
    { tabs, browser, site, watch, viewport, ignoreHTTPSErrors, javaScriptEnabled, isMobile },
    use,
    info,
  ) => {
    const kind = [site.url, ignoreHTTPSErrors, javaScriptEnabled, isMobile].join(' ');
    const tab = tabs.get(kind) ?? new ReusedTab(site.url, [site.sandboxUrl]);
    tabs.set(kind, tab);
    const page = await tab.take(browser, viewport);
    const lookAway = watch.over(page.context());
    await use(page.context());
    lookAway();
    if (info.errors.length === 0) expect(await unnamedIn(page.context(), site)).toEqual([]);
    // After a failure a worker begins anew.
    if (info.errors.length === 0) await tab.forget();
  },
  page: async ({ context }, use) => use(present(context.pages()[0], 'the tab')),
  newVisitor: async ({ browser, watch, baseURL }, use) => {
    const opened: BrowserContext[] = [];
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL, ...options });
      opened.push(context);
      watch.over(context);
      return context;
    });
    await Promise.all(opened.map((context) => context.close()));
  },
});

/** What a browser may not do, and the few exceptions that a test names beforehand. */
class Watch {
  private readonly hosts = new Set<string>();
  private readonly exempt = new Set<string>();
  private readonly troubles: string[] = [];
  private readonly expected: {
    path: string;
    status: number | 'failed' | 'blocked' | 'said';
    isSeen: boolean;
  }[] = [];

  constructor(site: Site) {
    this.alsoAllow(site);
  }

  /** A test that runs a site of its own may go there too. */
  alsoAllow(site: Site): void {
    this.hosts.add(site.url).add(site.directUrl).add(site.sandboxUrl);
    this.exempt.add(site.sandboxUrl);
  }

  /** A service of somebody else that a test stands in for. */
  alsoAllowHost(origin: string): void {
    this.hosts.add(origin);
  }

  /** What our own code puts on the console as an error, in part: this is meant. */
  expectError(text: string): void {
    this.expected.push({ path: text, status: 'said', isSeen: false });
  }

  /** Chromium notes every answer of 400 and above on the console: this one is meant. */
  expectStatus(status: number, path: string): void {
    this.expected.push({ path, status, isSeen: false });
  }

  /** As `expectStatus`, for a request that the test cuts off. */
  expectFailure(path: string): void {
    this.expected.push({ path, status: 'failed', isSeen: false });
  }

  /** Chromium notes what the Content-Security-Policy keeps out: this kind is meant. */
  expectBlocked(kind: string): void {
    this.expected.push({ path: kind, status: 'blocked', isSeen: false });
  }

  /** Watches until what it answers is called. */
  over(context: BrowserContext): () => void {
    const hear = (message: ConsoleMessage) => this.hear(message);
    const take = (error: WebError) => {
      this.troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`);
    };
    const see = (request: Request) => {
      const { protocol, origin } = new URL(request.url());
      const isLocal = protocol === 'data:' || protocol === 'blob:';
      if (!isLocal && !this.hosts.has(origin)) this.troubles.push(`request to ${request.url()}`);
    };
    context.on('console', hear).on('weberror', take).on('request', see);
    return () => void context.off('console', hear).off('weberror', take).off('request', see);
  }

  complaints(): string[] {
    const missing = this.expected.filter(({ isSeen }) => !isSeen);
    return [
      ...this.troubles,
      ...missing.map(({ status, path }) => `never came about: ${status} of ${path}`),
    ];
  }

  private hear(message: ConsoleMessage): void {
    if (message.type() !== 'error') return;
    const { url } = message.location();
    if (URL.canParse(url) && this.exempt.has(new URL(url).origin)) return;
    const meant = this.expected.find(({ path, status }) => {
      if (status === 'said') return message.text().includes(path);
      if (status === 'blocked') {
        return /Content Security Policy/.test(message.text()) && message.text().includes(path);
      }
      const text = status === 'failed' ? 'net::ERR_' : `status of ${status} `;
      return message.text().includes(text) && pathOf(url) === path;
    });
    if (meant) meant.isSeen = true;
    else this.troubles.push(`console: ${message.text()} (${url})`);
  }
}

/** What tests keep there themselves, and what the policy says of a chat that was opened. */
const NOT_OURS = ['test-', 'intercom'];

/** What the site has left in a browser under a name that the privacy policy does not tell. */
async function unnamedIn(context: BrowserContext, site: Site): Promise<string[]> {
  const cookies = await context.cookies([site.url, site.directUrl]);
  const pages = context.pages().filter((page) => page.url().startsWith(site.url));
  const stored = await Promise.all(
    pages.map((page) =>
      page
        .evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
        .catch(() => []),
    ),
  );
  const keys = Object.keys({ ...STORED_IN_BROWSER, ...STORED_FOR_AMPLITUDE });
  const told = keys.map((key) => key.split('…')[0]!);
  const isTold = (given: string) =>
    [...told, ...NOT_OURS].some((start) => given.startsWith(start)) ||
    // Over https a prefix says so.
    Object.keys(COOKIES).some((name) => given.endsWith(name));
  return [...cookies.map(({ name }) => name), ...stored.flat()].filter((name) => !isTold(name));
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
