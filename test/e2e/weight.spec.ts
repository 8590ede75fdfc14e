import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOME_SCRIPT_BYTES_MAX, scriptBytes } from '#test/support/page-weight.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

test('the home page loads no more script than it may', async ({ newVisitor, site }) => {
  const page = await (await newVisitor()).newPage(); // one that has nothing yet
  const bytes = await scriptBytes(page, site.url);
  expect(bytes).toBeGreaterThan(30_000); // that much was counted at all
  expect(bytes).toBeLessThanOrEqual(HOME_SCRIPT_BYTES_MAX);
});

test('the home page is read before any of its scripts has come', async ({ page, site }) => {
  const { name } = await site.firstProduct('');
  const release = await steps.holdScripts(page);
  await page.goto('/', { waitUntil: 'commit' });
  await expect(page.getByRole('link', { name, exact: true }).first()).toBeVisible();
  release();
  await steps.takenOver(page);
});

test('no script of the site holds a schema: browsers know calls by their types', () => {
  const folder = 'build/client/assets';
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect(scripts.some((file) => text(file).includes('/api/create-checkout'))).toBe(true);
  expect(scripts.filter((file) => text(file).includes('_zod'))).toEqual([]);
});
