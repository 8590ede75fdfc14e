import { parentPort, workerData } from 'node:worker_threads';
import readWorkbook from 'read-excel-file/node';
import { present } from '#app/kit/assert.ts';
import { RESULTS_FILE_BYTES } from '#app/publishing/result-upload.ts';
import { gridOf } from './grid.ts';
import { readLayout } from './layout.ts';
import { repackWorkbook } from './repack-workbook.server.ts';

/*
 * Reads one workbook on a thread of its own, which is ended where that takes long. It runs from the
 * source, in the compiled site too: Node strips types by itself.
 */

const port = present(parentPort, 'the thread that asks for a workbook');
port.postMessage(await workbookText(workerData as Uint8Array));

async function workbookText(bytes: Uint8Array): Promise<string | undefined> {
  try {
    const workbook = repackWorkbook(Buffer.from(bytes));
    const sheets = await readWorkbook(workbook, { parseNumber: plainNumber });
    const texts = sheets.map(({ data }) =>
      data.map((row) => row.map(cellText).join('\t')).join('\n'),
    );
    const text = texts.find((one) => 'entries' in readLayout(gridOf(one).lines)) ?? texts[0];
    return text !== undefined && Buffer.byteLength(text) > RESULTS_FILE_BYTES ? undefined : text;
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
