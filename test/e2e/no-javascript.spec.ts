import { expect, test } from './fixture.ts';
import { quickAdd } from './steps.ts';

test.use({ javaScriptEnabled: false });

// Links below a list are followed by the keyboard: its entries are laid out as they come near the window.

test('the list is readable, and its links and forms work', async ({ page, site }) => {
  // The oldest first: other tests add products meanwhile.
  const namesOf = async (number: number) => {
    const { items } = await site.get(`/api/products?sort=id&direction=asc&page=${number}`);
    return items.map(({ name }: { name: string }) => name);
  };
  const first = await site.takeProduct();
  await page.goto('/?sort=id');
  await page.getByRole('button', { name: /change to oldest first/i }).click();
  const titles = page.getByRole('article').getByRole('heading');
  await expect(titles).toHaveText(await namesOf(1));
  await expect(page.getByRole('article').first()).toContainText('of $1,275');
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(titles).toHaveText(await namesOf(2));
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect(titles).toHaveText(await namesOf(1));
  await page.getByRole('searchbox').fill(first.name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(titles).toHaveText([first.name]);
  await expect(page.getByRole('searchbox')).toHaveValue(first.name);

  await expect(quickAdd(page, first, 5)).toBeHidden();
  await page.getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await expect(page.getByRole('img', { name: /of \$1,275 raised$/ })).toBeVisible();
  await expect(page.getByText(/Turn on JavaScript/)).toBeVisible();
});

test('the tested list and a report are readable, with the real results', async ({ page }) => {
  await page.goto('/plasticlist');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(25);
  await expect(cards.first()).toContainText('Low');
  const firstPage = await cards.getByRole('heading').allTextContents();
  await page.getByRole('link', { name: 'Next page' }).press('Enter');
  await expect(page).toHaveURL(/page=2/);
  await expect(cards).toHaveCount(25);
  const secondPage = await cards.getByRole('heading').allTextContents();
  expect(secondPage).toHaveLength(25);
  expect(new Set([...firstPage, ...secondPage]).size).toBeGreaterThan(25);
  await page.getByRole('button', { name: /^Bisphenols/ }).click();
  await expect(page).toHaveURL(/sort=bisphenols/);
  await page.getByRole('searchbox', { name: 'Filter products' }).fill('tap water');
  await page.getByRole('button', { name: 'Filter', exact: true }).click();
  await expect(cards.first()).toContainText(/tap water/i);
  await cards.first().getByRole('link').click();
  await expect(page.getByRole('heading', { level: 1, name: /tap water/i })).toBeVisible();
  await expect(page.getByText('GC-MS with isotope dilution')).toBeVisible();
  await expect(page.getByText('H2 2024')).toBeVisible();
  await expect(page.getByRole('rowheader', { name: 'DEHP' })).toBeVisible();
});
