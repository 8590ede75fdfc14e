import { readFileSync } from 'node:fs';
import { samplesFile } from '#test/support/samples-file.ts';
import { expectAccessible } from './accessible.ts';
import { signIn, test } from './administrators.ts';
import { expect } from './fixture.ts';

const at = (name: string) => `${name}@administrators.example.org`;

test('an administrator audits, and downloads what the audit found', async ({ page, site }) => {
  const [product] = await site.takeProducts(1);
  const { sessionId } = await site.commit(product!.id, 35);
  await site.control(`pay/${sessionId}`, { email: 'giver@example.org' });
  await expect.poll(async () => (await site.product(product!.id)).current_amount).toBe(35);
  await signIn(page, site, at('desk'));
  await page.getByRole('button', { name: 'Run the audit' }).click();
  // The page looks again by itself until it is done.
  await expect(page.getByText(/^(All amounts match|Differences found)\.$/)).toBeVisible();
  await expectAccessible(page);

  const row = page.getByRole('row').filter({ hasText: product!.name });
  await expect(row).toContainText('$35');
  await expect(row).toContainText('Amounts match');

  const loading = page.waitForEvent('download');
  await page.getByRole('link', { name: 'Download CSV' }).click();
  const file = await loading;
  expect(file.suggestedFilename()).toMatch(/^audit-products-.*\.csv$/);
  expect(readFileSync(await file.path(), 'utf8')).toContain('product_id,product_name,');
});

test('a refund that never arrives is paid another way, and that is taken back', async ({
  page,
  site,
  watch,
}) => {
  watch.expectStatus(409, '/admin/people');
  const [product] = await site.takeProducts(1);
  const { sessionId } = await site.commit(product!.id, 45);
  const card = { email: 'no.card@example.org', card_number: '4000000000007726' };
  await site.control(`pay/${sessionId}`, card);
  await expect.poll(async () => (await site.product(product!.id)).current_amount).toBe(45);
  await signIn(page, site, at('refunds'));
  await page.goto('/admin/people');
  await page.getByLabel('Email, card, product, amount, or day').fill(sessionId);
  await page.getByRole('button', { name: 'Find' }).click();
  const found = page.getByRole('list', { name: 'Payments found' });
  await found.getByText(/^Refund \$45/).click();
  await expectAccessible(page);
  await found.getByRole('button', { name: /^Send \$/ }).click();
  await expect(page.getByRole('status').getByText('The money is being refunded')).toBeVisible();
  await site.refundFails(sessionId);

  const failed = page.getByRole('region', { name: 'Failed refunds' }).getByRole('listitem');
  const mine = failed.filter({ hasText: product!.name });
  await expect(async () => {
    await page.goto('/admin/people');
    await expect(mine).toBeVisible({ timeout: 500 });
  }).toPass();
  await mine.getByText('$45 was paid another way').click();
  await expectAccessible(page);
  await mine.getByLabel('Number of the payment').fill('Transfer 4711');
  await mine.getByLabel('Why not through Stripe').fill('The card is closed.');
  await mine.getByLabel('Paid on').fill('2020-05-06');
  await mine.getByRole('button', { name: 'Record that $45 is paid' }).click();
  await expect(page.getByText('before the day it was first owed')).toBeVisible();
  // What was typed stands there still.
  await expect(mine.getByLabel('Number of the payment')).toHaveValue('Transfer 4711');
  await mine.getByLabel('Paid on').fill(new Date().toISOString().slice(0, 10));
  await mine.getByRole('button', { name: 'Record that $45 is paid' }).click();
  await expect(page.getByRole('status').getByText('Recorded as paid outside Stripe')).toBeVisible();
  await expect(mine).toHaveCount(0);
  await page.goto('/admin/trail');
  await expect(page.getByText(`${at('refunds')}: Pay refund outside, refund`)).toBeVisible();
});

test('a laboratory’s file is complained about, and discarded', async ({ page, site }) => {
  await signIn(page, site, at('results'));
  await page.goto('/admin/results');
  const text = samplesFile({ id: 'desk-1', product_id: '998', DEHP_ng_g: 'soup' });
  const file = { name: 'lab.tsv', mimeType: 'text/plain', buffer: Buffer.from(text) };
  await page.getByLabel('File', { exact: true }).setInputFiles(file);
  await page.getByRole('button', { name: 'Upload and look' }).click();
  await expect(page.getByText('line 2')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Discard it' }).click();
  await expect(page.getByLabel('File', { exact: true })).toBeVisible();
});
