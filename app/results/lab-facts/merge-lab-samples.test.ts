import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { chemicalOf, chemicals, headerName, type ChemicalKey } from '#app/toxicology/chemicals.ts';
import type { MeasurementStatus } from '#app/toxicology/measurement.ts';
import type { LabMeasurement, LabSample } from '#app/results/tested-schema.ts';
import { mergeLabSamples } from './merge-lab-samples.ts';

type Reported = readonly [MeasurementStatus, number | null];

function measured(key: ChemicalKey, [status, value_ppb]: Reported): LabMeasurement {
  return { value_ppb, status, chemicals: { header_name: headerName(chemicalOf(key)) } };
}

function sample(sample_id: string, of: Partial<LabSample> = {}): LabSample {
  return { sample_id, lot: 'L1', notes: null, lab_measurements: [], ...of };
}

/** One cell, out of samples of one lot that each say this of DEHP. */
function merged(...reported: readonly Reported[]) {
  const samples = reported.map((outcome, at) =>
    sample(String(at), { lab_measurements: [measured('dehp', outcome)] }),
  );
  const [column, ...others] = mergeLabSamples(samples);
  expect(others).toEqual([]);
  const { status, valueNgG = null, loqNgG = null } = column?.cells.dehp ?? {};
  expect(status === 'below_loq' ? valueNgG : loqNgG).toBeNull();
  return [status, valueNgG ?? loqNgG];
}

const idsOf = (...samples: readonly LabSample[]) =>
  mergeLabSamples(samples).map((column) => column.sampleIds);

describe('columns', () => {
  test('are the samples of one lot with the same notes, in the place of the first', () => {
    const columns = mergeLabSamples([
      sample('1', { lot: 'B' }),
      sample('2', { lot: 'A', notes: 'opened' }),
      sample('3', { lot: 'A' }),
      sample('4', { lot: 'B' }),
      sample('5', { lot: 'A', notes: 'opened' }),
    ]);
    expect(columns).toEqual([
      { sampleIds: ['1', '4'], lot: 'B', notes: null, cells: {} },
      { sampleIds: ['2', '5'], lot: 'A', notes: 'opened', cells: {} },
      { sampleIds: ['3'], lot: 'A', notes: null, cells: {} },
    ]);
  });

  test('keep samples without a lot apart, whatever their notes', () => {
    const none = { lot: null, notes: 'from the farm' };
    expect(idsOf(sample('1', none), sample('2', none))).toEqual([['1'], ['2']]);
  });

  test('do not mistake a lot for notes, nor no notes for a word', () => {
    const [a, b] = [
      sample('1', { lot: 'x,y', notes: 'z' }),
      sample('2', { lot: 'x', notes: 'y,z' }),
    ];
    expect(idsOf(a, b)).toEqual([['1'], ['2']]);
    expect(idsOf(sample('1', { notes: 'null' }), sample('2'))).toEqual([['1'], ['2']]);
  });

  test('leave out what is no known chemical', () => {
    const [stranger, known] = [measured('dehp', ['ok', 3]), measured('bpa', ['ok', 4])];
    stranger.chemicals.header_name = 'Caffeine (ppb)';
    const [column] = mergeLabSamples([sample('1', { lab_measurements: [stranger, known] })]);
    expect(column?.cells).toEqual({ bpa: { status: 'ok', valueNgG: 4, loqNgG: null } });
  });

  test('hold what any of their samples was tested for', () => {
    const [column] = mergeLabSamples([
      sample('1', { lab_measurements: [measured('dehp', ['ok', 7])] }),
      sample('2', { lab_measurements: [measured('bpa', ['below_loq', 1])] }),
    ]);
    expect(column?.cells).toEqual({
      dehp: { status: 'ok', valueNgG: 7, loqNgG: null },
      bpa: { status: 'below_loq', valueNgG: null, loqNgG: 1 },
    });
  });
});

describe('a cell', () => {
  /** Of `ok 5.9, not_tested` each status, and its value where it has one. */
  const read = (text: string) =>
    text.split(', ').map((one): Reported => {
      const [status, value] = one.split(' ');
      return [status as MeasurementStatus, value === undefined ? null : Number(value)];
    });

  test.each([
    ['averages values', 'ok 5.9, ok 5', 'ok 5.45'],
    ['takes a value over a limit', 'below_loq 50, ok 4, not_tested', 'ok 4'],
    ['counts a lower bound as a value', 'ok 20, above_range 60', 'above_range 40'],
    ['takes a lower bound over a limit', 'above_range 60, below_loq 5', 'above_range 60'],
    ['keeps the largest limit', 'below_loq 2.5, below_loq 5, below_loq 1', 'below_loq 5'],
    ['takes a limit over nothing', 'not_tested, below_loq 10', 'below_loq 10'],
    ['takes a non-detect over nothing', 'not_tested, not_detected', 'not_detected'],
    ['promises no limit where one is unknown', 'below_loq 5, not_detected', 'not_detected'],
    ['takes a value over a non-detect', 'not_detected, ok 0', 'ok 0'],
    ['stays untested', 'not_tested, not_tested', 'not_tested'],
    ['is not carried past equal values', 'ok 0.1, ok 0.1, ok 0.1', 'ok 0.1'],
  ])('%s', (_, reported, expected) => {
    expect([merged(...read(reported))]).toEqual(read(expected));
  });
});

const number = fc.double({ min: 0, max: 1e9, noNaN: true });
const anyReported: fc.Arbitrary<Reported> = fc.oneof(
  fc.tuple(fc.constantFrom<MeasurementStatus>('ok', 'above_range', 'below_loq'), number),
  fc.constantFrom<Reported>(['not_detected', null], ['not_tested', null]),
);
const anyMeasurements = fc
  .uniqueArray(fc.constantFrom(...chemicals.map(({ key }) => key)))
  .chain((keys) =>
    fc.tuple(...keys.map((key) => anyReported.map((outcome) => measured(key, outcome)))),
  );
const anySamples = fc
  .array(
    fc.record({
      lot: fc.constantFrom('A', 'B', null),
      notes: fc.constantFrom('opened', '', null),
      lab_measurements: anyMeasurements,
    }),
    { maxLength: 8 },
  )
  .map((all) => all.map((one, at): LabSample => ({ sample_id: String(at), ...one })));

/** Columns without an order. */
const asSet = (samples: readonly LabSample[]) =>
  new Set(
    mergeLabSamples(samples).map((column) => ({
      ...column,
      sampleIds: column.sampleIds.toSorted(),
    })),
  );

describe('whatever the samples', () => {
  test('their order changes no column', () => {
    const shuffled = anySamples.chain((samples) =>
      fc.tuple(fc.constant(samples), fc.shuffledSubarray(samples, { minLength: samples.length })),
    );
    fc.assert(
      fc.property(shuffled, ([samples, others]) => {
        expect(asSet(others)).toEqual(asSet(samples));
      }),
    );
  });

  test('one alone is its own column, letter by letter', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        for (const one of samples) {
          const cells = one.lab_measurements.map(({ status, value_ppb, chemicals: named }) => [
            named.header_name,
            status === 'below_loq'
              ? { status, valueNgG: null, loqNgG: value_ppb }
              : { status, valueNgG: value_ppb, loqNgG: null },
          ]);
          const [column] = mergeLabSamples([one]);
          expect(column).toMatchObject({ sampleIds: [one.sample_id], lot: one.lot });
          const named = Object.entries(column?.cells ?? {}).map(([key, cell]) => [
            headerName(chemicalOf(key as ChemicalKey)),
            cell,
          ]);
          expect(Object.fromEntries(named)).toEqual(Object.fromEntries(cells));
        }
      }),
    );
  });

  test('each is in one column, and a merged value lies among those it was made of', () => {
    fc.assert(
      fc.property(anySamples, (samples) => {
        const columns = mergeLabSamples(samples);
        expect(columns.flatMap((column) => column.sampleIds).toSorted()).toEqual(
          samples.map((one) => one.sample_id).toSorted(),
        );
        for (const { sampleIds, cells } of columns) {
          const own = samples.filter((one) => sampleIds.includes(one.sample_id));
          for (const [key, { valueNgG, loqNgG }] of Object.entries(cells)) {
            const figure = valueNgG ?? loqNgG;
            if (figure === null) continue;
            const header = headerName(chemicalOf(key as ChemicalKey));
            const values = own
              .flatMap((one) => one.lab_measurements)
              .filter((m) => m.chemicals.header_name === header)
              .flatMap((m) => m.value_ppb ?? []);
            expect(figure).toBeGreaterThanOrEqual(Math.min(...values));
            expect(figure).toBeLessThanOrEqual(Math.max(...values));
          }
        }
      }),
    );
  });
});
