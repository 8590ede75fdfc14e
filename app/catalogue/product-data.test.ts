import { expect, it } from 'vitest';
import { productData } from './product-data.server.ts';
import { productMeta } from './product-meta.ts';
import type { Product } from './product-schema.ts';

const ORIGIN = 'https://assay.example';
const oats: Product = {
  id: 1001,
  name: 'Oats',
  brand: 'Unknown',
  category: 'Cereal',
  image_url: null,
  product_url: null,
  serving_size_g: null,
  serving_size_unit: null,
  testing_status: 'Untested',
  test_ended_on: null,
  current_amount: 0,
  reserved_amount: 0,
  target_amount: 1275,
  levels: 3,
  level: 0,
  contributor_count: 0,
  removed_reason: null,
  awaits_review: false,
};
const robots = { name: 'robots', content: 'noindex' };

it('says what a product is, without a brand that nobody knows, and offers nothing for sale', () => {
  const [thing] = productData(oats, false, ORIGIN)?.['@graph'] ?? [];
  expect(thing).toMatchObject({ '@type': 'Product', name: 'Oats', category: 'Cereal' });
  expect(thing).toMatchObject({ brand: undefined, image: undefined, subjectOf: undefined });
  expect(JSON.stringify(thing)).not.toMatch(/offers|price/);
  expect(productMeta(oats, ORIGIN)).not.toContainEqual(robots);
});

it('leads from a tested product to its results', () => {
  const tested = { ...oats, brand: 'Mill', image_url: '1001.jpg' };
  const [thing] = productData(tested, true, ORIGIN)?.['@graph'] ?? [];
  expect(thing).toMatchObject({
    brand: { '@type': 'Brand', name: 'Mill' },
    subjectOf: { '@type': 'Dataset', '@id': `${ORIGIN}/plasticlist/1001#dataset` },
  });
  expect(String(thing?.image)).toMatch(/^https:\/\/assay\.example\//);
});

it('is shown on other sites by its photo, else by the site’s sign', () => {
  const shown = (product: Product) =>
    productMeta(product, ORIGIN).find((tag) => 'property' in tag && tag.property === 'og:image');
  const photo = `${ORIGIN}/images/1001.jpg?width=512&height=512&quality=70&fit=cover&format=jpeg`;
  expect(shown({ ...oats, image_url: '/images/1001.jpg' })).toMatchObject({ content: photo });
  expect(shown(oats)).toMatchObject({ content: `${ORIGIN}/icon-512.png` });
});

it.each([
  ['removed', { removed_reason: 'removed' }],
  ['not yet reviewed', { awaits_review: true }],
  ['for demonstration', { name: '[TEST] Oats' }],
])('asks not to list one that is %s', (_, more) => {
  const product = { ...oats, ...more };
  expect(productData(product, false, ORIGIN)).toBeUndefined();
  expect(productMeta(product, ORIGIN)).toContainEqual(robots);
});
