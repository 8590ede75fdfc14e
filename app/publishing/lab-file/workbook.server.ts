import readWorkbook from 'read-excel-file/node';
import { gridOf } from './grid.ts';
import { readLayout } from './layout.ts';

/** What a workbook may come to when it is unpacked: far more than any laboratory sends. */
const UNPACKED_BYTES = 32 * 1_024 * 1_024;

/** Whether bytes begin as a ZIP archive does, which is what an .xlsx file is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
}

/**
 * A workbook's results as a table of text between tabs, its lines the sheet's: of the first sheet
 * that holds results, else of the first. Undefined where it can't be read, or unpacks to too much.
 */
export async function workbookText(bytes: Uint8Array): Promise<string | undefined> {
  if (unpackedBytes(Buffer.from(bytes)) > UNPACKED_BYTES) return undefined;
  try {
    const sheets = await readWorkbook(Buffer.from(bytes), { parseNumber: plainNumber });
    const texts = sheets.map(({ data }) =>
      data.map((row) => row.map(cellText).join('\t')).join('\n'),
    );
    return texts.find((text) => 'entries' in readLayout(gridOf(text).lines)) ?? texts[0];
  } catch {
    return undefined;
  }
}

/** As the sheet shows it: a workbook keeps `0.3` as `0.29999999999999999`. */
function plainNumber(stored: string): string {
  const rounded = Number(Number(stored).toPrecision(15));
  return rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 });
}

function cellText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return String(value)
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim();
}

/** What the files of an archive come to, as its directory states them. */
function unpackedBytes(archive: Buffer): number {
  const entry = Buffer.from('PK\u0001\u0002', 'latin1');
  let total = 0;
  for (let at = archive.indexOf(entry); at >= 0; at = archive.indexOf(entry, at + 4)) {
    if (at + 28 <= archive.length) total += archive.readUInt32LE(at + 24);
  }
  return total;
}
