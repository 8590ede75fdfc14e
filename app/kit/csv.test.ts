import { expect, it } from 'vitest';
import { csvText } from './csv.ts';

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
  ['\t=1', '"\'\t=1"'],
  ['\r=1', '"\'\r=1"'],
  ['  =1', "'  =1"],
  [' soup ', '" soup "'],
  ['＝1', "'＝1"],
  ['a=b', 'a=b'],
  ['A-1', 'A-1'],
])('writes %j as %j', (text, written) => {
  expect(csvText([[text]])).toBe(`${written}\r\n`);
});

it('leaves numbers numbers', () => {
  expect(csvText([[-12.5, 0, 1275, true, null]])).toBe('-12.5,0,1275,true,\r\n');
});
