import { expect, it } from 'vitest';
import { forgetCached } from '#app/cache/cache.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { balanceOf } from '#test/support/books.ts';
import { changeProduct } from '#test/support/gifts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile } from '#test/support/samples-file.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { aFundedProduct, buys, goes, invoiced, TO_CHECKED } from '#test/support/testing.ts';

const story = useStory({}, uncompiledPages);

/** A page as it is now, its text alone. */
async function read(path: string): Promise<string> {
  forgetCached();
  const response = await fetch(story.url + path);
  expect(response.status, path).toBe(200);
  const html = (await response.text()).replace(/^.*<main/s, '<main').replace(/<script.*$/s, '');
  return html.replaceAll(/<[^>]+>/g, ' ').replaceAll(/\s+/g, ' ');
}

const publish = (id: number, DEHP_ng_g: string) =>
  importSamples(
    productFile(...[1, 2, 3].map((at) => ({ id: `${id}-${at}`, lot_no: `L-${at}`, DEHP_ng_g }))),
    { about: id },
  );

const LINE = 'One 30 g serving a day, child of 31 lb (14 kg).';

it('a finished test is shown on the home page by its days, its books, and its answer, and begins its product’s page', async () => {
  const short = await aProduct(undefined, 1275);
  // Published without a purchase: its money bought nothing.
  const { product: unbought } = await aFundedProduct(story, 100, { isRegistered: false });
  await publish(unbought.id, '50');
  const { product } = await aFundedProduct(story, 1275);
  const { id } = product;
  await changeProduct(id, { servingSizeG: 30 });
  const fees = await eventually(
    () => balanceOf(`fees:${id}`),
    (cents) => cents < 0,
  );
  const samples = [await buys(id), await buys(id, { lot: 'L-2' }), await buys(id, { lot: 'L-3' })];
  for (const sample of samples) await goes(sample, ...TO_CHECKED);
  await invoiced(id, 120_000);
  expect(await read('/')).not.toMatch(/What \$[\d,]+ bought/);
  expect(await read(`/product/${id}`)).not.toContain('Read the test report');
  expect(await publish(id, '100')).toMatchObject({ ok: true });
  const left = (127_500 + fees - 3 * 429 - 120_000) / 100;
  // 30 g of 100 ng/g for 14 kg: 214 of 50,000 ng.
  const verdict = /Bisphenols: none found, .+? Phthalates and substitutes: low\./;
  const [block = ''] = /What \$1,275 bought.+?Read the test report/.exec(await read('/')) ?? [];
  for (const word of ['Funded', 'Registered', 'Bought', 'At the laboratory', 'Published'])
    expect(block).toMatch(new RegExp(`${word} [A-Z]\\w+ \\d+, \\d{4}`));
  for (const line of ['Raised $1,275.00', 'Laboratory −$1,200.00', `Left $${left.toFixed(2)}`])
    expect(block).toContain(line);
  expect(block).toContain(product.name);
  expect(block).toContain(LINE);
  expect(block).toMatch(verdict);
  // A search asks for the list alone.
  expect(await read('/?search=product')).not.toContain('What $1,275 bought');

  const page = await read(`/product/${id}`);
  const answer = page.slice(page.indexOf(product.name), page.indexOf('Funding'));
  expect(answer).toMatch(verdict);
  expect(answer).toContain(LINE);
  expect(answer).toContain('Read the test report');
  expect(await read(`/product/${short.id}`)).not.toContain('Read the test report');

  // What is not shown is no example either.
  await changeProduct(id, { hiddenAt: new Date() });
  expect(await read('/')).not.toMatch(/What \$[\d,]+ bought/);
});
