import { describe, expect, test } from 'vitest';
import { parseMeasurement, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import type { Family } from '#app/toxicology/families.ts';
import { reportCard, reportTiles, type ReportTile } from './report-cards.ts';
import {
  aboveRangeText,
  blindSpotText,
  caveatText,
  rangeText,
  shareText,
  unseenText,
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
  family: Family,
  samples: SampleMeasurements[],
  { servingG = 100 as number | null, originalId = 7 } = {},
): ReportTile {
  const tile = reportCard(originalId, servingG, samples, 'child').find((t) => t.family === family);
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
    expect(rangeText(tile)).toBe('43% from lower to upper bound');
  });

  test('of non-detects that could reach the limit', () => {
    const tile = tileOf('bisphenols', [sample({ bpa: '<1', bps: '<1', bpf: '<1' })]);
    expect(tile).toMatchObject({ level: 'Low' });
    // 3 ng/g × 100 g ÷ (0.2 × 14 kg)
    expect(rangeText(tile)).toBe('Between 0% and 10,714%');
    expect(caveatText(tile)).toMatch(/^Not detected/);
    expect(blindSpotText(tile)).toBe(
      'This test could not see the limit: amounts too small for it to measure could add up to 10,714% of it.',
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
    expect(rangeText(tile)).toBe('At least 0%; the upper bound is not known');
    expect(blindSpotText(tile)).toBe(
      'This test could not see the limit: BPA and BPS were not tested.',
    );
  });

  test('of an amount above the range, below the limit', () => {
    const tile = tileOf('phthalates', [sample({ dehp: '>100' })]);
    expect(blindSpotText(tile)).toMatch(/there was more DEHP than the laboratory could measure\.$/);
  });

  test('of an amount above the limit: the range says that it may be more', () => {
    const tile = tileOf('phthalates', [sample({ dbp: '>60000' })]);
    expect(rangeText(tile)).toBe('At least 4,286%; the upper bound is not known');
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
      /^Not rated: see the update above\. .* held 3,571% of the TDI\.$/,
    );
    expect(blindSpotText(tile)).toBeNull();
  });
});

test('the list says what a test could not see', () => {
  expect(unseenText(3214)).toBe('or up to 3,214%');
  expect(unseenText(null)).toBe('or more: not seen');
});

test('where nothing that counts was found, what was found beside it is named', () => {
  const tile = tileOf('phthalates', [sample({ dmp: '7.8', dep: '<5', dibp: '3' })]);
  expect(tile.percent?.estimate).toBe(0);
  expect(caveatText(tile)).toBe(
    'Nothing that counts toward the limit was detected, which does not mean that nothing is there. DMP and DIBP were found.',
  );
  const alone = tileOf('phthalates', [sample({ dmp: '7.8' })]);
  expect(caveatText(alone)).toMatch(/\. DMP was found\.$/);
});

describe('more than could be measured', () => {
  const above = (cells: Record<string, string>) =>
    tileOf('bisphenols', [sample({ bpa: '0', bps: '0', bpf: '0', ...cells })]);

  test('hides the limit where the rest keeps it', () => {
    // 0.01 ng/g × 100 g ÷ (0.2 × 14 kg) = 36%
    const tile = above({ bpa: '>0.01' });
    expect(blindSpotText(tile)).toBe(
      'This test could not see the limit: there was more BPA than the laboratory could measure.',
    );
    expect(aboveRangeText(tile)).toBeNull();
  });

  test('is said where the limit is passed already', () => {
    const tile = above({ bpa: '>60000', bpf: '>1' });
    expect(blindSpotText(tile)).toBeNull();
    expect(aboveRangeText(tile)).toBe(
      'There was more BPA and BPF than the laboratory could measure: the true figure is higher.',
    );
    expect(rangeText(tile)).toMatch(/^At least /);
  });
});

test('a tile knows the level of each sample alone', () => {
  const tile = tileOf('phthalates', [sample({ dehp: '70' }), sample({ dehp: '700' })]);
  expect(tile.sampleLevels).toEqual(['Low', 'High']);
});

describe('one chemical alone', () => {
  const tilesBy = (authority: 'EFSA' | 'EPA', cells: Record<string, string>) =>
    reportTiles(7, 100, [sample(cells)], { weightKg: 14, authority });
  const shareOf = (tiles: ReportTile[], chemical: string) => {
    const share = tiles.flatMap(({ shares }) => shares).find((one) => one.chemical === chemical);
    if (!share) throw new Error(`no share of ${chemical}`);
    return shareText(share);
  };

  test('is held against its own limit, of either authority', () => {
    // 140 ng/g × 100 g ÷ 14 kg = 1,000 ng/kg: of 50,000 and of 20,000
    expect(shareOf(tilesBy('EFSA', { dehp: '140' }), 'dehp')).toBe('2%');
    expect(shareOf(tilesBy('EPA', { dehp: '140' }), 'dehp')).toBe('5%');
    expect(shareOf(tilesBy('EPA', { bpa: '>7' }), 'bpa')).toBe('≥ 0.1%');
  });

  test('without one reads so', () => {
    expect(shareOf(tilesBy('EPA', { dinp: '140' }), 'dinp')).toBe('no limit set');
    expect(shareOf(tilesBy('EFSA', { bps: '3' }), 'bps')).toBe('no limit set');
  });

  test('and the EPA has none for several together, while the level stays', () => {
    const [phthalates] = tilesBy('EPA', { dehp: '700' });
    expect(phthalates).toMatchObject({ percentStatus: 'no_limit_set', level: 'High' });
    expect(phthalates && caveatText(phthalates)).toMatch(/^The EPA has set no limit/);
  });
});
