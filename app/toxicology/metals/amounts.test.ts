import { expect, it } from 'vitest';
import { parseMeasurement, type Measurement } from '#app/toxicology/measurement.ts';
import { amountsOf } from './amounts.ts';

it('amounts keep the mean, the highest sample, and the limit of what was not found', () => {
  const samples = [
    { pb: read('3'), as: read('<4') },
    { pb: read('<5'), as: read('ND') },
    { pb: read('10'), hg: read('>60') },
    { pb: read('NO RESULT'), cd: read('') },
  ];
  expect(amountsOf(samples)).toEqual({
    // (3 + 0 + 10) / 3 to (3 + 5 + 10) / 3; the sample without a result is in no mean.
    pb: amount([13 / 3, 6], [10, 10], 3, 5),
    // ND names no limit, so that nobody knows the most.
    as: amount([0, null], [0, null], 2, 4),
    hg: amount([60, null], [60, null], 1, null),
  });
});

type Pair = [lower: number, upper: number | null];

function amount([lowerNgG, upperNgG]: Pair, highest: Pair, samples: number, loqNgG: number | null) {
  const [highestLowerNgG, highestUpperNgG] = highest;
  return { lowerNgG, upperNgG, highestUpperNgG, highestLowerNgG, samples, of: 4, loqNgG };
}

function read(text: string): Measurement {
  const parsed = parseMeasurement(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.measurement;
}
