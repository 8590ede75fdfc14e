import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { samplesText } from '#app/results/samples/samples-text.ts';
import { productFile } from '#test/support/samples-file.ts';
import { aWorkbook } from '#test/support/workbook.ts';
import { decimalSignOf, readConcentration } from './concentrations.ts';
import { readLabHeading } from './headings.ts';
import { unitAbove } from './line-cells.ts';
import { readLabFile } from './read-lab-file.ts';
import type { Answers, Reading } from './reading.ts';
import { readUnit, shifted } from './units.ts';
import { isWorkbook, workbookText } from './workbook.server.ts';

const file = (name: string) => readFileSync(`test/data/lab-files/${name}`);

async function read(name: string, answers: Answers = {}): Promise<Reading> {
  const bytes = file(name);
  const text = isWorkbook(bytes) ? await workbookText(bytes) : bytes.toString();
  return readLabFile(text ?? '', 1_061, answers);
}

/** What was measured in each sample, and what was set aside, as one line each. */
function found(reading: Reading): string[] {
  if (!reading.ok) throw new Error(reading.problems.map(({ reason }) => reason).join('\n'));
  return [
    ...reading.samples.map(({ id, measurements }) => {
      const tested = Object.entries(measurements).filter(([, one]) => one.status !== 'not_tested');
      return [id, ...tested.map(([key, { reported }]) => `${key} ${reported}`)].join(' · ');
    }),
    ...reading.controls.map(({ id, kind, of, results }) => {
      const texts = Object.entries(results).map(([name, result]) => `${name} ${result}`);
      return [`${kind} ${id}${of === null ? '' : ` of ${of}`}`, ...texts].join(' · ');
    }),
  ];
}

const problems = (reading: Reading) =>
  reading.ok ? [] : reading.problems.map(({ line, reason }) => `${line}: ${reason}`);
const doubts = (reading: Reading) => (reading.ok ? reading.doubts.map(({ text }) => text) : []);

describe('a file as laboratories write it is read', () => {
  test.each([
    [
      '01-edd-long.csv',
      '1061-1 · dehp 41.5 · dbp <10 · bpa 0.7',
      '1061-2 · dehp 38 · dbp 12 · bpa <1',
      'blank MB-240901 · DEHP <10 · DBP <10',
    ],
    [
      '02-lims-wide.csv',
      '1061-1 · dehp 41.5 · dbp <10 · bbp <5 · bpa <0.5',
      '1061-2 · dehp 38.0 · dbp <10 · bbp <5 · bpa <0.5',
      '1061-3 · dehp 40 · dbp <10 · bbp <5 · bpa <0.5',
      'blank Method Blank · DEHP <10 · DBP <10 · BBP <5 · BPA <0.5',
      'spike LCS-1 · DEHP 98% · DBP 102% · BBP 95% · BPA 88%',
      'duplicate 1061-2 DUP of 1061-2 · DEHP 39 · DBP <10 · BBP <5 · BPA <0.5',
    ],
    ['03-merged-header.csv', '1061-1 · dehp 41.5 · bpa <0.5', '1061-2 · dehp 38 · bpa 0.7'],
    [
      '04-semicolon-decimal-comma.csv',
      '1061-1 · dehp 41.5 · dbp <10 · bpa 0.7',
      '1061-2 · dehp 38 · dbp <10 · bpa <0.5',
    ],
    ['05-tabs-exponents.tsv', '1061-1 · dehp 1200', '1061-2 · dehp 1240 · dbp <10.5 · bpa 0.7'],
    ['06-mixed-units.csv', '1061-1 · dehp 41.5 · bpa 0.7', '1061-2 · dehp 38 · bpa <0.5'],
    [
      '07-units-row.csv',
      '1061-1 · dehp 41.5 · dbp <10 · dibp <10 · bpa <0.5',
      '1061-2 · dehp 38 · dbp <10 · dibp 12 · bpa <0.5',
    ],
    [
      '08-cas-headings.csv',
      '1061-1 · dehp 41.5 · dbp <10 · bpa <0.5',
      '1061-2 · dehp 38 · dbp <10 · bpa <0.5',
    ],
    [
      '18-qualifiers-in-cells.csv',
      '1061-1 · dehp 41.5 · dbp <10 · bpa 0.7',
      '1061-2 · dehp 38 · dbp <10 · bpa <0.5',
      'other CCV 2 · DEHP 50 · DBP 51 · BPA 49',
    ],
    [
      '19-matrix-spike.csv',
      '1061-1 · dehp 41.5 · bpa <0.5',
      'spike 1061-1 MS of 1061-1 · DEHP 61%',
      'spike 1061-1 MSD of 1061-1 · DEHP 64%',
      'blank Reagent blank · DEHP 14',
    ],
    [
      '20-workbook.xlsx',
      '1061-1 · dehp 41.5 · dbp <10 · bpa 0.7',
      '1061-2 · dehp 38 · dbp <10 · bpa 1240',
      'blank Method blank · DEHP <10 · DBP <10 · BPA <0.5',
    ],
  ])('%s', async (name, ...lines) => {
    expect(found(await read(name))).toEqual(lines);
  });
});

describe('a file that cannot be read says the line and the remedy', () => {
  const unit = (name: string) =>
    `2: ${name}: it states no unit: add it to the heading, such as "(ng/g)", or choose it above`;
  const volume = (name: string) =>
    `2: ${name}: it is in ng/ml, which is not one share by weight: ask the laboratory for results by weight, such as ng/g or mg/kg`;
  test.each([
    ['09-no-unit.csv', unit('DEHP'), unit('DBP'), unit('BPA')],
    ['10-per-volume.csv', volume('DEHP (ng/mL)'), volume('BPA (ng/mL)')],
    [
      '11-unlimited-loq.csv',
      '2: DBP (ng/g): "<LOQ" names no limit: write "<" and the limit, such as "<0.5", or add a column with the limits',
      '3: DEHP (ng/g): "trace" is not a concentration: write a number, "<" and the limit, ND, or NR where it was not tested',
    ],
    [
      '12-thousands-or-decimals.csv',
      '2: DEHP (ng/g): "1,240" may be 1240 or 1.240: write one of them',
    ],
    [
      '13-name-and-number-differ.csv',
      '3: "Diethyl phthalate" and the CAS number 84-74-2 are not the same chemical: correct one of them',
    ],
    [
      '14-same-chemical-twice.csv',
      '1: "DEHP (ng/g)" and "Bis(2-ethylhexyl) phthalate (ng/g)" both hold DEHP: keep one of them',
    ],
    [
      '15-sample-twice.csv',
      '3: the sample "1061-1" is already on line 2: if one of them is a duplicate, say so above',
    ],
    [
      '16-transposed.csv',
      '1: the chemicals stand in lines and the samples in columns: swap lines and columns, or send one line for each result',
    ],
    [
      '17-slash-dates.csv',
      '3: collected_on: "09/10/2026" may be two different days: write it as 2026-09-14',
    ],
  ])('%s', async (name, ...lines) => {
    expect(problems(await read(name))).toEqual(lines);
  });

  test('and is read once a person has answered what it leaves open', async () => {
    const stated = await read('09-no-unit.csv', { unit: 'mg/kg' });
    expect(found(stated)[0]).toBe('1061-1 · dehp 41500 · dbp <10000 · bpa <500');
    expect(doubts(stated)).toContain('DEHP, DBP and BPA: the file states no unit, read as mg/kg.');
    const twice = await read('15-sample-twice.csv', { lines: { 3: 'duplicate' } });
    expect(found(twice)).toEqual([
      '1061-1 · dehp 41.5 · dbp <10',
      'duplicate 1061-1 · DEHP 39 · DBP <10',
    ]);
  });
});

test('a unit is asked for whatever else is wrong', () => {
  const text = 'Sample,DEHP,BPA (ng/g)\n1061-1,41.5,0.5\n1061-2,40,"0,5"\n';
  expect(readLabFile(text, 1_061)).toMatchObject({ ok: false, lacksUnit: true });
  const chosen = readLabFile(text, 1_061, { unit: 'ng/g' });
  expect(chosen).toMatchObject({ ok: false, lacksUnit: false });
});

test('what is taken for granted is said, each on a line of its own', async () => {
  const missing = (...names: string[]) =>
    expect.stringMatching(new RegExp(`^Not in the file, so published as not tested: ${names[0]}`));
  expect(doubts(await read('04-semicolon-decimal-comma.csv'))).toEqual([
    'DEHP and DBP: reported in mg/kg, converted to ng/g (times 1,000).',
    'Commas are read as decimal commas: 0,5 is 0.5.',
    missing('BBP'),
  ]);
  expect(doubts(await read('06-mixed-units.csv'))).toEqual([
    'DEHP: reported in mg/kg, converted to ng/g (times 1,000).',
    'BPA: reported in ng/kg, converted to ng/g (divided by 1,000).',
    missing('DBP'),
  ]);
  expect(doubts(await read('18-qualifiers-in-cells.csv'))).toEqual([
    'DEHP of 1061-1: marked B, found in the blank as well. The number is published as it stands.',
    'BPA of 1061-1: marked J, an estimate below the reporting limit. The number is published as it stands.',
    missing('BBP'),
    'Nothing is read from 1 column: Dilution.',
    'Nothing is read from line 5 (Notes: J is an estimate below the reporting limit).',
  ]);
  expect(doubts(readLabFile(productFile({ id: '1061-1' }), 1_061))).toEqual([]);
});

test.each([
  // A thousands comma without quotation marks has moved the cells.
  ['Sample,DEHP (ng/g),DBP (ng/g)\n1061-1,1,240,12', '4 cells where the header has 3'],
  // The cell states another unit than its column.
  ['Sample,DEHP (mg/kg),DBP (mg/kg)\n1061-1,41.5 ppb,1', '"41.5 ppb" is not a concentration'],
  ['Sample,DEHP (ng/g),DBP (ng/g)\nUnits,mg/kg,mg/kg\n1061-1,1,2', 'in ng/g and in mg/kg at once'],
  ['Sample,Analyte,Result,Unit\n1061-1,DEHP,1,mg/kg dw', 'it is in "mg/kg dw"'],
  ['Sample,DEHP (ng/g),DBP (ng/g)\n1061-1,41.5 ± 3,2', 'is not a concentration'],
  [`Sample,DEHP (ng/g),DBP (ng/g)\n${'1061-1,4,5\n'.repeat(3_000)}`, 'more than 3,000 lines'],
  ['Sample,DEHP (ng/g),DBP (ng/g)\n1061-1,"1.240,5",2.5', 'both with decimal points and with'],
  ['Sample,DEHP (ng/g),DBP (ng/g)\n1061-1,41 38,2', '"41 38" is not a number'],
  ['Results in mg/kg\nSample,DEHP (ng/g),DBP\n1061-1,41,1', 'in ng/g and in mg/kg at once'],
  ['Sample,DEHP (ng/g),DEHP LOQ (ng/mL)\n1061-1,ND,10', 'it is in ng/ml'],
  ['Sample,DEHP (ng/g),DBP (ng/g)\nLOQ (ng/mL),10,10\n1061-1,ND,12', 'it is in ng/ml'],
  // What was on the column beside what was in the sample.
  [
    'Sample,Analyte,Amount,Result,Unit\n1061-1,DEHP,500,30,ng/g',
    '"Amount" and "Result" both hold results: keep the one',
  ],
  // Limits of two batches.
  [
    'Sample,DEHP (ng/g),DBP (ng/g)\n1061-1,ND,1\nLOQ,10,10\n1061-2,ND,2\nLOQ,20,20',
    'there are limits on line 3 already',
  ],
  // Cells that were merged: the line would lose its sample.
  ['Sample,Analyte,Result,Unit\n1061-1,DEHP,1,ng/g\n,BPA,2,ng/g', 'names no sample'],
  ['Sample,DEHP (ng/g),Q,DBP (ng/g),Q\n1061-1,10,U,5,', 'marks results as not detected'],
])('is not misread: %#', (text, why) => {
  expect(problems(readLabFile(text, 1_061))[0]).toContain(why);
});

test.each([
  [
    'Sample,Analyte,Result (mg/kg),Reporting limit (ug/kg)\n1061-1,DEHP,ND,10\n1061-1,BPA,0.0041,0.5',
  ],
  [
    'Sample,Analyte,Result,Units,RL,RL Units\n1061-1,DEHP,ND,mg/kg,10,ug/kg\n1061-1,BPA,4.1,ug/kg,0.0005,mg/kg',
  ],
  ['Sample,DEHP (mg/kg),DEHP LOQ (ug/kg),BPA (mg/kg)\n1061-1,ND,10,0.0041'],
])('a limit is converted from its own unit, not from that of the result: %#', (text) => {
  const reading = readLabFile(text, 1_061);
  expect(found(reading)).toEqual(['1061-1 · dehp <10 · bpa 4.1']);
  expect(doubts(reading).join(' ')).toMatch(/the limits are in another unit than the results/);
});

test.each([
  ['Sample,DEHP (ng/g),BPA (ng/g)\nLOQ (mg/kg),0.01,0.01\n1061-1,ND,4.1'],
  ['Sample,Unit,DEHP,BPA\nReporting limit,mg/kg,0.01,0.01\n1061-1,ng/g,<LOQ,4.1'],
])('a line of limits is converted from its own unit, too: %#', (text) => {
  const reading = readLabFile(text, 1_061);
  expect(found(reading)).toEqual(['1061-1 · dehp <10 · bpa 4.1']);
  expect(doubts(reading).join(' ')).toMatch(/the limits are in another unit than the results/);
});

test.each(['RL', 'LOD', 'LOR', 'CAS', 'MAX', 'AVG'])(
  'a sample whose id begins with %s is a sample',
  (word) => {
    const text = `Sample,DEHP (ng/g),BPA (ng/g)\n${word}-1061-1,41,1\n${word}-1061-2,42,2\n`;
    expect(found(readLabFile(text, 1_061))).toEqual([
      `${word}-1061-1 · dehp 41 · bpa 1`,
      `${word}-1061-2 · dehp 42 · bpa 2`,
    ]);
  },
);

test('a flag ND is one word', () => {
  const text = 'Sample,Analyte,Result,Unit,RL,Flag\n1061-1,DEHP,10,ng/g,10,ND\n';
  expect(doubts(readLabFile(text, 1_061)).filter((one) => one.includes('marked'))).toEqual([]);
});

test('a product that is named like a statistic is a sample', () => {
  const text = 'Sample,DEHP (ng/g),BPA (ng/g)\nTotal cereal,41,1\nRange cookies,43,3\n';
  expect(found(readLabFile(text, 1_061))).toHaveLength(2);
});

test('a line of averages is no sample', () => {
  const text =
    'Sample,DEHP (ng/g),BPA (ng/g)\n1061-1,41,1\n1061-2,43,3\nAverage,42,2\n%RSD,3.4,70\n';
  const reading = readLabFile(text, 1_061);
  expect(found(reading)).toEqual(['1061-1 · dehp 41 · bpa 1', '1061-2 · dehp 43 · bpa 3']);
  expect(doubts(reading)).toContain(
    'Nothing is read from line 4 (Average 42 2), line 5 (%RSD 3.4 70).',
  );
});

test.each([
  ['Bisphenol A (BPA)', 'Di(2-ethylhexyl) phthalate (DEHP)'],
  ['BPA - Bisphenol A', 'DEHP, Bis(2-ethylhexyl) phthalate'],
  ['Bisphenol A (BPA), CAS 80-05-7', 'DEHP (117-81-7)'],
])('a chemical is known by two of its names at once: %s', (bpaName, dehpName) => {
  const wide = `Sample;${dehpName} (ng/g);${bpaName} (ng/g)\n1061-1;41;1\n`;
  const long = `Sample;Analyte;Result;Unit\n1061-1;${dehpName};41;ng/g\n1061-1;${bpaName};1;ng/g\n`;
  expect([wide, long].map((text) => found(readLabFile(text, 1_061)))).toEqual([
    ['1061-1 · dehp 41 · bpa 1'],
    ['1061-1 · dehp 41 · bpa 1'],
  ]);
});

test('a labeled standard is not the chemical whose number it goes by', () => {
  const text =
    'Sample,Analyte,CAS,Result,Unit\n1061-1,DEHP-d4,117-81-7,98,ng/g\n1061-1,13C12-BPA,80-05-7,97,ng/g\n1061-1,DBP,84-74-2,5,ng/g\n';
  expect(found(readLabFile(text, 1_061))).toEqual(['1061-1 · dbp 5']);
});

test('dry weight above the table is asked about', () => {
  const text = 'Results in ng/g dry weight\nSample,DEHP,BPA\n1061-1,41,1\n';
  expect(doubts(readLabFile(text, 1_061))[0]).toBe(
    'Line 1 (Results in ng/g dry weight) may mean results by dry weight or by fat. They are published by the weight of the whole product.',
  );
});

test.each([
  ['B24I01-BLK1', 'blank'],
  ['Blank1', 'blank'],
  ['MethodBlank', 'blank'],
  ['PBLK01', 'blank'],
  ['B24I01-BSD1', 'spike'],
  ['1061-1MS', 'spike'],
  ['1061-1MSD', 'spike'],
  ['Spike2', 'spike'],
  ['Blank spike', 'spike'],
  ['1061-1DUP', 'duplicate'],
  ['CCV1', 'other'],
  ['QC2', 'other'],
  ['Negative control', 'other'],
])('%s is a control', (id, kind) => {
  const text = `Sample,DEHP (ng/g),BPA (ng/g)\n1061-1,41,1\n${id},42,2\n`;
  const reading = readLabFile(text, 1_061);
  expect(reading.ok && reading.controls.map((one) => one.kind)).toEqual([kind]);
});

test('a control is of the sample that it names, and of no other that begins alike', () => {
  const text =
    'Sample,Analyte,Result,Unit,RL,Flag\n1061-1,DEHP,41,ng/g,10,\n1061-12 DUP,DEHP,42,ng/g,10,\nMB-1,DEHP,,ng/g,10,U\n';
  expect(found(readLabFile(text, 1_061))).toEqual([
    '1061-1 · dehp 41',
    'duplicate 1061-12 DUP · DEHP 42',
    'blank MB-1 · DEHP <10',
  ]);
});

test('a result below the limit that stands beside it is asked about where nothing marks it', () => {
  const text = (flag: string) =>
    `Sample,Analyte,Result,Unit,RL,Qualifier\n1061-1,DEHP,4.2,mg/kg,10,${flag}\n1061-1,BPA,11,ng/g,10,\n`;
  const asked = /^DEHP of 1061-1: below the limit that the file states, and not marked/;
  const isAsked = (flag: string) =>
    doubts(readLabFile(text(flag), 1_061)).some((d) => asked.test(d));
  expect([isAsked(''), isAsked('J')]).toEqual([true, false]);
});

test('a name that only holds the word standard is a sample, and lines are named where none is one', () => {
  const named = (...ids: string[]) => readLabFile(productFile(...ids.map((id) => ({ id }))), 1_061);
  const choices = (reading: Reading) => reading.named.map(({ choice }) => choice);
  expect(choices(named('Gold Standard Whey 1', 'Standard 2', 'Check standard'))).toEqual([
    'sample',
    'other',
    'other',
  ]);
  const none = named('Method blank', 'LCS 1');
  expect([none.ok, choices(none)]).toEqual([false, ['blank', 'spike']]);
});

test.each([
  // A qualifier N or H is no sign that nothing was detected; what it means is asked.
  ['N', '1061-1 · dehp 41.5', /marked N, which is not known here/],
  ['H', '1061-1 · dehp 41.5', /marked H, which is not known here/],
  ['E', '1061-1 · dehp >41.5', /marked E, above the calibrated range/],
  ['U', '1061-1 · dehp <41.5', /^Not in the file/],
  ['UJ', '1061-1 · dehp <41.5', /marked J/],
])('a result flagged %s is read as %s', (flag, line, doubt) => {
  const reading = readLabFile(
    `Sample,Analyte,Result,Unit,Qualifier\n1061-1,DEHP,41.5,ng/g,${flag}\n`,
    1_061,
  );
  expect(found(reading)).toEqual([line]);
  expect(doubts(reading).some((text) => doubt.test(text))).toBe(true);
});

test('a file in the site’s own format sets its controls aside, too', () => {
  const ids = ['S-1', 'S-2', 'S-3', 'Method blank', 'S-2 spike', 'S-3 DUP'];
  const reading = readLabFile(productFile(...ids.map((id) => ({ id, DEHP_ng_g: '39' }))), 1_061);
  expect(reading.ok && reading.samples.map(({ id }) => id)).toEqual(['S-1', 'S-2', 'S-3']);
  expect(reading.ok && reading.controls.map(({ id, kind, of }) => [id, kind, of])).toEqual([
    ['Method blank', 'blank', null],
    ['S-2 spike', 'spike', 'S-2'],
    ['S-3 DUP', 'duplicate', 'S-3'],
  ]);
});

/** One result as a laboratory may write it: names, units, order and layout differ, figures do not. */
const dehp = [
  'DEHP',
  'dehp',
  'Bis(2-ethylhexyl) phthalate',
  'di(2-ethylhexyl)phthalate',
  '117-81-7',
];
const bpa = ['BPA', 'Bisphenol A', 'bisphenol-a', '80-05-7'];
const units = [
  { unit: 'ng/g', of: { '41.5': '41.5', '1240': '1240', '<0.5': '<0.5' } },
  { unit: 'µg/kg', of: { '41.5': '41.50', '1240': '1.24E+3', '<0.5': '< 0.5' } },
  { unit: 'mg/kg', of: { '41.5': '0.0415', '1240': '1.240', '<0.5': '<0.0005' } },
  { unit: 'ppm', of: { '41.5': '4.15E-2', '1240': '1.24', '<0.5': '<5e-4' } },
] as const;
const samples = [
  { id: '1061-1', dehp: '41.5', bpa: '<0.5' },
  { id: '1061-2', dehp: '1240', bpa: '41.5' },
  { id: '1061-3', dehp: '<0.5', bpa: '1240' },
] as const;

test('any order of lines and columns, any names and units, any layout give the same figures', () => {
  const shape = fc.record({
    names: fc.tuple(fc.constantFrom(...dehp), fc.constantFrom(...bpa)),
    units: fc.tuple(fc.constantFrom(...units), fc.constantFrom(...units)),
    lines: fc.shuffledSubarray([0, 1, 2, 3, 4, 5], { minLength: 6 }),
    columns: fc.shuffledSubarray([0, 1, 2, 3], { minLength: 4 }),
    separator: fc.constantFrom('\t', ';', ','),
    isLong: fc.boolean(),
    title: fc.boolean(),
  });
  const figures = new Set<string>();
  fc.assert(
    fc.property(shape, (how) => {
      const long = samples.flatMap((sample) =>
        (['dehp', 'bpa'] as const).map((key, at) => [
          sample.id,
          how.names[at]!,
          how.units[at]!.of[sample[key]],
          how.units[at]!.unit,
        ]),
      );
      const wide = samples.map((sample) => [
        sample.id,
        how.units[0].of[sample.dehp],
        how.units[1].of[sample.bpa],
        'L 1',
      ]);
      const heads = how.names.map((name, at) => `${name} (${how.units[at]!.unit})`);
      const table = how.isLong
        ? [['Sample ID', 'Analyte', 'Result', 'Unit'], ...how.lines.map((at) => long[at]!)]
        : [
            ['Sample', ...heads, 'Remark'],
            ...how.lines.flatMap((at) => (wide[at] ? [wide[at]] : [])),
          ];
      const lines = table.map((row) => how.columns.map((at) => row[at] ?? ''));
      const all = how.title ? [['Report 2026-117'], ...lines] : lines;
      const text = all.map((row) => row.join(how.separator)).join('\n');
      const reading = readLabFile(text, 1_061);
      if (!reading.ok) throw new Error(`${text}\n${JSON.stringify(reading.problems)}`);
      const exact = reading.samples.map((sample) => ({
        ...sample,
        measurements: Object.fromEntries(
          Object.entries(sample.measurements).map(([key, one]) => [
            key,
            { ...one, reported: `${one.status} ${one.valueNgG ?? one.loqNgG ?? ''}` },
          ]),
        ),
      }));
      figures.add(samplesText(exact));
      expect(figures.size).toBe(1);
    }),
    { numRuns: 400 },
  );
});

describe('a long run of signs', () => {
  const run = (sign: string) => `x${sign.repeat(60_000)}x`;
  const written = { limit: '', flag: '', power: 0, limitPower: 0 };

  test.each([
    ['a heading', () => readLabHeading(run('-'))],
    ['a unit', () => readUnit(run(' '))],
    ['a unit above the table', () => unitAbove([{ line: 1, cells: [`units${run(' ')},`] }])],
    ['a result', () => readConcentration({ ...written, result: `${'1'.repeat(60_000)}zzz` }, '.')],
    ['a decimal sign', () => decimalSignOf([run(',')])],
    ['a number in another unit', () => shifted(`0.${'0'.repeat(60_000)}1`, 3)],
  ])('is read once: %s', (_, read) => {
    const began = performance.now();
    read();
    expect(performance.now() - began).toBeLessThan(1_000);
  });

  test('is refused in a cell of more than 1,000 characters', () => {
    const text = `Sample ID,Lot,BPA,DEHP,Unit\n1,L,${'-'.repeat(45_000)},2,ng/g\n1061-1,L,1,2,ng/g\n`;
    const reason = '2: a cell has more than 1,000 characters: shorten it, or leave it out';
    expect(problems(readLabFile(text, 1_061))).toEqual([reason]);
  });

  test('and so is a line of more than 1,000 cells', () => {
    const text = `Sample,DEHP (ng/g),BPA (ng/g)${',x'.repeat(1_000)}\n1061-1,1,2\n`;
    expect(problems(readLabFile(text, 1_061))[0]).toBe('1: the line has more than 1,000 cells');
  });
});

describe('a workbook that is made to keep the site busy is refused', () => {
  const row = (number: number, text: string) =>
    `<row r="${number}"><c r="A${number}" t="inlineStr"><is><t>${text}</t></is></c></row>`;

  test.each([
    ['one cell of two million letters', aWorkbook(row(1, 'a'.repeat(2_000_000)))],
    ['more than its directory states', aWorkbook(row(1, 'a') + '<x/>'.repeat(9_000_000), 100)],
    ['two lines that are a billion apart', aWorkbook(row(1, 'a') + row(1_000_000_000, 'b'))],
    [
      'more text than a file of text may have',
      aWorkbook(Array.from({ length: 70 }, (_, at) => row(at + 1, 'a'.repeat(32_000))).join('')),
    ],
  ])('%s', async (_, bytes) => {
    expect(await workbookText(bytes)).toBeUndefined();
  });

  test('and one of a cell is read', async () => {
    expect(await workbookText(aWorkbook(row(1, 'a')))).toBe('a');
  });
});
