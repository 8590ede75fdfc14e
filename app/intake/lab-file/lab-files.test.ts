import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { fileText } from '#app/intake/file-text.server.ts';
import { chemicalOf, datasetChemicals } from '#app/toxicology/chemicals.ts';
import { readLabFile } from './read-lab-file.ts';

const DIRECTORY = 'test/data/lab-files';
const ABOUT = 1_061;

/** Why a file is refused, or the results of each sample as they would be published. */
function reading(name: string): string | Record<string, Record<string, string>> {
  const text = fileText(new Uint8Array(readFileSync(`${DIRECTORY}/${name}`)));
  if (!text.ok) return text.reason;
  const read = readLabFile(text.text, ABOUT);
  if (!read.ok)
    return read.problems.map(({ line, reason }) => `line ${line}: ${reason}`).join('\n');
  return Object.fromEntries(
    read.samples.map(({ id, measurements }) => [
      id,
      Object.fromEntries(
        Object.entries(measurements).map(([key, { reported }]) => [
          chemicalOf(key as 'dehp').abbreviation,
          reported,
        ]),
      ),
    ]),
  );
}

/** The results of a sample: where none is given, nothing was found. */
function results(given: Record<string, string>) {
  const other = (name: string) =>
    name === 'DIDP' ? 'NO RESULT' : name.startsWith('BP') ? '<0.5' : '<10';
  return Object.fromEntries(
    datasetChemicals.map(({ abbreviation: name }) => [name, given[name] ?? other(name)]),
  );
}

const first = results({ DEHP: '41.5', DBP: '12', BPA: '0.7', DEHT: '1120' });
const second = results({ DEHP: '38', DBP: 'ND', DEHT: '>60000' });

test.each([
  ['21-hidden-row.xlsx', /row 4 is hidden: show it/],
  ['22-hidden-column.xlsx', /column O is hidden: show it/],
  ['23-very-hidden-sheet.xlsx', /has 2 sheets, some perhaps hidden: leave the one/],
  ['24-two-sheets.xlsx', /has 2 sheets/],
  ['25-merged-lot.xlsx', /D2:D3 is merged: write each cell on its own/],
  ['26-less-than-in-format.xlsx', /cell H2 has the number format "<"0.0.*: choose General/],
  ['27-unit-in-format.xlsx', /cell H2 has the number format 0.0000" mg\/kg".*: choose General/],
  ['28-less-than-by-rule.xlsx', /H2:Y3 may be shown otherwise by a rule: clear the rules/],
  ['29-footnote-number-raised.xlsx', /cell H2 has raised.*: write the result alone/],
  ['30-struck-out.xlsx', /cell H3 has raised, lowered, struck-out, or white characters/],
  ['31-formulas-with-values.xlsx', { '1061-1': { ...first, BPA: '<0.5' }, '1061-2': second }],
  ['32-formula-without-value.xlsx', /cell H2 has a formula without a value: write the value/],
  ['33-sample-as-date.xlsx', /cell A2 has the number format mmm\\-yy.*: choose General/],
  ['34-rounded-to-nothing.xlsx', /cell S2 shows 0.0 and holds 0.04: choose/],
  ['35-percent-recovered.xlsx', /cell H4 has the number format 0%.*: choose General/],
  [
    '36-number-kept-as-text.xlsx',
    { '1061-1': { ...first, DEHP: '41.50', DBP: '12' }, '1061-2': second },
  ],
  ['37-unit-in-heading.csv', /line 1: "BPA \(µg\/kg\)" .*: write BPA, and the unit in the column/],
  ['38-dry-weight.csv', /line 2: basis is "dry weight": write "as received"/],
  ['39-other-product.csv', /line 2: sample is "1062-1", and the file is about product 1061: send/],
  ['40-other-matrix.csv', /line 1: "matrix" is not a column of the template: leave it out/],
  ['41-mdl-beside-rl.csv', /"rl" is not a column.*[\s\S]*"mdl" is not a column/],
  ['42-mdl-as-limit.csv', /line 2: limit_kind is "MDL": write LOQ/],
  ['43-utf-16.tsv', /^is text in UTF-16: save it as CSV in UTF-8, or as .xlsx$/],
  ['44-decimal-commas.tsv', /^line 2: DEHP is "41,5", and 1 other number has a comma: write .*$/],
  ['45-flags-beside-numbers.csv', /DEHP is "41.5 B"[\s\S]*DBP is "12\*"[\s\S]*BPA is "0.7J"/],
  ['46-lines-twice.csv', /line 20: DEHP of 1061-1 stands on a line above: keep one of them/],
  ['47-negative.csv', /line 2: DBP is "-3.1": write a number[\s\S]*line 3: DBP is "−3.1"/],
  [
    '48-exponents.tsv',
    {
      '1061-1': { ...first, DEHP: '1000', DBP: '0.0125', DEHT: '>60000' },
      // In mg/kg, with limits of 10 mg/kg.
      '1061-2': Object.fromEntries(
        Object.entries(results({ DEHP: '38', BPA: '<0.5', DEHT: '60000' })).map(([name, text]) => [
          name,
          text === '<10' ? '<10000' : text === '<0.5' && name !== 'BPA' ? '<500' : text,
        ]),
      ),
    },
  ],
  ['49-spaces.csv', { '1061-1': first, '1061-2': second }],
  ['50-thousands-with-spaces.csv', /^line 2: DEHT is "1 120": .* \(also on line 3\)$/],
] as [string, RegExp | object][])('%s', (name, expected) => {
  const read = reading(name);
  if (expected instanceof RegExp) expect(read).toMatch(expected);
  else expect(read).toEqual(expected);
});

test('each of the fifty files is looked at', () => {
  expect(readdirSync(DIRECTORY).filter((name) => /^\d\d-/.test(name))).toHaveLength(50);
});
