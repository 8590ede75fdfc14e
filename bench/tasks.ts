import { chromium, type Locator, type Page } from '@playwright/test';
import { browserLaunch } from '#test/support/browser.ts';
import { startProgram } from '#test/support/program.ts';

/** A phone, in CSS pixels. */
const SCREEN = { width: 390, height: 844 };
/** What is not there by then is not found: on a machine that is busy, a picture takes seconds. */
const SEEN_MS = 10_000;
/** As long as somebody looks at what a search brings. */
const SEARCHED_MS = 1_500;

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
 * What twelve visitors came for, done with a finger on a phone: how many taps and letters each takes,
 * and on which screen from the top of its page the answer begins. An address as the next argument walks a site that runs already,
 * an older one for instance; else the site is started. Fails where a task is not done.
 */
export async function benchTasks(say: (line: string) => void): Promise<string[]> {
  const given = process.argv[3];
  const program = given ? undefined : await startProgram();
  const url = given ?? program?.url ?? '';
  const browser = await chromium.launch(browserLaunch());
  const lines = [['task', 'taps', 'letters', 'screen', 'answer at px', 'ended'].join('\t')];
  const undone: string[] = [];
  try {
    for (const [task, walk] of Object.entries(tasks)) {
      say(task);
      const context = await browser.newContext({ viewport: SCREEN, hasTouch: true, baseURL: url });
      const finger = new Finger(await context.newPage());
      const found = await walk(finger).catch((error: Error) => finger.lost(error));
      await context.close();
      if (found.answerPx === undefined) undone.push(task);
      const { taps, typed, answerPx, ended } = found;
      const screen = answerPx === undefined ? '–' : Math.floor(answerPx / SCREEN.height) + 1;
      lines.push([task, taps, typed, screen, answerPx ?? '–', ended].join('\t'));
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

  /** Writes into what has the focus, and sends it unless told. */
  async type(text: string, { isSent = true } = {}): Promise<void> {
    await this.page.keyboard.type(text);
    this.typed += text.length;
    if (isSent) await this.page.keyboard.press('Enter');
    // A list that is searched in place is another one in a moment.
    await this.page.waitForTimeout(SEARCHED_MS);
    await this.page.waitForLoadState('networkidle');
  }

  /** Opens a list of choices, and taps one. */
  async choose(list: Locator, name: RegExp): Promise<void> {
    const option = list.locator('option', { hasText: name }).first();
    await list.selectOption(await option.getAttribute('value'), { timeout: SEEN_MS });
    this.taps += 2;
  }

  /** Goes on by the main menu, or by the footer. */
  async goTo(name: string): Promise<void> {
    const link = this.page.getByRole('banner').getByRole('link', { name, exact: true });
    if (!(await link.filter({ visible: true }).first().isVisible())) {
      await this.tap(this.page.locator('summary').filter({ hasText: 'Menu' }));
    }
    const below = this.page.getByRole('contentinfo').getByRole('link', { name, exact: true });
    await this.tap(...((await link.count()) > 0 ? [link] : [below]));
    await this.page.waitForLoadState('networkidle');
  }

  /** Ends the walk at an answer, if it is there, on the page that it was to be found on. */
  async at(place: RegExp, answer: Locator): Promise<Walk> {
    // A page that is on its way is waited for; one that never comes is no answer.
    const hasArrived = await this.page
      .waitForURL((url) => place.test(url.pathname), { timeout: SEEN_MS })
      .then(
        () => true,
        () => false,
      );
    const box = hasArrived ? await this.boxOf(answer) : null;
    return { ...this.counted(), answerPx: box?.y, ended: this.standing(hasArrived) };
  }

  /** A walk that ends before its answer. */
  lost({ message }: Error): Walk {
    return { ...this.counted(), ended: `${this.standing(false)} (${message.split('\n')[0]})` };
  }

  private counted() {
    return { taps: this.taps, typed: this.typed };
  }

  private standing(hasArrived: boolean): string {
    const { pathname, search } = new URL(this.page.url());
    return `${hasArrived ? '' : 'never arrived, '}${pathname}${search}`;
  }

  /** Where the first that can be seen begins, from the top of its page or, over a page, of the screen. */
  private async boxOf(answer: Locator): Promise<{ y: number } | null> {
    const first = answer.filter({ visible: true }).first();
    try {
      await first.waitFor({ timeout: SEEN_MS });
      return await first.evaluate((element) => {
        const scrolled = element.closest('dialog') ? 0 : window.scrollY;
        return { y: Math.round(element.getBoundingClientRect().y + scrolled) };
      });
    } catch {
      return null;
    }
  }

  /** The search of the page, or, where it has none, the site's. */
  async search(): Promise<boolean> {
    const own = main(this.page)
      .getByRole('searchbox')
      .or(main(this.page).getByRole('textbox', { name: /look up/i }));
    if (!(await own.filter({ visible: true }).first().isVisible())) {
      await this.tap(this.page.getByRole('link', { name: /^Search/ }));
    }
    return this.tap(own);
  }
}

const REPORT = /^\/plasticlist\/\d+$/;
const PRODUCT = /^\/product\/\d+$/;

const main = (page: Page) => page.getByRole('main');

/** From home to the report that a search finds. */
async function toOatly(finger: Finger): Promise<void> {
  await finger.open('/');
  await finger.search();
  await finger.type('oatly');
  const report = main(finger.page).locator('a[href^="/plasticlist/"]', { hasText: /oatly/i });
  await finger.tap(report);
  await finger.page.getByRole('heading', { level: 1, name: /oatly/i }).waitFor();
}

/** From home to the first product that one can give to. */
async function toFirstProduct(finger: Finger): Promise<void> {
  await finger.open('/');
  await finger.tap(main(finger.page).locator('a[href^="/product/"]'));
  await finger.page.waitForURL(/\/product\//);
  // Until then it is the card at home that says so.
  await finger.page.getByText('Who tests').waitFor();
}

const tasks: Record<string, (finger: Finger) => Promise<Walk>> = {
  async 'is Oatly OK for a toddler?, from home'(finger) {
    await toOatly(finger);
    // The child of the lists is one of them.
    return finger.at(
      REPORT,
      main(finger.page).getByText(/^(Phthalates|Bisphenols|Substitutes).*: .*\.$/),
    );
  },

  async 'which formula is cleanest?, from home'(finger) {
    const { page } = finger;
    await finger.open('/');
    if (
      !(await finger.tap(main(page).getByRole('link', { name: 'Infant formula', exact: true })))
    ) {
      await finger.search();
      await finger.type('formula');
      await finger.tap(main(page).getByRole('link', { name: /infant formula.*lowest/i }));
    }
    await page.waitForURL(/\/kinds\//);
    const lowest = page.getByRole('region', { name: /lower than others|told apart/i }).first();
    return finger.at(/\/kinds\/infant-formula$/, lowest.locator('a[href^="/plasticlist/"]'));
  },

  async 'what does “1/190” mean?, on a report'(finger) {
    const { page } = finger;
    await finger.open('/plasticlist/139');
    const tile = page.getByRole('region').filter({ hasText: '1/190' }).last();
    await finger.tap(tile.getByText('How this is worked out'));
    return finger.at(REPORT, tile.getByText('The mean of the samples'));
  },

  async 'what to do about “Can’t tell”?, from home'(finger) {
    const { page } = finger;
    await toOatly(finger);
    return finger.at(REPORT, main(page).getByText(/can’t tell about/));
  },

  async 'compare two, from home'(finger) {
    const { page } = finger;
    await toOatly(finger);
    await finger.tap(page.getByRole('link', { name: 'Compare', exact: true }));
    await page.waitForURL(/\/compare/);
    await finger.tap(main(page).getByRole('searchbox'));
    await finger.type('fairlife');
    await page.waitForURL(/ids=58%2C|ids=58,|add=/);
    await finger.tap(
      main(page).getByRole('button', { name: /^Add Fairlife/ }),
      main(page).getByRole('link', { name: /^(Add )?Fairlife/ }),
    );
    await page.waitForLoadState('networkidle');
    return finger.at(
      /\/compare$/,
      main(page).getByText(/can’t be told apart|^Lower (for certain|in every sample|on average)/i),
    );
  },

  async 'share a report, from a search'(finger) {
    const { page } = finger;
    await toOatly(finger);
    await finger.tap(page.getByRole('button', { name: /^Share/ }));
    const link = page.getByRole('button', { name: /copy/i });
    return finger.at(REPORT, link.or(page.getByRole('img', { name: /^Report card of / })));
  },

  async 'what does $20 buy?, from home'(finger) {
    await toFirstProduct(finger);
    return finger.at(PRODUCT, main(finger.page).getByText(/more gifts? of \$20 and it is tested/));
  },

  async 'who tests?, from home'(finger) {
    await toFirstProduct(finger);
    return finger.at(PRODUCT, main(finger.page).getByText('Who tests'));
  },

  async 'who takes what of $20?, from home'(finger) {
    await toFirstProduct(finger);
    return finger.at(PRODUCT, main(finger.page).getByText(/Of \$20,/));
  },

  async 'add a product that is tested, from home'(finger) {
    const { page } = finger;
    await finger.open('/');
    await finger.goTo('Add product');
    await finger.tap(main(page).getByRole('textbox', { name: 'Product name' }));
    await finger.type('oatly oatmilk', { isSent: false });
    await finger.tap(main(page).getByRole('textbox', { name: 'Product URL' }));
    return finger.at(/^\/add-product$/, main(page).locator('a[href="/plasticlist/58"]'));
  },

  async 'give to what is closest for babies, from home'(finger) {
    const { page } = finger;
    await finger.open('/');
    await finger.goTo('Donate');
    await finger.tap(page.getByRole('link', { name: 'One-time donation' }));
    await finger.choose(main(page).getByRole('combobox'), /closest.*Baby/);
    await finger.tap(main(page).getByRole('button', { name: /^DONATE/ }));
    await page.waitForURL(/\/c\/pay\//);
    const walk = await finger.at(/\/c\/pay\//, page.getByText('$20').first());
    return walk.answerPx === undefined ? walk : { ...walk, ended: 'the hosted page' };
  },

  async 'come back next week, from a report'(finger) {
    const { page } = finger;
    await finger.open('/plasticlist/58');
    if (await finger.tap(main(page).getByRole('button', { name: /^Save/ }))) {
      await finger.goTo('Saved on this device');
      // The report that is still there until then has such a link, too.
      const heading = page.getByRole('heading', { level: 1, name: 'Saved on this device' });
      const shelf = main(page).filter({ has: heading });
      return finger.at(/^\/saved$/, shelf.locator('a[href="/plasticlist/58"]'));
    }
    await finger.tap(main(page).getByRole('button', { name: /^Follow/ }));
    await finger.tap(page.getByRole('textbox', { name: /email/i }));
    await finger.type('parent@example.org');
    return finger.at(REPORT, page.getByText(/^(You follow|Following)/));
  },
};
