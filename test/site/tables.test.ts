import { readFileSync } from 'node:fs';
import { parse } from 'csv-parse/sync';
import { eq, sql } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { createApp } from '#app/create-app.ts';
import { isPublicRead } from '#app/http/public-read.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { db } from '#app/database/db.server.ts';
import { loadCalls } from '#app/load-calls.server.ts';
import { bringFirstData } from '#cli/first-data.ts';
import { testedProducts } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { changeProduct, changeRows } from '#test/support/gifts.ts';
import { pagePaths } from '#app/routes.ts';
import { TABLE_PATHS } from '#app/data/files/serve-tables.server.ts';

useDatabase();

let app: Awaited<ReturnType<typeof createApp>>;

/** What a spreadsheet would calculate, and what it would take for more than a text in its own way. */
const FORMULAS = [
  '=HYPERLINK("https://x.example")',
  '+1+1',
  '-2+3',
  '@SUM(1)',
  '\t=1',
  '＝1',
  'a;=1',
];

beforeAll(async () => {
  await bringFirstData(() => {});
  for (const [at, name] of FORMULAS.entries()) {
    await changeProduct(1001 + at, { name, brand: name, category: name });
  }
  await changeProduct(1011, { name: 'Crème brûlée' });
  await changeRows(testedProducts, eq(testedProducts.originalId, 93), { tags: ['=1'] });
  await db().execute(
    sql`update lab_samples set lot = '=1+1', notes = '@x' where tested_product_id = 93`,
  );
  app = await createApp();
});

const numbered = (path: string) =>
  path
    .replace('/products/:id/lab', '/products/93/lab')
    .replace(':id', path.includes('plasticlist') ? '93' : '1011')
    .replace(':key', path.includes('chemicals') ? 'bpa' : 'iced-tea');
const files = TABLE_PATHS.filter((path) => path.endsWith('.csv'));

describe.each(files)('%s', (path) => {
  const address = numbered(path);

  it('has cells that no spreadsheet takes for a formula, described column by column', async () => {
    const answer = await app.request(address);
    if (/:id\/(testing|metals)\.csv$/.test(path)) return expect(answer.status).toBe(404);
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const text = await answer.text();
    const [head = [], ...rows] = parse(text) as string[][];
    expect(rows.length).toBeGreaterThan(
      /tests\.csv|metals\.csv|api\/plasticlist\.csv/.test(path) ? -1 : 0,
    );
    const described = await app.request(`${address}-metadata.json`);
    expect(described.headers.get('content-type')).toBe('application/csvm+json');
    expect(answer.headers.get('link')).toContain(`<${address}-metadata.json>; rel="describedby"`);
    const { url, tableSchema } = (await described.json()) as Metadata;
    expect(new URL(url).pathname).toBe(address);
    expect(tableSchema.columns.map(({ titles }) => titles)).toEqual(head);
    for (const [at, column] of tableSchema.columns.entries()) {
      expect(column['dc:description'], column.titles).toMatch(/^\S.*\.$/);
      for (const row of rows) {
        const cell = row[at]!;
        if (column.datatype === 'string') expect(cell).not.toMatch(/^[\s"]*[=+\-@＝＋－＠]|;=/);
        else if (cell) expect(cell, column.titles).toMatch(SHAPES[column.datatype]!);
        if (column.required) expect(cell, column.titles).not.toBe('');
      }
    }
    const key = tableSchema.primaryKey.map((name) => head.indexOf(name));
    expect(new Set(rows.map((row) => key.map((at) => row[at]).join('\n'))).size).toBe(rows.length);
  });

  it('is sent again only where it changed, to any site, with a mark where one is asked for', async () => {
    const first = await app.request(address);
    const etag = first.headers.get('etag');
    if (first.status === 404) return;
    expect(first.headers.get('access-control-allow-origin')).toBe('*');
    const again = await app.request(address, { headers: { 'if-none-match': etag! } });
    expect(again.status).toBe(304);
    const marked = await app.request(`${address}?bom=1`, { headers: { 'if-none-match': etag! } });
    const bytes = new Uint8Array(await marked.arrayBuffer());
    expect([marked.status, ...bytes.subarray(0, 3)]).toEqual([200, 0xef, 0xbb, 0xbf]);
    expect(Buffer.from(bytes.subarray(3)).toString()).toBe(await first.text());
  });
});

const SHAPES: Record<string, RegExp> = {
  integer: /^-?\d+$/,
  number: /^-?\d+(\.\d+)?(e-?\d+)?$/,
  boolean: /^(true|false)$/,
  date: /^\d{4}-\d\d-\d\d$/,
};

interface Metadata {
  url: string;
  tableSchema: {
    primaryKey: string[];
    columns: {
      titles: string;
      datatype: string;
      required?: boolean;
      'dc:description': string;
    }[];
  };
}

/** Not lists, or asked with words or numbers; a revision that was corrected stays on its page. */
const NO_TABLE = [
  '/.well-known/jwks.json',
  '/api/day/{id}',
  '/api/plasticlist/{original_id}/revisions/{number}',
  '/api/products-alike',
  '/api/published/{file}',
  '/api/strips',
];

const SENTENCE = 'There is no table of this. /data lists the tables that there are.';

it.each([
  '/api/products/abc/lab-samples.csv',
  '/api/products/99999999999999/lab-samples.csv',
  '/api/products/-1/testing.csv',
  '/api/products/7/lab-samples.csv',
  '/plasticlist/x.csv',
])('%s is nothing that could be found', async (address) => {
  expect((await app.request(address)).status).toBe(404);
});

describe('beside every public call and page', () => {
  it('that is a list stands a table, and beside others a sentence', async () => {
    const open = (await loadCalls()).filter(({ method, call }) => isPublicRead(method, call));
    const without: string[] = [];
    for (const { path } of open) {
      const beside = `${path.replace('{key}', ':key').replaceAll(/\{\w+\}/g, ':id')}.csv`;
      const answer = await app.request(numbered(beside).replaceAll(':id', '1'));
      if (files.includes(beside)) continue;
      without.push(path);
      expect([path, answer.status, await answer.text()]).toEqual([path, 404, SENTENCE]);
    }
    expect(without.toSorted()).toEqual(NO_TABLE);
  });

  const beside = pagePaths.map(
    (path) => `${path.replace(':originalId', ':id').replace(':kind', ':key')}.csv`,
  );
  it.each(beside.filter((path) => path.length > '/.csv'.length && !files.includes(path)))(
    '%s is none',
    async (path) => {
      const answer = await app.request(path.replaceAll(/:\w+/g, '1'));
      expect([answer.status, await answer.text()]).toEqual([404, SENTENCE]);
    },
  );
});

it('has another tag once something is published, and whole tables their limit', async () => {
  const tagOf = async (path: string) =>
    (await app.request(path, { method: 'HEAD' })).headers.get('etag');
  const before = [await tagOf('/plasticlist.csv'), await tagOf('/plasticlist/93.csv')];
  const file = readFileSync('db/data/plasticlist/samples.tsv', 'utf8').replace('\t<4.5\t', '\t7\t');
  expect(await importSamples(file, { reason: 'A digit was misread.' })).toMatchObject({ ok: true });
  expect(await tagOf('/plasticlist.csv')).not.toBe(before[0]);
  expect((await app.request('/products.csv')).headers.get('content-disposition')).toContain(
    'products.csv',
  );
  let answer = await app.request('/plasticlist.csv');
  for (let at = 0; at < 60 && answer.status === 200; at += 1) {
    await answer.body?.cancel();
    answer = await app.request('/plasticlist.csv');
  }
  expect(answer.status).toBe(429);
  expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  // Whoever only asks whether it changed takes nothing.
  expect((await app.request('/plasticlist.csv', { method: 'HEAD' })).status).toBe(200);
});

it('says that there is nothing under a number that nobody knows', async () => {
  expect((await app.request('/plasticlist/99999.csv')).status).toBe(404);
  expect((await app.request('/api/products/7.csv')).status).toBe(404);
  expect((await app.request('/plasticlist/kinds/stones.csv')).status).toBe(404);
  expect((await app.request('/api/products/01011.csv')).status).toBe(200);
});
