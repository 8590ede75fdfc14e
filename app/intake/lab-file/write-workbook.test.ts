import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { expect, test } from 'vitest';
import { workbookOf } from './write-workbook.server.ts';
import { workbookText } from './workbook.server.ts';

const rows = [
  ['sample', 'lot_no', 'DEHP'],
  ['1061-1', ' 0012 <"L" & é\u0001> ', ''],
  ['', '', '41.5'],
];
const file = workbookOf('1061', rows);
const parts = Object.entries(unzipSync(file)).map(
  ([path, part]) => [path, strFromU8(part)] as const,
);
const part = (path: string) => new Map(parts).get(path) ?? '';
const all = (xml: string, attribute: string) =>
  [...xml.matchAll(new RegExp(` ${attribute}="([^"]*)"`, 'g'))].map(([, value]) => value);

test('a workbook that is written is read again', () => {
  expect(workbookText(file)).toEqual({
    ok: true,
    text: 'sample\tlot_no\tDEHP\n1061-1\t0012 <"L" & é>\t\n\t\t41.5\n',
  });
});

test('each of its parts is well-formed, of a type, and linked to', () => {
  for (const [, xml] of parts) new SaxesParser({ xmlns: true }).write(xml).close();
  const own = parts
    .map(([path]) => path)
    .filter((path) => path.startsWith('xl/') && path.endsWith('.xml'));
  const typed = all(part('[Content_Types].xml'), 'PartName').map((name) => name?.slice(1));
  expect(typed.toSorted()).toEqual(own.toSorted());
  const linked = [
    ...all(part('_rels/.rels'), 'Target'),
    ...all(part('xl/_rels/workbook.xml.rels'), 'Target').map((target) => `xl/${target}`),
  ];
  expect(linked.toSorted()).toEqual(own.toSorted());
  expect(part('xl/workbook.xml')).toContain('<sheet name="1061" sheetId="1" r:id="rId1"/>');
});
