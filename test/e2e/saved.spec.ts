import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

const KEY = 'openassay-saved';

test('a report and a product are saved, stand side by side, and tell what has changed; nobody else is told', async ({
  page,
  site,
  watch,
}) => {
  watch.expectStatus(404, '/api/products/4');
  const product = await site.takeProduct();
  await steps.open(page, '/saved');
  await expect(page.getByText('Nothing is saved yet.')).toBeVisible();

  for (const address of ['/plasticlist/40', '/plasticlist/93', `/product/${product.id}`]) {
    await steps.open(page, address);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('Saved on this device.')).toBeVisible();
  }
  await page.getByRole('link', { name: 'See what you saved' }).click();
  const main = page.getByRole('main');
  await expect(main.getByText('Nothing has changed.')).toBeVisible();
  const levels = main.getByRole('region', { name: 'Levels, side by side' });
  await expect(levels.getByRole('columnheader')).toHaveText([
    'Phthalates',
    'Bisphenols',
    'Substitutes',
  ]);
  await expect(levels.getByRole('cell')).toHaveCount(6);
  const toFund = main.getByRole('region', { name: 'Not tested yet' });
  await expect(toFund).toContainText('$0 of $1,275 raised.');

  await site.fund(product.id, 20);
  // As the browser has it, too, which may keep an answer for a second.
  const raised = () =>
    page.evaluate(async (id) => {
      const answer = await fetch(`/api/products/${id}`);
      return ((await answer.json()) as { current_amount: number }).current_amount;
    }, product.id);
  await expect.poll(raised).toBe(20);
  // What was seen last: as if the product had been another, and one that is gone since.
  await page.evaluate((key) => {
    const saved = JSON.parse(localStorage.getItem(key) ?? '[]') as { id: number; seenOn: string }[];
    const seen = saved.map((one) => ({ ...one, seenOn: '2026-11-03' }));
    const gone = { ...seen[0], id: 4, name: 'Long gone', isTested: false };
    localStorage.setItem(key, JSON.stringify([...seen, gone]));
  }, KEY);
  const asked: string[] = [];
  page.on('request', (request) =>
    asked.push(`${request.method()} ${new URL(request.url()).pathname}`),
  );
  await page.reload();
  const changes = main.getByRole('region', { name: 'Since your last visit' });
  await expect(changes.getByRole('listitem')).toHaveCount(1);
  await expect(changes).toContainText('$20 of $1,275 raised.');
  await expect(changes).toContainText('On November 3, 2026: $0 of $1,275 raised.');
  const gone = main.getByRole('region', { name: 'No longer on this site' });
  await expect(gone).toContainText('Long gone');
  const named = asked.filter((line) => /\/(40|93|4|1\d{3})$/.test(line));
  expect(named.sort()).toEqual(
    [
      'GET /api/plasticlist/40',
      'GET /api/plasticlist/93',
      'GET /api/products/4',
      `GET /api/products/${product.id}`,
    ].sort(),
  );
  expect(asked.filter((line) => line.startsWith('POST'))).toEqual([]);

  await gone.getByRole('button', { name: 'Remove Long gone' }).click();
  await expect(gone).toHaveCount(0);
  for (const button of await main.getByRole('button', { name: /^Remove/ }).all()) {
    await expect(button).toBeVisible();
  }
  expect(
    await page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? '[]').length, KEY),
  ).toBe(3);
});

test('a browser that keeps nothing says so, and the page stands', async ({ page }) => {
  await steps.denyStorage(page);
  await steps.open(page, '/plasticlist/93');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This browser doesn’t let this site store anything')).toBeVisible();
  await steps.open(page, '/saved');
  await expect(page.getByText('This browser doesn’t let this site store anything')).toBeVisible();
});
