import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const cards = (page: Page) => page.getByRole('main').getByRole('article');
const names = (page: Page) => cards(page).getByRole('heading').allTextContents();

test('a sort begins with the highest and flips when it is chosen again', async ({ page, site }) => {
  await steps.open(page, '/plasticlist');
  await expect(page.getByText('Low for certain in the most families first.')).toBeVisible();
  await expect(page.getByRole('button', { pressed: true })).toHaveCount(0);
  const button = page
    .getByRole('group', { name: 'Sort by' })
    .getByRole('button', { name: /^Bisphenols/ });
  for (const direction of ['desc', 'asc']) {
    await button.click();
    await expect(button).toHaveAttribute('aria-pressed', 'true');
    await expect(button).toHaveText(direction === 'desc' ? /highest first/ : /lowest first/);
    const { items } = await site.get(
      `/api/risk-levels?sort=bisphenols_tdi_percent&direction=${direction}&also_tested=last`,
    );
    const expected = items.slice(0, 10).map(({ name }) => name);
    await expect.poll(async () => (await names(page)).slice(0, 10)).toEqual(expected);
  }
  await page.getByRole('link', { name: 'Low in the most families first' }).click();
  await expect(page).toHaveURL('/plasticlist');
  const { items } = await site.get('/api/risk-levels?order=best&also_tested=last');
  await expect
    .poll(async () => (await names(page)).slice(0, 25))
    .toEqual(items.map(({ name }: { name: string }) => name));
});

test('a phone’s first screen has the first product, and its filters behind one button @mobile', async ({
  page,
}) => {
  await steps.open(page, '/plasticlist');
  await page.evaluate(() => document.fonts.ready);
  const { y = 0, height = Infinity } = (await cards(page).first().boundingBox()) ?? {};
  expect(y + height).toBeLessThanOrEqual(844);
  const categories = page.getByRole('list', { name: 'Categories' });
  await expect(categories).toBeHidden();
  await page.getByText('Filters', { exact: true }).tap();
  await categories.getByRole('link', { name: /^Baby/ }).tap();
  await expect(page).toHaveURL('/plasticlist?category=baby');
  await page.getByRole('link', { name: 'Only “Can’t tell”' }).tap();
  await expect(page.getByText('Filters (2 on)', { exact: true })).toBeVisible();
});

// From its eighth page on: `tested-list.test.ts` counts all of it.
test('the tested list goes on to its end, each product once, what nobody eats last, under “Also tested”', async ({
  page,
  site,
}) => {
  await steps.open(page, '/plasticlist?page=8');
  await steps.scrollToEnd(page, 236);
  const links = await cards(page)
    .getByRole('link')
    .evaluateAll((found) => found.map((link) => link.getAttribute('href')));
  expect(links).toHaveLength(61);
  expect(new Set(links).size).toBe(61);
  const heading = page.getByRole('main').getByRole('heading', { name: 'Also tested' });
  await expect(heading).toHaveCount(1);
  const { items, total } = await site.get('/api/risk-levels?category=also-tested');
  expect((await names(page)).slice(-total)).toEqual(
    expect.arrayContaining(items.map(({ name }: { name: string }) => name)),
  );
  await page.getByRole('link', { name: `Also tested ${total}` }).click();
  await expect(page).toHaveURL('/plasticlist?category=also-tested');
  await expect(page.getByText(`${total} products`, { exact: true })).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test('a phone’s first screen has the answer, and the second what to do @mobile', async ({
  page,
}) => {
  // The longest of all 236, and what opens with the baby.
  for (const id of [76, 80, 1, 77]) {
    await steps.open(page, `/plasticlist/${id}`);
    await page.evaluate(() => document.fonts.ready);
    for (const [shown, screens] of [
      [page.getByRole('heading', { level: 1 }), 1],
      [page.getByText(/^(Phthalates|Bisphenols|Substitutes)[^:]*: .*\.$/).first(), 1],
      [page.getByRole('region', { name: 'Report card' }), 2],
      [page.getByRole('region', { name: 'What to do' }).getByRole('listitem').first(), 2],
    ] as const) {
      const { y = 0, height = Infinity } = (await shown.boundingBox()) ?? {};
      expect(y + height, `${id}, ${shown}`).toBeLessThanOrEqual(844 * screens);
    }
  }
});

test('a view of a report is counted, under its title', async ({ page, site }) => {
  const views = () => site.countEvents('Product View', { product_id: 2, list: 'plasticlist' });
  const before = await views();
  await steps.open(page, '/plasticlist/2');
  const name = (await page.getByRole('heading', { level: 1 }).textContent()) ?? '';
  await expect(page).toHaveTitle(RegExp(`^${name.replaceAll(/\W/g, '.')}`));
  await expect.poll(views).toBe(before + 1);
});
