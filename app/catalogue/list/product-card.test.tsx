import { describe, expect, test } from 'vitest';
import * as messages from '#app/catalogue/messages.ts';
import { ProductCard } from './product-card.tsx';
import type { Product } from '#app/catalogue/product-schema.ts';
import { oatRings } from '#test/support/oat-rings.ts';
import { rendered } from '#test/support/rendered.tsx';

/** What a card says and offers, markup aside. */
function card(change: Partial<Product> = {}, listedDollars = 0, isApart = false) {
  const element = (
    <ProductCard
      product={{ ...oatRings, ...change }}
      listedDollars={listedDollars}
      isApart={isApart}
      onAdd={() => {}}
    />
  );
  const { html, text } = rendered(element);
  return {
    html,
    text,
    adds: [...html.matchAll(/<button([^>]*)><span>\+\$(\d+)/g)].map(
      ([, attributes = '', dollars]) => ({
        dollars: Number(dollars),
        disabled: / disabled=""/.test(attributes),
      }),
    ),
  };
}

describe('a product card', () => {
  test('names the product, links to it and says how far it is', () => {
    const { html, text } = card();
    expect(html).toContain('href="/product/1004"');
    for (const part of [
      'Oat Rings',
      'Millhouse',
      '[NO IMAGE]',
      '$340 of $1,275',
      '1 contributor',
    ]) {
      expect(text).toContain(part);
    }
    // Words first, figures second.
    expect(text).toMatch(/Untested · Level 0.*\$340 of \$1,275/s);
    expect(text).not.toContain('contributors');
  });

  test('of a demonstration says why it does not join a list with real products, beside buttons that do nothing', () => {
    const name = '[TEST] Oat Rings';
    const apart = card({ name }, 0, true);
    expect(apart.text).toContain(messages.DEMO_APART);
    expect(apart.adds.every(({ disabled }) => disabled)).toBe(true);
    expect(card({ name }).text).not.toContain(messages.DEMO_APART);
  });

  test.each([
    [0, 'Untested · Level 0'],
    [1, '1st Test · Level 1'],
    [2, '2nd Test · Level 2'],
    [3, '3rd Test · Level 3'],
  ])('level %i', (level, words) => {
    expect(card({ level }).text).toContain(words);
  });

  test.each([
    [0, '0 contributors'],
    [2, '2 contributors'],
    [1200, '1,200 contributors'],
  ])('%i contributors', (contributor_count, words) => {
    expect(card({ contributor_count }).text).toContain(words);
  });

  test('a product without a brand says so', () => {
    expect(card({ brand: null }).text).toContain('Unknown brand');
  });

  test('of a visitor’s product says that it is not yet reviewed, and takes money meanwhile', () => {
    const { text, adds } = card({ awaits_review: true });
    expect(text).toContain('Not yet reviewed');
    expect(adds.filter(({ disabled }) => !disabled)).toHaveLength(5);
    expect(card().text).not.toContain('looked at');
  });

  test('offers the quick-add amounts, also above the room there is', () => {
    const offered = [5, 10, 20, 100, 500].map((dollars) => ({ dollars, disabled: false }));
    expect(card().adds).toEqual(offered);
    expect(card({ current_amount: 1274 }).adds).toEqual(offered);
  });

  test('with the rest on the list the amounts are disabled and the visitor is thanked', () => {
    const { adds, text } = card({ current_amount: 1200 }, 75);
    expect(adds).toHaveLength(5);
    expect(adds.every(({ disabled }) => disabled)).toBe(true);
    expect(text).toContain('Fully funded! Thank you, hero!');
    expect(text).toContain('$75 on your list');
    expect(card({ current_amount: 1200 }, 74).text).not.toContain('hero');
  });

  test.each([
    [1240, 0, 'Fund the last $35'],
    [1239.63, 0, 'Fund the last $35.37'],
    [1000, 240, 'Fund the last $35'],
  ])(
    'near its goal it offers the rest, beside the amounts: $%d',
    (current_amount, listed, words) => {
      const { adds, text } = card({ current_amount }, listed);
      expect(text).toContain(words);
      expect(adds).toHaveLength(5);
      expect(text).not.toContain('gifts of');
    },
  );

  test('far from its goal it says how many gifts a test still takes, and offers no rest', () => {
    const { text } = card({ current_amount: 185 });
    expect(text).toContain('55 more gifts of $20 and it is tested.');
    expect(text).not.toContain('Fund the last');
    expect(card({ current_amount: 1240, name: '[TEST] A' }, 0, true).text).not.toContain(
      'the last',
    );
  });

  test.each([
    ['Untested', 'Fully Funded'],
    ['Testing in Progress', 'Fully Funded • Testing in Progress'],
    ['Tested', 'Fully Funded • Tested!'],
  ])('fully funded and %s', (testing_status, mark) => {
    const { adds, text } = card({ current_amount: 1275, level: 3, testing_status });
    expect(adds).toEqual([]);
    expect(text.endsWith(mark)).toBe(true);
  });

  test.each(['Testing in Progress', 'Tested'])('%s, it takes no more', (testing_status) => {
    // A dispute has taken money off it since.
    const { adds, text } = card({ current_amount: 1175, level: 2, testing_status });
    expect(adds).toEqual([]);
    expect(text).toContain('$1,175 of $1,275');
    expect(text).toContain('Fully Funded');
  });

  test.each([1275, 1175])('with a test that has ended it says so, at $%i', (current_amount) => {
    const ended = { testing_status: 'Testing in Progress', test_ended_on: '2026-11-21' };
    const { adds, text } = card({ current_amount, ...ended });
    expect(adds).toEqual([]);
    expect(text.endsWith('Fully Funded • Test ended without results')).toBe(true);
    expect(text).not.toContain('in Progress');
  });

  test.each<Partial<Product>>([
    { current_amount: 1275 },
    { testing_status: 'Testing in Progress' },
    { testing_status: 'Testing in Progress', test_ended_on: '2026-11-21' },
    { testing_status: 'Tested' },
  ])('of %o it promises no refund', (change) => {
    expect(card(change).text).not.toMatch(/refund/i);
  });

  test('money of unfinished checkouts is shown apart', () => {
    expect(card({ reserved_amount: 50 }).text).toContain('$50 in checkout');
    expect(card().text).not.toContain('in checkout');
  });

  test('carries no style attribute, which the content policy would refuse', () => {
    expect(card({ reserved_amount: 50 }, 20).html).not.toContain('style=');
  });

  test('its photo is requested at its widths', () => {
    const { html, text } = card({ image_url: '/images/1004.jpg' });
    expect(text).not.toContain('[NO IMAGE]');
    expect(html).toContain('width=128&amp;height=128&amp;quality=70&amp;fit=cover&amp;format=auto');
    expect(html).toContain('512w');
  });
});
