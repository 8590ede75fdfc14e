import { strToU8, zipSync } from 'fflate';
import { xmlText } from '#app/kit/text.ts';
import { columnName } from './workbook.server.ts';

const OFFICE = 'http://schemas.openxmlformats.org';
const LINKS = `${OFFICE}/officeDocument/2006/relationships`;
const MAIN = `${OFFICE}/spreadsheetml/2006/main`;
const TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** A table of text as an .xlsx workbook of one sheet (ECMA-376). */
export function workbookOf(
  name: string,
  rows: readonly (readonly string[])[],
): Uint8Array<ArrayBuffer> {
  const rowOf = (row: readonly string[], at: number) => {
    const cells = row.map((text, column) =>
      text === ''
        ? ''
        : `<c r="${columnName(column)}${at + 1}" t="inlineStr"><is><t xml:space="preserve">${xmlText(text)}</t></is></c>`,
    );
    return `<row r="${at + 1}">${cells.join('')}</row>`;
  };
  const link = (kind: string, target: string) =>
    `<Relationships xmlns="${OFFICE}/package/2006/relationships"><Relationship Id="rId1" Type="${LINKS}/${kind}" Target="${target}"/></Relationships>`;
  const parts = {
    '[Content_Types].xml': `<Types xmlns="${OFFICE}/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${TYPE}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${TYPE}.worksheet+xml"/></Types>`,
    '_rels/.rels': link('officeDocument', 'xl/workbook.xml'),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="${xmlText(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': link('worksheet', 'worksheets/sheet1.xml'),
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${MAIN}"><sheetData>${rows.map(rowOf).join('')}</sheetData></worksheet>`,
  };
  const files = Object.entries(parts).map(([path, xml]) => [path, strToU8(XML + xml)]);
  return zipSync(Object.fromEntries(files));
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
