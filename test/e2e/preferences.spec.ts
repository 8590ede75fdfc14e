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

  await steps.tabTo(page, stop);
  await page.keyboard.press('Enter');
  const outcome = named.getByRole('status');
  await expect(outcome).toHaveText(`You no longer get emails about ${product.name}.`);
  await expect(button(page, `Get emails about ${product.name}`)).toBeFocused();

  await steps.tabTo(page, button(page, 'Get the newsletter'));
  await page.keyboard.press('Space');
  await expect(page.getByText('You now get the newsletter.')).toBeVisible();

  await steps.tabTo(page, button(page, 'Stop everything'));
  await page.keyboard.press('Enter');
  await expect(page.getByText(preferencesSay.EVERYTHING_STOPPED)).toBeVisible();
  await expect(button(page, 'Get emails again')).toBeFocused();
  expect(await stateOf(page, site, token)).toMatchObject({ newsletter: 'none', everything: false });
  await page.keyboard.press('Enter');
  await expect(page.getByText(preferencesSay.WRITING_AGAIN)).toBeVisible();
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

/** Has a product followed and funded in full; the stopping link of the letter that tells so. */
async function told(page: Page, site: Site, email: string) {
  const product = await site.takeProduct();
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
