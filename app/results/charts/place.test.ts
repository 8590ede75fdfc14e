import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { riskLevel } from '#app/toxicology/risk-level.ts';
import type { Spread } from '#app/toxicology/which-is-lower.ts';
import { percentileOf, populationOf } from '#app/results/answers/percentile.ts';
import { noPlaceText, ownText, standingText } from './place-text.ts';
import { placesOf, type Ranked, type RankedFigure } from './place.ts';

const open = { isOpen: false, spread: null };
const notRated: RankedFigure = { level: 'N/A', percent: null, ...open };
const untested: RankedFigure = { level: 'None', percent: 0, ...open };

/** What was measured in three samples alike, or so many others. */
function spread(least: number, estimate: number, most: number, samples = 3): Spread {
  return { lower: least, estimate, upper: most, samples, least, most };
}

function product(originalId: number, percent: number | RankedFigure) {
  const figure =
    typeof percent === 'number'
      ? {
          level: riskLevel(percent),
          percent,
          ...open,
          spread: spread(percent, percent, percent),
        }
      : percent;
  const families = { phthalates: figure, bisphenols: figure, substitutes: figure };
  return { originalId, families } satisfies Ranked;
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
    product(4, 3),
    product(5, 80),
    product(6, notRated),
    product(7, untested),
  ];

  test('counts those below, level and above, and leaves out who has no percent', () => {
    const { all } = place(3, products);
    expect(all).toMatchObject({ lower: 2, level: 1, higher: 1, total: 5, leftOut: 2 });
    // Ranks 3 and 4 of 5 are shared: 3.5 ÷ 5.
    expect(all?.percentile).toBe(70);
    expect(all).toMatchObject({ nothingFound: 2, median: 3, highest: 80 });
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
  const none = { certain: 0, every_sample: 0, average: 0 };

  test.each([
    [
      { certain: 30, every_sample: 40, average: 12 },
      { ...none, certain: 5 },
      'Lower than 82 of 235 other ranked products: 30 for certain, 40 in every sample tested and 12 on average, with samples that overlap. Higher than 5: 5 for certain.',
    ],
    [
      none,
      { ...none, average: 2, certain: 7 },
      'Higher than 9 of 235 other ranked products: 7 for certain and 2 on average, with samples that overlap.',
    ],
    [none, none, 'Known to be lower or higher than none of 235 other ranked products.'],
  ])('%j lower, %j higher', (lowerThan, higherThan, sentence) => {
    const standings = { ...place(1, [product(1, 1), product(2, 2)]).all!, total: 236 };
    expect(standingText({ ...standings, lowerThan, higherThan })).toBe(sentence);
  });

  test('a rank is claimed only of what can be compared, and by how sure it is', () => {
    const figure = (of: Spread): RankedFigure => ({
      level: riskLevel(of.estimate),
      percent: of.estimate,
      isOpen: false,
      spread: of,
    });
    // Numbers of sodas, of a dish, and of a powder, which is not compared with a drink.
    const { all } = place(70, [
      product(70, figure(spread(1, 2, 3.5))),
      product(71, figure(spread(0, 0, 9))),
      product(72, figure(spread(4, 5, 6))),
      product(204, figure(spread(6, 7, 8))),
      product(33, figure(spread(6, 7, 8, 2))),
      product(122, figure(spread(60, 70, 80))),
      product(73, figure(spread(3, 4, Infinity))),
    ]);
    expect(all?.lowerThan).toEqual({ certain: 1, every_sample: 2, average: 0 });
    expect(all?.higherThan).toEqual(none);
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
