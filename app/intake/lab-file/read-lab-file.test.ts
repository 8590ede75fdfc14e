import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fileText } from '#app/intake/file-text.server.ts';
import { lookAtControls } from '#app/intake/look-twice.ts';
import { longFile, wideFile } from '#test/support/lab-file.ts';
import type { Cells } from '#test/support/samples-file.ts';
import { aWorkbook, rowsOf } from '#test/support/workbook.ts';
import { readLabFile } from './read-lab-file.ts';

const ABOUT = 1_061;
const LATIN1 = (text: string) => Buffer.from(text, 'latin1');

/** What a file says of DEHP and BPA in each sample, or why it is refused, as a person reads it. */
function outcome(file: string | Uint8Array): string[] | string {
  const text = typeof file === 'string' ? { ok: true as const, text: file } : fileText(file);
  if (!text.ok) return `the file ${text.reason}`;
  const reading = readLabFile(text.text, ABOUT);
  if (!reading.ok) {
    return reading.problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n');
  }
  return reading.samples.map(({ id, measurements }) => {
    const { dehp, bpa } = measurements;
    return `${id} ${dehp?.reported} ${bpa?.reported}`;
  });
}

const one = { sample: '1061-1', DEHP: '41.5', BPA: '<0.5' };
const wide = wideFile(one);
const long = longFile({ ...one, BPA: '0.7' });
/** In the cell of DEHP in the template’s first line. */
const STYLED = { H2: 's="1"' };
const BLACK_FILL =
  '<patternFill patternType="solid"><fgColor rgb="FF000000"/><bgColor indexed="64"/></patternFill>';
const AS_SENT = '1061-1 41.5 <0.5';

type Sheet = Omit<Parameters<typeof aWorkbook>[0], 'rows'>;
/** The template with something of its line otherwise, and as a workbook with something of that. */
const wideOf = (cells: Cells) => wideFile({ ...one, ...cells });
const longOf = (cells: Cells) => longFile({ ...one, ...cells });
const workbook = (more: Sheet = {}) => aWorkbook({ rows: rowsOf(wide), ...more });
const styled = (more: Sheet) => aWorkbook({ rows: rowsOf(wide, STYLED), ...more });
const altered = (from: string, to: string) => aWorkbook({ rows: rowsOf(wide).replace(from, to) });
const columnH = (how: string) => workbook({ before: `<cols><col min="8" max="8" ${how}/></cols>` });
const secondRow = (how: string) => altered('<row r="2"', `<row r="2" ${how}`);

describe('the two shapes are read', () => {
  const whiteOnBlack = styled({ font: '<color theme="0"/>', fill: BLACK_FILL });
  test.each<[string, string | Uint8Array, string?]>([
    ['a line for each sample', wide],
    ['a line for each result', long, '1061-1 41.5 0.7'],
    ['tabs', wide.replaceAll(',', '\t')],
    ['the columns in another order', swapped(wide)],
    ['a byte order mark and CRLF', `\uFEFF${wide.replaceAll('\n', '\r\n')}`],
    ['mg/kg', wideOf({ unit: 'mg/kg', DEHP: '0.0415', BPA: '<0.0005' })],
    ['a unit for each line', longOf({ unit: 'ug/kg' })],
    ['white text on black', whiteOnBlack],
    ['semicolons', wide.replaceAll(',', ';')],
    ['lines that end with CR', wide.replaceAll('\n', '\r')],
    ['an exponent', wideOf({ DEHP: '1.2E+3' }), '1061-1 1200 <0.5'],
    ['above the calibrated range', wideOf({ DEHP: '>60000' }), '1061-1 >60000 <0.5'],
    ['not tested', wideOf({ DEHP: 'NR' }), '1061-1 NO RESULT <0.5'],
    ['not detected beside its limit', longOf({ DEHP: 'ND' }), '1061-1 <10 <0.5'],
    ['a name without the product’s code', wideOf({ sample: 'A-77' }), '1061: A-77 41.5 <0.5'],
    ['a workbook', workbook()],
    ['a number format that shows the number as it is', styled({ format: '0.00' })],
    ['a formula with its value', altered('<v>41.5</v>', '<f>83/2</f><v>41.5</v>')],
    [
      'as a workbook keeps a number',
      altered('<v>41.5</v>', '<v>0.29999999999999999</v>'),
      '1061-1 0.3 <0.5',
    ],
  ])('%s', (_, file, read = AS_SENT) => {
    expect(outcome(file)).toEqual([read]);
  });
});

describe('whatever is not documented is refused with its place and what to write', () => {
  const dehp = (text: string) => wideOf({ DEHP: text });
  const duplicate = { ...one, sample: 'D', type: 'duplicate' };
  const spikes = longFile(one, { ...one, sample: 'S', type: 'spike', of: '1061-1' });
  const ofNothing = spikes.replace(
    ',1061-1,,ng/g,LOQ,as received,DBP,',
    ',,,ng/g,LOQ,as received,DBP,',
  );
  const whiteWithin = altered(
    '<t>1061-1</t>',
    '<r><rPr><color rgb="FFFEFEFE"/></rPr><t>10</t></r><r><t>61-1</t></r>',
  );
  const farOff = `${rowsOf(wide)}<row r="1000000"><c r="A1000000"><v>1</v></c></row>`;
  const aDay = rowsOf(wide.replace('sample,,,', 'sample,,46000,'), { D2: 's="1"' });
  const merged = '<mergeCells><mergeCell ref="A1:B1"/></mergeCells>';
  test.each<[string, string | Uint8Array, RegExp]>([
    [
      'a unit in the heading',
      wide.replace('DEHP', 'DEHP (mg/kg)'),
      /line 1: "DEHP \(mg\/kg\)" is not a column.*write DEHP, and the unit in the column unit/,
    ],
    ['a full name', wide.replace('BPA', 'Bisphenol A'), /line 1: "Bisphenol A".*write BPA/],
    [
      'another case',
      wide.replace('limit_kind', 'Limit_Kind'),
      /"Limit_Kind" is not a column of the template: write limit_kind/,
    ],
    [
      'a column that says nothing',
      wide.replace('lot_no', 'dilution'),
      /"dilution" is not a column of the template: leave it out/,
    ],
    ['a chemical twice', wide.replace('DBP', 'DEHP'), /the column "DEHP" appears twice/],
    [
      'a chemical that is not there',
      wide.replace(',DIDA', '').replace(/,<10\n$/, '\n'),
      /the column "DIDA" is missing/,
    ],
    ['dry weight', wideOf({ basis: 'dry weight' }), /basis is "dry weight": write "as received"/],
    ['an unstated basis', wideOf({ basis: '' }), /basis is empty: write "as received"/],
    ['a limit of detection', wideOf({ limit_kind: 'MDL' }), /limit_kind is "MDL": write LOQ/],
    ['by volume', wideOf({ unit: 'ng/mL' }), /unit is "ng\/mL": write ng\/g/],
    ['no unit', wideOf({ unit: '' }), /unit is empty: write ng\/g/],
    ['a line that is nothing', wideOf({ type: '' }), /type is "": write sample, blank/],
    ['a decimal comma', dehp('"41,5"'), /line 2: DEHP is "41,5": write a number such as 0.5/],
    ['thousands', dehp('"1,240"'), /DEHP is "1,240"/],
    ['a flag', dehp('0.7 J'), /DEHP is "0.7 J": write a number/],
    ['a word', dehp('trace'), /DEHP is "trace"/],
    ['<LOQ', dehp('<LOQ'), /DEHP is "<LOQ"/],
    ['a limit of zero', dehp('<0'), /DEHP is "<0": write the limit, or ND/],
    ['an empty cell', dehp(''), /DEHP is empty: .*NR where it was not tested/],
    ['a negative number', dehp('-3'), /DEHP is "-3"/],
    [
      'a limit that contradicts',
      longOf({ DEHP: 'ND' }).replace(',DEHP,,ND,', ',DEHP,,<5,'),
      /DEHP is "<5" beside the limit 10: write the same/,
    ],
    [
      'a calibrated range that ends below the limit',
      longOf({ DEHP: '>5' }),
      /DEHP is ">5" beside the limit 10: correct one/,
    ],
    [
      'lines that name the sample of a spike differently',
      ofNothing,
      /of is "", and "1061-1" on line 20: write the same/,
    ],
    ['another chemical', long.replace('DMP', 'DMEP'), /chemical is "DMEP": write one of DEHP/],
    [
      'a number of another chemical',
      long.replace(',DEHP,,', ',DEHP,84-74-2,'),
      /cas is "84-74-2", and DEHP is 117-81-7/,
    ],
    ['a result twice', long.replace(',DBP,', ',DEHP,'), /DEHP of 1061-1 stands on a line above/],
    [
      'a result that is missing',
      long.replace(/.*,DIDA,.*\n/, ''),
      /DIDA of 1061-1 is missing: add it, as NR/,
    ],
    ['a sample twice', wideFile(one, one), /line 3: the sample "1061-1" is already on line 2/],
    ['a duplicate of nothing', wideFile(one, duplicate), /line 3: of is empty: write the sample/],
    ['only controls', wideOf({ type: 'blank' }), /no line is of type sample/],
    ['Latin-1', LATIN1(wide.replace('1061-1', 'Käse')), /neither UTF-8 text nor an .xlsx workbook/],
    ['two sheets', workbook({ second: rowsOf('a,b') }), /has 2 sheets, some perhaps hidden/],
    ['a hidden sheet', workbook({ state: 'state="hidden"' }), /its sheet is hidden/],
    ['a hidden row', secondRow('hidden="1"'), /row 2 is hidden: show it/],
    ['a row of no height', secondRow('ht="0"'), /row 2 is hidden/],
    ['a hidden column', columnH('hidden="true"'), /column H is hidden: show it/],
    ['a row that is too low to be read', secondRow('ht="1"'), /row 2 is hidden: show it/],
    ['a column too narrow to be read', columnH('width="0.3"'), /column H is hidden: show it/],
    [
      'rows that are hidden unless they say otherwise',
      workbook({ before: '<sheetFormatPr zeroHeight="1"/>' }),
      /its rows or columns are hidden: show them/,
    ],
    [
      'white text',
      styled({ font: '<color rgb="FFFFFFFF"/>' }),
      /cell H2 has raised, .* or white characters.*: write the result alone, in black/,
    ],
    [
      'text that is as good as white, of the theme',
      styled({ font: '<color theme="0" tint="-0.05"/>' }),
      /cell H2 has raised, .* or white characters/,
    ],
    ['white characters within a text', whiteWithin, /cell A2 has raised, .* or white characters/],
    ['merged cells', workbook({ after: merged }), /A1:B1 is merged/],
    [
      'a formula without a value',
      altered('<v>41.5</v>', '<f>83/2</f>'),
      /cell H2 has a formula without a value/,
    ],
    [
      'a sign in the number format',
      styled({ format: '&quot;&lt;&quot;0.0' }),
      /cell H2 has the number format "<"0.0/,
    ],
    [
      'a unit in the number format',
      styled({ format: '0.0&quot; mg/kg&quot;' }),
      /cell H2 has the number format/,
    ],
    ['a format that rounds', styled({ format: '0' }), /cell H2 shows 42 and holds 41.5: choose/],
    [
      'a day',
      aWorkbook({ rows: aDay, format: 'yyyy-mm-dd' }),
      /cell D2 has the number format yyyy-mm-dd.*write a day as text/,
    ],
    [
      'an error',
      altered('<c r="H2" >', '<c r="H2" t="e">'),
      /cell H2 is neither a number nor text/,
    ],
    ['a cell far outside', aWorkbook({ rows: farOff }), /cell A1000000 lies outside the table/],
    [
      'no workbook',
      Buffer.from('PK\u0003\u0004'),
      /cannot be read, or holds too much: save its sheet as CSV/,
    ],
  ])('%s', (_, file, why) => {
    expect(outcome(file)).toMatch(why);
  });

  test('a workbook that unpacks to more than it may hold, within a moment', () => {
    const huge = aWorkbook({
      rows: rowsOf(wide),
      strings: `<si><t>${'x'.repeat(9 * 1_024 * 1_024)}</t></si>`,
    });
    expect(huge.length).toBeLessThan(100_000);
    expect(outcome(huge)).toMatch(/holds too much/);
  });

  test('every file of laboratories’ own shapes', () => {
    const names = readdirSync('test/data/lab-files').filter((name) => /^[01]\d|^20/.test(name));
    expect(names).toHaveLength(20);
    for (const name of names) {
      const sentence = outcome(new Uint8Array(readFileSync(`test/data/lab-files/${name}`)));
      expect(sentence, name).toMatch(/line 1: .*(?:template|semicolons)|the file has|cell /);
    }
  });
});

describe('what is wrong with a file as a whole is one sentence', () => {
  const names = ['1061-1', '1061-2', '1061-3'];
  const filled = wideFile(...names.map((sample) => ({ ...one, sample })));
  const untouched = filled.replaceAll(/(?<=,sample,).*/g, (rest) => rest.replaceAll(/[^,]/g, ''));
  const commas = wideFile(
    ...names.map((sample) => ({ ...one, sample, DEHP: '41,5', BPA: '<0,5' })),
  );
  const semicolons = commas.replaceAll(/,(?!5)/g, ';');
  const emptied = wideFile(...names.map((sample) => ({ ...one, sample, unit: '', basis: '' })));
  const UTF16 = Buffer.from(`\uFEFF${filled}`, 'utf16le');
  test.each([
    [
      'a line above the headings',
      `Certificate of analysis\n${filled}`,
      /^line 2: these .* the line/,
    ],
    ['two lines', `Report 7;\n\n${filled}`, /^line 3: these are the headings: delete the 2 lines/],
    [
      'a row above them in a workbook',
      aWorkbook({ rows: rowsOf(`Certificate of analysis,\n${filled}`) }),
      /^line 2: these are the headings: delete the line above them$/,
    ],
    ['a template with nothing filled in', untouched, /^line 1: no result is filled in: write one/],
    ['a workbook of it', aWorkbook({ rows: rowsOf(untouched) }), /^line 1: no result is filled/],
    [
      'decimal commas',
      semicolons,
      /^line 2: DEHP is "41,5", and 5 other numbers have commas: write/,
    ],
    [
      'a cell of several lines',
      filled.replaceAll(',LOQ,', ',"L\nQ",'),
      /^line 2: a cell runs over/,
    ],
    ['a heading of several lines', filled.replace('DEHP', '"D\nP"'), /^line 1: a cell runs over/],
    ['a letter', 'Dear Sir,\nplease find\nour results', /^line 1: these are not the headings/],
    ['a PDF', LATIN1('%PDF-1.7\n%âã'), /^the file is a PDF: type its results into the template/],
    ['a picture', LATIN1('\u0089PNG\r\n\u001A\n\0\0'), /^the file is a picture: type its results/],
    ['an old workbook', LATIN1('ÐÏ\u0011à¡±\u001Aá\0'), /^the file is a workbook of the old .xls/],
    ['UTF-16', UTF16, /^the file is text in UTF-16: save it as CSV in UTF-8, or as .xlsx$/],
    ['UTF-16 without a mark', UTF16.subarray(2), /^the file is text in UTF-16/],
    ['a web page', Buffer.from('\n<!DOCTYPE html><html>'), /^the file is a web page, not a table/],
    ['nothing', Buffer.from(''), /^the file is empty: send the one that holds the results$/],
    ['blank lines', Buffer.from('\uFEFF\r\n \r\n'), /^the file is empty/],
    ['an empty sheet', aWorkbook({ rows: '' }), /^the file is empty/],
  ] as [string, string | Uint8Array, RegExp][])('%s', (_, file, sentence) => {
    expect(outcome(file)).toMatch(sentence);
    expect(outcome(file)).not.toContain('\n');
  });

  test('the template without its product code, which its samples name', () => {
    const without = (text: string) => {
      const reading = readLabFile(text);
      return reading.ok ? [] : reading.problems;
    };
    const reason =
      'this is the template for one product: give its code, which is 1061 by its samples';
    expect(without(filled)).toEqual([{ line: 1, reason }]);
    expect(without(longFile({ ...one, sample: 'A' }))).toEqual([
      { line: 1, reason: 'this is the template for one product: give its code, such as 1042' },
    ]);
    expect(without(untouched)).toEqual([
      { line: 1, reason: expect.stringContaining('no result is filled in') },
    ]);
    expect(without('Dear Sir,\nplease find\nour results')).toHaveLength(1);
  });

  test('what is wrong on each line alike is said at the first', () => {
    expect(String(outcome(emptied)).split('\n')).toEqual([
      expect.stringMatching(/^line 2: unit is empty: .* \(also on line 3, 4\)$/),
      expect.stringMatching(/^line 2: basis is empty: .* \(also on line 3, 4\)$/),
    ]);
  });
});

describe('controls are set aside', () => {
  const controls = [
    { ...one, sample: 'MB', type: 'blank', DEHP: '14' },
    { ...one, sample: '1061-1 MS', type: 'spike', of: '1061-1', DEHP: '61%' },
    { ...one, sample: '1061-1 DUP', type: 'duplicate', of: '1061-1', DEHP: '90' },
  ];
  test.each([wideFile, longFile])('in either shape, and asked about where they are odd', (file) => {
    const reading = readLabFile(file(one, ...controls), ABOUT);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    expect(reading.samples.map(({ id }) => id)).toEqual(['1061-1']);
    expect(reading.controls.map(({ kind, of }) => [kind, of])).toEqual([
      ['blank', null],
      ['spike', '1061-1'],
      ['duplicate', '1061-1'],
    ]);
    expect(lookAtControls(reading.controls, reading.samples)).toEqual([
      'The blank MB is not blank: DEHP 14 ng/g.',
      'The spike 1061-1 MS recovered 61% of DEHP. Usual is 70% to 130%.',
      'The duplicate 1061-1 DUP says DEHP 90 ng/g, and its sample 41.5.',
    ]);
  });

  test.each([
    ['41', '41.5', false],
    ['60', '41.5', true],
    ['<10', '41.5', true],
    ['<10', '9', false],
    ['41.5', '<10', true],
    ['NR', '41.5', false],
    ['>60000', '41.5', true],
  ])('a duplicate of %s beside %s is asked about: %s', (again, DEHP, isAsked) => {
    const duplicate = { sample: 'D', type: 'duplicate', of: '1061-1', DEHP: again };
    const reading = readLabFile(wideFile({ sample: '1061-1', DEHP }, duplicate), ABOUT);
    if (!reading.ok) throw new Error(JSON.stringify(reading.problems));
    expect(lookAtControls(reading.controls, reading.samples)).toHaveLength(isAsked ? 1 : 0);
  });
});

test('what a file leaves open is confirmed: a limit that is not stated, a number below one', () => {
  const doubts = (text: string) => {
    const reading = readLabFile(text, ABOUT);
    return reading.ok ? reading.doubts : reading.problems;
  };
  expect(doubts(wideFile({ ...one, DEHP: 'ND' }))).toEqual([
    'DEHP of 1061-1: not detected, and the file states no limit.',
  ]);
  expect(doubts(longFile({ ...one, DEHP: '4' }))).toEqual([
    'DEHP of 1061-1: below the limit that stands beside. The number is published as it is.',
  ]);
});

test('both shapes and all units give the same figures, digit for digit', () => {
  const places = { 'ng/g': 3, 'µg/kg': 3, 'mg/kg': 6 } as const;
  const columns = wide.split('\n')[0]?.split(',').slice(7) ?? [];
  const untested = Object.fromEntries(columns.map((name) => [name, 'NR']));
  const dehpOf = (file: string) => {
    const reading = readLabFile(file, ABOUT);
    return reading.ok ? reading.samples[0]?.measurements.dehp?.valueNgG : reading.problems;
  };
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(places) as (keyof typeof places)[])),
      fc.integer({ min: 1, max: 9_999_999 }),
      (unit, thousandths) => {
        const digits = String(thousandths).padStart(places[unit] + 1, '0');
        const DEHP = `${digits.slice(0, -places[unit])}.${digits.slice(-places[unit])}`;
        const row = { ...untested, sample: '1061-1', unit, DEHP };
        expect(dehpOf(wideFile(row))).toBe(thousandths / 1_000);
        expect(dehpOf(longFile(row).replaceAll(',10\n', ',\n'))).toBe(thousandths / 1_000);
      },
    ),
  );
});

/** The last column first. */
function swapped(text: string): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line) => {
      const cells = line.split(',');
      return `${[cells.at(-1), ...cells.slice(0, -1)].join(',')}\n`;
    })
    .join('');
}
