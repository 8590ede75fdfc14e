import { describe, expect, test } from 'vitest';
import { byFamily, type Family } from '#app/toxicology/families.ts';
import { rankKind } from './rank-kind.ts';
import { notComparedText, standingLines, standingsOf, type Contender } from './standings.ts';

type Given = Partial<Record<Family, [lower: number, estimate: number, upper: number]>>;

/** A product with three samples that are alike; numbers of tested sodas, which are compared. */
function product(id: number, given: Given, more: Partial<Contender> = {}): Contender {
  const spreads = byFamily((family) => {
    const [lower, estimate, upper] = given[family] ?? [1, 1, 1];
    return { lower, estimate, upper, samples: 3, least: lower, most: upper, found: [] };
  });
  return { id, name: `No. ${id}`, spreads, isOver: false, ...more };
}

const parts = (...products: Contender[]) => {
  const { lower, leaning, alike, mixed, higher, apart } = rankKind(products);
  const ids = (placed: { product: Contender }[]) => placed.map((one) => one.product.id);
  return [...[lower, leaning, alike, mixed, higher].map(ids), apart.map(({ id }) => id)];
};

describe('what heads a kind', () => {
  const more = product(70, { phthalates: [4, 4, 4] });

  test('is lower than another in something, and higher in nothing', () => {
    expect(parts(more, product(71, {}))).toEqual([[71], [], [], [], [70], []]);
  });

  test('is higher by samples in nothing, even if by a little', () => {
    expect(parts(more, product(71, { substitutes: [1.1, 1.1, 1.1] }))).toEqual([
      [],
      [],
      [],
      [71, 70],
      [],
      [],
    ]);
  });

  test('is higher by estimate in nothing, by half as much again', () => {
    const blind = product(70, { phthalates: [4, 4, 4], bisphenols: [0, 0, 900] });
    const found = (estimate: number) => product(71, { bisphenols: [0, estimate, 900] });
    expect(parts(blind, found(300))).toEqual([[], [71], [], [], [70], []]);
    expect(parts(blind, found(0))).toEqual([[71], [], [], [], [70], []]);
    const seen = product(70, { phthalates: [4, 4, 4], bisphenols: [0, 2, 9] });
    expect(parts(seen, product(71, { bisphenols: [0, 2.9, 9] }))).toEqual([
      [71],
      [],
      [],
      [],
      [70],
      [],
    ]);
    expect(parts(seen, product(71, { bisphenols: [0, 3, 9] }))[0]).toEqual([]);
  });
});

describe('what can’t be told apart', () => {
  test('stands by the highest estimate and then by what it could be, never by number', () => {
    const those = [
      product(70, { bisphenols: [0, 5, 90] }),
      product(72, { bisphenols: [0, 2, 80] }),
      product(71, { bisphenols: [0, 2, 90] }),
    ];
    expect(parts(...those)[2]).toEqual([72, 71, 70]);
  });

  test('never begins with what is known to be over a limit', () => {
    const over = product(70, { bisphenols: [0, 1, 900] }, { isOver: true });
    expect(parts(over, product(71, { bisphenols: [0, 5, 900] }))[2]).toEqual([71, 70]);
  });
});

test('a variant is ranked with nothing, nor is what was tested in another state', () => {
  const dish = product(33, { phthalates: [4, 4, 4] });
  const inContainer = product(34, {});
  const frozen = product(400, {});
  expect(parts(dish, inContainer, frozen, product(242, {}))).toEqual([
    [242],
    [],
    [],
    [],
    [33],
    [400, 34],
  ]);
});

describe('standings in words', () => {
  const of = (samples: number, least: number, most: number, id = 70) => {
    const { spreads, ...rest } = product(id, {});
    const mean = (least + most) / 2;
    const phthalates = {
      lower: mean,
      estimate: mean,
      upper: mean,
      samples,
      least,
      most,
      found: [],
    };
    return { ...rest, spreads: { ...spreads, phthalates } };
  };
  const lines = (one: Contender, ...others: Contender[]) =>
    standingLines(standingsOf(one, others), (count) => `${count} of ${others.length}`);

  test.each([
    ['for certain', of(3, 1, 1), of(5, 2, 3, 71), 'Lower for certain than 1 of 1 in phthalates.'],
    [
      'in every sample',
      of(2, 1, 1),
      of(3, 2, 3, 71),
      'Lower in every sample tested (2 against 3) than 1 of 1 in phthalates.',
    ],
    [
      'on average',
      of(3, 0, 2),
      of(3, 1, 3, 71),
      'Lower on average than 1 of 1 in phthalates; their samples overlap.',
    ],
  ])('%s', (_, one, other, sentence) => {
    expect(lines(one, other)).toEqual([sentence]);
    expect(lines(other, one)[0]).toMatch(/^Higher/);
  });

  test('of several others they count each family’s own', () => {
    const both = product(71, { phthalates: [4, 4, 4], substitutes: [4, 4, 4] });
    const first = product(72, { phthalates: [4, 4, 4] });
    expect(lines(product(70, {}), both, first)).toEqual([
      'Lower for certain than 2 of 2 in phthalates and than 1 of 2 in substitutes.',
    ]);
  });

  test('estimates are named where nothing else stands on their side', () => {
    const blind = product(70, { bisphenols: [0, 0, 900] });
    const found = product(71, { bisphenols: [0, 300, 900] });
    expect(lines(found, blind)).toEqual([
      'Higher by best estimate than 1 of 1 in bisphenols; these tests can’t tell.',
    ]);
    const higher = { bisphenols: [0, 300, 900], phthalates: [4, 4, 4] } satisfies Given;
    expect(lines(product(71, higher), blind)).toEqual([
      'Higher for certain than 1 of 1 in phthalates.',
    ]);
  });

  test('why two are not compared is said in a sentence', () => {
    const named = (id: number) => ({ id, name: `No. ${id}` });
    expect(notComparedText(named(34), named(33))).toBe(
      'The same as No. 33, after 45 minutes in a takeout container: not compared with itself.',
    );
    expect(notComparedText(named(33), named(34))).toBe(
      'The same item as No. 34 under other conditions: not compared with itself.',
    );
    expect(notComparedText(named(122), named(15))).toBe(
      'Not compared with No. 15: this was tested as a powder, before it is mixed, that brewed.',
    );
    expect(notComparedText(named(122), named(9_999))).toMatch(/is not recorded\.$/);
    expect(notComparedText(named(70), named(71))).toBeNull();
  });
});
