import { hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Context, Hono } from 'hono';
import { finished, isCurrent, respond } from '#app/cache/answers.server.ts';
import { cached } from '#app/cache/cache.server.ts';
import { siteUrl } from '#app/config.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { db, snapshot, type Tx } from '#app/database/db.server.ts';
import { refusedBy } from '#app/http/limits/refused-by.server.ts';
import { WHOLE_TABLES } from '#app/http/limits/limits.ts';
import { byTurns } from '#app/http/by-turns.server.ts';
import type { Env } from '#app/http/mount-calls.server.ts';
import { publicRead } from '#app/http/public-read.server.ts';
import { csvText } from '#app/kit/csv.ts';
import { logSeldom } from '#app/platform/log.server.ts';
import { rowCells, type DataTable } from '#app/data/table.ts';
import { tableMetadata } from './table-metadata.ts';
import { figuresTable } from '#app/data/tables/figure-rows.server.ts';
import { chemicalsTable, limitsTable } from '#app/data/tables/limit-rows.ts';
import { booksTable, fundableTable, kindsTable } from '#app/data/tables/list-rows.server.ts';
import { measurementsTable } from '#app/data/tables/sample-rows.server.ts';
import { testsTable, testStepsTable } from '#app/data/tables/test-rows.server.ts';

type AnyTable = DataTable<unknown>;

/** Of a list, or of what stands under one number or key. */
type TableOf = AnyTable | ((id: string) => AnyTable);

/** Whatever it was tested for. */
const ofOne = (id: string): AnyTable => {
  const [own, metals] = [measurementsTable([+id]), measurementsTable([+id], 'metals')];
  const rows: AnyTable['rows'] = async function* (tx) {
    yield* own.rows(tx);
    yield* metals.rows(tx);
  };
  return { ...own, rows };
};

/** The table beside each page and call that is a list. */
const TABLES: Record<string, TableOf> = {
  '/products.csv': fundableTable,
  '/plasticlist.csv': measurementsTable(),
  '/plasticlist/:id.csv': ofOne,
  '/plasticlist/kinds.csv': kindsTable,
  '/plasticlist/kinds/:key.csv': (key) => only(kindsTable, key),
  '/risk-methodology.csv': limitsTable,
  '/tests.csv': testsTable,
  '/metals.csv': measurementsTable(undefined, 'metals'),
  '/api/plasticlist.csv': measurementsTable(undefined, 'metals'),
  '/api/products.csv': fundableTable,
  '/api/products/:id.csv': (id) => only(fundableTable, id),
  '/api/products/:id/lab-samples.csv': ofOne,
  '/api/products/:id/testing.csv': (id) => only(testStepsTable, id),
  '/api/plasticlist/:id.csv': ofOne,
  '/api/plasticlist/:id/metals.csv': (id) => measurementsTable([+id], 'metals'),
  '/api/risk-levels.csv': figuresTable(),
  '/api/chemicals.csv': chemicalsTable,
  '/api/chemicals/:key.csv': (key) => only(chemicalsTable, key),
  '/api/books.csv': booksTable,
};

/** What describes a table stands beside it (CSV on the Web). */
const METADATA = '-metadata.json';

/** Their addresses as patterns. */
export const TABLE_PATHS = Object.keys(TABLES).flatMap((path) => [path, path + METADATA]);

/** Of these every row follows from what is published, and there may be a million: they are streamed. */
const LONG = new Set([measurementsTable().name, figuresTable().name]);

/** The others are read at once and kept so long. */
const SHARED_SECONDS = 60;

const IDS = { id: '\\d{1,9}', key: '[a-z-]{1,40}' };

/** Mounts every table as a file, with what describes it; no other address ends as they do, but releases'. */
export function mountTables(app: Hono<Env>): void {
  for (const [path, tableOf] of Object.entries(TABLES)) {
    for (const end of ['', METADATA]) {
      const route = (path + end).replace(
        /:(id|key)(\.csv.*)?/,
        (_, name: 'id' | 'key', file = '') => `:id{${IDS[name]}${file}}`,
      );
      app.on(['GET', 'OPTIONS'], route, publicRead(), (c) => {
        const [id = ''] = c.req.param('id')?.replace(/^0+/, '').split('.') ?? [];
        const table = typeof tableOf === 'function' ? tableOf(id) : tableOf;
        return end
          ? answerMetadata(c, table)
          : answerTable(c, table, typeof tableOf === 'function');
      });
    }
  }
  app.get('*', (c, next) => {
    const isFree = c.req.path.endsWith('.csv') && !c.req.path.startsWith('/data/');
    return isFree ? respond(c, finished(404, NO_TABLE, TEXT)) : next();
  });
}

async function answerTable(c: Context<Env>, table: AnyTable, isOfOne: boolean): Promise<Response> {
  const { path } = c.req;
  // A spreadsheet takes letters for what they are where the file says that it is UTF-8.
  const mark = c.req.query('bom') === '1' ? '\uFEFF' : '';
  const fileName = path.slice(1).replaceAll('/', '-');
  const headers = {
    'Content-Type': 'text/csv; charset=utf-8',
    'Content-Disposition': `attachment; filename="${fileName}"`,
    Link: `<${path}${METADATA}>; rel="describedby"; type="application/csvm+json"`,
    'Cache-Control': 'no-cache',
  };
  const version = await contentVersion();
  if (isOfOne || !LONG.has(table.name)) {
    const make = async () => {
      const text = await snapshot((tx) => textOf(table, tx));
      const isNone = isOfOne && text === headOf(table);
      return isNone ? finished(404, NO_ROWS, TEXT) : finished(200, mark + text, headers);
    };
    return respond(
      c,
      await cached(`${path} ${mark} ${version}`, SHARED_SECONDS, () => byTurns(c, make)),
    );
  }
  const etag = `W/"${hash('sha1', [version, mark, headOf(table)].join('\n'), 'base64url')}"`;
  if (isCurrent(c, etag)) return c.body(null, 304, { ...headers, ETag: etag });
  if (c.req.method === 'HEAD') return c.body(null, 200, { ...headers, ETag: etag });
  const refused = await refusedBy(WHOLE_TABLES, c);
  if (refused) return refused;
  const parts = Readable.from(asOf(version, linesOf(table, db(), mark)), { objectMode: true });
  return c.body(Readable.toWeb(parts) as ReadableStream, 200, { ...headers, ETag: etag });
}

const TEXT = { 'Content-Type': 'text/plain; charset=utf-8' };
const NO_ROWS = 'There are no rows under this number or key.';
const NO_TABLE = 'There is no table of this. /data lists the tables that there are.';

function answerMetadata(c: Context<Env>, table: AnyTable): Promise<Response> {
  const address = siteUrl() + c.req.path.slice(0, -METADATA.length);
  const text = JSON.stringify(tableMetadata(table, address), null, 2);
  return respond(c, finished(200, text, { 'Content-Type': 'application/csvm+json' }));
}

/** The head, then the rows by batches. */
async function* linesOf(table: AnyTable, tx: Tx, mark = ''): AsyncGenerator<string> {
  yield mark + headOf(table);
  for await (const rows of table.rows(tx)) yield csvText(rows.map((row) => rowCells(table, row)));
}

async function textOf(table: AnyTable, tx: Tx): Promise<string> {
  let text = '';
  for await (const lines of linesOf(table, tx)) text += lines;
  return text;
}

function headOf({ columns }: AnyTable): string {
  return csvText([columns.map(({ name }) => name)]);
}

/**
 * No transaction waits for whoever reads slowly. So where something is published meanwhile, the file
 * breaks off, and its reader asks again, before it would mix the two.
 */
async function* asOf(version: string, lines: AsyncIterable<string>): AsyncGenerator<Buffer> {
  try {
    for await (const line of lines) {
      if ((await contentVersion()) !== version)
        throw new Error('Something was published meanwhile.');
      yield Buffer.from(line);
    }
  } catch (error) {
    logSeldom('warn', {}, 'a table broke off', error);
    throw error;
  }
}

/** The rows of one product, kind, or chemical, of a table whose key begins with its number or key. */
function only(table: AnyTable, id: string): AnyTable {
  return {
    ...table,
    async *rows(tx) {
      for await (const rows of table.rows(tx))
        yield rows.filter((row) => String(rowCells(table, row)[0]) === id);
    },
  };
}
