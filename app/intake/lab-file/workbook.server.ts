import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

/** What a workbook's parts may come to when they are unpacked: far more than any laboratory sends. */
const UNPACKED_BYTES = 8 * 1_024 * 1_024;
/** Beyond what is read of a file of text. */
const [LAST_ROW, LAST_COLUMN] = [3_001, 1_000];
const PARTS = /^xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+)\.xml$/;
const REASONS_SHOWN = 5;

export type FileText =
  | { readonly ok: true; readonly text: string }
  /** A sentence without its subject, and what to do: `has two sheets: …`. */
  | { readonly ok: false; readonly reason: string };

/** Whether bytes begin as a ZIP archive does, which is what an .xlsx file is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The one sheet of a workbook as a table of text between tabs, its lines the sheet's rows. What a
 * person would not see as it is kept is refused by cell: hidden rows, columns, and sheets, those that are
 * too small to read, white text, merged cells, formulas without a value, and number formats that round or add signs.
 */
export function workbookText(bytes: Uint8Array): FileText {
  try {
    return readSheet(partsOf(bytes));
  } catch {
    return { ok: false, reason: 'cannot be read, or holds too much: save its sheet as CSV' };
  }
}

/** Its parts of XML; an archive that says of one that it is smaller gets no more of it. */
function partsOf(bytes: Uint8Array): Map<string, string> {
  let left = UNPACKED_BYTES;
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!PARTS.test(name)) return false;
      left -= originalSize;
      if (left < 0) throw new RangeError('it unpacks to too much');
      return true;
    },
  });
  return new Map(Object.entries(parts).map(([name, part]) => [name, strFromU8(part)]));
}

function readSheet(parts: ReadonlyMap<string, string>): FileText {
  const sheets = [...parts].filter(([name]) => name.startsWith('xl/worksheets/'));
  const [sheet] = sheets;
  if (!sheet) return { ok: false, reason: 'is no .xlsx workbook: save its sheet as CSV' };
  if (sheets.length > 1) {
    return {
      ok: false,
      reason: `has ${sheets.length} sheets, some perhaps hidden: leave the one with the results`,
    };
  }
  const { rows, reasons } = cellsOf(sheet[1], stringsOf(parts), formatsOf(parts));
  const states = attributesOf(parts.get('xl/workbook.xml') ?? '', 'sheet').map(
    ({ state }) => state,
  );
  if (states.some((state) => state && state !== 'visible'))
    reasons.unshift('its sheet is hidden: show it');
  if (reasons.length > 0) return { ok: false, reason: reasons.slice(0, REASONS_SHOWN).join('. ') };
  const width = Math.max(0, ...rows.map((row) => row.length));
  const text = Array.from(rows, (row) => Array.from({ length: width }, (_, at) => row?.[at] ?? ''))
    .map((cells) => `${cells.join('\t')}\n`)
    .join('');
  return { ok: true, text };
}

interface Cell {
  at: string;
  type: string;
  format: string;
  hasFormula: boolean;
  text: string;
}

/** The cells of a sheet by row and column from 0, and what is wrong with them. */
function cellsOf(xml: string, strings: readonly string[], formats: readonly string[]) {
  const rows: string[][] = [];
  const reasons: string[] = [];
  let cell: Cell | undefined;
  read(xml, {
    open(name, attributes) {
      if (name === 'sheetFormatPr' && isHidden(attributes, 'defaultColWidth'))
        reasons.push('its rows or columns are hidden: show them');
      if (name === 'row' && isHidden(attributes, 'ht'))
        reasons.push(`row ${attributes['r']} is hidden: show it`);
      if (name === 'col' && isHidden(attributes, 'width')) {
        reasons.push(`column ${columnName(Number(attributes['min']) - 1)} is hidden: show it`);
      }
      if (name === 'mergeCell')
        reasons.push(`${attributes['ref']} is merged: write each cell on its own`);
      if (name === 'conditionalFormatting') {
        reasons.push(
          `${attributes['sqref'] ?? 'cells'} may be shown otherwise by a rule: clear the rules`,
        );
      }
      if (isMarked(name, attributes) && cell) cell.text += MARK;
      if (name === 'c') {
        const { r: at = '', t: type = 'n', s: style = '0' } = attributes;
        cell = {
          at,
          type,
          format: formats[Number(style)] ?? (style === '0' ? 'General' : `number ${style}`),
          hasFormula: false,
          text: '',
        };
      }
      if (name === 'f' && cell) cell.hasFormula = true;
    },
    text(text, path) {
      if (cell && /(?:\/v|\/is(?:\/r)?\/t)$/.test(path)) cell.text += text;
    },
    close(name) {
      if (name !== 'c' || !cell) return;
      const shown = shownText(cell, strings);
      const [, letters = '', row = ''] = /^([A-Z]{1,3})([1-9]\d*)$/.exec(cell.at) ?? [];
      const column = [...letters].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0);
      if (!shown.ok) reasons.push(`cell ${cell.at} ${shown.reason}`);
      else if (shown.text === '') cell = undefined;
      else if (row === '' || Number(row) > LAST_ROW || column > LAST_COLUMN) {
        reasons.push(`cell ${cell.at} lies outside the table: delete it`);
      } else {
        for (let at = rows.length; at < Number(row); at += 1) rows.push([]);
        (rows[Number(row) - 1] ??= [])[column - 1] = shown.text;
      }
      cell = undefined;
    },
  });
  return { rows, reasons };
}

/** Stands in a text for characters that are raised, lowered, struck out, or white; XML holds none. */
const MARK = '\0';

/** Whether an element says that of the characters beside it, such as the number of a footnote. */
function isMarked(name: string, attributes: Record<string, string>): boolean {
  const { val = '1' } = attributes;
  return (
    (name === 'vertAlign' && val !== 'baseline') ||
    (name === 'strike' && !/^(?:0|false)$/.test(val)) ||
    (name === 'color' && isWhite(attributes))
  );
}

/** Whether a row or column is hidden, or too small for anybody to read what stands in it. */
function isHidden(attributes: Record<string, string>, size: string): boolean {
  const isOn = /^(?:1|true)$/.test(attributes['hidden'] ?? attributes['zeroHeight'] ?? '');
  return isOn || Number(attributes[size] ?? SMALLEST) < SMALLEST;
}

/** Of a column in characters, of a row in points. */
const SMALLEST = 2;

/** Whether a color is white, or nearly; the theme's first is by default. */
function isWhite({ rgb = '', theme, indexed, tint = '0' }: Record<string, string>): boolean {
  return (
    /(?:[EF][\dA-F]){3}$/i.test(rgb) || indexed === '9' || (theme === '0' && Number(tint) > -0.1)
  );
}

const MARKED =
  'has raised, lowered, struck-out, or white characters, such as the number of a footnote: write the result alone, in black';

/** What a cell holds, where that is what a person sees in it. */
function shownText({ type, format, hasFormula, text }: Cell, strings: readonly string[]): FileText {
  const refused = (reason: string) => ({ ok: false as const, reason });
  if (hasFormula && text === '') return refused('has a formula without a value: write the value');
  if (text === '') return { ok: true, text };
  if (!['n', 's', 'str', 'inlineStr'].includes(type)) {
    return refused(
      'is neither a number nor text: write one of them, and a day as text, such as 2026-09-14',
    );
  }
  if (format === MARK) return refused(MARKED);
  const [, decimals] = /^(?:#,##)?0(?:\.(0+))?$/.exec(format) ?? [];
  const isPlain = format === 'General' || format === '@' || /^(?:#,##)?0(?:\.0+)?$/.test(format);
  if (!isPlain) {
    return refused(
      `has the number format ${format}, which may show it otherwise: choose General, and write a day as text, such as 2026-09-14`,
    );
  }
  if (type !== 'n') {
    const own = type === 's' ? (strings[Number(text)] ?? '') : text;
    if (own.includes(MARK)) return refused(MARKED);
    return { ok: true, text: own.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim() };
  }
  // A workbook keeps `0.3` as `0.29999999999999999`.
  const number = Number(Number(text).toPrecision(15));
  if (!Number.isFinite(number)) return refused('is no number');
  const places = format === 'General' || format === '@' ? undefined : (decimals ?? '').length;
  if (places !== undefined && Number(number.toFixed(places)) !== number) {
    return refused(
      `shows ${number.toFixed(places)} and holds ${number}: choose the number format General`,
    );
  }
  return {
    ok: true,
    text: number.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }),
  };
}

/** Texts that cells name by their place; how they are pronounced is left out. */
function stringsOf(parts: ReadonlyMap<string, string>): string[] {
  const strings: string[] = [];
  read(parts.get('xl/sharedStrings.xml') ?? '', {
    open(name, attributes) {
      if (name === 'si') strings.push('');
      if (isMarked(name, attributes)) strings[strings.length - 1] += MARK;
    },
    text(text, path) {
      if (/\/si(?:\/r)?\/t$/.test(path)) strings[strings.length - 1] += text;
    },
  });
  return strings;
}

/** Built into every workbook (ECMA-376, 18.8.30). */
const BUILT_IN = new Map([
  ['0', 'General'],
  ['1', '0'],
  ['2', '0.00'],
  ['3', '#,##0'],
  ['4', '#,##0.00'],
  ['49', '@'],
]);

/** The number format of each style that cells name; `MARK` where its font is struck out, or white on white. */
function formatsOf(parts: ReadonlyMap<string, string>): string[] {
  const styles = parts.get('xl/styles.xml') ?? '';
  const fonts: ('marked' | 'white' | undefined)[] = [];
  const filled: boolean[] = [];
  read(styles, {
    open(name, attributes, path) {
      if (path.endsWith('/fonts/font')) fonts.push(undefined);
      if (path.includes('/fonts/font/') && isMarked(name, attributes))
        fonts[fonts.length - 1] = name === 'color' ? 'white' : 'marked';
      if (path.endsWith('/fills/fill')) filled.push(false);
      if (path.endsWith('/fill/patternFill/fgColor'))
        filled[filled.length - 1] = !isWhite(attributes);
    },
  });
  const own = new Map(
    attributesOf(styles, 'numFmt').map(({ numFmtId = '', formatCode = '' }) => [
      numFmtId,
      formatCode,
    ]),
  );
  return attributesOf(styles, 'cellXfs/xf').map(({ numFmtId = '0', fontId = '', fillId = '' }) => {
    const font = fonts[Number(fontId)];
    if (font === 'marked' || (font === 'white' && !filled[Number(fillId)])) return MARK;
    return own.get(numFmtId) ?? BUILT_IN.get(numFmtId) ?? `number ${numFmtId}`;
  });
}

/** The attributes of all elements of a name, or of a name within another's. */
function attributesOf(xml: string, wanted: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  read(xml, {
    open: (_, attributes, path) => void (path.endsWith(`/${wanted}`) && found.push(attributes)),
  });
  return found;
}

interface Reader {
  open?: (name: string, attributes: Record<string, string>, path: string) => void;
  text?: (text: string, path: string) => void;
  close?: (name: string) => void;
}

/** Reads XML from its beginning to its end, names without their prefixes; throws where it is none. */
function read(xml: string, { open, text, close }: Reader): void {
  if (xml === '') return;
  const path: string[] = [];
  const parser = new SaxesParser();
  const local = (name: string) => name.slice(name.indexOf(':') + 1);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    path.push(local(tag.name));
    open?.(local(tag.name), tag.attributes, `/${path.join('/')}`);
  });
  parser.on('text', (content) => text?.(content, `/${path.join('/')}`));
  parser.on('closetag', (tag) => {
    close?.(local(tag.name));
    path.pop();
  });
  parser.write(xml).close();
}

/** A column’s letters; the first is 0. */
export function columnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}
