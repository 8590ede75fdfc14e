import { strFromU8, unzipSync } from 'fflate';
import { SaxesParser } from 'saxes';

/** What a workbook's parts may come to when they are unpacked: far more than any laboratory sends. */
const UNPACKED_BYTES = 8 * 1_024 * 1_024;
/** Beyond what is read of a file of text. */
const [LAST_ROW, LAST_COLUMN] = [3_001, 1_000];
const PARTS = /^xl\/(?:workbook|styles|sharedStrings|worksheets\/[^/]+)\.xml$/;
const REASONS_SHOWN = 5;

type Workbook =
  | { readonly ok: true; readonly text: string }
  /** A sentence without its subject: `has two sheets: …`. */
  | { readonly ok: false; readonly reason: string };

/** Whether bytes begin as a ZIP archive does, which is what an .xlsx file is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 3 && bytes[3] === 4;
}

/**
 * The one sheet of a workbook as a table of text between tabs, its lines the sheet's rows. What a
 * person would not see as it is kept is refused by cell: hidden rows, columns, and sheets, those that are
 * too small to read, text of its background's color, merged cells, formulas without a value, and number formats that round or add signs.
 */
export function workbookText(bytes: Uint8Array): Workbook {
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

function readSheet(parts: ReadonlyMap<string, string>): Workbook {
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
      const small = SMALLEST[name] ? unseen(attributes, SMALLEST[name]) : undefined;
      if (small && name === 'row') reasons.push(`row ${attributes['r']} is ${small}`);
      if (small && name === 'col')
        reasons.push(`column ${columnName(Number(attributes['min']) - 1)} is ${small}`);
      if (small && name === 'sheetFormatPr')
        reasons.push('its rows or columns are hidden: show them');
      if (name === 'mergeCell')
        reasons.push(`${attributes['ref']} is merged: write each cell on its own`);
      if (name === 'conditionalFormatting') {
        reasons.push(
          `${attributes['sqref'] ?? 'cells'} may be shown otherwise by a rule: clear the rules`,
        );
      }
      if (isMarked(name, attributes) && cell) cell.text += MARK;
      if (name === 'color' && cell && isAlike(colorOf(attributes), WHITE)) cell.text += UNSEEN;
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

/** Stands in a text for characters that are raised, lowered, or struck out; XML holds none. */
const MARK = '\0';

/** The same for characters of the color of what is behind them. */
const UNSEEN = '\u{1}';

/** Whether an element says that of the characters beside it, such as the number of a footnote. */
function isMarked(name: string, { val = '1' }: Record<string, string>): boolean {
  return (
    (name === 'vertAlign' && val !== 'baseline') ||
    (name === 'strike' && !/^(?:0|false)$/.test(val))
  );
}

/** What can be read: rows in points, columns in characters. */
const SMALLEST: Record<string, Record<string, number>> = {
  row: { ht: 6 },
  col: { width: 2 },
  sheetFormatPr: { defaultRowHeight: 6, defaultColWidth: 2 },
};

/** Why nobody sees what stands in a row or column; undefined where it is seen. */
function unseen(
  attributes: Record<string, string>,
  smallest: Record<string, number>,
): string | undefined {
  const isOn = (name: string) => /^(?:1|true)$/.test(attributes[name] ?? '');
  const sizes = Object.keys(smallest).filter((size) => attributes[size] !== undefined);
  if (isOn('hidden') || isOn('zeroHeight')) return 'hidden: show it';
  if (sizes.some((size) => Number(attributes[size]) === 0)) return 'hidden: show it';
  return sizes.some((size) => Number(attributes[size]) < (smallest[size] ?? 0))
    ? 'too small to be read: make it larger'
    : undefined;
}

const INVISIBLE = 'has text of nearly the color of its background: make it black';
const MARKED =
  'has raised, lowered, or struck-out characters, such as the number of a footnote: write the result alone';

/** What a cell holds, where that is what a person sees in it. */
function shownText({ type, format, hasFormula, text }: Cell, strings: readonly string[]): Workbook {
  const refused = (reason: string) => ({ ok: false as const, reason });
  if (hasFormula && text === '') return refused('has a formula without a value: write the value');
  if (text === '') return { ok: true, text };
  if (!['n', 's', 'str', 'inlineStr'].includes(type)) {
    return refused(
      'is neither a number nor text: write one of them, and a day as text, such as 2026-09-14',
    );
  }
  if (format === MARK) return refused(MARKED);
  if (format === UNSEEN) return refused(INVISIBLE);
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
    if (own.includes(UNSEEN)) return refused(INVISIBLE);
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
      if (name === 'color' && isAlike(colorOf(attributes), WHITE))
        strings[strings.length - 1] += UNSEEN;
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

const [WHITE, BLACK] = ['FFFFFF', '000000'];

/** A color as RRGGBB; of the theme's others, its number. By default, the first two are white and black. */
function colorOf({ rgb, theme, indexed, tint = '0' }: Record<string, string>): string {
  if (rgb) return rgb.slice(-6).toUpperCase();
  const isLight = theme === '0' || indexed === '1' || indexed === '9';
  if (!isLight && !(theme === '1' || indexed === '0' || indexed === '8')) return theme ?? '';
  const light = isLight ? 255 * (1 + Math.min(0, Number(tint))) : 255 * Math.max(0, Number(tint));
  return Math.round(light).toString(16).padStart(2, '0').repeat(3).toUpperCase();
}

/** Whether two colors can hardly be told apart. */
function isAlike(one: string, other: string): boolean {
  const parts = (color: string) =>
    color.match(/[\dA-F]{2}/g)?.map((part) => parseInt(part, 16)) ?? [];
  const [a, b] = [parts(one), parts(other)];
  if (one.length !== 6 || other.length !== 6) return one === other && one !== '';
  return a.every((part, at) => Math.abs(part - (b[at] ?? 0)) <= NEARLY);
}

/** Of 255. */
const NEARLY = 48;

/**
 * The number format of each style that cells name; `MARK` where its font is struck out, and `UNSEEN`
 * where it has the color of its background.
 */
function formatsOf(parts: ReadonlyMap<string, string>): string[] {
  const styles = parts.get('xl/styles.xml') ?? '';
  const fonts: boolean[] = [];
  let isSolid = false;
  const [colors, fills]: [string[], string[]] = [[], []];
  read(styles, {
    open(name, attributes, path) {
      if (path.endsWith('/fonts/font')) fonts.push(false);
      if (path.includes('/fonts/font/') && isMarked(name, attributes))
        fonts[fonts.length - 1] = true;
      if (path.endsWith('/fonts/font')) colors.push(BLACK);
      if (path.endsWith('/fonts/font/color')) colors[colors.length - 1] = colorOf(attributes);
      if (path.endsWith('/fills/fill')) fills.push(WHITE);
      if (path.endsWith('/fill/patternFill')) isSolid = attributes['patternType'] === 'solid';
      if (path.endsWith('/patternFill/fgColor') && isSolid)
        fills[fills.length - 1] = colorOf(attributes);
    },
  });
  const own = new Map(
    attributesOf(styles, 'numFmt').map(({ numFmtId = '', formatCode = '' }) => [
      numFmtId,
      formatCode,
    ]),
  );
  return attributesOf(styles, 'cellXfs/xf').map(({ numFmtId = '0', fontId = '', fillId = '' }) => {
    if (fonts[Number(fontId)]) return MARK;
    if (isAlike(colors[Number(fontId)] ?? BLACK, fills[Number(fillId)] ?? WHITE)) return UNSEEN;
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

function columnName(at: number): string {
  const letter = String.fromCodePoint(65 + (at % 26));
  return at < 26 ? letter : columnName(Math.floor(at / 26) - 1) + letter;
}
