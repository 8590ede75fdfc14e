import type { Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { expect, test } from './fixture.ts';
import type { Site } from './site.ts';
import * as steps from './steps.ts';

const facts = (page: Page) => page.getByRole('region', { name: 'Plastic Chemical Facts' });
const unit = (page: Page) => facts(page).getByRole('combobox', { name: 'Unit' });
const chemicals = (page: Page) => facts(page).locator('tbody').getByRole('button');
const dialogs = (page: Page) => page.getByRole('dialog');

/** A `[TEST]` product with results and a serving size. */
async function testedProduct(site: Site) {
  const all = await site.allProducts('mode=demo');
  const found = all.find((item) => item.testing_status === 'Tested' && item.serving_size_g);
  if (!found?.serving_size_g) throw new Error('no tested product');
  return { address: `/product/${found.id}`, servingG: found.serving_size_g };
}

/** What the first column says of each row that has a figure in it. */
async function figures(page: Page): Promise<Map<string, number>> {
  const rows = await facts(page).locator('tbody tr:has(td)').allInnerTexts();
  return new Map(
    rows.flatMap((row) => {
      const [, name, figure] = /^(\S+)[\s\S]*?\t(?:> )?([\d,]+\.\d)(?:\t|$)/.exec(row) ?? [];
      return name && figure ? [[name, Number(figure.replaceAll(',', ''))] as const] : [];
    }),
  );
}

test('the unit is chosen, kept by the browser and forgotten by no page', async ({ page, site }) => {
  const { address, servingG } = await testedProduct(site);
  await steps.open(page, address);
  await expect(unit(page)).toHaveValue('ng_per_serving');
  const perServing = await figures(page);
  await unit(page).selectOption('nanograms/gram');
  await expect(facts(page).getByText('Amounts in nanograms/gram')).toBeVisible();
  const perGram = await figures(page);
  expect(perGram.size).toBeGreaterThan(0);
  for (const [name, ngPerG] of perGram) {
    const roundingNg = 0.05 * servingG + 0.051;
    const differenceNg = Math.abs((perServing.get(name) ?? 0) - ngPerG * servingG);
    expect(differenceNg, name).toBeLessThan(roundingNg);
  }
  await unit(page).selectOption('EFSA Toddler %TDI (14kg)');
  await expect(facts(page).getByRole('row', { name: /^BPS/ })).toContainText(/NO TDI|–/);
  expect(await page.evaluate(() => localStorage.getItem('lab_results_unit'))).toBe('efsa_toddler');
  await page.reload();
  await expect(unit(page)).toHaveValue('efsa_toddler');
});

test('a stored unit that does not exist, or no storage at all, leaves the default', async ({
  page,
  site,
}) => {
  const { address } = await testedProduct(site);
  await page.addInitScript(() => localStorage.setItem('lab_results_unit', 'furlongs'));
  await steps.open(page, address);
  await expect(unit(page)).toHaveValue('ng_per_serving');
  await steps.denyStorage(page);
  await page.reload();
  await steps.takenOver(page);
  await unit(page).selectOption('nanograms/gram');
  await expect(facts(page).getByText('Amounts in nanograms/gram')).toBeVisible();
});

test('a chemical tells of itself, with citations, and gives the focus back', async ({
  page,
  site,
}) => {
  const { address } = await testedProduct(site);
  await steps.open(page, address);
  const chemical = facts(page).getByRole('button', { name: 'DEHP Di(2-ethylhexyl) phthalate' });
  await chemical.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Di(2-ethylhexyl) phthalate' });
  for (const title of [
    'Health concerns',
    'Common sources',
    'Regulations',
    'Safer alternatives',
    'Citations',
  ]) {
    await expect(dialog.getByRole('heading', { name: title })).toBeVisible();
  }
  await expect(dialog.getByText('50,000 ng')).toBeVisible();
  await expect(dialog.getByText('20,000 ng')).toBeVisible();
  await expect(dialog.getByText(/^For education only/)).toBeVisible();
  await expect(dialog.getByRole('link').first()).toHaveAttribute('rel', 'noopener');
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(dialogs(page)).toHaveCount(0);
  await expect(chemical).toBeFocused();
  await chemical.click();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect(chemical).toBeFocused();
});

test('the third different chemical brings the cat, once', async ({ page, site }) => {
  const { address } = await testedProduct(site);
  await page.clock.install();
  await steps.open(page, address);
  const cat = page.getByRole('dialog', { name: 'Lab Cat' });
  for (const index of [0, 0, 0, 1]) {
    await chemicals(page).nth(index).click();
    await expect(dialogs(page)).toHaveCount(1);
    await page.keyboard.press('Escape');
    await expect(dialogs(page)).toHaveCount(0);
  }
  await chemicals(page).nth(2).click();
  await expect(cat).toBeVisible();
  await expect(cat.getByText('Achievement unlocked')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(cat).toHaveCount(0);
  await expect(dialogs(page)).toHaveCount(1);
  await page.keyboard.press('Escape');
  await expect(chemicals(page).nth(2)).toBeFocused();
  await chemicals(page).nth(3).click();
  // Longer than the half second after which it would come again.
  await page.clock.runFor(800);
  await expect(dialogs(page)).toHaveCount(1);
  await expect(cat).toHaveCount(0);
});

test('a profile that does not arrive can be asked for again', async ({ page, site, watch }) => {
  const { address } = await testedProduct(site);
  let isCut = true;
  await page.route(/\/api\/chemicals\//, (route) => {
    if (!isCut) return route.continue();
    watch.expectFailure(new URL(route.request().url()).pathname);
    return route.abort();
  });
  await steps.open(page, address);
  await chemicals(page).first().click();
  const again = dialogs(page).getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  isCut = false;
  await again.click();
  await expect(dialogs(page).getByRole('heading', { name: 'Health concerns' })).toBeVisible();
});
