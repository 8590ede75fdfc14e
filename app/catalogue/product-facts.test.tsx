import { expect, test } from 'vitest';
import { ProductFacts } from './product-facts.tsx';
import { oatRings } from '#test/support/oat-rings.ts';
import { rendered } from '#test/support/rendered.tsx';

const facts = (product_url: string | null) =>
  rendered(<ProductFacts product={{ ...oatRings, product_url }} />);

test.each([
  ['https://www.shop.example/oat-rings?size=1', 'shop.example'],
  ['http://shop.example/a', 'shop.example'],
])('%s: where it is sold, as a plain link that nobody is to follow on our word', (url, host) => {
  const { html, text } = facts(url);
  const [link] = html.match(/<a [^>]*>/g) ?? [];
  expect(link).toContain(`href="${url}"`);
  expect(link).toContain('rel="noopener nofollow ugc"');
  expect(text).toContain(`Where it is sold ${host}`);
});

test('a brand’s front page is called that, and not where the product is sold', () => {
  const { text } = facts('https://www.brand.example/');
  expect(text).toContain('Brand’s page brand.example');
  expect(text).not.toContain('Where it is sold');
});

test.each([
  null,
  '',
  'shop.example/a',
  'javascript:alert(1)',
  'data:text/html,x',
  'ftp://a.example',
])('%s: no link', (url) => {
  const { html, text } = facts(url);
  expect(html).not.toContain('<a ');
  expect(text).not.toContain('Where it is sold');
});

test.each([
  ['Untested', null, 'Untested'],
  ['Testing in Progress', null, 'Testing in Progress'],
  ['Testing in Progress', '2026-11-21', 'Test ended without results'],
  ['Tested', null, 'Tested'],
])('%s, ended on %s: the status reads %s', (testing_status, test_ended_on, words) => {
  const { text } = rendered(
    <ProductFacts product={{ ...oatRings, testing_status, test_ended_on }} />,
  );
  expect(text).toContain(`Status ${words}`);
});

test('what is not known is said to be unknown', () => {
  const { text } = rendered(
    <ProductFacts product={{ ...oatRings, serving_size_g: null, serving_size_unit: null }} />,
  );
  expect(text.match(/Unknown/g)).toHaveLength(2);
});
