import type { Page } from '@playwright/test';
import { expect, test as base } from './fixture.ts';
import { administratorsSite, type Site } from './site.ts';

/** Workers that begin anew after a failure count on. */
const WALKERS = Array.from({ length: 8 }, (_, worker) => `walk-${worker}`);

/** On the list of the program under test; each test takes its own, as links are limited per address. */
export const ADMINISTRATORS = [
  'browser',
  'factor',
  'sessions',
  'plain',
  'story',
  'testing',
  'desk',
  'results',
  'plain-desk',
  'refunds',
  'led',
  'fields',
  'race',
  'photo',
  'plain-products',
  ...WALKERS,
].map(addressOf);

function addressOf(name: string | undefined): string {
  return `${name}@administrators.example.org`;
}

/** Who walks the administrators' pages in a worker. */
export function walkerOf(worker: number): string {
  return addressOf(WALKERS[worker % WALKERS.length]);
}

/** `test` against the administrators' site, which is reached under https alone, as in production. */
export const test = base.extend({
  // Playwright reads the names of the fixtures that are needed from this pattern.
  // oxlint-disable-next-line no-empty-pattern
  site: async ({}, use) => use(administratorsSite()),
  ignoreHTTPSErrors: true,
});

/**
 * Asks for a link on the page, and opens it from the outbox: the page with the button. The outbox is
 * read past any proxy, as it is for the site's own machine alone.
 */
export async function openMailedLink(
  page: Page,
  { directUrl }: Site,
  email: string,
  count = 1,
): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send login link' }).click();
  await expect(page.getByText('Check your email for the login link!')).toBeVisible();
  await page.goto(`${directUrl}/dev/mail`);
  const entries = page
    .getByRole('article')
    .filter({ hasText: `To ${email}` })
    .filter({ has: page.getByRole('heading', { name: 'Your login link' }) });
  await expect(async () => {
    await page.reload();
    await expect(entries.getByText('Plain text')).toHaveCount(count, { timeout: 500 });
  }).toPass();
  const letter = await entries
    .first()
    .getByRole('link', { name: 'Open as the reader sees it' })
    .getAttribute('href');
  await page.goto(directUrl + letter);
  const link = await page.getByRole('link', { name: 'Sign in' }).getAttribute('href');
  await page.goto(link ?? '');
}

/** Signs in as somebody without a second factor; the overview is open then. */
export async function signIn(page: Page, site: Site, email: string): Promise<void> {
  await openMailedLink(page, site, email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
}
