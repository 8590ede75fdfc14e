import { HOME_SCRIPT_BYTES_MAX, inAll, weighPage } from '#test/support/page-weight.ts';
import { expect, test } from './fixture.ts';

test('the home page loads no more script than it may, however late', async ({ page, site }) => {
  const weight = await weighPage(page, `${site.url}/`);
  const { brotli } = inAll(weight, 'script');
  expect(brotli).toBeGreaterThan(30_000); // that much was counted at all
  expect(brotli).toBeLessThanOrEqual(HOME_SCRIPT_BYTES_MAX);
});
