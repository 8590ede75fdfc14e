import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Bounds } from './bounds.ts';
import { chemicals, type ChemicalKey } from './chemicals.ts';
import { dehpEquivalents } from './dehp-equivalents.ts';
import { limits } from './limits.ts';
import { parseMeasurement, type Measurement, type SampleMeasurements } from './measurement.ts';
import { percentOfLimit } from './intake.ts';
import { productFigures, type FamilyFigures, type FiguresRequest } from './product-figures.ts';

const tenthsNgG = fc.integer({ min: 1, max: 1_000_000 }).map((n) => n / 10);

const measurement: fc.Arbitrary<Measurement> = fc
  .oneof(
    { weight: 4, arbitrary: tenthsNgG.map(String) },
    { weight: 4, arbitrary: tenthsNgG.map((n) => `<${n}`) },
    tenthsNgG.map((n) => `>${n}`),
    fc.constantFrom('ND', 'NO RESULT', '', '0'),
  )
  .map((reported) => {
    const parsed = parseMeasurement(reported);
    if (!parsed.ok) throw new Error(parsed.reason);
    return parsed.measurement;
  });

const measurementsByKey = Object.fromEntries(chemicals.map(({ key }) => [key, measurement]));
const sample: fc.Arbitrary<SampleMeasurements> = fc.record(measurementsByKey, {
  requiredKeys: [],
});
const samples = fc.array(sample, { maxLength: 5 });
const servingG = fc.integer({ min: 1, max: 2000 });
const bodyWeightKg = fc.constantFrom(14, 70);

function familiesOf(request: Omit<FiguresRequest, 'authority'>): FamilyFigures[] {
  return Object.values(productFigures({ ...request, authority: 'EFSA' }).families);
}

function expectOrdered(bounds: Bounds) {
  expect(bounds.lower).toBeGreaterThanOrEqual(0);
  expect(bounds.estimate).toBeGreaterThanOrEqual(bounds.lower);
  expect(bounds.upper).toBeGreaterThanOrEqual(bounds.estimate);
  expect(Number.isFinite(bounds.upper)).toBe(true);
}

/** Replaces each measurement of each sample. */
function replace(
  all: readonly SampleMeasurements[],
  change: (m: Measurement, key: ChemicalKey) => Measurement,
): SampleMeasurements[] {
  return all.map((s) =>
    Object.fromEntries(Object.entries(s).map(([key, m]) => [key, change(m, key as ChemicalKey)])),
  );
}

describe('for any samples', () => {
  test('the bounds contain the estimate', () => {
    fc.assert(
      fc.property(samples, servingG, bodyWeightKg, (all, grams, kg) => {
        const product = productFigures({
          samples: all,
          servingG: grams,
          bodyWeightKg: kg,
          authority: 'EFSA',
        });
        for (const mean of Object.values(product.chemicals)) expectOrdered(mean);
        for (const c of Object.values(product.families)) if (c.percent) expectOrdered(c.percent);
      }),
    );
  });

  test('the bounds contain every truth that the reports allow', () => {
    const fraction = fc.double({ min: 0, max: 0.999999, noNaN: true });
    fc.assert(
      fc.property(samples, servingG, fc.array(fraction, { minLength: 101 }), (all, grams, f) => {
        let drawn = 0;
        const truth = replace(all, (m) => {
          if (m.status !== 'below_loq') return m;
          const valueNgG = (m.loqNgG ?? 0) * (f[drawn++ % f.length] ?? 0);
          return { status: 'ok', valueNgG, loqNgG: null, reported: String(valueNgG) };
        });
        const request = { servingG: grams, bodyWeightKg: 14 };
        const told = familiesOf({ ...request, samples: all });
        const real = familiesOf({ ...request, samples: truth });
        told.forEach((c, i) => {
          const actual = real[i]?.percent?.estimate ?? 0;
          const slack = 1e-9 * (c.percent?.upper ?? 0);
          expect(actual).toBeGreaterThanOrEqual((c.percent?.lower ?? 0) - slack);
          expect(actual).toBeLessThanOrEqual((c.percent?.upper ?? 0) + slack);
        });
      }),
    );
  });

  test('the order of the samples changes nothing', () => {
    const shuffled = samples.chain((all) =>
      fc.tuple(
        fc.constant(all),
        fc.shuffledSubarray(all, { minLength: all.length, maxLength: all.length }),
      ),
    );
    fc.assert(
      fc.property(shuffled, servingG, ([all, other], grams) => {
        const request = { servingG: grams, bodyWeightKg: 14 };
        expect(familiesOf({ ...request, samples: other })).toEqual(
          familiesOf({ ...request, samples: all }),
        );
      }),
    );
  });

  test('twice the serving is twice the percent, five times the weight a fifth', () => {
    fc.assert(
      fc.property(samples, servingG, (all, grams) => {
        const base = familiesOf({ samples: all, servingG: grams, bodyWeightKg: 14 });
        const twice = familiesOf({ samples: all, servingG: 2 * grams, bodyWeightKg: 14 });
        const adult = familiesOf({ samples: all, servingG: grams, bodyWeightKg: 70 });
        base.forEach((c, i) => {
          const estimate = c.percent?.estimate ?? 0;
          const fifth = adult[i]?.percent?.estimate ?? 0;
          expect(twice[i]?.percent?.estimate).toBe(2 * estimate);
          expect(Math.abs(fifth * 5 - estimate)).toBeLessThanOrEqual(estimate * 1e-12);
        });
      }),
    );
  });

  test('more of a chemical never lowers a figure', () => {
    const key = fc.constantFrom(...chemicals.map((c) => c.key));
    fc.assert(
      fc.property(samples, key, tenthsNgG, (all, changed, more) => {
        const raised = replace(all, (m, k) =>
          k === changed && m.valueNgG !== null ? { ...m, valueNgG: m.valueNgG + more } : m,
        );
        const before = familiesOf({ samples: all, servingG: 100, bodyWeightKg: 14 });
        const after = familiesOf({ samples: raised, servingG: 100, bodyWeightKg: 14 });
        for (const edge of ['lower', 'estimate', 'upper'] as const) {
          before.forEach((c, i) =>
            expect(after[i]?.percent?.[edge]).toBeGreaterThanOrEqual(c.percent?.[edge] ?? 0),
          );
        }
        all.forEach((s, i) => {
          const was = dehpEquivalents(s);
          const is = dehpEquivalents(raised[i] ?? {});
          expect(is.status).toBe(was.status);
          expect(is.valueNgG ?? 0).toBeGreaterThanOrEqual(was.valueNgG ?? 0);
        });
      }),
    );
  });

  test('a blind spot is told exactly when the upper bound tells another story', () => {
    fc.assert(
      fc.property(samples, servingG, (all, grams) => {
        for (const c of familiesOf({ samples: all, servingG: grams, bodyWeightKg: 14 })) {
          if (c.couldNotSeeLimit) {
            expect(c.percent?.upperOpen || c.percent?.upper !== c.percent?.estimate).toBe(true);
            expect(c.percent?.estimate).toBeLessThan(100);
          }
          if (c.level === 'Low' && (c.percent?.upper ?? 0) >= 2.5) {
            expect(c.couldNotSeeLimit).toBe(true);
          }
        }
      }),
    );
  });
});

test('an intake of exactly the limit is 100 percent, for every limit', () => {
  for (const { limitNgPerKgDay } of limits) {
    expect(percentOfLimit(limitNgPerKgDay * 14, limitNgPerKgDay, 14)).toBeCloseTo(100, 9);
  }
});
