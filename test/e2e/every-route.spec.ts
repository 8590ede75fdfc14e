import type { BrowserContext, Cookie, Page } from '@playwright/test';
import { pagePaths } from '#app/routes.ts';
import { AXE_WIDTHS_PX, expectAccessible } from './accessible.ts';
import { signIn, walkerOf } from './administrators.ts';
import { expect, test } from './fixture.ts';
import { layoutFaults } from './layout-faults.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';
import { typeFaults } from './type-faults.ts';

interface Stop {
  /** Where the page is met, or how such an address is made. */
  address: string | ((site: Site) => Promise<string>);
  /** What it answers; 200 unless told. */
  status?: number;
  /** Whether an administrator looks at it. */
  isSignedIn?: boolean;
  /** Whether axe looks at it as well: once for each kind of page, as its findings are of components. */
  withAxe?: boolean;
}

const NOBODYS = '00000000-0000-4000-8000-000000000000';

const at = (address: Stop['address'], status?: number): Stop => ({ address, status });

const signedIn = (address: Stop['address']): Stop => ({ address, isSignedIn: true });

const withAxe = (stop: Stop): Stop => ({ ...stop, withAxe: true });

/** Where each page of `app/routes.ts` is looked at, in each of its kinds. */
const stops: Record<string, Stop[]> = {
  // A list is as long as one scrolls: some of it shows every kind of card.
  '/': [withAxe(at('/?search=chicken'))],
  '/product/:id': [
    withAxe(
      at(async (site) => `/product/${(await site.firstProduct('sort=id&direction=asc')).id}`),
    ),
    at('/product/9006'),
    at('/product/4', 404),
  ],
  '/photo/:id': [at('/photo/93')],
  '/cart': [at('/cart')],
  '/add-product': [at('/add-product')],
  '/success': [at('/success'), withAxe(at(paidOrder))],
  '/donate': [withAxe(at('/donate'))],
  '/donate/manage': [at('/donate/manage')],
  '/view-contributions': [at('/view-contributions')],
  '/view-contributions/receipt/:id': [at(`/view-contributions/receipt/${NOBODYS}`, 401)],
  '/view-contributions/move': [at('/view-contributions/move?id=none', 401)],
  '/about': [at('/about')],
  '/transparency': [withAxe(at('/transparency'))],
  '/tests': [at('/tests')],
  '/log': [at('/log')],
  '/data': [at('/data')],
  '/surveys': [at('/surveys')],
  '/blog': [at('/blog')],
  '/blog/:slug': [withAxe(at('/blog/test-post')), at('/blog/no-such-post', 404)],
  '/faq': [withAxe(at('/faq#refunds'))],
  '/contact': [at('/contact')],
  '/legal': [at('/legal'), at('/legal?tab=terms')],
  // Where no chat is configured there is none; amplitude.release.spec.ts looks at it.
  '/chat': [at('/chat', 404)],
  '/objection/confirm': [at('/objection/confirm')],
  '/objection/:originalId': [withAxe(at('/objection/93'))],
  '/email/preferences': [at('/email/preferences')],
  '/search': [at('/search'), withAxe(at('/search?q=milk'))],
  '/plasticlist': [withAxe(at('/plasticlist?search=chicken'))],
  '/plasticlist/compare': [
    at('/plasticlist/compare'),
    withAxe(at('/plasticlist/compare?ids=420,750,126,93')),
  ],
  '/plasticlist/kinds': [at('/plasticlist/kinds')],
  '/plasticlist/kinds/:kind': [
    at('/plasticlist/kinds/infant-formula'),
    at('/plasticlist/kinds/diapers'),
    withAxe(at('/plasticlist/kinds/apple-sauce')),
  ],
  '/plasticlist/:originalId': [withAxe(at('/plasticlist/93')), at('/plasticlist/1')],
  '/plasticlist/:originalId/revisions/:number': [at('/plasticlist/93/revisions/99', 404)],
  '/saved': [at('/saved')],
  '/day': [at('/day'), withAxe(at('/day?ids=1,187,222,58,101&eat=6&eat=1&eat=150+g&eat=1&eat=2'))],
  '/risk-methodology': [at('/risk-methodology'), withAxe(at('/risk-methodology?view=technical'))],
  '/api/docs': [at('/api/docs')],
  '/dev/mail/:key': [at(async (site) => site.outboxPath)],
  // A letter alone in a sandbox of its own: dev-mail.spec.ts looks at it.
  '/dev/mail/:key/:id': [],
  '/login': [at('/login'), at('/login?refused=1')],
  '/login/link': [at('/login/link')],
  '/login/code': [at('/login/code')],
  // Somebody who is not signed in is led to /login (login.spec.ts).
  '/admin': [withAxe(signedIn('/admin'))],
  '/admin/account': [signedIn('/admin/account')],
  '/admin/testing': [signedIn('/admin/testing')],
  '/admin/testing/:id': [withAxe(signedIn(fundedProduct))],
  '/admin/products': [signedIn('/admin/products')],
  '/admin/products/:id': [withAxe(signedIn('/admin/products/1001'))],
  '/admin/products/:id/photo': [signedIn('/admin/products/1001/photo')],
  '/admin/photos': [signedIn('/admin/photos')],
  '/admin/submissions': [signedIn('/admin/submissions')],
  '/admin/people': [signedIn('/admin/people')],
  '/admin/results': [signedIn('/admin/results')],
  '/admin/digest': [signedIn('/admin/digest')],
  '/admin/trail': [signedIn('/admin/trail')],
  '*': [at('/no/such/page', 404)],
};

/** The screens of the specification, point 2. */
const SPECIFIED = [
  '/',
  '/product/:id',
  '/cart',
  '/add-product',
  '/donate',
  '/about',
  '/blog',
  '/blog/:slug',
  '/faq',
  '/contact',
  '/legal',
  '/view-contributions',
  '/success',
  '/plasticlist',
  '/plasticlist/:originalId',
  '/risk-methodology',
  '/login',
  '/admin',
];

/** Where nothing is: the other patterns with a code or a name in them. */
const NOWHERE = [
  '/photo/99999',
  '/objection/99999',
  '/plasticlist/99999',
  '/plasticlist/kinds/rockets',
];

/** Pages whose bar and footer stand for all others': a visitor's, and an administrator's. */
const SHELLS = new Set(['/', '/admin']);

test('every page has its stop on the walk', () => {
  expect(Object.keys(stops)).toEqual(expect.arrayContaining([...pagePaths, ...SPECIFIED]));
});

test('an address of nothing is not found', async ({ site }) => {
  const statuses = NOWHERE.map(async (path) => (await fetch(site.url + path)).status);
  expect(await Promise.all(statuses)).toEqual(NOWHERE.map(() => 404));
});

for (const [pattern, found] of Object.entries(stops)) {
  for (const [index, { address, status = 200, isSignedIn, withAxe: isForAxe }] of found.entries()) {
    const isThere = pagePaths.includes(pattern);
    const place = typeof address === 'string' ? address : `${pattern} (${index + 1})`;
    const name = isSignedIn ? `${place} for an administrator` : place;
    const isShell = SHELLS.has(pattern);
    test(`${name}: sound at every width${isForAxe ? ', in both schemes' : ''}`, async ({
      page,
      site,
      watch,
      newVisitor,
    }) => {
      if (isSignedIn)
        await page.context().addCookies(await administratorsCookies(site, newVisitor));
      const whole = typeof address === 'string' ? address : await address(site);
      const [path = '', hash] = whole.split('#');
      const expected = isThere ? status : 404;
      if (expected >= 400) watch.expectStatus(expected, path.replace(/\?.*/, ''));
      const warnings: string[] = [];
      page.on('console', (message) => {
        if (message.type() === 'warning') warnings.push(message.text());
      });
      await page.emulateMedia({ reducedMotion: 'reduce' });
      const response = await page.goto(path);
      expect(response?.status()).toBe(expected);
      await steps.takenOver(page);
      if (isShell) await expectSkipLink(page);
      if (hash) await page.evaluate((to) => (location.hash = to), hash);
      await scrollThrough(page);
      const expectWellLaidOut = async (width: number, how = '') => {
        // The layout of container queries settles a moment after the window's size.
        await expect.poll(() => layoutFaults(page), `${width} px wide${how}`).toEqual([]);
        if (width === PHONE_PX && !isSignedIn) expect(await typeFaults(page)).toEqual([]);
      };
      await expectAccessible(page, isForAxe ? AXE_WIDTHS_PX : [], {
        withShell: isShell,
        betweenPx: isForAxe ? OTHER_WIDTHS_PX : [...OTHER_WIDTHS_PX, ...AXE_WIDTHS_PX],
        alsoExpect: expectWellLaidOut,
      });
      await steps.withLargeText(page, async () => {
        await expectWellLaidOut(640, ', text at 200%');
        if (isSignedIn) return;
        await page.setViewportSize({ width: PHONE_PX, height: 844 });
        const sideways = expect.poll(() => steps.sidewaysPx(page), '390 px wide, text at 200%');
        await sideways.toBe(0);
      });
      expect(warnings).toEqual([]);
    });
  }
}

/** The first stop of the keyboard leads past the bar (WCAG 2.4.1). */
async function expectSkipLink(page: Page): Promise<void> {
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
}

const PHONE_PX = 390;
/** CSS pixels: 1280 at 400% zoom, at 200%, and a tablet. */
const OTHER_WIDTHS_PX = [320, 640, 768];

/** Far enough for everything that loads late; an endless list is not followed to its end. */
const SCREENS = 12;

async function scrollThrough(page: Page): Promise<void> {
  await page.evaluate(async (screens) => {
    for (let screen = 1; screen <= screens; screen++) {
      if (window.scrollY + window.innerHeight >= document.documentElement.scrollHeight) break;
      window.scrollTo({ top: screen * window.innerHeight, behavior: 'instant' });
      for (let frames = 0; frames < 3; frames++) await new Promise(requestAnimationFrame);
    }
    window.scrollTo({ top: document.documentElement.scrollHeight, behavior: 'instant' });
  }, SCREENS);
  const isLoaded = () => page.evaluate(() => [...document.images].every((one) => one.complete));
  await expect.poll(isLoaded, 'what loads late has come').toBe(true);
  await page.evaluate(() => window.scrollTo({ top: 0, behavior: 'instant' }));
}

let cookies: Promise<Cookie[]> | undefined;

/** One sign-in for all of a worker's stops. */
function administratorsCookies(
  site: Site,
  newVisitor: () => Promise<BrowserContext>,
): Promise<Cookie[]> {
  const start = async () => {
    const context = await newVisitor();
    await signIn(await context.newPage(), site, walkerOf(test.info().workerIndex));
    return context.cookies();
  };
  cookies ??= start();
  return cookies;
}

async function fundedProduct(site: Site): Promise<string> {
  const product = await site.takeProduct();
  await site.fund(product.id, 1275);
  return `/admin/testing/${product.id}`;
}

/** The success page of a payment, as another browser than the payer's sees it. */
async function paidOrder(site: Site): Promise<string> {
  const { id } = await site.takeProduct();
  return `/success?session_id=${await site.fund(id, 5)}`;
}
