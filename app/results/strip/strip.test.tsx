import fc from 'fast-check';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import { reportTiles, type ReportTile } from '#app/results/answers/report-cards.ts';
import { reportMeasurements } from '#app/results/answers/report-measurements.ts';
import type { Concentration, ReportSample } from '#app/results/tested-schema.ts';
import { defaultViewpoint } from '#app/results/answers/viewpoint.ts';
import { reportSample } from '#test/support/report-sample.ts';
import { SamplesAsTable, sampleLabels } from './samples-as-table.tsx';
import { placeOnStrip, stripOf } from '#app/results/answers/strip-of.ts';
import { stripSentence } from '#app/results/answers/strip-sentence.ts';
import { StripGuide } from './strip-guide.tsx';
import { Strip } from './strip.tsx';

/** A child of 14 kg eats 14 g: what a gram holds is the amount per kilogram and day. */
function bisphenols(samples: readonly ReportSample[], originalId = 1): ReportTile {
  const [, tile] = reportTiles(originalId, 14, reportMeasurements(samples), defaultViewpoint);
  if (!tile) throw new Error('there are three tiles');
  return tile;
}

const sample = (bpa: Concentration, bps: Concentration = 0, bpf: Concentration = 0) =>
  reportSample('1', null, { bpa_ng_g: bpa, bps_ng_g: bps, bpf_ng_g: bpf });
const stripFor = (...samples: ReportSample[]) => stripOf(bisphenols(samples));
const markOf = (of: ReportSample) => stripFor(of).marks[0];

describe('a mark', () => {
  test.each<[string, ReportSample, object | undefined]>([
    [
      'within every limit whatever was missed',
      sample('<0.1', 0.05),
      { kind: 'found', lower: 0.05, upper: 0.15, standing: 'within' },
    ],
    [
      'above one by its own substance',
      sample(1, '<2'),
      { kind: 'found', lower: 1, upper: 3, standing: 'above', above: ['EFSA'] },
    ],
    [
      'above if others are counted',
      sample(0, 1),
      {
        kind: 'found',
        lower: 1,
        upper: 1,
        standing: 'above_if_counted',
        above: ['EFSA'],
        counted: ['bps'],
      },
    ],
    [
      'of nothing found',
      sample('<1', '<1'),
      { kind: 'none', lower: 0, upper: 2, standing: 'open' },
    ],
    [
      'of more than could be measured',
      sample('>1'),
      { kind: 'at_least', lower: 1, upper: null, standing: 'above', above: ['EFSA'] },
    ],
    [
      'beside what was not looked for',
      reportSample('1', null, { bpa_ng_g: '<1' }),
      { kind: 'unseen', lower: 0, upper: null, standing: 'open' },
    ],
    ['of no result', reportSample('1', null, {}), undefined],
  ])('%s', (_, of, expected) => {
    expect(markOf(of)).toEqual(expected);
  });

  test('is held against no limit where nobody takes it in, or it is not rated', () => {
    const tile = bisphenols([sample(1)]);
    expect(stripOf(tile, true).marks).toEqual([
      { kind: 'found', lower: 1, upper: 1, standing: null },
    ]);
    expect(stripOf(bisphenols([sample(1)], 93)).marks).toEqual(stripOf(tile, true).marks);
  });

  test('of more stands no further left, and none leaves the axis', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-9, max: 1e12, noNaN: true }), (amount) => {
        const [less, more] = [amount, amount * 2].map((one) => placeOnStrip('bisphenols', one).at);
        expect(less).toBeGreaterThanOrEqual(0);
        expect(more).toBeGreaterThanOrEqual(less!);
        expect(more).toBeLessThanOrEqual(100);
      }),
    );
  });
});

test.each([
  [
    stripFor(sample(0.1), sample(0.02), sample('<0.04')),
    'Bisphenols in 3 samples: found in 2, 10% to 50% of the European BPA limit; none found in 1, at most 20% of the European BPA limit; within every limit.',
  ],
  [
    stripFor(sample(0.02, '<0.04'), sample(0.05)),
    'Bisphenols in 2 samples: found in 2, 10% to 25% of the European BPA limit, at most 30% of the European BPA limit; within every limit.',
  ],
  [
    stripFor(sample(0, 1), sample('<1', '<1'), sample('>1')),
    'Bisphenols in 3 samples: found in 1, 5 times the European BPA limit; in 1 at least 5 times the European BPA limit; none found in 1, at most 10 times the European BPA limit, all counted as BPA; 1 above the European limit for BPA if BPS is counted as BPA; 1 not known to be within every limit; 1 above the European limit for BPA.',
  ],
  [
    stripFor(reportSample('1', null, { bpa_ng_g: '<1' })),
    'Bisphenols in 1 sample: none found in 1, and how much there may be is not known; not known to be within every limit.',
  ],
  [stripFor(reportSample('1', null, {})), 'Bisphenols: no sample was tested.'],
])('a strip says what it shows', (strip, sentence) => {
  expect(stripSentence(strip)).toBe(sentence);
  const html = renderToStaticMarkup(<Strip strip={strip} size="mini" />);
  expect(html).toContain(`aria-label="${sentence}"`);
  expect(html).toContain('height="24"');
  expect(html).not.toContain('style=');
});

test('the guide has a shape of its own for each meaning that there is, and no other', () => {
  const read = (...samples: ReportSample[]) => {
    const guide = renderToStaticMarkup(<StripGuide strips={[stripFor(...samples)]} />);
    const items = [...guide.matchAll(/<li[^>]*>(<svg.*?<\/svg>)([^<]*)<\/li>/g)];
    return items.map(([, drawing = '', says]) => {
      const shape = drawing.replaceAll(/text-[a-z-]+|sign-[a-z_-]+/g, '');
      return { says, shape };
    });
  };
  const signs = read(
    sample(0.02),
    sample(0, 1),
    sample(0.15, '<0.1'),
    sample(1),
    sample('>1'),
    sample('<1', '<1'),
    sample('<0.01', '<0.01'),
    reportSample('1', null, { bpa_ng_g: '<1' }),
  );
  expect(signs.map(({ says }) => says)).toEqual([
    'measured, within every limit',
    'measured, above a limit if BPS is counted as BPA',
    'measured, maybe above a limit',
    'measured, above a limit',
    'at least this much, above a limit',
    'none found, maybe above a limit',
    'none found, within every limit',
    'none found, any amount possible, maybe above a limit',
  ]);
  expect(new Set(signs.map(({ shape }) => shape)).size).toBe(signs.length);
  expect(read(sample(0.02)).map(({ says }) => says)).toEqual(['measured, within every limit']);
});

test('as a table, a strip has a row for each sample', () => {
  const samples = [sample(0.5), reportSample('2', null, {}), sample('<1', '<1')];
  const read = (originalId: number) =>
    renderToStaticMarkup(
      <SamplesAsTable tile={bisphenols(samples, originalId)} samples={samples} />,
    )
      .split('<tbody>')[1]
      ?.replaceAll(/<[^>]+>/g, '|')
      .replaceAll(/\|+/g, '|');
  expect(read(1)).toBe(
    '|Sample 1|250%|250%|High|Sample 2|No result|Not known|–|Sample 3|Not detected|1,000%|Can’t tell|',
  );
  expect(read(93)).not.toMatch(/High|Can’t tell/);
  const one = samples.slice(0, 1);
  expect(renderToStaticMarkup(<SamplesAsTable tile={bisphenols(one)} samples={one} />)).toBe('');
});

test('samples are called by lot, by lot and number where it is shared, by number without one', () => {
  const lots = ['A12', 'B', null, 'B'].map((lot_number) => ({ lot_number }));
  expect(sampleLabels(lots)).toEqual([
    'Lot A12',
    'Lot B (sample 2)',
    'Sample 3',
    'Lot B (sample 4)',
  ]);
});
