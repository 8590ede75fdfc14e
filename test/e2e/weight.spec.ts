import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOME_SCRIPT_BYTES_MAX, inAll, weighPage } from '#test/support/page-weight.ts';
import { expect, test } from './fixture.ts';

const TEXTS = ['/about', '/faq', '/legal', '/blog', '/blog/test-post'];

test('the home page loads no more script than it may, and a page of text none before it is touched, then no more than home', async ({
  newVisitor,
  site,
}) => {
  const weigh = async (address: string) => {
    const page = await (await newVisitor()).newPage(); // one that has nothing yet
    return weighPage(page, site.url + address);
  };
  const home = inAll(await weigh('/'), 'script').brotli;
  expect(home).toBeGreaterThan(30_000); // that much was counted at all
  expect(home).toBeLessThanOrEqual(HOME_SCRIPT_BYTES_MAX);
  for (const address of TEXTS) {
    const { first, late, touched } = await weigh(address);
    expect(first.script.brotli + late.script.brotli, address).toBe(0);
    expect(touched.script.brotli, address).toBeGreaterThan(30_000); // it came at all
    expect(touched.script.brotli, address).toBeLessThanOrEqual(home);
  }
});

test('no script of the site holds a schema: browsers know calls by their types', () => {
  const folder = 'build/client/assets';
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect(scripts.some((file) => text(file).includes('/api/create-checkout'))).toBe(true);
  expect(scripts.filter((file) => text(file).includes('_zod'))).toEqual([]);
});
