import { STORED_IN_BROWSER } from '#app/pages/legal/legal-records.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('the footer leads here, and the two texts are chosen by keyboard', async ({ page, site }) => {
  const clicks = () => site.countEvents('Footer Link Click', { link: 'Legal' });
  const before = await clicks();
  await steps.open(page, '/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Legal' }).click();
  await expect(page).toHaveURL('/legal');
  await expect.poll(clicks).toBe(before + 1);
  await expect(page.getByText('Last updated July 20, 2025')).toBeVisible();
  const tabs = page.getByRole('navigation', { name: 'Legal texts' });
  const privacy = tabs.getByRole('link', { name: 'Privacy policy' });
  const terms = tabs.getByRole('link', { name: 'Terms of service' });
  await expect(privacy).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('heading', { level: 2, name: 'Privacy policy' })).toBeVisible();
  await privacy.focus();
  await page.keyboard.press('Tab');
  await expect(terms).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/legal?tab=terms');
  await expect(terms).toHaveAttribute('aria-current', 'page');
  await expect(terms).toBeFocused();
  await expect(page.getByRole('heading', { level: 2, name: 'Terms of service' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Privacy policy' })).toHaveCount(0);
  await expect(page).toHaveTitle(/^Terms of service · /);
  await expect(page.getByText('you are 18 or older')).toBeVisible();
  await page.goBack();
  await expect(page).toHaveTitle(/^Privacy policy · /);
});

test('what the policy says of cookies is so', async ({ page, context }) => {
  await steps.open(page, '/legal');
  for (const path of ['/', '/product/1001', '/faq', '/plasticlist/93']) {
    await steps.open(page, path);
  }
  expect(await context.cookies(), 'reading sets none').toEqual([]);
  const stored = await page.evaluate(() => [
    ...Object.keys(localStorage),
    ...Object.keys(sessionStorage),
  ]);
  expect(stored).toContain('react-router-scroll-positions');
  const named = STORED_IN_BROWSER.map(({ key }) => key.replace('…', ''));
  expect(stored.filter((key) => !named.some((start) => key.startsWith(start)))).toEqual([]);
});
