import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { HOME_SCRIPT_BYTES_MAX, inAll, weighPage } from '#test/support/page-weight.ts';
import { expect, test } from './fixture.ts';

test('the home page loads no more script than it may, however late', async ({
  newVisitor,
  site,
}) => {
  const page = await (await newVisitor()).newPage(); // one that has nothing yet
  const weight = await weighPage(page, `${site.url}/`);
  const { brotli } = inAll(weight, 'script');
  expect(brotli).toBeGreaterThan(30_000); // that much was counted at all
  expect(brotli).toBeLessThanOrEqual(HOME_SCRIPT_BYTES_MAX);
});

for (const path of ['/about', '/faq', '/legal', '/blog', '/blog/test-post']) {
  test(`${path} loads no script before it is touched, then no more than the home page`, async ({
    newVisitor,
    site,
  }) => {
    const scriptOf = async (address: string) => {
      const page = await (await newVisitor()).newPage();
      return weighPage(page, site.url + address);
    };
    const [text, home] = [await scriptOf(path), await scriptOf('/')];
    expect(text.first.script.brotli + text.late.script.brotli).toBe(0);
    expect(text.touched.script.brotli).toBeGreaterThan(30_000); // it came at all
    expect(text.touched.script.brotli).toBeLessThanOrEqual(inAll(home, 'script').brotli);
  });
}

test('no script of the site holds a schema: browsers know calls by their types', () => {
  const folder = 'build/client/assets';
  const scripts = readdirSync(folder).filter((file) => file.endsWith('.js'));
  const text = (file: string) => readFileSync(path.join(folder, file), 'utf8');
  expect(scripts.some((file) => text(file).includes('/api/create-checkout'))).toBe(true);
  expect(scripts.filter((file) => text(file).includes('_zod'))).toEqual([]);
});
