import { describe, expect, it } from 'vitest';
import { linkOf, masked, topicOfLink } from './topics.ts';

describe('topicOfLink', () => {
  it.each([
    ['newsletter', 'news'],
    ['digest', 'news'],
    ['product-1001', 'product:1001'],
    ['product-93', 'report:93'],
    ['kind-plant-milk', 'kind:plant-milk'],
    [undefined, 'everything'],
    ['product-', undefined],
    ['product-99999999999', undefined],
    ['report-93', undefined],
    ['kind-', undefined],
    ['newslette', undefined],
    ['', undefined],
  ])('one click from %j ends what it says, and nothing that it does not say', (from, topic) => {
    expect(topicOfLink(from)).toBe(topic);
  });

  it.each(['news', 'product:1001', 'report:93', 'kind:plant-milk'])(
    'reads what links say of %s',
    (topic) => {
      expect(topicOfLink(linkOf(topic))).toBe(topic);
    },
  );
});

describe('masked', () => {
  it.each([
    ['alice@example.org', 'a…e@example.org'],
    ['al@example.org', 'a…@example.org'],
    ['a@example.org', 'a…@example.org'],
    ['"a@b"@example.org', '"…"@example.org'],
  ])('%s is shown as %s', (email, shown) => {
    expect(masked(email)).toBe(shown);
  });
});
