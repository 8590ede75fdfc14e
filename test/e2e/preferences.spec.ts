import type { Page } from '@playwright/test';
import * as preferencesSay from '#app/subscriptions/preferences-messages.ts';
import type { Preferences } from '#app/subscriptions/preferences-schema.ts';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

const READ_CALL = '/api/mail-preferences';
const PAGE = '/email/preferences.data';

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

test('a subscription is confirmed by the button, not by opening the link', async ({
  page,
  site,
}) => {
  const email = `confirms-${Date.now()}@example.org`;
  const link = await subscribed(page, site, email);
  const token = tokenOf(link);
  await steps.open(page, link);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'strict-origin');
  const line = page.getByRole('main').getByRole('listitem').first();
  const confirm = button(page, 'Confirm the newsletter');
  await expect(line).toContainText(preferencesSay.UNCONFIRMED);
  expect(await stateOf(page, site, token)).toMatchObject({ newsletter: 'unconfirmed' });

  await steps.tabTo(page, confirm);
  await page.keyboard.press('Enter');
  await expect(line.getByRole('status')).toHaveText('You now get the newsletter.');
  await expect(button(page, 'Stop the newsletter')).toBeFocused();
  expect(await stateOf(page, site, token)).toMatchObject({ newsletter: 'on' });
});

test('a letter’s link stops one product, and the page everything, by keyboard alone', async ({
  page,
  site,
}) => {
  const email = `stops-${Date.now()}@example.org`;
  const { link, product } = await told(page, site, email);
  const token = tokenOf(link);
  expect(new URL(link).searchParams.get('from')).toBe(`product-${product.id}`);
  await steps.open(page, link);
  const named = page.getByRole('main').getByRole('listitem').first();
  const stop = button(page, `Stop emails about ${product.name}`);
  await expect(named.getByRole('button')).toHaveAccessibleName(`Stop emails about ${product.name}`);
  await expect(page.getByText(`s…${email.split('@')[0]?.at(-1)}@example.org`)).toBeVisible();
  await expectAccessible(page);
  const before = await stateOf(page, site, token);
  expect(before.follows).toEqual([{ product_id: product.id, name: product.name }]);

  await steps.tabTo(page, stop);
  await page.keyboard.press('Enter');
  const outcome = named.getByRole('status');
  await expect(outcome).toHaveText(`You no longer get emails about ${product.name}.`);
  await expect(button(page, `Get emails about ${product.name}`)).toBeFocused();
  await expectAccessible(page);
  expect(await stateOf(page, site, token)).toMatchObject({ follows: [], everything: true });
  await page.reload();
  await expect(named).toContainText('Off');
  await steps.takenOver(page);

  await steps.tabTo(page, button(page, 'Get the newsletter'));
  await page.keyboard.press('Space');
  await expect(page.getByText('You now get the newsletter.')).toBeVisible();
  expect(await stateOf(page, site, token)).toMatchObject({ newsletter: 'on' });

  await steps.tabTo(page, button(page, 'Stop everything'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(preferencesSay.EVERYTHING_STOPPED)).toBeVisible();
  await expect(button(page, 'Get emails again')).toBeFocused();
  expect(await stateOf(page, site, token)).toMatchObject({ newsletter: 'none', everything: false });
  await page.keyboard.press('Enter');
  await expect(page.getByText(preferencesSay.WRITING_AGAIN)).toBeVisible();
  expect(await stateOf(page, site, token)).toMatchObject({ everything: true });
});

test('a link that is not known, or cut short, says so', async ({ page, watch }) => {
  watch.expectStatus(403, '/email/preferences');
  await steps.open(page, '/email/preferences?token=unknown&from=newsletter');
  await expect(page.getByText(preferencesSay.LINK_UNKNOWN)).toBeVisible();
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.locator('meta[name=referrer]')).toHaveAttribute('content', 'strict-origin');
  await expectAccessible(page);
  await steps.open(page, '/email/preferences');
  await expect(page.getByText(preferencesSay.NO_TOKEN)).toBeVisible();
});

test('a change that fails keeps the screen, and says so beside its button', async ({
  page,
  site,
  watch,
}) => {
  const { link, product } = await told(page, site, `fails-${Date.now()}@example.org`);
  await steps.open(page, link.replace(/&from=.*/, ''));
  const line = page.getByRole('main').getByRole('listitem').filter({ hasText: product.name });
  const stop = button(page, `Stop emails about ${product.name}`);
  await page.route(`**${PAGE}*`, (route) => route.abort());
  watch.expectFailure(PAGE);
  await stop.click();
  await expect(line.getByRole('alert')).toHaveText(preferencesSay.CHANGE_FAILED);
  await expect(stop).toBeFocused();
  await page.unroute(`**${PAGE}*`);
  await stop.click();
  await expect(line.getByRole('status')).toHaveText(
    `You no longer get emails about ${product.name}.`,
  );
  await expect(line.getByRole('link', { name: product.name })).toHaveCount(1);
});

/** Subscribes an address; the link of the letter that asks to confirm it. */
async function subscribed(page: Page, site: Site, email: string): Promise<string> {
  await asked(page, `${site.url}/api/subscribers`, { email });
  return site.emailed(email, /http\S+\/email\/confirm\?token=[\w-]+/);
}

/** Has a product followed and funded in full; the stopping link of the letter that tells so. */
async function told(page: Page, site: Site, email: string) {
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  await asked(page, `${site.url}/api/follows`, { product_id: product.id, email });
  await site.fund(product.id, product.target_amount);
  const link = await site.emailed(email, /http\S+\/email\/preferences\?token=[\w-]+&from=[\w-]+/);
  return { link, product };
}

async function asked(page: Page, address: string, data: object): Promise<unknown> {
  const response = await page.request.post(address, { data });
  expect(response.status(), await response.text()).toBeLessThan(300);
  return response.json();
}

function tokenOf(link: string): string {
  return new URL(link).searchParams.get('token') ?? '';
}

async function stateOf(page: Page, site: Site, token: string): Promise<Preferences> {
  return (await asked(page, site.url + READ_CALL, { token })) as Preferences;
}
