import { describe, expect, test } from 'vitest';
import { parseMeasurement, type SampleMeasurements } from '#app/toxicology/measurement.ts';
import type { Family } from '#app/toxicology/families.ts';
import { reportTiles, type ReportTile } from './report-cards.ts';
import { besideText, shareText, tileAnswer } from './tile-answer.ts';
import { defaultViewpoint } from './viewpoint.ts';

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
  const tile = reportTiles(originalId, servingG, samples, defaultViewpoint).find(
    (t) => t.family === family,
  );
  if (!tile) throw new Error(`no tile of ${family}`);
  return tile;
}

/** What a tile says, of samples of 100 g for a child: 1 ng/g of a bisphenol is 36 times the limit. */
const outcome = (family: Family, ...samples: Record<string, string>[]) =>
  tileAnswer(tileOf(family, samples.map(sample)));

test('names what was found and counts toward no limit, beside what counts', () => {
  const found = tileOf('phthalates', [sample({ dehp: '20', dibp: '3' })]);
  expect(besideText(found)).toBe('DIBP was found, which counts toward no European limit here.');
  expect(besideText(tileOf('phthalates', [sample({ dehp: '20', dibp: '<1' })]))).toBeNull();
});

describe('the word', () => {
  test('stands where all was measured, with nothing hidden', () => {
    const found = { bpa: '0.01', bps: '0.01', bpf: '0.01' };
    expect(outcome('bisphenols', found)).toMatchObject({
      word: 'High',
      could: null,
      // BPA alone is a third of it: above only if the others count.
      tag: null,
      amount: {
        figure: 'About 1.1 times',
        of: 'the European BPA limit if BPS and BPF are counted as BPA',
      },
      bounds: 'Every amount that counts was measured.',
      doBoundsMatter: false,
      remarks: [],
    });
  });

  test('is that nobody can tell where what was too little to measure may reach the limit', () => {
    expect(outcome('bisphenols', { bpa: '<1', bps: '<1', bpf: '<1' })).toMatchObject({
      word: 'Can’t tell',
      could: 'Low to High',
      // 3 ng/g × 100 g ÷ (0.2 × 14 kg)
      reason:
        'None found; this test could have missed up to 110 times the European BPA limit, all counted as BPA',
      bestEstimate: null,
      bounds:
        'Counting none or all of what is too little to measure: 0% to 110 times the European BPA limit, all counted as BPA.',
      doBoundsMatter: true,
    });
  });

  test('is the same where it may raise the level only', () => {
    expect(outcome('phthalates', { dbp: '<50' })).toMatchObject({
      word: 'Can’t tell',
      could: 'Low to Medium',
      reason: 'None found; this test could have missed up to 3.6% of the European limit',
    });
    expect(outcome('phthalates', { dehp: '70', dbp: '<50' }).reason).toBe(
      'Some was found, and what this test could have missed could bring it to 4.6% of the European limit',
    );
  });

  test('is the same where a chemical that counts was not tested', () => {
    expect(outcome('bisphenols', { bpa: 'NO RESULT', bps: 'NO RESULT' })).toMatchObject({
      word: 'Can’t tell',
      could: 'Low to High',
      reason: 'No sample was tested for BPA and BPS',
      bounds: 'The most is not known.',
    });
  });

  test('is the same where an amount lay outside what can be measured', () => {
    expect(outcome('phthalates', { dehp: '>100' }).reason).toBe(
      'There was more DEHP than the laboratory could measure',
    );
    expect(outcome('phthalates', { dehp: 'ND' }).reason).toBe(
      'The laboratory did not say how little it can detect',
    );
  });

  test('of a High does not change, whatever else may be there', () => {
    expect(outcome('phthalates', { dbp: '>60000' })).toMatchObject({
      word: 'High',
      tag: 'Above limit',
      amount: { figure: 'At least 43 times', of: 'the European limit' },
      bounds: 'The most is not known.',
      remarks: ['There was more DBP than the laboratory could measure: the true figure is higher.'],
    });
    expect(outcome('phthalates', { dehp: '700' }).tag).toBe('Below limit');
    // 7.5 of 100 and up to 107%: nobody knows on which side of the limit.
    expect(outcome('phthalates', { dehp: '525', dbp: '<1400' })).toMatchObject({
      word: 'High',
      tag: null,
      doBoundsMatter: true,
    });
  });

  test('of no results, an unknown serving and what is not rated has its reason', () => {
    expect(tileAnswer(tileOf('phthalates', [])).remarks).toEqual(['There are no test results.']);
    const unknown = tileOf('phthalates', [sample({ dehp: '10' })], { servingG: null });
    expect(tileAnswer(unknown)).toMatchObject({
      word: 'N/A',
      amount: null,
      samples: null,
      bounds: null,
      remarks: ['The serving size is not known, so there is no percentage.'],
    });
    const notRated = tileOf('bisphenols', [sample({ bpa: '1' })], { originalId: 93 });
    expect(tileAnswer(notRated)).toMatchObject({
      word: 'N/A',
      amount: null,
      remarks: [
        'Not rated: see the update. These samples came to 36 times the European BPA limit, all counted as BPA.',
      ],
    });
  });
});

describe('the samples', () => {
  test('come before what could not be detected', () => {
    const one = outcome('phthalates', { dehp: '70' }, { dehp: '140' }, { dehp: '70' });
    expect([one.samples, one.average]).toEqual(['Samples: 1% to 2%.', 'Average 1.3%.']);
    expect(outcome('phthalates', { dehp: '70' }, { dehp: '70' }).samples).toBe(
      'All 2 samples: 1% of the European limit.',
    );
    expect(outcome('phthalates', { dehp: '70' }).samples).toBeNull();
    expect(outcome('phthalates', {}, {}).samples).toBe('Not in any of 2 samples.');
    const beside = { dep: '40' };
    expect(outcome('phthalates', beside, {}).samples).toBe(
      'None found that counts in any of 2 samples.',
    );
  });

  test('are not said to hold none of what they were not tested for', () => {
    const untested = { bpa: 'NO RESULT' };
    expect(outcome('bisphenols', untested, untested).samples).toBe(
      'None of the others found in any of 2 samples.',
    );
  });

  test('in which none was found are counted, and so is what stands for them', () => {
    expect(outcome('bisphenols', { bpa: '<1' }, { bpa: '1.2' }, { bpa: '<1' })).toMatchObject({
      samples: 'Samples: none found in 2, 43 times the European BPA limit in 1.',
      average:
        'Average 26 times the European BPA limit, counting half of what is too little to measure.',
      // They may hold nearly as much, but not quite.
      remarks: [
        'The samples disagree: one held 43 times the European BPA limit, another at most 36 times the European BPA limit, all counted as BPA.',
      ],
    });
  });

  test('disagree only where one held more than another can have held', () => {
    const blind = { bpa: '<1', bps: '<1', bpf: '<1' };
    expect(outcome('bisphenols', blind, { ...blind, bpa: '1.2' }, blind).remarks).toEqual([
      'Just above what can be measured in 1 of 3 samples; the others may hold as much.',
    ]);
    expect(outcome('bisphenols', blind, { ...blind, bpa: '4' }).remarks).toEqual([
      'The samples disagree: one held 140 times the European BPA limit, another at most 110 times the European BPA limit, all counted as BPA.',
    ]);
    // Of one level, however far apart.
    expect(outcome('phthalates', { dehp: '1' }, { dehp: '100' }).remarks).toEqual([]);
  });
});

describe('what a rating is made of', () => {
  test('is said where it is of chemicals that have no limit of their own', () => {
    expect(outcome('bisphenols', { bpa: '<1', bps: '5', bpf: '5' }).remarks).toEqual([
      'No BPA found. This is BPS and BPF, which have no limit of their own; counted as if they were BPA.',
    ]);
    expect(outcome('bisphenols', { bpa: '<1', bps: '5' }).remarks).toEqual([
      'No BPA found. This is BPS, which has no limit of its own; counted as if it were BPA.',
    ]);
    expect(outcome('bisphenols', { bpa: '1', bps: '5' }).remarks).toEqual([]);
    expect(outcome('phthalates', { dehp: '<1', dbp: '500' }).remarks).toEqual([]);
  });

  test('where nothing that counts was found, names what was found beside it', () => {
    const { amount, remarks } = outcome('phthalates', { dmp: '7.8', dep: '<5', dibp: '3' });
    expect(amount?.figure).toBe('None found that counts');
    expect(remarks).toEqual([
      'DMP and DIBP were found, which count toward no European limit here.',
    ]);
    expect(outcome('phthalates', { dmp: '7.8' }).remarks).toEqual([
      'DMP was found, which counts toward no European limit here.',
    ]);
  });
});

describe('one chemical alone', () => {
  const tilesBy = (authority: 'EFSA' | 'EPA', cells: Record<string, string>) =>
    reportTiles(7, 100, [sample(cells)], { ...defaultViewpoint, authority });
  const shareOf = (tiles: ReportTile[], chemical: string, authority: 'EFSA' | 'EPA' = 'EFSA') => {
    const share = tiles.flatMap(({ shares }) => shares).find((one) => one.chemical === chemical);
    if (!share) throw new Error(`no share of ${chemical}`);
    return shareText(share, authority);
  };

  test('is held against its own limit, of either authority', () => {
    // 140 ng/g × 100 g ÷ 14 kg = 1,000 ng/kg: of 50,000 and of 20,000
    expect(shareOf(tilesBy('EFSA', { dehp: '140' }), 'dehp')).toBe('2%');
    expect(shareOf(tilesBy('EPA', { dehp: '140' }), 'dehp')).toBe('5%');
    expect(shareOf(tilesBy('EPA', { bpa: '>7' }), 'bpa')).toBe('≥ 0.1%');
  });

  test('without one reads so', () => {
    expect(shareOf(tilesBy('EPA', { dinp: '140' }), 'dinp', 'EPA')).toBe('no EPA limit');
    expect(shareOf(tilesBy('EFSA', { bps: '3' }), 'bps')).toBe('no EFSA limit');
  });

  test('and the EPA has none for several together, while the word stays', () => {
    const [phthalates, bisphenols] = tilesBy('EPA', { dehp: '700', bpa: '<1' });
    expect(phthalates && tileAnswer(phthalates)).toMatchObject({
      word: 'High',
      amount: null,
      remarks: [expect.stringMatching(/^The EPA has reference doses for some/)],
    });
    expect(bisphenols && tileAnswer(bisphenols).word).toBe('Can’t tell');
  });
});
