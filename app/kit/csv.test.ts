import { expect, it } from 'vitest';
import { csvText, ledCell, ledTsv, unledCell } from './csv.ts';

it.each([
  ['plain', 'plain'],
  ['', ''],
  ['Soup, tomato', '"Soup, tomato"'],
  ['the "best" soup', '"the ""best"" soup"'],
  ['two\nlines', '"two\nlines"'],
  ['=1+1', "'=1+1"],
  ['=HYPERLINK("https://x.example","y")', '"\'=HYPERLINK(""https://x.example"",""y"")"'],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', `"'\t'=1"`],
  ['\r=1', `"'\r'=1"`],
  ['  =1', "'  =1"],
  [' soup ', '" soup "'],
  ['＝1', "'＝1"],
  ['Soup;=HYPERLINK("http://e","x")', `"Soup;'=HYPERLINK(""http://e"",""x"")"`],
  ['Soup; +1', "Soup; '+1"],
  ['Soup|@SUM(A1)', "Soup|'@SUM(A1)"],
  ['Soup,-1', `"Soup,'-1"`],
  ['Soup\t＝1', `"Soup\t'＝1"`],
  ['Soup\n=1', `"Soup\n'=1"`],
  ['Soup;"=1', `"Soup;""'=1"`],
  ['a;=1;=2', "a;'=1;'=2"],
  ['Soup; a=b, c-d', '"Soup; a=b, c-d"'],
  ['a=b', 'a=b'],
  ['A-1', 'A-1'],
])('writes %j as %j', (text, written) => {
  expect(csvText([[text]])).toBe(`${written}\r\n`);
});

it.each(['\t', '; ', ';', ' ', "'", '=', ';"', ' ,\n'])(
  'is done at once with a long run of %j',
  (part) => {
    for (const long of [part.repeat(100_000), `;${part.repeat(100_000)}x`]) {
      expect(csvText([[long]])).toContain('\r\n');
      expect(ledTsv(long).length).toBeGreaterThan(100_000 - 1);
      expect(unledCell(`'${long}'`).length).toBeGreaterThan(100_000 - 1);
    }
  },
);

it('leaves numbers numbers', () => {
  expect(csvText([[-12.5, 0, 1275, true, null]])).toBe('-12.5,0,1275,true,\r\n');
});

it.each([
  ['=1+1', "'=1+1"],
  ['"=1+1"', `'"=1+1"`],
  [' " =1"', `' " =1"`],
  ['-cmd|1', "'-cmd|1"],
  ['Lot;=1', "Lot;'=1"],
  ['＝1', "'＝1"],
  ['-1.5', '-1.5'],
  ['+1,275', '+1,275'],
  ['-', '-'],
  ['"L" 1', '"L" 1'],
  ["'=1", "'=1"],
  ['a=b', 'a=b'],
])('writes %j between tabs as %j, and reads it again', (cell, written) => {
  expect(ledCell(cell)).toBe(written);
  expect(ledTsv(`a\t${cell}\n${cell}\n`)).toBe(`a\t${written}\n${written}\n`);
  if (cell !== "'=1") expect(unledCell(written)).toBe(cell);
});
