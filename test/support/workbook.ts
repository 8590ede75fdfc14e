import { strToU8, zipSync } from 'fflate';

const OFFICE = 'http://schemas.openxmlformats.org';
const LINKS = `${OFFICE}/officeDocument/2006/relationships`;
const MAIN = `${OFFICE}/spreadsheetml/2006/main`;

interface Sheet {
  /** The XML of its rows. */
  rows: string;
  /** What stands before them (columns), and behind (merged cells). */
  before?: string;
  after?: string;
  /** An attribute of the sheet in the workbook, such as `state="hidden"`. */
  state?: string;
  /** The number format of style 1. */
  format?: string;
  /** The XML of the font and of the fill of style 1. */
  font?: string;
  fill?: string;
  /** The rows of a second sheet. */
  second?: string;
  /** Texts that cells name by their place. */
  strings?: string;
}

/** A workbook of one sheet, or two, the XML of whose rows is given. */
export function aWorkbook({ rows, before = '', after = '', state = '', ...more }: Sheet): Buffer {
  const { format, font, fill, second, strings } = more;
  const isStyled = format ?? font ?? fill;
  const sheet = (cells: string) =>
    `<worksheet xmlns="${MAIN}">${before}<sheetData>${cells}</sheetData>${after}</worksheet>`;
  const styles = `<styleSheet xmlns="${MAIN}"><numFmts><numFmt numFmtId="164" formatCode="${format ?? 'General'}"/></numFmts><fonts><font/><font>${font ?? ''}</font></fonts><fills><fill/><fill>${fill ?? ''}</fill></fills><cellXfs><xf numFmtId="0"/><xf numFmtId="164" fontId="1" fillId="1"/></cellXfs></styleSheet>`;
  const parts = {
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets><sheet name="Results" sheetId="1" ${state} r:id="rId1"/></sheets></workbook>`,
    'xl/worksheets/sheet1.xml': sheet(rows),
    ...(second === undefined ? {} : { 'xl/worksheets/sheet2.xml': sheet(second) }),
    ...(isStyled === undefined ? {} : { 'xl/styles.xml': styles }),
    ...(strings === undefined
      ? {}
      : { 'xl/sharedStrings.xml': `<sst xmlns="${MAIN}">${strings}</sst>` }),
  };
  return Buffer.from(
    zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, strToU8(xml)]))),
  );
}

/** Rows of a table of text as cells; `more` are attributes of a cell by its address, such as `s="1"`. */
export function rowsOf(text: string, more: Readonly<Record<string, string>> = {}): string {
  return text
    .trimEnd()
    .split('\n')
    .map((line, row) => {
      const cells = line.split(',').map((cell, column) => {
        const at = `${columnOf(column)}${row + 1}`;
        const attributes = `r="${at}" ${more[at] ?? ''}`;
        return /^\d+(?:\.\d+)?$/.test(cell)
          ? `<c ${attributes}><v>${cell}</v></c>`
          : `<c ${attributes} t="inlineStr"><is><t>${cell.replaceAll('<', '&lt;')}</t></is></c>`;
      });
      return `<row r="${row + 1}">${cells.join('')}</row>`;
    })
    .join('');
}

function columnOf(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : columnOf(Math.floor(at / 26) - 1) + letter;
}
