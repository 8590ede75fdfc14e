import { describe, expect, test } from 'vitest';
import { parseSamplesFile } from '#app/results/samples/samples-file.ts';
import { inOrder } from '#app/results/samples/in-order.ts';
import { samplesText } from '#app/results/samples/samples-text.ts';
import { longFile, wideFile } from '#test/support/lab-file.ts';
import { readLabFile } from '#app/intake/lab-file/read-lab-file.ts';
import { productsOf } from '#app/results/samples/file-products.ts';
import { compareProduct } from '#app/results/samples/product-change.ts';
import { lookAtLimits, lookTwice } from './look-twice.ts';

const ABOUT = 1_061;
const one = { sample: '1061-1', Pb: '3', Cd: '12', As: '20', Hg: '<1', limit: '' };

/** What a file says of each metal, or why it is refused. */
function outcome(file: string): string {
  const reading = readLabFile(file, ABOUT, 'metals');
  if (!reading.ok)
    return reading.problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n');
  return reading.samples
    .map(({ measurements }) =>
      Object.entries(measurements).map(([key, { reported }]) => `${key} ${reported}`),
    )
    .join('; ');
}

const doubtsOf = (file: string) => {
  const reading = readLabFile(file, ABOUT, 'metals');
  return reading.ok ? reading.doubts : undefined;
};

describe('a file of a test for metals is read', () => {
  test.each([
    ['with a line for each sample', wideFile(one), 'pb 3,cd 12,as 20,hg <1'],
    ['with a line for each result', longFile(one), 'pb 3,cd 12,as 20,hg <1'],
    ['with inorganic arsenic', wideFile({ ...one, iAs: '9' }), 'pb 3,cd 12,as 20,hg <1,ias 9'],
    [
      'with inorganic arsenic on a line of its own',
      longFile({ ...one, iAs: '<9', As: '8.5' }),
      'pb 3,cd 12,as 8.5,hg <1,ias <9',
    ],
    [
      'in mg/kg',
      wideFile({ ...one, unit: 'mg/kg', Pb: '<0.0021' }),
      'pb <2.1,cd 12000,as 20000,hg <1000',
    ],
    ['by name', longFile(one).replaceAll(',Pb,', ',Lead,'), 'pb 3,cd 12,as 20,hg <1'],
    [
      'with a number that is its limit',
      longFile({ ...one, limit: '3', As: '4' }),
      'pb 3,cd 12,as 4,hg <1',
    ],
  ])('%s', (_, file, said) => {
    expect(outcome(file)).toBe(said);
  });

  test('by its headings where nobody has said what it is of, and says all that it said', () => {
    const wide = readLabFile(wideFile({ ...one, iAs: '9' }), ABOUT);
    if (!wide.ok) throw new Error(JSON.stringify(wide.problems));
    const text = samplesText(wide.samples);
    expect(text.split('\n')[0]).toContain('\tPb_ng_g\tCd_ng_g\tAs_ng_g\tHg_ng_g\tiAs_ng_g\t');
    const again = parseSamplesFile(text, ABOUT);
    if (!again.ok) throw new Error(JSON.stringify(again.problems));
    expect(again.samples.map(({ measurements }) => measurements)).toEqual(
      inOrder(wide.samples).map(({ measurements }) => measurements),
    );
  });
});

describe('a file of a test for metals is refused', () => {
  const spike = { ...one, sample: 'Spike', type: 'spike', of: '1061-1' };
  test.each([
    [
      'with a number below its own limit',
      longFile({ ...one, limit: '3.1', As: '4' }),
      'line 2: Pb is 3, below its limit 3.1: write <3.1, or correct one',
    ],
    [
      'but not for that of a control',
      longFile(one, { ...spike, limit: '30' }),
      'pb 3,cd 12,as 20,hg <1',
    ],
    [
      'with more inorganic arsenic than arsenic',
      wideFile({ ...one, iAs: '20.1' }),
      'line 2: iAs: there is more inorganic arsenic than arsenic. Correct one of them',
    ],
    [
      'with more of it than arsenic’s limit',
      wideFile({ ...one, As: '<5', iAs: '5.1' }),
      'line 2: iAs: there is more inorganic arsenic than arsenic. Correct one of them',
    ],
    [
      'with a zero, which no laboratory sees',
      wideFile({ ...one, Pb: '0', iAs: '0.0', unit: 'mg/kg' }),
      'line 2: Pb of 1061-1 is 0: write "<" and the limit, or ND\nline 2: iAs of 1061-1 is 0: write',
    ],
    [
      'but not for a control’s',
      wideFile(one, { ...one, sample: 'MB', type: 'blank', Pb: '0' }),
      'pb 3,cd 12,as 20,hg <1',
    ],
    [
      'without a metal',
      longFile(one).replace(/.*,Hg,.*\n/, ''),
      'line 2: Hg of 1061-1 is missing: add it, as NR where it was not tested',
    ],
    ...['dry weight', 'as prepared', 'as fed', 'as-fed'].map((basis) => [
      basis,
      wideFile({ ...one, basis }),
      `line 2: basis is "${basis}": write "as received". Ask the laboratory for results by the weight of the product as it was bought where it gave others`,
    ]),
    [
      'in another unit',
      wideFile({ ...one, unit: 'ppb' }),
      'line 2: unit is "ppb": write ng/g, µg/kg, or mg/kg, and ask the laboratory for results by weight where it gave others',
    ],
    [
      'by what is no metal',
      longFile(one).replace(',Hg,', ',DEHP,'),
      'line 5: chemical is "DEHP": write one of Pb, Cd, As, Hg, iAs, or leave the line out',
    ],
    [
      'by another name',
      wideFile(one).replace(',Pb,', ',Lead (µg/kg),'),
      'line 1: "Lead (µg/kg)" is not a column of the template: write Pb, and the unit in the column unit\nline 1: the column "Pb" is missing: add it',
    ],
  ] as [string, string, string][])('%s', (_, file, said) => {
    expect(outcome(file)).toContain(said);
  });

  test('as one for plastic chemicals where it is of neither, and as ever', () => {
    const both = readLabFile(wideFile({ sample: '1061-1' }).replace(',DEHP,', ',Pb,'), ABOUT);
    expect(both).toMatchObject({ ok: false });
    expect(JSON.stringify(both)).toContain(
      '\\"Pb\\" is not a column of the template: leave it out',
    );
    const samples = parseSamplesFile('id\tDEHP_ng_g\tPb_ng_g\n1\t2\t3\n', ABOUT);
    expect(JSON.stringify(samples)).toContain('the column \\"Pb_ng_g\\" is unknown');
  });
});

describe('of a file of a test for metals one asks', () => {
  const AS_TOTAL =
    'In most samples iAs is the same as As or at least 90% of it, or As was not tested. Inorganic arsenic is read, not all arsenic.';
  const two = (more: object, others: object) => [
    { ...one, ...more },
    { ...one, sample: '1061-2', ...others },
  ];
  test.each([
    ['as arsenic is', two({ iAs: '20' }, { iAs: '20.0' }), true],
    ['as it is where it was tested', two({ iAs: '20' }, { As: 'NR', iAs: '7' }), true],
    ['nearly as it is', two({ iAs: '19.9' }, { iAs: '18' }), true],
    ['nearly in one of two', two({ iAs: '20' }, { iAs: '17.9' }), false],
    ['in no sample that can tell', two({ As: '<20', iAs: '<9' }, { iAs: '<9' }), false],
    ['nowhere', two({}, {}), false],
  ])('whether inorganic arsenic is that: %s', (_, rows, isAsked) => {
    expect(doubtsOf(wideFile(...rows))).toEqual(isAsked ? [AS_TOTAL] : []);
  });

  test.each([
    ['some', two({ Hg: 'NR', iAs: 'NR' }, { iAs: '9' }), ['Hg', 1, 'iAs', 1]],
    ['all', two({ Hg: 'NR' }, { Hg: 'NR' }), ['Hg', 2]],
    ['none', two({}, {}), []],
  ] as const)('about metals without a result in samples: %s', (_, rows, gaps) => {
    const reading = readLabFile(wideFile(...rows), ABOUT, 'metals');
    const [product] = productsOf(reading.ok ? reading.samples : []);
    const change = { ...compareProduct(undefined, product!), revision: 1, isCorrection: false };
    const asked = lookTwice([{ product: product!, before: undefined, change, usual: new Map() }]);
    expect(asked.map((text) => text.replace(/^Product 1061: (.*) of 2 samples\.$/, '$1'))).toEqual(
      gaps.flatMap((name, at) => (at % 2 === 0 ? `${name} has no result in ${gaps[at + 1]}` : [])),
    );
  });

  const registered = { limits: { Pb: 2, Cd: 1, As: 5, Hg: 1 } };
  const asked = (row: object, facts: Parameters<typeof lookAtLimits>[2] = registered) => {
    const reading = readLabFile(longFile({ ...one, ...row }), ABOUT, 'metals');
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    const [text = ''] = lookAtLimits(reading.samples, reading.written, facts);
    return text.replace(/^.*Check unit and basis: /, '');
  };
  test.each([
    ['what is registered', { Pb: '<2' }, ''],
    ['a coarser limit', { Pb: '<2.1' }, 'Pb of 1061-1 (<2.1 µg/kg, limit 2.1 ng/g; registered 2).'],
    ['a twentieth', { Pb: '<0.1' }, ''],
    ['less', { Pb: '<0.09' }, 'Pb of 1061-1 (<0.09 µg/kg, limit 0.09 ng/g; registered 2).'],
    [
      'its thousandth',
      { Pb: '<0.002' },
      'Pb of 1061-1 (<0.002 µg/kg, limit 0.002 ng/g; registered 2).',
    ],
    [
      'the same in mg/kg',
      { unit: 'mg/kg', Pb: '<0.002', Cd: '<0.001', As: '<0.005', Hg: '<0.001' },
      '',
    ],
    ['what is lower and has no limit', { Pb: '1.9' }, 'Pb of 1061-1 (1.9 µg/kg; registered 2).'],
    ['a lower limit beside', { Pb: '1.9', limit: '1', As: 'NR', Cd: 'NR' }, ''],
    [
      'a limit beside',
      { Pb: '12', limit: '10', As: 'NR', Cd: 'NR' },
      'Pb of 1061-1 (12 µg/kg, limit 10 ng/g; registered 2).',
    ],
  ])('about limits: %s', (_, row, said) => {
    expect(asked({ unit: 'µg/kg', ...row })).toBe(said);
  });

  test('about limits of powder that are as much finer as it makes', () => {
    const facts = { limits: { Pb: 20, Cd: 16, As: 37, Hg: 7 }, asFedPerG: 7.5 };
    const row = { Cd: '20', As: '40', Hg: '<7' };
    expect(asked({ ...row, Pb: '<2.67' }, facts)).toBe('');
    expect(asked({ ...row, Pb: '<2.6666' }, facts)).toContain('Pb of 1061-1 (<2.6666');
  });
});
