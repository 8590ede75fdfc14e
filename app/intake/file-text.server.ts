import { isWorkbook, workbookText } from '#app/intake/lab-file/workbook.server.ts';

type FileText =
  | { readonly ok: true; readonly text: string }
  /** A sentence without its subject, and what to do. */
  | { readonly ok: false; readonly reason: string };

/** A file's text: its bytes as UTF-8, without a byte order mark, or the one sheet of a workbook. */
export function fileText(bytes: Uint8Array): FileText {
  if (isWorkbook(bytes)) return workbookText(bytes);
  const refused = {
    ok: false as const,
    reason: 'is neither UTF-8 text nor an .xlsx workbook: save it as CSV in UTF-8',
  };
  // What PostgreSQL cannot keep, and no table holds.
  if (bytes.includes(0)) return refused;
  try {
    return { ok: true, text: new TextDecoder('utf-8', { fatal: true }).decode(bytes) };
  } catch {
    return refused;
  }
}
