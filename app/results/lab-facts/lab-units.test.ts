import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chemicals } from '#app/toxicology/chemicals.ts';
import { limitFor, type LimitSubject } from '#app/toxicology/limits.ts';
import type { Finding, MeasurementStatus } from '#app/toxicology/measurement.ts';
import { labCellText, labUnitFor, labUnits, unitsFor, type LabUnit } from './lab-units.ts';

const keys = labUnits.map(({ key }) => key);
type LabUnitKey = LabUnit['key'];
const unitOf = (key: LabUnitKey) => labUnits.find((unit) => unit.key === key)!;
const of = (status: MeasurementStatus, valueNgG: number | null = null): Finding => ({
  status,
  valueNgG,
  loqNgG: status === 'below_loq' ? 10 : null,
});
const ok = (valueNgG: number) => of('ok', valueNgG);
const above = (valueNgG: number) => of('above_range', valueNgG);

test('four units, in the words of the spec', () => {
  expect(labUnits.map(({ label }) => label)).toEqual([
    'nanograms/gram',
    'nanograms/serving',
    'EFSA Toddler %TDI (14kg)',
    'EFSA Adult %TDI (70kg)',
  ]);
});

test.each([null, 0, -5, Number.NaN])('a serving of %s g leaves only the unit per gram', (grams) => {
  expect(unitsFor(grams).map(({ key }) => key)).toEqual(['ng_per_g']);
  for (const stored of [null, 'efsa_adult', 'ng_per_serving', 'ng_per_g', '']) {
    expect(labUnitFor(stored, grams).key).toBe('ng_per_g');
  }
});

test('with a serving size the stored unit holds, or else the one per serving', () => {
  expect(unitsFor(30)).toEqual(labUnits);
  for (const key of keys) expect(labUnitFor(key, 30).key).toBe(key);
  for (const stored of [null, '', 'EPA', 'toString']) {
    expect(labUnitFor(stored, 30).key).toBe('ng_per_serving');
  }
});

/** The number that a cell states; what is below a tenth is next to nothing. */
const figureOf = (text: string) => (text === '< 0.1' ? 0 : Number(text.replaceAll(',', '')));

describe('a cell', () => {
  test.each<[string, Finding | undefined, LimitSubject, LabUnitKey, number | null, string]>([
    ['per gram', ok(17), 'dehp', 'ng_per_g', 88, '17.0'],
    ['per gram, serving unknown', ok(12.34), 'dehp', 'ng_per_g', null, '12.3'],
    // 17 ng/g × 88 g
    ['per serving', ok(17), 'dehp', 'ng_per_serving', 88, '1,496.0'],
    // 1,496 ng ÷ (50,000 × 14 kg) = 0.2137%; ÷ (50,000 × 70 kg) = 0.0427%
    ['toddler', ok(17), 'dehp', 'efsa_toddler', 88, '0.2'],
    ['found, and less than one decimal says', ok(17), 'dehp', 'efsa_adult', 88, '< 0.1'],
    ['found, as little per gram', ok(0.04), 'dehp', 'ng_per_g', 88, '< 0.1'],
    ['found, just enough for the decimal', ok(0.05), 'dehp', 'ng_per_g', 88, '0.1'],
    ['at least next to nothing', above(0.01), 'dehp', 'ng_per_g', 88, '> 0.0'],
    // 250 ng ÷ 2.8 = 8,928.57%; ÷ 14 = 1,785.71%
    ['toddler, BPA', ok(2.5), 'bpa', 'efsa_toddler', 100, '8,928.6'],
    ['adult, BPA', ok(2.5), 'bpa', 'efsa_adult', 100, '1,785.7'],
    // 70,000 ng ÷ (50,000 × 14)
    ['the sum', ok(700), 'phthalates', 'efsa_toddler', 100, '10.0'],
    ['a zero', ok(0), 'dbp', 'ng_per_serving', 100, '0.0'],
    ['above range', above(60000), 'dbp', 'ng_per_g', 30, '> 60,000.0'],
    // 60,000 × 30 ÷ (10,000 × 14) × 100
    ['above range, toddler', above(60000), 'dbp', 'efsa_toddler', 30, '> 1,285.7'],
    ['above range, no limit', above(60000), 'bps', 'efsa_toddler', 30, 'NO TDI'],
    ['no limit', ok(560), 'dep', 'efsa_adult', 30, 'NO TDI'],
    ['no limit, below LOQ', of('below_loq'), 'dida', 'efsa_adult', 30, 'NO TDI'],
    ['no limit, not in percent', ok(560), 'dep', 'ng_per_serving', 10, '5,600.0'],
    ['below LOQ', of('below_loq'), 'dehp', 'ng_per_g', 30, '< LOQ'],
    ['below LOQ, percent', of('below_loq'), 'dehp', 'efsa_adult', 30, '< LOQ'],
    ['not detected', of('not_detected'), 'dehp', 'ng_per_g', 30, '< LOQ'],
    ['not tested', of('not_tested'), 'dehp', 'ng_per_g', 30, '–'],
    ['not tested, no limit', of('not_tested'), 'dep', 'efsa_adult', 30, '–'],
    ['absent', undefined, 'dehp', 'ng_per_serving', 30, '–'],
    ['not to be reckoned', ok(5), 'dehp', 'efsa_adult', null, '–'],
  ])('%s', (_, cell, subject, unit, grams, expected) => {
    expect(labCellText(cell, subject, unitOf(unit), grams)).toBe(expected);
  });

  const amount = fc.integer({ min: 0, max: 100_000 });
  const grams = fc.integer({ min: 1, max: 1000 });
  const subjects = fc.constantFrom(...chemicals.map(({ key }) => key));

  test('scales with the serving, and per gram does not', () => {
    fc.assert(
      fc.property(amount, subjects, grams, fc.integer({ min: 2, max: 9 }), (ngG, key, g, times) => {
        const per = (unit: LabUnitKey, servingG: number) =>
          figureOf(labCellText(ok(ngG), key, unitOf(unit), servingG));
        expect(per('ng_per_serving', g * times)).toBe(times * per('ng_per_serving', g));
        expect(per('ng_per_g', g * times)).toBe(per('ng_per_g', g));
      }),
    );
  });

  test('of a toddler is five times that of an adult, wherever there is a limit', () => {
    fc.assert(
      fc.property(amount, subjects, grams, (ngG, key, g) => {
        const toddler = labCellText(ok(ngG), key, unitOf('efsa_toddler'), g);
        const adult = labCellText(ok(ngG), key, unitOf('efsa_adult'), g);
        expect(toddler === 'NO TDI').toBe(limitFor(key, 'EFSA') === null);
        if (toddler === 'NO TDI') expect(adult).toBe('NO TDI');
        else expect(Math.abs(figureOf(toddler) - 5 * figureOf(adult))).toBeLessThan(0.31);
      }),
    );
  });

  test('is one decimal, < 0.1, < LOQ, a dash or NO TDI, and nothing else', () => {
    const cells = fc.record({
      status: fc.constantFrom<MeasurementStatus[]>(
        'ok',
        'below_loq',
        'above_range',
        'not_detected',
        'not_tested',
      ),
      valueNgG: fc.option(fc.double({ min: 0, max: 1e9, noNaN: true })),
      loqNgG: fc.constant(null),
    });
    fc.assert(
      fc.property(
        cells,
        subjects,
        fc.constantFrom(...keys),
        fc.option(grams),
        (cell, key, u, g) => {
          expect(labCellText(cell, key, labUnitFor(u, g), g)).toMatch(
            /^(?:(?:> )?\d{1,3}(?:,\d{3})*\.\d|< 0\.1|< LOQ|–|NO TDI)$/,
          );
        },
      ),
    );
  });
});
