import { describe, expect, test } from 'vitest';
import { cleanerThan, unsureFamilies } from './cleaner.ts';
import { reportTiles, type ReportTile } from '#app/results/report-cards.ts';
import { defaultViewpoint } from '#app/results/viewpoint.ts';
import type { Family } from '#app/toxicology/families.ts';
import type { RiskLevelRow } from '#app/results/tested-schema.ts';

const families: readonly Family[] = ['phthalates', 'bisphenols', 'substitutes'];

/** A tile of a card with these bounds in percent, and what the list says of it. */
function tile(family: Family, figures: Partial<ReportTile> & { bounds?: number[] }): ReportTile {
  const { bounds: [lower = 0, estimate = 0, upper = 0] = [], ...rest } = figures;
  return {
    family,
    isNotRated: false,
    servings: 1,
    own: null,
    level: 'Low',
    percent: { lower, estimate, upper, upperOpen: false },
    percentStatus: 'ok',
    untested: [],
    aboveRange: [],
    verdicts: [],
    samples: [],
    shares: [],
    upperReachesLimit: false,
    upperRaisesLevel: false,
    couldNotSeeLimit: false,
    ...rest,
  };
}

/** Medium in phthalates, between 3 and 4%; low and seen in the rest. */
const card: ReportTile[] = [
  tile('phthalates', { level: 'Medium', bounds: [3, 3.5, 4] }),
  tile('bisphenols', { bounds: [0.5, 1, 1.5] }),
  tile('substitutes', { bounds: [0.1, 0.1, 0.1] }),
];

function row(id: number, fields: Partial<RiskLevelRow> = {}): RiskLevelRow {
  const each = families.map((family) => ({
    [`${family}_risk`]: 'Low',
    [`${family}_lower_percent`]: 0,
    [`${family}_tdi_percent`]: 0.5,
    [`${family}_upper_percent`]: 1,
    [`${family}_limit_unseen`]: false,
  }));
  const base = Object.assign({ product_id: id, padded_id: '', name: `No. ${id}` }, ...each);
  return { ...base, ...fields };
}

const numbers = (tiles: ReportTile[], ...others: RiskLevelRow[]) =>
  cleanerThan(tiles, others).map(({ product }) => product.product_id);

describe('in the family where a product is worst', () => {
  test('the other even at most is of a lower level than this one at least', () => {
    expect(numbers(card, row(1, { phthalates_upper_percent: 2.49 }))).toEqual([1]);
    // Less, but of the same level: within what a laboratory may be off by.
    expect(numbers(card, row(1, { phthalates_upper_percent: 2.5 }))).toEqual([]);
    const mayBeLow = [tile('phthalates', { level: 'Medium', bounds: [2, 3, 4] }), ...card.slice(1)];
    expect(numbers(mayBeLow, row(1, { phthalates_upper_percent: 0.1 }))).toEqual([]);
  });

  test('High is not offered in place of High, however much less it is', () => {
    const high = [tile('phthalates', { level: 'High', bounds: [900, 900, 900] }), ...card.slice(1)];
    expect(numbers(high, row(1, { phthalates_upper_percent: 8 }))).toEqual([]);
    expect(numbers(high, row(1, { phthalates_upper_percent: 7 }))).toEqual([1]);
  });

  test('a test that found nothing and saw nothing is not cleaner', () => {
    const blind = { phthalates_tdi_percent: 0, phthalates_upper_percent: 13_000 };
    expect(numbers(card, row(1, { ...blind, phthalates_limit_unseen: true }))).toEqual([]);
    expect(numbers(card, row(1, { phthalates_upper_percent: null }))).toEqual([]);
  });

  test('a blind spot rules out even what would be below', () => {
    const worse = [
      tile('phthalates', { level: 'High', bounds: [500, 600, 700] }),
      ...card.slice(1),
    ];
    const other = { phthalates_upper_percent: 1, phthalates_limit_unseen: true };
    expect(numbers(worse, row(1, other))).toEqual([]);
    expect(numbers(worse, row(1, { ...other, phthalates_limit_unseen: false }))).toEqual([1]);
  });

  test('can’t tell only where its level could be higher, whatever is hidden of the limit', () => {
    const wide = { phthalates_limit_unseen: true, phthalates_tdi_percent: 50 };
    const high = row(1, { ...wide, phthalates_risk: 'High', phthalates_upper_percent: 200 });
    expect(unsureFamilies(high)).toEqual([]);
    expect(unsureFamilies(row(1, { phthalates_upper_percent: 200 }))).toEqual(['phthalates']);
  });

  test.each(['N/A', 'None'] as const)('%s is no result to be cleaner by', (level) => {
    expect(numbers(card, row(1, { phthalates_risk: level, phthalates_upper_percent: 0 }))).toEqual(
      [],
    );
  });

  test('nothing is cleaner than nothing found', () => {
    const none = families.map((family) => tile(family, { bounds: [0, 0, 5] }));
    expect(numbers(none, row(1, { phthalates_upper_percent: 0 }))).toEqual([]);
  });

  test('the worst is the highest estimate of what is rated', () => {
    const [phthalates, , substitutes] = card as [ReportTile, ReportTile, ReportTile];
    const bounds = [60_000, 68_000, 70_000];
    const rated = [phthalates, tile('bisphenols', { level: 'High', bounds }), substitutes];
    expect(cleanerThan(rated, [row(1)])[0]).toMatchObject({
      family: 'bisphenols',
      againstPercent: 60_000,
      upperPercent: 1,
    });
    const unrated = [
      phthalates,
      tile('bisphenols', { level: 'N/A', isNotRated: true, bounds }),
      substitutes,
    ];
    expect(cleanerThan(unrated, [row(1)])[0]?.family).toBe('phthalates');
  });
});

describe('in the other families', () => {
  test('a higher level rules out', () => {
    expect(numbers(card, row(1, { bisphenols_risk: 'Medium' }))).toEqual([]);
    const medium = [card[0]!, tile('bisphenols', { level: 'Medium', bounds: [2, 3, 3] }), card[2]!];
    expect(numbers(medium, row(1, { bisphenols_risk: 'Medium' }))).toEqual([1]);
  });

  test('a blind spot rules out, unless this one has it too', () => {
    const blind = row(1, { bisphenols_limit_unseen: true, bisphenols_upper_percent: 20_000 });
    expect(numbers(card, blind)).toEqual([]);
    const both = [card[0]!, tile('bisphenols', { couldNotSeeLimit: true }), card[2]!];
    expect(numbers(both, blind)).toEqual([1]);
  });

  test('what is surely higher rules out, if by a little and of the same level', () => {
    const more = { substitutes_lower_percent: 0.2, substitutes_tdi_percent: 0.3 };
    expect(numbers(card, row(1, more))).toEqual([]);
    expect(numbers(card, row(1, { ...more, substitutes_lower_percent: 0.1 }))).toEqual([1]);
  });

  test('no results and no rating rule out; where this one is not rated, nothing does', () => {
    expect(numbers(card, row(1, { bisphenols_risk: 'None' }))).toEqual([]);
    const notRated = { bisphenols_risk: 'N/A', bisphenols_upper_percent: null } as const;
    expect(numbers(card, row(92, notRated))).toEqual([]);
    const mine = [card[0]!, tile('bisphenols', { level: 'N/A', isNotRated: true }), card[2]!];
    expect(numbers(mine, row(1, { bisphenols_risk: 'High' }))).toEqual([1]);
  });
});

test('three at most, the lowest upper bound first, equals by number', () => {
  const others = [2.4, 0.2, 1, 1, 2].map((upper, index) =>
    row(10 - index, { phthalates_upper_percent: upper }),
  );
  expect(numbers(card, ...others)).toEqual([9, 7, 8]);
});

test('a product without results or serving size is compared with nothing', () => {
  expect(cleanerThan(reportTiles(7, 100, [], defaultViewpoint), [row(1)])).toEqual([]);
  const measured = { status: 'ok', valueNgG: 40, loqNgG: null, reported: '40' } as const;
  expect(
    cleanerThan(reportTiles(7, null, [{ dehp: measured }], defaultViewpoint), [row(1)]),
  ).toEqual([]);
});
