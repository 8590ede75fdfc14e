import { isWorkbook, workbookText, type FileText } from '#app/intake/lab-file/workbook.server.ts';

const AS_CERTIFICATE = 'type its results into the template, and send it as the certificate';

/** What comes in a table’s place, by how its bytes begin in Latin-1, and what to do. */
const OTHERS: readonly [RegExp, string][] = [
  [/^(?:\xEF\xBB\xBF)?\s*%PDF-/, `is a PDF: ${AS_CERTIFICATE}`],
  [/^(?:\x89PNG|\xFF\xD8\xFF|GIF8|RIFF[^]{4}WEBP)/, `is a picture: ${AS_CERTIFICATE}`],
  [
    /^\xD0\xCF[^]\xE0/,
    'is a workbook of the old .xls format, or one with a password: save it as .xlsx without one',
  ],
  [
    /^(?:\xFF\xFE|\xFE\xFF|[^\0]\0[^\0]\0|\0[^\0]\0[^\0])/,
    'is text in UTF-16: save it as CSV in UTF-8, or as .xlsx',
  ],
  [
    /^(?:\xEF\xBB\xBF)?\s*<(?:!doctype|\?xml|html|head|meta|body|table)\b/i,
    'is a web page, not a table: get the file itself, or open this in a spreadsheet and save it as .xlsx',
  ],
];

/** A file's text: its bytes as UTF-8, without a byte order mark, or the one sheet of a workbook. */
export function fileText(bytes: Uint8Array): FileText {
  const read = isWorkbook(bytes) ? workbookText(bytes) : plainText(bytes);
  return read.ok && read.text.trim() === ''
    ? { ok: false, reason: 'is empty: send the one that holds the results' }
    : read;
}

function plainText(bytes: Uint8Array): FileText {
  const start = Buffer.from(bytes.subarray(0, 1_000)).toString('latin1');
  const other = OTHERS.find(([beginning]) => beginning.test(start));
  const reason =
    other?.[1] ?? 'is neither UTF-8 text nor an .xlsx workbook: save it as CSV in UTF-8';
  // What PostgreSQL cannot keep, and no table holds.
  if (other || bytes.includes(0)) return { ok: false, reason };
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return { ok: false, reason };
  }
}
