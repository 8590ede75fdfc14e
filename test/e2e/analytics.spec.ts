import { expect, test } from './fixture.ts';
import * as steps from './steps.ts';
import { bodiesOf, chat, consent, footerLink, storedNames } from './counted.ts';

test.describe('a site on its own', () => {
  test('counts without asking, and leaves nothing in the browser', async ({ page, site }) => {
    const { id } = await site.takeProduct();
    const before = await site.countEvents('Product View', { product_id: id });
    const bodies = bodiesOf(page, '/api/events');
    const scripts: string[] = [];
    page.on('request', (request) => scripts.push(request.url()));
    await steps.open(page, `/product/${id}`);
    await expect.poll(() => site.countEvents('Product View', { product_id: id })).toBe(before + 1);
    expect(scripts.filter((url) => /amplitude/.test(url))).toEqual([]);
    expect(Object.keys(JSON.parse(bodies[0] ?? ''))).toEqual(['events']);
    expect(await storedNames(page)).toEqual([]);
    expect((await page.context().cookies()).map(({ name }) => name)).toEqual([]);
    await expect(consent(page)).toHaveCount(0);
    await expect(chat(page)).toHaveCount(0);
  });

  test('sends the last events of a page that is left', async ({ page, site }) => {
    // Nobody else presses it while this one counts.
    const link = { link: 'Contact', url: '/contact' };
    const before = await site.countEvents('Footer Link Click', link);
    await steps.open(page, '/cart');
    await footerLink(page, 'Contact').click();
    await page.goto('about:blank');
    await expect.poll(() => site.countEvents('Footer Link Click', link)).toBe(before + 1);
  });
});
