import {
  test as base,
  expect,
  type BrowserContext,
  type BrowserContextOptions,
  type ConsoleMessage,
} from '@playwright/test';
import { siteUnderTest, type Site } from './site.ts';

export { expect };

interface Fixtures {
  site: Site;
  watch: Watch;
  /** Another visitor: a browser context of its own, watched and closed with the rest. */
  newVisitor: (options?: BrowserContextOptions) => Promise<BrowserContext>;
}

/**
 * `test` against the running program. It fails on console errors, uncaught errors, violations of
 * the Content-Security-Policy (Chromium reports them on the console) and requests to other hosts.
 */
export const test = base.extend<Fixtures>({
  // Playwright reads the names of the fixtures that are needed from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => use(siteUnderTest()),
  baseURL: async ({ site }, use) => use(site.url),
  watch: [
    async ({ site }, use) => {
      const watch = new Watch(site);
      await use(watch);
      expect(watch.complaints()).toEqual([]);
    },
    { auto: true },
  ],
  context: async ({ context, watch }, use) => {
    watch.over(context);
    await use(context);
  },
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

  over(context: BrowserContext): void {
    context.on('console', (message) => this.hear(message));
    context.on('weberror', (error) => {
      this.troubles.push(`uncaught: ${error.error().stack ?? error.error().message}`);
    });
    context.on('request', (request) => {
      const { protocol, origin } = new URL(request.url());
      const isLocal = protocol === 'data:' || protocol === 'blob:';
      if (!isLocal && !this.hosts.has(origin)) this.troubles.push(`request to ${request.url()}`);
    });
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

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}
