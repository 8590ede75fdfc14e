import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reportSample } from '#test/support/report-sample.ts';
import { lotStrips, sampleLabels } from './lot-dots.ts';
import type { Concentration, ReportSample } from '#app/results/tested-schema.ts';

const bisphenols = (bpa: Concentration, bps: Concentration = 0, bpf: Concentration = 0) => ({
  bpa_ng_g: bpa,
  bps_ng_g: bps,
  bpf_ng_g: bpf,
});

/** Of 14 kg and 0.2 ng/kg/day: 2.8 ng a day are 100%, so that 1 ng/g in 2.8 g is the limit. */
function bisphenolStrip(cells: Record<string, Concentration>[]) {
  const samples = cells.map((cell, index) => reportSample(String(index), null, cell));
  const [, strip] = lotStrips({ samples, dailyG: 2.8, bodyWeightKg: 14, notRated: [] });
  if (!strip) throw new Error('there are three strips');
  return strip;
}

const dots = (...cells: Record<string, Concentration>[]) => bisphenolStrip(cells).dots;

describe('a dot', () => {
  test('stands at what was found, at the limit for 1 ng/g in this serving', () => {
    const [dot] = dots(bisphenols(1));
    expect(dot).toMatchObject({ kind: 'found', level: 'High', mayBeHigher: false });
    expect(dot?.percent.estimate).toBeCloseTo(100, 9);
    expect([dot?.dot, dot?.from, dot?.to]).toEqual([66.7, 66.7, 66.7]);
  });

  test('has a whisker to its upper bound where something was too little to measure', () => {
    const [dot] = dots(bisphenols(0.1, '<0.9'));
    expect(dot?.kind).toBe('partly');
    expect(dot?.percent.lower).toBeCloseTo(10, 9);
    expect(dot?.percent.upper).toBeCloseTo(100, 9);
    expect([dot?.dot, dot?.from, dot?.to]).toEqual([33.3, 33.3, 66.7]);
  });

  test('stands at the most that may be there where nothing was found', () => {
    const [dot] = dots(bisphenols('<0.5', '<0.5'));
    expect(dot).toMatchObject({ kind: 'nothing', level: 'Low', mayBeHigher: true });
    expect([dot?.dot, dot?.from, dot?.to]).toEqual([66.7, 0, 66.7]);
  });

  test('points beyond the axis above the range, and where a chemical was not looked for', () => {
    for (const cells of [bisphenols('>1'), { bpa_ng_g: 1 }]) {
      const [dot] = dots(cells);
      expect([dot?.kind, dot?.dot, dot?.to]).toEqual(['at_least', 66.7, 100]);
    }
  });

  test('is left out where nothing says how much may be there', () => {
    const [named, untested] = dots(bisphenols('ND'), {});
    expect(named).toMatchObject({ kind: 'unseen', dot: null, from: 0, to: 100, mayBeHigher: true });
    expect(untested).toMatchObject({ kind: 'untested', dot: null, from: null, to: null });
  });

  test('is rated by the sample alone, and N/A by decision', () => {
    const samples = [reportSample('1', null, bisphenols(0.02)), reportSample('2', null, {})];
    const request = { samples, dailyG: 2.8, bodyWeightKg: 14 };
    const levels = (notRated: 'bisphenols'[]) =>
      lotStrips({ ...request, notRated })[1]?.dots.map(({ level }) => level);
    expect(levels([])).toEqual(['Low', 'None']);
    expect(levels(['bisphenols'])).toEqual(['N/A', 'None']);
  });
});

describe('whatever was reported', () => {
  const amount = fc.integer({ min: 1, max: 60_000_000 }).map((n) => n / 1_000);
  const concentration: fc.Arbitrary<Concentration> = fc.oneof(
    amount,
    amount.map((n) => `<${n}`),
    amount.map((n) => `>${n}`),
    fc.constantFrom('ND', null, 0),
  );
  const cells = fc.tuple(concentration, concentration, concentration);

  test('whiskers contain their dot, and every sample has a row', () => {
    fc.assert(
      fc.property(fc.array(cells, { minLength: 1, maxLength: 8 }), (all) => {
        const found = dots(...all.map((each) => bisphenols(...each)));
        expect(found).toHaveLength(all.length);
        for (const { dot, from, to } of found) {
          if (dot === null || from === null || to === null) continue;
          expect(from).toBeLessThanOrEqual(dot);
          expect(dot).toBeLessThanOrEqual(to);
        }
      }),
    );
  });

  test('more found stands no further left', () => {
    fc.assert(
      fc.property(fc.array(amount, { minLength: 2, maxLength: 8 }), (amounts) => {
        const ascending = amounts.toSorted((a, b) => a - b);
        const places = dots(...ascending.map((each) => bisphenols(each))).map(({ dot }) => dot);
        expect(places).toEqual(places.toSorted((a, b) => (a ?? 0) - (b ?? 0)));
      }),
    );
  });
});

describe('samples are called', () => {
  const called = (...lots: (string | null)[]) =>
    sampleLabels(lots.map((lot_number) => ({ lot_number }) as ReportSample));

  test('by lot, by lot and number where it is shared, by number without one', () => {
    const labels = called('A12', 'B', null, 'B').map(({ label }) => label);
    expect(labels).toEqual(['Lot A12', 'Lot B (sample 2)', 'Sample 3', 'Lot B (sample 4)']);
  });

  test('by the beginning of a long lot in a picture', () => {
    const [first, second] = called('4123083242255 P 120 4 2108 66U', 'GA 22:41 2 04-197');
    expect(first?.shortLabel).toBe('Lot 4123083242255 P 120…');
    expect(first?.label).toBe('Lot 4123083242255 P 120 4 2108 66U');
    expect(second?.shortLabel).toBe('Lot GA 22:41 2 04-197');
  });
});
