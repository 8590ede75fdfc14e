import { describe, expect, test } from 'vitest';
import { bodyWeights } from '#app/toxicology/body-weights.ts';
import { parseMeasurement, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import { reportCards, type ReportTile } from './report-cards.ts';
import type { RiskFamily } from './risk-level-row.ts';
import {
  blindSpotText,
  caveatText,
  estimateText,
  rangeText,
  unseenText,
  workingOf,
} from './tile-text.ts';

/** One sample in which everything is as given, and the rest far below any limit. */
function sample(cells: Record<string, string>): SampleMeasurements {
  const nothing = { dehp: '<1', dbp: '<1', bbp: '<1', dinp: '<1' };
  const none = { ...nothing, bpa: '0', bps: '0', bpf: '0', deht: '<1', deha: '<1', dinch: '<1' };
  return Object.fromEntries(
    Object.entries({ ...none, ...cells }).map(([key, text]) => {
      const parsed = parseMeasurement(text);
      if (!parsed.ok) throw new Error(parsed.reason);
      return [key, parsed.measurement];
    }),
  );
}

function tileOf(
  family: RiskFamily,
  samples: SampleMeasurements[],
  { servingG = 100 as number | null, originalId = 7 } = {},
): ReportTile {
  const tile = reportCards(originalId, servingG, samples).child.find((t) => t.family === family);
  if (!tile) throw new Error(`no tile of ${family}`);
  return tile;
}

describe('what a tile says', () => {
  test('of measured amounts: no range, nothing hidden', () => {
    const tile = tileOf('bisphenols', [sample({ bpa: '0.01', bps: '0.01', bpf: '0.01' })]);
    expect(rangeText(tile)).toBe('Every amount that counts was measured');
    expect([caveatText(tile), blindSpotText(tile)]).toEqual([null, null]);
  });

  test('of non-detects that make no difference: not that all was measured', () => {
    const tile = tileOf('phthalates', [sample({ dehp: '3000' })]);
    expect(tile.percent?.upper).toBeGreaterThan(tile.percent?.lower ?? Infinity);
    expect(rangeText(tile)).toBe('43 % from its lower to its upper bound');
  });

  test('of non-detects that could reach the limit', () => {
    const tile = tileOf('bisphenols', [sample({ bpa: '<1', bps: '<1', bpf: '<1' })]);
    expect(tile).toMatchObject({ level: 'Low' });
    // 3 ng/g × 100 g ÷ (0.2 × 14 kg)
    expect(rangeText(tile)).toBe('Between 0 % and 10,714 %');
    expect(caveatText(tile)).toMatch(/^Nothing was found/);
    expect(blindSpotText(tile)).toBe(
      'This test could not see the limit: amounts too small for it to measure could add up to 10,714 % of it.',
    );
  });

  test('of non-detects that could raise the level only', () => {
    const tile = tileOf('phthalates', [sample({ dbp: '<50' })]);
    expect(blindSpotText(tile)).toBe(
      'This test could not rule out a higher level: amounts too small for it to measure could raise it to Medium.',
    );
  });

  test('of a chemical that was not tested', () => {
    const tile = tileOf('bisphenols', [sample({ bpa: 'NO RESULT', bps: 'NO RESULT', bpf: '0' })]);
    expect(rangeText(tile)).toBe('At least 0 %; how much at most is not known');
    expect(blindSpotText(tile)).toBe(
      'This test could not see the limit: BPA and BPS were not tested.',
    );
  });

  test('of an amount above the range, below the limit', () => {
    const tile = tileOf('phthalates', [sample({ dehp: '>100' })]);
    expect(blindSpotText(tile)).toMatch(
      /some amounts lay outside the range that it can measure\.$/,
    );
  });

  test('of an amount above the limit: the range says that it may be more', () => {
    const tile = tileOf('phthalates', [sample({ dbp: '>60000' })]);
    expect(rangeText(tile)).toBe('At least 4,286 %; how much at most is not known');
    expect(blindSpotText(tile)).toBeNull();
  });

  test('of no results, and of an unknown serving', () => {
    expect(caveatText(tileOf('phthalates', []))).toBe('There are no test results.');
    const unknown = tileOf('phthalates', [sample({ dehp: '10' })], { servingG: null });
    expect(caveatText(unknown)).toMatch(/serving size is not known/);
    expect([rangeText(unknown), blindSpotText(unknown)]).toEqual([null, null]);
  });

  test('of what is not rated', () => {
    const tile = tileOf('bisphenols', [sample({ bpa: '1' })], { originalId: 93 });
    expect(tile.level).toBe('N/A');
    expect(caveatText(tile)).toMatch(
      /^Not rated: see the update above\. .* held 3,571 % of the TDI\.$/,
    );
    expect(blindSpotText(tile)).toBeNull();
  });
});

test.each([
  [470, null, '≥ 470 %'],
  [470, 500, '470 %'],
  [0, 0, '0 %'],
])('the list states an estimate of %d under %s as %s', (percent, upper, text) => {
  expect(estimateText(percent, upper)).toBe(text);
});

test('the list says what a test could not see', () => {
  expect(unseenText(3214)).toBe('or up to 3,214 %');
  expect(unseenText(null)).toBe('or more: not seen');
});

test('the working names sum, serving, person and limit from the records', () => {
  const [child, adult] = bodyWeights;
  const tile = tileOf('phthalates', [sample({})]);
  const { sum, sentence, limit } = workingOf(tile, 152, child);
  expect(sum).toBe('DEHP + 5 × DBP + 0.1 × BBP + 0.3 × DINP');
  expect(sentence).toContain('one serving of 152 g a day, for a child of 14 kg');
  expect(sentence).toContain('50,000 ng per kg');
  expect(limit.authority).toBe('EFSA');
  expect(workingOf(tile, 0, adult).sentence).toContain('one serving a day, for an adult of 70 kg');
});
