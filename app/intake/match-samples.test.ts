import { describe, expect, test } from 'vitest';
import type { DeskFacts } from '#app/testing/publish-samples.server.ts';
import { productFile } from '#test/support/samples-file.ts';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { matchSamples } from './match-samples.ts';

function matched(desk: number, ...ids: string[]) {
  const reading = readLabFile(productFile(...ids.map((id) => ({ id }))), 1_061);
  if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
  const facts = Array.from({ length: desk }, (_, at) => known(at + 1));
  const { samples, doubts } = matchSamples(reading.samples, facts);
  return { lots: samples.map(({ lotNo }) => lotNo), doubts };
}

function known(number: number): DeskFacts {
  const nothing = {
    bestBefore: null,
    boughtOn: null,
    shop: null,
    shippedOn: null,
    atLabOn: null,
  };
  const unnamed = { laboratory: null, method: null, accreditation: null, isPublished: false };
  return { number, lot: `L-${number}`, ...nothing, ...unnamed };
}

describe('the samples of a file are those of the desk', () => {
  test('by their names, which nobody confirms', () => {
    expect(matched(3, '1061-1', '1061 / 02', '1061.3')).toEqual({
      lots: ['L-1', 'L-2', 'L-3'],
      doubts: [],
    });
    expect(matched(1, 'A-77')).toEqual({ lots: ['L-1'], doubts: [] });
  });

  test('in order, which is confirmed for the last one that is left, too', () => {
    expect(matched(3, '1061-1', '1061-2', 'Leerwert').doubts).toEqual([
      'Samples are matched in order: Leerwert is sample 3 (lot L-3).',
    ]);
    expect(matched(3, '1061-1', '1061-01', '1061.1').doubts).toHaveLength(1);
  });

  test('and one that is none of them is confirmed', () => {
    expect(matched(2, '1061-1', '1061-2', 'Leerwert')).toEqual({
      lots: ['L-1', 'L-2', null],
      doubts: ['Leerwert is none of the samples that are recorded at the desk.'],
    });
  });
});
