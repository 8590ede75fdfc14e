import { expect, type Page } from '@playwright/test';

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
  ...WALKERS,
].map(addressOf);

function addressOf(name: string | undefined): string {
  return `${name}@administrators.example.org`;
}

/** Who walks the administrators' pages in a worker. */
export function walkerOf(worker: number): string {
  return addressOf(WALKERS[worker % WALKERS.length]);
}

/**
 * Asks for a link on the page, and opens it from the outbox: the page with the button. `outbox` is
 * the address of the site that has it, where it is another one than the page's.
 */
export async function openMailedLink(
  page: Page,
  email: string,
  count = 1,
  outbox = '',
): Promise<void> {
  await page.goto('/login');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send login link' }).click();
  await expect(page.getByText('Check your email for the login link!')).toBeVisible();
  await page.goto(`${outbox}/dev/mail`);
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
  await page.goto(outbox + letter);
  const link = await page.getByRole('link', { name: 'Sign in' }).getAttribute('href');
  await page.goto(link ?? '');
}

/** Signs in as somebody without a second factor; the overview is open then. */
export async function signIn(page: Page, email: string, outbox = ''): Promise<void> {
  await openMailedLink(page, email, 1, outbox);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page).toHaveURL('/admin');
}
