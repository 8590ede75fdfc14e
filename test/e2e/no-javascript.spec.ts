import { expect, test } from './fixture.ts';
import { quickAdd } from './steps.ts';

test.use({ javaScriptEnabled: false });

test('the list is readable, and its links and forms work', async ({ page, site }) => {
  const newest = await site.allProducts('sort=id&direction=desc');
  await page.goto('/?sort=id');
  const titles = page.getByRole('article').getByRole('heading');
  const nameAt = (from: number) => newest.slice(from, from + 5).map(({ name }) => name);
  await expect(titles).toHaveText(nameAt(0));
  const [first] = newest;
  if (!first) throw new Error('no product');
  await expect(page.getByRole('article').first()).toContainText('of $1,275');
  await expect(quickAdd(page, first, 5)).toBeHidden();
  await page.getByRole('link', { name: 'Next page' }).click();
  await expect(titles).toHaveText(nameAt(5));
  await page.getByRole('link', { name: 'Previous page' }).click();
  await expect(titles).toHaveText(nameAt(0));

  await page.getByRole('button', { name: /change to oldest first/i }).click();
  await expect(titles).toHaveText(
    newest
      .toReversed()
      .slice(0, 5)
      .map(({ name }) => name),
  );
  await page.getByRole('searchbox').fill(first.name);
  await page.getByRole('button', { name: 'Search', exact: true }).click();
  await expect(titles).toHaveText([first.name]);
  await expect(page.getByRole('searchbox')).toHaveValue(first.name);

  await page.getByRole('link', { name: first.name }).click();
  await expect(page.getByRole('heading', { level: 1, name: first.name })).toBeVisible();
  await expect(page.getByRole('img', { name: /of \$1,275 raised$/ })).toBeVisible();
  await expect(page.getByText(/Turn on JavaScript/)).toBeVisible();
});

test('the tested list and a report are readable, with the real results', async ({ page }) => {
  await page.goto('/plasticlist');
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(25);
  await expect(cards.first()).toContainText('High');
  const firstPage = await cards.getByRole('heading').allTextContents();
  await page.getByRole('link', { name: 'Next page' }).click();
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

test('what was given is looked up, with its receipt, a refund, and its erasure', async ({
  page,
  site,
  watch,
}) => {
  const email = 'looked-up-without-scripts@example.org';
  const [product] = await site.takeProducts(1);
  if (!product) throw new Error('no product');
  const { sessionId } = await site.commit(product.id, 25);
  await site.control(`pay/${sessionId}`, { email });
  await expect.poll(async () => (await site.product(product.id)).current_amount).toBe(25);

  await page.goto('/view-contributions');
  await page.getByRole('textbox', { name: 'Email' }).fill(email);
  await page.getByRole('button', { name: 'Send code' }).click();
  const code = await site.emailed(email, /^[A-Z0-9]{6}$/m);
  await page.getByRole('textbox', { name: 'Code' }).fill(code);
  await page.getByRole('button', { name: 'View contributions' }).click();
  const entry = page.getByRole('list', { name: 'Entries' }).getByRole('listitem');
  await expect(entry).toContainText(product.name);

  await entry.getByRole('button', { name: /^Receipt/ }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Your contributions' }).click();

  await entry.locator('summary').click();
  await entry.getByRole('textbox', { name: /Reason/ }).fill('Given twice');
  await entry.getByRole('button', { name: 'Send request' }).click();
  await expect(entry.getByText(/^Refund requested on/)).toBeVisible();

  await page.locator('#erase > summary').click();
  const typed = page.getByRole('textbox', { name: 'Type your email again' });
  await typed.fill('other@example.org');
  watch.expectStatus(400, '/view-contributions');
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByText('Nothing was erased.')).toBeVisible();
  await expect(typed).toHaveValue('other@example.org');
  await typed.fill(email);
  await page.getByRole('button', { name: 'Erase permanently' }).click();
  await expect(page.getByText('has been erased')).toBeVisible();
});
