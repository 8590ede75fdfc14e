import { describe, expect, test } from 'vitest';
import { meanNgG } from './bounds.ts';
import { dehpEquivalents } from './dehp-equivalents.ts';
import { parseMeasurement, type Measurement, type SampleMeasurements } from './measurement.ts';
import {
  notRatedFamilies,
  percentOf,
  productFigures,
  type FiguresRequest,
} from './product-figures.ts';
import { riskLevel } from './risk-level.ts';

function m(reported: string): Measurement {
  const parsed = parseMeasurement(reported);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.measurement;
}

/** A sample from `{ dehp: '17', dbp: '<10' }`. */
function sample(cells: Readonly<Record<string, string>>): SampleMeasurements {
  return Object.fromEntries(Object.entries(cells).map(([key, text]) => [key, m(text)]));
}

const noPhthalates = { dehp: '<1', dbp: '<1', bbp: '<1', dinp: '<1' };
const noBisphenols = { bpa: '<1', bps: '<1', bpf: '<1' };

function figures(samples: readonly SampleMeasurements[], change: Partial<FiguresRequest> = {}) {
  const request = { samples, servingG: 100, bodyWeightKg: 14, authority: 'EFSA' } as const;
  return productFigures({ ...request, ...change }).families;
}

describe('meanNgG', () => {
  test.each([
    // reported, lower, estimate, upper, upperOpen
    [['10', '20'], 15, 15, 15, false],
    [['<10', '20'], 10, 12.5, 15, false],
    [['<10', '<20'], 0, 0, 15, false],
    [['<10'], 0, 0, 10, false],
    [['NO RESULT', '20'], 20, 20, 20, false],
    [['', '<10', '8'], 4, 6.5, 9, false],
    [['>60000', '0'], 30000, 30000, 30000, true],
    [['ND', '10'], 5, 5, 5, true],
    [['ND', '<10'], 0, 0, 5, true],
    [['0', '<10'], 0, 2.5, 5, false],
  ])('of %j', (reported, lower, estimate, upper, upperOpen) => {
    expect(meanNgG(reported.map(m))).toEqual({ lower, estimate, upper, upperOpen });
  });

  test('of nothing but missing results is nothing', () => {
    expect(meanNgG([])).toBeNull();
    expect(meanNgG([m('NO RESULT'), m('')])).toBeNull();
  });
});

describe('dehpEquivalents', () => {
  test.each([
    [{ dehp: '10', dbp: '2', bbp: '30', dinp: '100' }, 53, false],
    [{ dehp: '10', dbp: '<2', bbp: 'NO RESULT' }, 10, false],
    [{ dehp: '<10', dbp: '>60000' }, 300_000, true],
    [{ dehp: '0', didp: '500', dep: '9' }, 0, false],
  ])('of %j', (cells, valueNgG, isLowerBound) => {
    const status = isLowerBound ? 'above_range' : 'ok';
    expect(dehpEquivalents(sample(cells))).toEqual({ status, valueNgG, loqNgG: null });
  });

  test('without a quantified addend are below quantification, or not tested', () => {
    expect(dehpEquivalents(sample({ dehp: '<10', bpa: '5' })).status).toBe('below_loq');
    expect(dehpEquivalents(sample({ dehp: 'NO RESULT', bpa: '5' })).status).toBe('not_tested');
  });
});

describe('riskLevel', () => {
  test.each([
    [0, 'Low'],
    [2.4999, 'Low'],
    [2.5, 'Medium'],
    [5, 'Medium'],
    [7.4999, 'Medium'],
    [7.5, 'High'],
    [32500, 'High'],
    [Infinity, 'High'],
  ])('%d percent is %s', (percent, level) => expect(riskLevel(percent)).toBe(level));
});

describe('productFigures', () => {
  test('weighs the means and holds them against the limit', () => {
    // (70 + 5·14 + 0.1·0 + 0.3·0) ng/g × 100 g ÷ (50,000 × 14) × 100 = 2%
    const { phthalates } = figures([
      sample({ dehp: '60', dbp: '14', bbp: '0', dinp: '0' }),
      sample({ dehp: '80', dbp: '14', bbp: '0', dinp: '0' }),
    ]);
    expect(phthalates.equivalentNgG?.estimate).toBe(140);
    expect(phthalates.percent).toEqual({ lower: 2, estimate: 2, upper: 2, upperOpen: false });
    expect(phthalates).toMatchObject({ level: 'Low', couldNotSeeLimit: false, untested: [] });
  });

  test('weighs a substitute without a limit as nothing', () => {
    // (100 + 3.33·100 + 100) × 100 ÷ (1,000,000 × 14) × 100
    const cells = { deht: '100', deha: '100', dinch: '100', dida: '90000', totm: '90000' };
    const substitutes = figures([sample(cells)]).substitutes;
    expect(substitutes.percent?.estimate).toBeCloseTo(0.380714, 6);
  });

  test('weighs by the adult where asked', () => {
    const samples = [sample({ ...noPhthalates, dehp: '700' })];
    const child = figures(samples).phthalates.percent?.estimate ?? 0;
    const adult = figures(samples, { bodyWeightKg: 70 }).phthalates.percent?.estimate ?? 0;
    expect(child / adult).toBeCloseTo(5, 12);
  });

  test('says when nothing was found only because the test could not see it', () => {
    // three bisphenols below 1 ng/g: up to 3 × 100 ÷ (0.2 × 14) × 100 = 10,714% of the limit
    const { bisphenols } = figures([sample(noBisphenols)]);
    expect(bisphenols.percent?.estimate).toBe(0);
    expect(bisphenols.percent?.upper).toBeCloseTo(10714.29, 2);
    expect(bisphenols).toMatchObject({
      level: 'Low',
      upperReachesLimit: true,
      upperRaisesLevel: true,
      couldNotSeeLimit: true,
    });
  });

  test('tells a blind spot for a level from one for the limit', () => {
    // up to 50 ng/g × 100 ÷ 700,000 × 100 ≈ 3.6 with the weights: above Low, far from the limit
    const { phthalates } = figures([sample({ dehp: '<50', dbp: '<40', bbp: '<5', dinp: '<1' })]);
    expect(phthalates).toMatchObject({
      level: 'Low',
      upperReachesLimit: false,
      upperRaisesLevel: true,
      couldNotSeeLimit: true,
    });
  });

  test('sees what lies above the limit, whatever the upper bound', () => {
    const { bisphenols } = figures([sample({ ...noBisphenols, bps: '>2500' })]);
    expect(bisphenols.percent?.upperOpen).toBe(true);
    expect(bisphenols).toMatchObject({ level: 'High', couldNotSeeLimit: false });
  });

  test('leaves the upper bound open where an addend has no result', () => {
    const { bisphenols } = figures([sample({ ...noBisphenols, bpa: 'NO RESULT' })]);
    expect(bisphenols).toMatchObject({ untested: ['bpa'], level: 'Low', couldNotSeeLimit: true });
    expect(bisphenols.percent?.upperOpen).toBe(true);
  });

  test.each([[[]], [[sample({ dehp: 'NO RESULT', bpa: '' })]]])(
    'is None at 0 percent without results: %j',
    (samples) => {
      for (const family of Object.values(figures(samples, { servingG: null }))) {
        expect(family).toMatchObject({
          level: 'None',
          percent: { lower: 0, estimate: 0, upper: 0, upperOpen: false },
          percentStatus: 'no_results',
          equivalentNgG: null,
          couldNotSeeLimit: false,
        });
      }
    },
  );

  test.each([null, 0, -1, Number.NaN])('is N/A with a serving size of %s', (servingG) => {
    const { phthalates } = figures([sample({ dehp: '1000' })], { servingG });
    expect(phthalates).toMatchObject({
      level: 'N/A',
      percent: null,
      percentStatus: 'serving_unknown',
      couldNotSeeLimit: false,
    });
    expect(phthalates.equivalentNgG?.estimate).toBe(1000);
  });

  test('has no percent of EPA, which set no dose for a group, and keeps the level of EFSA', () => {
    const samples = [sample({ ...noPhthalates, dehp: '700' })];
    expect(figures(samples, { authority: 'EPA' }).phthalates).toMatchObject({
      percent: null,
      percentStatus: 'no_limit_set',
      level: figures(samples).phthalates.level,
    });
  });

  test('gives a single chemical in percent of either authority, or no limit', () => {
    const dep = meanNgG([m('560')]);
    expect(percentOf(dep, 'dep', 100, 70, 'EPA').percent?.estimate).toBeCloseTo(0.1, 12);
    expect(percentOf(dep, 'dep', 100, 70, 'EFSA')).toEqual({
      percent: null,
      percentStatus: 'no_limit_set',
    });
  });

  test('does not rate the bisphenols of products 92, 93 and 94', () => {
    expect([91, 92, 93, 94, 95].map((id) => notRatedFamilies(id).length)).toEqual([0, 1, 1, 1, 0]);
    const samples = [sample({ ...noPhthalates, ...noBisphenols, bpa: '10' })];
    const rated = figures(samples, { notRated: notRatedFamilies(93) });
    expect(rated.bisphenols).toMatchObject({ level: 'N/A', upperRaisesLevel: false });
    expect(rated.bisphenols.percent?.estimate).toBeGreaterThan(100);
    expect(rated.phthalates.level).toBe('Low');
    expect(figures([], { notRated: ['bisphenols'] }).bisphenols.level).toBe('None');
  });
});
