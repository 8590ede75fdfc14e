import type { Browser, Disposable, Page, ViewportSize } from '@playwright/test';

/** A page without scripts on which a tab waits for its next test. */
const REST = '/robots.txt';
const REST_MS = 10_000;

/** What tests listen to on their page. */
const HEARD = ['console', 'request', 'response', 'requestfailed', 'requestfinished'] as const;

/**
 * The tab that a worker's tests take turns with: a process and scripts that are warm are half of what
 * a short test costs. Between two tests it forgets what was stored, set, added, allowed, answered and
 * listened to. What it cannot forget, as a clock, ends it, and so does a test that fails or visits
 * another site: the next one begins anew.
 */
export class ReusedTab {
  private page: Page | undefined;
  private isSpoiled = false;
  private added: Promise<Disposable>[] = [];

  private readonly siteUrl: string;
  private readonly others: string[];

  /** For visits of this site; `others` are addresses that keep nothing in a browser. */
  constructor(siteUrl: string, others: string[]) {
    this.siteUrl = siteUrl;
    this.others = others;
  }

  async take(browser: Browser, viewport: ViewportSize | null): Promise<Page> {
    const page = (this.page ??= await this.begin(browser));
    if (viewport && !isSame(page.viewportSize(), viewport)) await page.setViewportSize(viewport);
    return page;
  }

  async forget(): Promise<void> {
    if (!this.page || this.isSpoiled) return this.end();
    await this.clear(this.page).catch(() => this.end());
  }

  async end(): Promise<void> {
    const context = this.page?.context();
    this.page = undefined;
    await context?.close();
  }

  private async begin(browser: Browser): Promise<Page> {
    const context = await browser.newContext();
    const page = await context.newPage();
    this.isSpoiled = false;
    const spoil = () => (this.isSpoiled = true);
    const harmless = new Set(['null', ...[this.siteUrl, ...this.others].map(originOf)]);
    page.on('framenavigated', (frame) => harmless.has(originOf(frame.url())) || spoil());
    page.once('crash', spoil);
    page.once('close', spoil);
    const add = (adding: unknown) => this.added.push(adding as Promise<Disposable>);
    this.added = [];
    notice(context, ['addInitScript', 'exposeFunction'], add);
    notice(page, ['addInitScript', 'exposeFunction'], add);
    notice(context.clock, ['install', 'pauseAt'], spoil);
    return page;
  }

  private async clear(page: Page): Promise<void> {
    const context = page.context();
    for (const event of HEARD) page.removeAllListeners(event);
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await context.unrouteAll({ behavior: 'ignoreErrors' });
    await Promise.all(context.pages().map((one) => (one === page ? undefined : one.close())));
    for (const one of this.added.splice(0)) await (await one).dispose();
    await context.clearPermissions();
    await page.emulateMedia({ media: null, colorScheme: null, reducedMotion: null });
    await page.goto(this.siteUrl + REST, { timeout: REST_MS });
    await page.evaluate(() => {
      localStorage.clear();
      sessionStorage.clear();
    });
    await context.clearCookies();
  }
}

/** Has `called` called with what one of these methods answers, wherever it is called. */
function notice<T extends object>(
  object: T,
  methods: (keyof T)[],
  called: (answer: unknown) => void,
): void {
  for (const method of methods) {
    const plain = object[method] as (...args: unknown[]) => unknown;
    const noticed = (...args: unknown[]) => {
      const answer = plain.apply(object, args);
      called(answer);
      return answer;
    };
    Object.assign(object, { [method]: noticed });
  }
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}

function isSame(one: ViewportSize | null, other: ViewportSize): boolean {
  return one?.width === other.width && one.height === other.height;
}
