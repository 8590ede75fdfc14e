import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

/** Found in all three samples, and far above the smallest figure that is told apart. */
const REPORT = '/plasticlist/31';

const tile = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** The percent of a tile as a number. */
async function percentOf(page: Page, name: string): Promise<number> {
  const text = await tile(page, name).getByText('of TDI').locator('..').innerText();
  return Number.parseFloat(text.replaceAll(/[^\d.]/g, ''));
}

const choices = (page: Page, name: string) => page.getByRole('navigation', { name, exact: true });

test('a weight of one’s own is typed by keyboard, counted with, kept and shared', async ({
  page,
}) => {
  await steps.open(page, REPORT);
  const child = await percentOf(page, 'Phthalates');
  await page.getByText('Use your own weight').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  await page.keyboard.type('61.73');
  await page.keyboard.press('Enter');
  // 61.73 lb is 28 kg, twice the child's 14.
  await expect(page).toHaveURL(`${REPORT}?weight=28`);
  await expect.poll(() => percentOf(page, 'Phthalates')).toBeCloseTo(child / 2, 0);
  const weights = choices(page, 'Reference body weight');
  await expect(weights.getByRole('link', { name: 'Own 28 kg' })).toHaveAttribute(
    'aria-current',
    'true',
  );
  await expect(page.getByText('The picture is for a child of 14 kg')).toBeVisible();

  await weights.getByRole('link', { name: /Child/ }).click();
  await expect.poll(() => percentOf(page, 'Phthalates')).toBe(child);
  await expect(page).toHaveURL(REPORT);
  await page.reload();
  await steps.takenOver(page);
  await page.getByText('Use your own weight').click();
  await expect(page.getByLabel('Body weight', { exact: true })).toHaveValue('61.73');
});

test('what is no weight is said to be none, and stays typed', async ({ page }) => {
  await steps.open(page, REPORT);
  await page.getByText('Use your own weight').click();
  const box = page.getByLabel('Body weight', { exact: true });
  for (const typed of ['', 'heavy', '0', '-12', '99999']) {
    await box.fill(typed);
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(page.getByText('Please give a weight from 1 to 500 kg.')).toBeVisible();
    await expect(box).toHaveValue(typed);
    await expect(page).toHaveURL(REPORT);
  }
});

test('the EPA has limits for single chemicals; levels stay as they are', async ({ page }) => {
  await steps.open(page, REPORT);
  const level = await tile(page, 'Phthalates')
    .getByText(/^(Low|Medium|High)$/)
    .innerText();
  await choices(page, 'Limits').getByRole('link', { name: /EPA/ }).click();
  await expect(page).toHaveURL(`${REPORT}?limits=epa`);
  const epa = tile(page, 'Phthalates');
  await expect(epa.getByText(/^(Low|Medium|High)$/)).toHaveText(level);
  await expect(epa.getByText('of TDI')).toHaveCount(0);
  const row = (name: string) => epa.getByRole('row').filter({ hasText: name });
  await expect(row('DEHP')).toContainText('%');
  await expect(row('DINP')).toContainText('no limit set');
  await choices(page, 'Reference body weight').getByRole('link', { name: /Adult/ }).click();
  await expect(page).toHaveURL(`${REPORT}?weight=adult&limits=epa`);
});

test('every tile is explained on hover and on focus, until Escape', async ({ page }) => {
  await steps.open(page, REPORT);
  const button = tile(page, 'Bisphenols').getByRole('button', { name: 'Bisphenols' });
  const explanation = tile(page, 'Bisphenols').getByRole('tooltip');
  await expect(explanation).toBeHidden();
  await button.hover();
  await expect(explanation).toContainText('BPA + BPS + BPF');
  await explanation.hover();
  await expect(explanation).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(explanation).toBeHidden();
  await page.mouse.move(0, 0);
  await button.focus();
  await expect(explanation).toBeVisible();
  await expect(button).toHaveAccessibleDescription(/BPA \+ BPS \+ BPF/);
});

test('either authority’s report is accessible, with the weight asked for', async ({ page }) => {
  for (const query of ['', '?weight=22.7&limits=epa']) {
    await steps.open(page, `${REPORT}${query}`);
    await page.getByText('Use your own weight').click();
    await expectAccessible(page, [320, 390, 1440]);
  }
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('a weight in pounds is sent by the form', async ({ page }) => {
    await page.goto(`${REPORT}?limits=epa`);
    await page.getByText('Use your own weight').click();
    await page.getByLabel('Body weight', { exact: true }).fill('50');
    await page.getByRole('button', { name: 'Use', exact: true }).click();
    await expect(page).toHaveURL(/limits=epa&weight=50&unit=lb/);
    const weights = choices(page, 'Reference body weight');
    await expect(weights.getByRole('link', { name: 'Own 22.7 kg' })).toBeVisible();
  });
});
