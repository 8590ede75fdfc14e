import { chromium, type Locator, type Page } from '@playwright/test';
import { browserLaunch } from '#test/support/browser.ts';
import { startProgram } from '#test/support/program.ts';

/** A phone, in CSS pixels. */
const SCREEN = { width: 390, height: 844 };
/** What is not there by then is not found. */
const SEEN_MS = 4_000;

/** What a task took: taps of a finger, letters typed, and where its answer stood. */
interface Walk {
  taps: number;
  typed: number;
  /** Pixels from the top of the page to the answer; undefined where there was none. */
  answerPx?: number | undefined;
  /** The address it ended at, or what was in the way. */
  ended: string;
}

/**
 * What five visitors came for, done with a finger on a phone: how many taps and letters each takes,
 * and how far down its answer is. An address as the next argument walks a site that runs already,
 * an older one for instance; else the site is started. Fails where a task is not done.
 */
export async function benchTasks(say: (line: string) => void): Promise<string[]> {
  const given = process.argv[3];
  const program = given ? undefined : await startProgram();
  const url = given ?? program?.url ?? '';
  const browser = await chromium.launch(browserLaunch());
  const lines = [['task', 'taps', 'letters', 'answer at px', 'ended'].join('\t')];
  const undone: string[] = [];
  try {
    for (const [task, walk] of Object.entries(tasks)) {
      say(task);
      const context = await browser.newContext({ viewport: SCREEN, hasTouch: true, baseURL: url });
      const found = await walk(new Finger(await context.newPage()));
      await context.close();
      if (found.answerPx === undefined) undone.push(task);
      const { taps, typed, answerPx, ended } = found;
      lines.push([task, taps, typed, answerPx ?? '–', ended].join('\t'));
    }
  } finally {
    await browser.close();
    await program?.stop();
  }
  if (undone.length > 0) process.exitCode = 1;
  return lines;
}

/** A visitor's finger on a page, that counts what it does. */
class Finger {
  taps = 0;
  typed = 0;
  readonly page: Page;
  constructor(page: Page) {
    this.page = page;
  }

  async open(path: string): Promise<void> {
    await this.page.goto(path);
    await this.page.waitForLoadState('networkidle');
  }

  /** Taps the first of what is there; whether anything is. */
  async tap(...targets: Locator[]): Promise<boolean> {
    const any = targets.reduce((all, one) => all.or(one));
    const target = any.filter({ visible: true }).first();
    const isThere = await target.waitFor({ timeout: SEEN_MS }).then(
      () => true,
      () => false,
    );
    if (!isThere) return false;
    await target.tap();
    this.taps += 1;
    return true;
  }

  async type(text: string): Promise<void> {
    await this.page.keyboard.type(text);
    this.typed += text.length;
    await this.page.keyboard.press('Enter');
    await this.page.waitForLoadState('networkidle');
  }

  /** Ends the walk at an answer, if it is there. */
  async at(answer: Locator, ...notes: string[]): Promise<Walk> {
    const box = await answer
      .first()
      .boundingBox({ timeout: SEEN_MS })
      .catch(() => null);
    const scrolled = await this.page.evaluate(() => window.scrollY);
    const { pathname, search } = new URL(this.page.url());
    return {
      taps: this.taps,
      typed: this.typed,
      answerPx: box ? Math.round(box.y + scrolled) : undefined,
      ended: [pathname + search, ...notes].join(', '),
    };
  }

  /** The search of the page: in sight, or in a bar that opens. */
  async search(): Promise<boolean> {
    const everything = this.page.getByRole('textbox', { name: 'Product to look up' });
    if (await everything.isVisible()) return this.tap(everything);
    return this.tap(
      this.page.getByRole('searchbox'),
      this.page.getByRole('link', { name: /^Search/ }),
    );
  }
}

/** What a person reads of a rating, wherever it stands. */
const verdict = (page: Page) =>
  page
    .getByRole('main')
    .getByText(
      /^(Low|Medium|High|Can’t tell)\b|: (low|medium|high|can’t tell|this test can’t tell)\b/,
    )
    .filter({ visible: true });

const tasks: Record<string, (finger: Finger) => Promise<Walk>> = {
  async 'is Oatly OK?, from home'(finger) {
    const { page } = finger;
    await finger.open('/');
    await finger.search();
    await finger.type('oatly');
    const report = page
      .getByRole('main')
      .locator('a[href^="/plasticlist/"]', { hasText: /oatly/i });
    const heading = page.getByRole('heading', { level: 1, name: /oatly/i });
    const words = page
      .getByRole('main')
      .getByRole('listitem')
      .filter({ has: report })
      .getByText(/^(Low|Medium|High|Can’t tell)$/);
    if (await words.first().isVisible()) return finger.at(words);
    if (!(await finger.tap(report))) return finger.at(report);
    await heading.waitFor();
    return finger.at(verdict(page));
  },

  async 'the verdict of a shared report'(finger) {
    await finger.open('/plasticlist/58');
    const walk = await finger.at(verdict(finger.page));
    const isSeen = (walk.answerPx ?? Infinity) < SCREEN.height;
    return { ...walk, ended: `${walk.ended}, ${isSeen ? 'on' : 'below'} the first screen` };
  },

  async 'give $20, from a shared link'(finger) {
    const { page } = finger;
    await finger.open('/product/1001');
    await finger.tap(page.getByRole('button', { name: '+$20', exact: true }));
    await finger.tap(page.getByRole('button', { name: 'COMMIT FUNDING' }));
    await page.waitForURL(/\/c\/pay\//);
    const walk = await finger.at(page.getByText('$20').first());
    return { ...walk, ended: 'the hosted page' };
  },

  async 'which formula is cleanest?, from home'(finger) {
    const { page } = finger;
    const main = page.getByRole('main');
    await finger.open('/');
    await finger.tap(
      main.getByRole('link', { name: /tested products|results/i }),
      page.locator('summary').filter({ hasText: 'Menu' }),
    );
    await finger.tap(page.getByRole('link', { name: 'Tested products' }));
    await page.waitForURL(/\/plasticlist/);
    const chip = /^(infant formula|formula|baby)/i;
    const isNarrowed = await finger.tap(
      main.getByRole('link', { name: chip }),
      main.getByRole('button', { name: chip }),
    );
    const lowest = /lowest first/i;
    const isSorted = await finger.tap(
      main.getByRole('button', { name: lowest }),
      main.getByRole('link', { name: lowest }),
    );
    await page.waitForLoadState('networkidle');
    const first = main.locator('a[href^="/plasticlist/"]', { hasText: /formula/i });
    const found = main.getByText('there is no such order');
    return finger.at(isNarrowed && isSorted ? first : found);
  },

  async 'the raw data, and who made it, from home'(finger) {
    const { page } = finger;
    await finger.open('/');
    await finger.tap(
      page.getByRole('contentinfo').getByRole('link', { name: 'Open books and data' }),
    );
    await page
      .getByRole('heading', { name: 'Open books' })
      .waitFor({ timeout: SEEN_MS })
      .catch(() => {});
    const download = page.waitForEvent('download', { timeout: SEEN_MS }).catch(() => undefined);
    await finger.tap(page.getByRole('link', { name: 'samples.tsv' }));
    const file = (await download)?.suggestedFilename() ?? 'no file';
    return finger.at(page.getByRole('heading', { name: 'Laboratories' }), file);
  },
};
