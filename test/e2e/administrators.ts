import type { Page } from '@playwright/test';
import { expect, test as base } from './fixture.ts';
import { administratorsSite, type Site } from './site.ts';

/** Workers that begin anew after a failure count on. */
const WALKERS = Array.from({ length: 8 }, (_, worker) => `walk-${worker}`);

/** On the list of the program under test; each test takes its own, as links are limited per address. */
export const ADMINISTRATORS = ['browser', 'factor', 'desk', 'photos', ...WALKERS].map(addressOf);

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

const LOGIN_LINK = /\/login\/link/;

/** Asks for a link on the page, and opens the emailed one: the page with the button. */
export async function openMailedLink(
  page: Page,
  site: Site,
  email: string,
  count = 1,
): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send login link' }).click();
  await expect(page.getByText('Check your email for the login link!')).toBeVisible();
  const [newest] = await site.emailsTo(email, LOGIN_LINK, count);
  // What the reader sees is the link in the markup.
  const link = /href="([^"]+\/login\/link[^"]*)"/.exec(newest?.html ?? '')?.[1];
  await page.goto(link?.replaceAll('&amp;', '&') ?? '');
}

/** Signs in as somebody without a second factor; the overview is open then. */
export async function signIn(page: Page, site: Site, email: string): Promise<void> {
  await openMailedLink(page, site, email);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
}
