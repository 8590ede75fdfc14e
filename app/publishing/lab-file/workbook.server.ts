import { resolve } from 'node:path';
import { Worker } from 'node:worker_threads';
import { log } from '#app/platform/log.server.ts';

/** The source itself, in the compiled site too. */
const PROGRAM = 'app/publishing/lab-file/workbook.worker.ts';
/** Far longer than any laboratory's workbook takes; one that is still being read then is refused. */
const READING_MS = 20_000;
/** Far more than any takes: a sheet may say of two cells that they are a billion rows apart. */
const HEAP = { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 };

/** Whether bytes begin as a ZIP archive does, which is what an .xlsx file is. */
export function isWorkbook(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).equals(Buffer.from('PK\u0003\u0004', 'latin1'));
}

/**
 * A workbook's results as a table of text between tabs, its lines the sheet's: of the first sheet
 * that holds results, else of the first. Undefined where it can't be read, holds more than a file of
 * text may, or takes too much to read; it is read beside the thread that answers requests.
 */
export async function workbookText(bytes: Uint8Array): Promise<string | undefined> {
  const worker = new Worker(resolve(PROGRAM), {
    execArgv: [],
    resourceLimits: HEAP,
    workerData: bytes,
  });
  const late = setTimeout(() => void worker.terminate(), READING_MS);
  try {
    return await new Promise<string | undefined>((done) => {
      worker.once('message', done);
      worker.once('error', (error) => {
        log.warn({ err: error }, 'a workbook was not read');
        done(undefined);
      });
      worker.once('exit', () => done(undefined));
    });
  } finally {
    clearTimeout(late);
    await worker.terminate();
  }
}
