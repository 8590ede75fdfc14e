import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import { percentileOf, populationOf } from '#app/results/percentile.ts';
import { tooFewText, noPlaceText, ownText, standingText, whoseText } from './place-text.ts';
import { placesOf, type Ranked, type RankedFigure } from './place.ts';

const open = { isOpen: false, lower: 0, upper: Infinity };
const notRated: RankedFigure = { level: 'N/A', percent: null, ...open };
const untested: RankedFigure = { level: 'None', percent: 0, ...open };

function product(originalId: number, percent: number | RankedFigure, tag: string | null = 'tea') {
  const figure =
    typeof percent === 'number'
      ? { level: riskLevel(percent), percent, ...open, lower: percent, upper: percent }
      : percent;
  const families = { phthalates: figure, bisphenols: figure, substitutes: figure };
  return { originalId, category: tag, families } as Ranked;
}

function place(originalId: number, products: readonly Ranked[]) {
  const [first] = placesOf(originalId, products) ?? [];
  if (!first) throw new Error(`product ${originalId} has a place`);
  return first;
}

describe('a place', () => {
  const products = [
    product(1, 0),
    product(2, 0),
    product(3, 3),
    product(4, 3, 'water'),
    product(5, 80),
    product(6, notRated),
    product(7, untested),
  ];

  test('counts those below, level and above, and leaves out who has no percent', () => {
    const { all, category } = place(3, products);
    expect(all).toMatchObject({ lower: 2, level: 1, higher: 1, total: 5, leftOut: 2 });
    // Ranks 3 and 4 of 5 are shared: 3.5 ÷ 5.
    expect(all?.percentile).toBe(70);
    expect(all).toMatchObject({ nothingFound: 2, median: 3, highest: 80 });
    expect(category).toMatchObject({ name: 'tea', others: 3 });
    expect(category?.standings).toMatchObject({ lower: 2, level: 0, higher: 1, total: 4 });
    expect(category?.standings?.median).toBe(1.5);
  });

  test('is shared by all in which nothing was found', () => {
    const { all, at } = place(1, products);
    expect(all).toMatchObject({ lower: 0, level: 1, higher: 3, nothingFound: 2, percentile: 30 });
    expect(at).toBeNull();
  });

  test('is not to be had without a rating or a result', () => {
    for (const [id, sentence] of [
      [6, 'Not rated, so there is no rank.'],
      [7, 'There are no test results, so there is no rank.'],
    ] as const) {
      const found = place(id, products);
      expect(found.all).toBeNull();
      expect(noPlaceText(found)).toBe(sentence);
    }
    expect(placesOf(99, products)).toBeNull();
  });

  test('within a category needs three others', () => {
    const [first, second, third] = [product(1, 1), product(2, 2), product(3, 3)];
    const { category } = place(1, [first, second, third, product(4, notRated)]);
    expect(category?.standings).toBeNull();
    expect(category && tooFewText(category)).toBe(
      'Only 2 other ranked products are tagged “tea”, too few to compare with.',
    );
    expect(place(1, [first, second, third, product(4, 4)]).category?.standings?.total).toBe(4);
    expect(place(1, [product(1, 1, null)]).category).toBeNull();
  });

  test('holds for any population: the counts add up, the percentile is percentileOf’s', () => {
    const percent = fc.oneof(
      fc.constant(0),
      fc.integer({ min: 1, max: 9 }),
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
    );
    const figures = fc.array(
      fc.oneof({ weight: 5, arbitrary: percent }, fc.constantFrom(notRated, untested)),
      { maxLength: 60 },
    );
    fc.assert(
      fc.property(percent, figures, (own, others) => {
        const all = [own, ...others].map((figure, index) => product(index + 1, figure));
        const ranked = [own, ...others].filter((figure) => typeof figure === 'number');
        const standings = place(1, all).all;
        if (!standings) throw new Error('a rated product has a place');
        const { lower, level, higher, total, nothingFound, marks, leftOut } = standings;
        expect(lower + 1 + level + higher).toBe(total);
        expect(total).toBe(ranked.length);
        expect(total + leftOut).toBe(all.length);
        expect(standings.percentile).toBe(percentileOf(own, populationOf(ranked))?.percentile);
        const drawn = marks.reduce((sum, [, count]) => sum + count, 0);
        expect(nothingFound + drawn + (own > 0 ? 1 : 0)).toBe(total);
      }),
    );
  });
});

describe('a place in words', () => {
  test.each([
    [
      58,
      149,
      'Lower for certain than 149 of 235 other tested products, higher than 58. From the rest it can’t be told apart.',
    ],
    [
      0,
      50,
      'Lower for certain than 50 of 235 other tested products. From the rest it can’t be told apart.',
    ],
    [229, 6, 'Higher for certain than 229 of 235 other tested products, lower than 6.'],
    [0, 0, 'Can’t be told apart from 235 other tested products.'],
    [235, 0, 'The highest of 236 tested products.'],
    [0, 235, 'The lowest of 236 tested products.'],
  ])('%i surely lower, %i surely higher', (surelyLower, surelyHigher, sentence) => {
    const standings = { ...place(1, [product(1, 1), product(2, 2)]).all!, total: 236 };
    expect(standingText({ ...standings, surelyLower, surelyHigher }, whoseText(null))).toBe(
      sentence,
    );
  });

  test('a rank is claimed only where bounds carry it', () => {
    const figure = (lower: number, percent: number, upper: number): RankedFigure => ({
      ...open,
      level: riskLevel(percent),
      percent,
      lower,
      upper,
    });
    const those = [figure(0, 0, 9), figure(1, 2, 3), figure(4, 5, 6), figure(3, 4, Infinity)];
    const { all } = place(1, [
      product(1, figure(1, 2, 3.5)),
      ...those.map((one, at) => product(at + 2, one)),
    ]);
    expect(all).toMatchObject({ surelyLower: 0, surelyHigher: 1 });
  });

  test('the own figure says where it is a lower bound, and that nothing was found', () => {
    const { level } = notRated;
    const own = (percent: number, isOpen: boolean) =>
      ownText({
        ...place(1, [product(1, { ...open, level, percent, isOpen })]),
        percent,
        isOpen,
      });
    expect(own(215.4, true)).toBe('≥ 2.2 times the European limit');
    expect(own(3.2, false)).toBe('3.2%');
    expect(own(0, true)).toBe('not detected');
  });
});

test('a place by a test that could miss any amount is none', () => {
  const figure = { ...open, level: 'Low', percent: null } as const;
  expect(noPlaceText(place(1, [product(1, figure)]))).toBe(
    'This test can’t tell, not even how much there could be, so there is no rank.',
  );
});
