import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  HOME_SCRIPT_BYTES_MAX,
  REPORT_SCRIPT_BYTES_MAX,
  SCRIPT_FILES_MAX,
  scriptsOf,
} from '#test/support/page-weight.ts';
import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';

for (const { name, path: address, bytesMax } of [
  { name: 'the home page', path: '/', bytesMax: HOME_SCRIPT_BYTES_MAX },
  { name: 'a report', path: '/plasticlist/71', bytesMax: REPORT_SCRIPT_BYTES_MAX },
]) {
  test(`${name} loads no more script than it may`, async ({ newVisitor, site }) => {
    const page = await (await newVisitor()).newPage(); // one that has nothing yet
    const { files, bytes } = await scriptsOf(page, `${site.url}${address}`);
    expect(bytes).toBeGreaterThan(30_000); // that much was counted at all
    expect(bytes).toBeLessThanOrEqual(bytesMax);
    expect(files).toBeLessThanOrEqual(SCRIPT_FILES_MAX);
  });
}

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
