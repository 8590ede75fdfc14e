import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { foodMetalLimits } from '#app/toxicology/metals/food-limits.ts';
import { intakeMetalLimits } from '#app/toxicology/metals/intake-limits.ts';
import { foodVerdicts, intakeVerdicts } from '#app/toxicology/metals/verdicts.ts';
import { asSeenBy, byFood, byIntake, known, type KnownNgG, type Said } from './by-hand.ts';
import { FILES, readSurveys, type SurveyRow } from './survey-rows.ts';

const rows = readSurveys();
const food = rows.filter(({ isFormula }) => !isFormula);
const formula = rows.filter(({ isFormula }) => isFormula);
const FDA = 'pb-fda-irl-child';
const CALIFORNIA = 'pb-ca-madl';

/** What a test is taken to see: 5 µg/kg in food; in formula as fed what its question takes, but for rounding. */
function assumed({ isFormula, substance }: SurveyRow): string {
  if (!isFormula) return '5';
  return substance === 'pb' ? '2.6' : '2.2';
}

const nothing = () => null;

describe('the files', () => {
  test.each(FILES)('%s is what was copied', (file) => {
    const hash = createHash('sha256')
      .update(readFileSync(`db/data/fda/${file}.csv`))
      .digest('hex');
    const line = readFileSync('db/data/fda/README.md', 'utf8')
      .split('\n')
      .find((one) => one.startsWith(`| \`${file}.csv\``));
    expect(line).toContain(hash);
  });

  test('hold 3,192 results', () => {
    expect([food.length, formula.length]).toEqual([1944, 1248]);
  });
});

describe('verdicts on every row are those by hand', () => {
  test.each([
    ['with what FDA did not detect below the limit of the test', assumed],
    ['with nothing known of what FDA did not detect', nothing],
  ])('%s', (_, limitOf) => {
    const unlike = rows.filter((row) => {
      const said = known(row.result, limitOf(row));
      const site = intakeVerdicts({ [row.substance]: amountOf(said) }, portionOf(row));
      const hand = byIntake(intakeMetalLimits, row.substance, said, row);
      return !isSame(
        site.map(({ limit, verdict }) => [limit.id, verdict] as const),
        hand,
      );
    });
    expect(unlike).toEqual([]);
  });

  test('by the limits of the food too, of what was measured as sold', () => {
    const unlike = food.filter((row) => {
      const said = known(row.result, assumed(row));
      const sample = { [row.substance]: amountOf(said) };
      const site = foodVerdicts([sample], classOf(row));
      const hand = byFood(foodMetalLimits, row.substance, said, classOf(row));
      return !isSame(
        site.map(({ limit, each }) => [limit.id, each[0]!] as const),
        hand,
      );
    });
    expect(unlike).toEqual([]);
  });

  test('a second hand’s limits, and those that are gone, say nothing', () => {
    const ids = new Set(
      rows.flatMap((row) =>
        intakeVerdicts({ [row.substance]: amountOf(known(row.result, '5')) }, portionOf(row)).map(
          ({ limit }) => limit.id,
        ),
      ),
    );
    expect([...ids].toSorted()).toEqual([
      'as-efsa',
      'as-epa-rfd',
      'cd-efsa',
      'hg-efsa-in',
      'hg-efsa-me',
      'pb-ca-madl',
      'pb-efsa-iq',
      'pb-fda-irl-child',
    ]);
  });
});

describe('what a limit of quantification buys', () => {
  const lead = food.filter(({ substance }) => substance === 'pb');
  const fed = formula.filter(({ substance }) => substance === 'pb');

  test('one serving of 598 baby foods by FDA: 451 within for certain, 143 more by assumption, 4 above', () => {
    expect(counts(lead, FDA, null)).toEqual({ yes: 451, 'cannot tell': 143, no: 4 });
    for (const loq of ['0.1', '5', '20']) {
      expect(counts(lead, FDA, loq, loq)).toEqual({ yes: 594, no: 4 });
    }
  });

  /** A test that sees so much says nothing of what is less, of what FDA could detect neither. */
  test.each([
    ['California, food, 4.5', lead, CALIFORNIA, '4.5', { yes: 550, no: 48 }],
    ['California, food, 5', lead, CALIFORNIA, '5', { yes: 374, 'cannot tell': 177, no: 47 }],
    ['FDA, formula, 2.6', fed, FDA, '2.6', { yes: 312 }],
    ['FDA, formula, 2.75 is just within', fed, FDA, '2.75', { yes: 312 }],
    ['FDA, formula, 2.8', fed, FDA, '2.8', { 'cannot tell': 312 }],
    ['California, formula, 0.6', fed, CALIFORNIA, '0.6', { yes: 311, no: 1 }],
    ['California, formula, 0.7', fed, CALIFORNIA, '0.7', { 'cannot tell': 311, no: 1 }],
  ])('%s', (_, some, limit, loq, expected) => {
    expect(counts(some, limit, loq, loq)).toEqual(expected);
  });

  test.each([
    ['lead in food', food, 'pb', FDA, 0.76],
    ['cadmium in food', food, 'cd', 'cd-efsa', 0.83],
    ['lead in formula', formula, 'pb', FDA, 0.8],
    ['cadmium in formula', formula, 'cd', 'cd-efsa', 0.66],
  ] as const)('%s is answered for certain', (_, all, substance, limit, share) => {
    const some = all.filter((row) => row.substance === substance);
    const certain = (limitOf: (row: SurveyRow) => string | null) =>
      some.filter((row) => saidOf(row, limit, limitOf(row)) !== 'cannot tell').length / some.length;
    expect(certain(assumed)).toBeGreaterThanOrEqual(0.95);
    expect(certain(nothing)).toBeCloseTo(share, 2);
  });

  test('of carrots and sweet potatoes alone a test that sees 2: 49 within, 4 above; 4 not detected', () => {
    const roots = lead.filter((row) => ['Carrots', 'Sweet Potatoes'].includes(row.food));
    expect(roots.length).toBe(53);
    expect(counts(roots, FDA, '2', '2')).toEqual({ yes: 49, no: 4 });
    expect(roots.filter(({ result }) => result === '<LOD').length).toBe(4);
  });

  test('total arsenic answers EPA’s for few dry cereals, and says no of none', () => {
    const cereals = food.filter(
      (row) => row.substance === 'as' && row.category === 'Dry Infant Cereals',
    );
    expect(counts(cereals, 'as-epa-rfd', '5')).toEqual({ yes: 32, 'cannot tell': 246 });
  });

  test('an X-ray result without a limit stays open', () => {
    const open = rows.filter(({ result }) => result === 'NDb');
    expect(open.length).toBe(3);
    expect(counts(open, 'hg-efsa-me', '5')).toEqual({ 'cannot tell': 3 });
  });
});

/** Of what FDA did not detect taken as below `assumedLimit`, by a test of a limit of quantification if one is given. */
function counts(
  some: readonly SurveyRow[],
  limit: string,
  assumedLimit: string | null,
  loq?: string,
) {
  const said = some.map((row) => saidOf(row, limit, assumedLimit, loq));
  return Object.fromEntries(
    (['yes', 'cannot tell', 'no'] as const)
      .map((one) => [one, said.filter((verdict) => verdict === one).length] as const)
      .filter(([, count]) => count > 0),
  );
}

function saidOf(row: SurveyRow, limit: string, assumedLimit: string | null, loq = '0'): Said {
  const said = asSeenBy(loq, known(row.result, assumedLimit));
  const all = intakeVerdicts({ [row.substance]: amountOf(said) }, portionOf(row));
  return all.find((one) => one.limit.id === limit)!.verdict;
}

function amountOf({ least, most }: KnownNgG) {
  const upperNgG = most === null ? null : Number(most);
  return { lowerNgG: Number(least), upperNgG, highestUpperNgG: upperNgG };
}

function portionOf({ grams, kg }: SurveyRow) {
  return { grams, weightKg: kg, groups: ['child'] as const };
}

function classOf({ category, food: name }: SurveyRow): string {
  if (category === 'Grain-Based Snacks') return /puff/i.test(name) ? 'puffs' : 'teething biscuits';
  if (category === 'Dry Infant Cereals')
    return /rice/i.test(name) ? 'dry infant rice cereal' : 'dry infant cereal';
  return ['Carrots', 'Sweet Potatoes'].includes(name)
    ? 'single root vegetables for babies'
    : 'fruits, other vegetables, mixtures, yogurts, and meats for babies';
}

function isSame(site: readonly (readonly [string, Said])[], hand: Record<string, Said>): boolean {
  return (
    site.length === Object.keys(hand).length && site.every(([id, verdict]) => hand[id] === verdict)
  );
}
