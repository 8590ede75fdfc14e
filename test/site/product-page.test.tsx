import type { ComponentType } from 'react';
import { expect, test } from 'vitest';
import * as productPage from '#app/catalogue/product-messages.ts';
import ProductPage from '#app/pages/product.page.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import { oatRings } from '#test/support/oat-rings.ts';
import { rendered } from '#test/support/rendered.tsx';

/** What a product’s page says, before there are results. */
function page(change: Partial<Product>, loaded: object = {}) {
  const Page = ProductPage as unknown as ComponentType<{ loaderData: object }>;
  const shown = { ...oatRings, ...change };
  const picture = { address: 'https://openassay.example/picture.png' };
  return rendered(
    <Page loaderData={{ product: shown, results: null, testing: null, picture, ...loaded }} />,
  );
}

const PROMISE = 'your contribution is refunded automatically';

test('a refund is promised while the goal is not reached', () => {
  expect(page({}).text).toContain(`If the goal is not reached within 365 days, ${PROMISE}.`);
});

test.each<[string, Partial<Product>]>([
  ['whose goal is reached', { current_amount: 1275 }],
  ['in testing', { testing_status: 'Testing in Progress' }],
  [
    'whose test ended without results',
    { testing_status: 'Testing in Progress', test_ended_on: '2026-11-21' },
  ],
  ['that was tested', { testing_status: 'Tested' }],
  ['that was taken off the list', { removed_reason: 'removed' }],
])('no refund is promised for a product %s', (_, change) => {
  expect(page(change).text).not.toContain(PROMISE);
});

test.each([null, 0])('a serving size of %s is said to be missing, above what pays', (servingG) => {
  const { html } = page({ serving_size_g: servingG });
  const [sentence, button] = [html.indexOf(productPage.SERVING_UNKNOWN), html.indexOf('+$5<')];
  expect(sentence).toBeGreaterThan(0);
  expect(button).toBeGreaterThan(sentence);
});

test.each<Partial<Product>>([
  { serving_size_g: 40 },
  { serving_size_g: null, testing_status: 'Tested' },
  { serving_size_g: null, panel: 'metals' },
])('of %o it is not said', (change) => {
  expect(page(change).html).not.toContain(productPage.SERVING_UNKNOWN);
});

test('a brand that nobody knows reads “Unknown brand”', () => {
  expect(page({ brand: null }).text).toContain('Unknown brand / Breakfast');
});

test('the tested products of its kind are named with what their tests say', () => {
  const verdict = 'Phthalates: low. Bisphenols: this test can’t tell.';
  const items = [{ product_id: 24, name: 'Vanilla Ice Cream', verdict }];
  const kind = { key: 'ice-cream', name: 'Ice cream' };
  const { text, html } = page({}, { nearest: { kind, items } });
  expect(text).toContain(`Tested: ice cream Vanilla Ice Cream ${verdict}`);
  expect(html).toContain('href="/plasticlist/24"');
  expect(html).toContain('href="/plasticlist/kinds/ice-cream"');
  expect(page({}, { nearest: null }).text).not.toContain('Tested:');
});
