import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { DuckDBInstance } from '@duckdb/node-api';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { parse } from 'csv-parse/sync';
import { eq } from 'drizzle-orm';
import { Hono } from 'hono';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { RELEASE_FILES } from '#app/http/limits/limits.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { mountLog } from '#app/log/serve-log.server.ts';
import { signCheckpoint } from '#app/log/sign-checkpoint.server.ts';
import { verify } from '#app/log/verifier.js';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { unledCell } from '#app/kit/csv.ts';
import { figuresTsv } from '#app/results/figures/figures.ts';
import type { Sample } from '#app/results/samples/sample-row.ts';
import { bringFirstData } from '#cli/first-data.ts';
import { adminUsers, heldReleases, mails, rateLimits, releases } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { loader } from './data.page.tsx';
import { makeRelease, releaseWhenDue } from './make-release.server.ts';
import { addProofs } from './release-proof.server.ts';
import { mountData } from './serve-data.server.ts';
import { heldRelease, listReleases } from './store.server.ts';

useDatabase({ SITE_URL: 'https://assay.example.org' });

const app = new Hono();
mountData(app as never);
mountLog(app as never);
const dir = mkdtempSync(path.join(tmpdir(), 'openassay-release-'));
const at = (file: string) => path.join(dir, file);
const today = new Date().toISOString().slice(0, 10);
const get = (address: string, headers = {}) =>
  app.request(`/data/${address}`, { headers }, env() as never);
/** Who asks: each test file counts by addresses. */
let asker = '192.0.2.1';
const env = () => ({ incoming: { socket: { remoteAddress: asker } } });
const textOf = async (address: string) => (await get(address)).text();
const json = (file: string) => JSON.parse(readFileSync(at(file), 'utf8')) as never;

beforeAll(async () => {
  await bringFirstData(() => {});
  await releaseWhenDue();
  const sums = await textOf(`${today}/SHA256SUMS`);
  for (const line of [...sums.trim().split('\n'), `${'0'.repeat(64)}  SHA256SUMS`]) {
    const file = line.slice(66);
    const bytes = Buffer.from(await (await get(`${today}/${file}`)).arrayBuffer());
    const hash = createHash('sha256').update(bytes).digest('hex');
    if (file !== 'SHA256SUMS') expect(line).toBe(`${hash}  ${file}`);
    writeFileSync(at(file), bytes);
  }
}, 120_000);

afterAll(() => {
  resetClock();
  rmSync(dir, { recursive: true });
});

type Row = Record<string, string | number | boolean | null>;

interface Resource {
  name: string;
  schema: {
    foreignKeys?: { fields: string[]; reference: { resource: string; fields: string[] } }[];
  };
}

/** A file of samples again, from the rows of a release. */
function samplesFrom(samples: readonly Row[], measurements: readonly Row[]): Sample[] {
  const bySample = Map.groupBy(measurements, (row) => String(row.sample_id));
  const figure = (cell: Row[string] | undefined) =>
    cell === null || cell === undefined || cell === '' ? null : Number(cell);
  return samples
    .filter(({ source }) => source === 'PlasticList')
    .map((row) => ({
      id: String(row.sample_id),
      productId: Number(row.product_id),
      servingG: figure(row.serving_size),
      provenance: { not_used: row.not_used ?? '' },
      measurements: Object.fromEntries(
        (bySample.get(String(row.sample_id)) ?? []).map((one) => [
          one.chemical,
          {
            status: one.status,
            valueNgG: figure(one.value),
            loqNgG: figure(one.loq),
            reported: one.status === 'not_tested' ? 'NO RESULT' : '',
          },
        ]),
      ),
    })) as never;
}

/** How many published figures there are, and those that differ from what these samples give. */
function compared(samples: Sample[]) {
  const table = (tsv: string) =>
    tsv
      .trimEnd()
      .split('\n')
      .map((line) => line.split('\t'));
  const [header = [], ...published] = table(
    readFileSync('test/data/plasticlist/published-figures.tsv', 'utf8'),
  );
  const [ownHeader, ...rows] = table(figuresTsv(samples));
  expect(ownHeader).toEqual(header);
  const own = new Map(rows.map((cells) => [cells[0], cells]));
  const differ = published.flatMap((cells) =>
    cells.flatMap((cell, place) =>
      own.get(cells[0])?.[place] === cell ? [] : `${cells[0]} ${header[place]}: ${cell}`,
    ),
  );
  return { figures: published.length * (header.length - 2), differ };
}

const PUBLISHED = { figures: 318 * 134, differ: [] };

describe('from a release alone', () => {
  it('DuckDB reads the Parquet, with days as days, and every published figure follows', async () => {
    const duck = await (await DuckDBInstance.create()).connect();
    const rows = async (query: string) =>
      (await duck.runAndReadAll(query)).getRowObjectsJson() as Row[];
    const of = (name: string) => rows(`select * from '${at(`${name}.parquet`)}'`);
    expect(compared(samplesFrom(await of('samples'), await of('measurements')))).toEqual(PUBLISHED);
    expect(
      await rows(`select column_name, column_type from (describe select * from '${at('samples.parquet')}')
        where column_name in ('best_before', 'product_id', 'sample_id') order by 1`),
    ).toEqual([
      { column_name: 'best_before', column_type: 'DATE' },
      { column_name: 'product_id', column_type: 'INTEGER' },
      { column_name: 'sample_id', column_type: 'VARCHAR' },
    ]);
    // Every table says the same in each format, but for the apostrophes that guard spreadsheets.
    const { resources } = json('datapackage.json') as {
      resources: { name: string; rows: number }[];
    };
    for (const { name, rows: count } of resources) {
      const lines = readFileSync(at(`${name}.jsonl`), 'utf8')
        .split('\n')
        .slice(0, -1);
      const packed = await of(name);
      expect([name, lines.length, packed.length]).toEqual([name, count, count]);
      expect(packed.slice(0, 50)).toEqual(lines.slice(0, 50).map((line) => JSON.parse(line)));
    }
  });

  /** Each query that DuckDB is shown in a text, on the files of this release. */
  const queriesOf = (text: string) =>
    [...text.matchAll(/```sql\n([^`]+)```|(?<=\n)DuckDB.*:\n\n((?: {4}.*\n)+)/g)]
      .map(([, fenced, indented]) => (fenced ?? indented)!)
      .filter((query) => query.includes('.parquet'))
      .map((query) => query.replaceAll(/https:[^']+\//g, `${dir}/`));

  it('every query of the docs and of its README answers, and loses none of the highest', async () => {
    const duck = await (await DuckDBInstance.create()).connect();
    const docs = readdirSync('docs').map((file) => `docs/${file}`);
    const texts = ['README.md', ...docs, at('README.md')].map((file) => readFileSync(file, 'utf8'));
    const answers = [];
    for (const query of texts.flatMap(queriesOf)) {
      const rows = (await duck.runAndReadAll(query)).getRows();
      expect(rows).toHaveLength(10);
      answers.push(rows.slice(0, 6));
    }
    const thorne = 'Thorne Prenatal DHA Dietary Supplement';
    const oneADay = 'One A Day Womens Prenatal 1 Multivitamin with DHA & Folic Acid';
    expect(answers).toEqual([
      // What people eat today.
      [
        [thorne, 'deht', 137_150, 'ok'],
        [thorne, 'deht', 63_136, 'ok'],
        [thorne, 'deht', 34_382, 'ok'],
        [oneADay, 'deht', 29_337, 'ok'],
        [oneADay, 'deht', 19_900, 'ok'],
        ['Burger King Whopper with Cheese', 'deht', 18_600, 'ok'],
      ],
      // Everything: a receipt is no food, and a ration none of today.
      [
        ["Paper Receipt in Water - Macy's", false, false, 'bps', 438_228, 'ok'],
        ['Paper Receipt in Water - Walgreens', false, false, 'bps', 420_676, 'ok'],
        [thorne, true, false, 'deht', 137_150, 'ok'],
        ['Cocoa Powder from 1952 Korean War Rations', true, true, 'dbp', 60_000, 'above_range'],
        ['Cracker from 1952 Korean War Rations', true, true, 'dbp', 60_000, 'above_range'],
        ['Powdered Milk from 1952 Korean War Rations', true, true, 'dehp', 60_000, 'above_range'],
      ],
    ]);
  });

  it('a stock reader reads the CSV, and every published figure follows', () => {
    const of = (name: string) =>
      parse<Row>(readFileSync(at(`${name}.csv`)), { columns: true, bom: true });
    expect(compared(samplesFrom(of('samples'), of('measurements')))).toEqual(PUBLISHED);
    expect(of('measurements').some(({ value }) => /[<>]/.test(String(value)))).toBe(false);
  });

  it('every row of every survey is there cell by cell, apart, and under its own terms', async () => {
    const duck = await (await DuckDBInstance.create()).connect();
    const { resources } = json('datapackage.json') as { resources: Resource[] };
    const names = resources.map(({ name }) => name).filter((name) => name.startsWith('survey'));
    const files = {
      survey_hc_phthalates: 'health-canada/phthalates-2011-2014',
      survey_hc_bpa: 'health-canada/bpa-2008-2016',
      survey_hc_pfas_2016: 'health-canada/pfas-2016',
      survey_hc_pfas_2017: 'health-canada/pfas-2017',
      survey_fda_baby_food: 'fda/baby-food-2009-2024',
      survey_fda_formula: 'fda/infant-formula-2023-2025',
    };
    expect(names).toEqual(Object.keys(files));
    const counts = { 'Health Canada': 0, FDA: 0 };
    for (const [name, file] of Object.entries(files)) {
      const [heading, ...rows] = parse(readFileSync(`db/data/${file}.csv`)) as string[][];
      const source = file.startsWith('fda') ? 'FDA' : 'Health Canada';
      counts[source] += rows.length;
      const license = source === 'FDA' ? /17 U\.S\.C\. § 105/ : /^OGL-Canada-2\.0$/;
      const columns = ['row', ...heading!, 'source', 'license'];
      const cellsOf = (row: Row) =>
        heading!.map((column) => (row[column] === null ? '' : row[column]));
      const lines = readFileSync(at(`${name}.jsonl`), 'utf8')
        .trimEnd()
        .split('\n');
      const asLines = lines.map((line) => JSON.parse(line) as Row);
      const packed = await duck.runAndReadAll(
        `select * from '${at(`${name}.parquet`)}' order by row`,
      );
      const asCsv = parse<Row>(readFileSync(at(`${name}.csv`)), { columns: true });
      for (const found of [asLines, packed.getRowObjectsJson() as Row[]]) {
        expect(found.map(cellsOf)).toEqual(rows);
        expect(Object.keys(found[0]!)).toEqual(columns);
        expect(found.every((row) => row.source === source)).toBe(true);
        expect(found.every((row) => license.test(String(row.license)))).toBe(true);
      }
      expect(asCsv.map((row) => cellsOf(row).map((cell) => unledCell(String(cell))))).toEqual(rows);
    }
    expect(counts).toEqual({ 'Health Canada': 5745, FDA: 3192 });
    // No other table has a row of theirs.
    for (const { name } of resources.filter((one) => !names.includes(one.name)))
      expect(readFileSync(at(`${name}.jsonl`), 'utf8')).not.toMatch(
        /"source":"(Health Canada|FDA)"/,
      );
    const shown = (await loader()).releases[0]!.tables.flatMap(({ name, terms }) =>
      terms ? name : [],
    );
    expect(shown).toEqual(names);
    const readme = readFileSync(at('README.md'), 'utf8');
    expect(readme).toContain('no tests of ours and no tests of a product');
    expect(readme).toContain('Health Canada: OGL-Canada-2.0 (https://open.canada.ca/');
  });

  it('what describes it keeps to its standards', async () => {
    const ajv = addFormats.default(new Ajv({ strict: false }));
    const isPackage = ajv.compile(
      JSON.parse(
        gunzipSync(readFileSync('test/data/open-data/datapackage-2.0.json.gz')).toString(),
      ),
    );
    expect([isPackage(json('datapackage.json')), isPackage.errors]).toEqual([true, null]);
    const isCroissant = ajv.compile(
      JSON.parse(readFileSync('test/data/open-data/croissant-1.0.json', 'utf8')),
    );
    expect([isCroissant(json('croissant.json')), isCroissant.errors]).toEqual([true, null]);
    const readme = readFileSync(at('README.md'), 'utf8');
    expect(readme).toContain(`| measurements | `);
    expect(readme).toMatch(/\| limits \| \d+ \| 2023 \|/);
    expect(readme).toMatch(/\| chemicals \| \d+ \| as of the release \|/);
    const shown = (await loader()).releases[0]!.tables.map(({ name, newest }) => [name, newest]);
    expect(Object.fromEntries(shown)).toMatchObject({
      limits: 'the newest of 2023',
      chemicals: 'as of the release',
      tests: false,
    });
    expect(readFileSync(at('CITATION.cff'), 'utf8')).toContain(`date-released: ${today}`);
    expect(json('datacite.json')).toMatchObject({ publicationYear: today.slice(0, 4) });
  });

  it('what a table refers to is in the other one', () => {
    const { resources } = json('datapackage.json') as { resources: Resource[] };
    const rowsOf = (name: string, fields: string[]) =>
      readFileSync(at(`${name}.jsonl`), 'utf8')
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Row)
        .map((row) => fields.map((field) => String(row[field])).join('\n'));
    const keys = resources.flatMap(({ name, schema: { foreignKeys = [] } }) =>
      foreignKeys.map(({ fields, reference: to }) => {
        const known = new Set(rowsOf(to.resource, to.fields));
        expect(rowsOf(name, fields).filter((row) => !known.has(row))).toEqual([]);
        return `${name} ${fields.join()} > ${to.resource} ${to.fields.join()}`;
      }),
    );
    expect(keys).toEqual([
      'samples product_id > products product_id',
      'measurements product_id > products product_id',
      'measurements product_id,sample_id > samples product_id,sample_id',
      'measurements chemical > chemicals chemical',
      'figures product_id > products product_id',
      'revisions product_id > products product_id',
      'test_steps code > tests code',
      'money code > products product_id',
    ]);
  });

  it('its entry of the log shows what it is, and what stands beside it never changes', async () => {
    expect((await get(`${today}/release.proof`)).status).toBe(404);
    await signCheckpoint();
    await addProofs();
    const proof = await textOf(`${today}/release.proof`);
    const checkpoint = await textOf(`${today}/checkpoint`);
    const key = await (await app.request('/log/key')).text();
    const verdict = await verify([proof, checkpoint], [key]);
    const hash = createHash('sha256')
      .update(readFileSync(at('SHA256SUMS')))
      .digest('hex');
    expect(verdict.ok).toBe(true);
    expect(verdict.says.join()).toContain(hash);
    advanceClock(2 * 86_400_000);
    await signCheckpoint();
    await addProofs();
    expect(await textOf(`${today}/release.proof`)).toBe(proof);
    resetClock();
  });
});

describe('a release', () => {
  it('is served for ever, in parts too, and the newest by its name', async () => {
    const answer = await get(`${today}/limits.csv`);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
    });
    const etag = answer.headers.get('etag') ?? '';
    for (const tag of [etag, `W/${etag}`, '*'])
      expect((await get(`${today}/limits.csv`, { 'If-None-Match': tag })).status).toBe(304);
    const part = await get(`${today}/samples.parquet`, { Range: 'bytes=-8' });
    expect([part.status, (await part.text()).slice(-4)]).toEqual([206, 'PAR1']);
    for (const [range, status] of [
      ['bytes=0-3', 206],
      ['bytes=99999999-', 416],
      ['bytes=-0', 416],
      ['bytes=3-0', 200],
      ['lines=0-3', 200],
    ] as const) {
      const { status: answered, headers } = await get(`${today}/limits.csv`, { Range: range });
      expect([range, answered]).toEqual([range, status]);
      const bytes = readFileSync(at('limits.csv')).length;
      if (status === 416) expect(headers.get('content-range')).toBe(`bytes */${bytes}`);
    }
    // From within one part, over the edge of two, and the last bytes: of a file of several parts.
    const whole = readFileSync(at('figures.jsonl'));
    const from = whole.length - 10;
    const edges = [
      [0, 9],
      [999_990, 1_200_000],
      [from, from + 9],
    ] as const;
    for (const [first, last] of edges) {
      const range = `bytes=${first}-${last}`;
      const some = await get(`${today}/figures.jsonl`, { Range: range });
      const bytes = Buffer.from(await some.arrayBuffer());
      expect([range, bytes.equals(whole.subarray(first, last + 1))]).toEqual([range, true]);
    }
    const unpacked = await get(`${today}/limits.csv`, { 'Accept-Encoding': 'gzip;q=0, identity' });
    expect(unpacked.headers.get('content-encoding')).toBeNull();
    const latest = await get('latest/limits.csv');
    expect([latest.status, latest.headers.get('location')]).toEqual([
      302,
      `/data/${today}/limits.csv`,
    ]);
    const notThere = [`${today}/nothing.csv`, '2020-01-01/limits.csv', 'latest/nothing.csv'];
    for (const missing of [...notThere, 'latest/%e2%82%ac', 'latest/%7f', 'latest/..%2fadmin'])
      expect((await get(missing)).status).toBe(404);
  });

  it('reads of a file no more than what is asked for', async () => {
    const read = vi.spyOn(pg.Client.prototype, 'query');
    await (await get(`${today}/figures.jsonl`, { Range: 'bytes=-8' })).text();
    const asked = read.mock.calls as unknown as [{ text?: string }, number[]][];
    read.mockRestore();
    const reading = asked.filter(([query]) => query.text?.includes('"content"'));
    const cuts = reading.filter(([{ text }]) => text?.includes('substring('));
    const sizes = reading.filter(([{ text }]) => text?.includes('octet_length('));
    expect([reading.length, cuts.length, sizes.length]).toEqual([2, 1, 1]);
    expect(cuts[0]![1]).toContain(8);
  });

  it('has a limit for an address, by what is read', async () => {
    asker = '192.0.2.9';
    const most = RELEASE_FILES.rules[0]!.most;
    const key = (await db().select().from(rateLimits)).length;
    expect((await get(`${today}/limits.csv`, { Range: 'bytes=0-3' })).status).toBe(206);
    expect((await db().select().from(rateLimits)).length).toBe(key + 1);
    await asOwner(`update rate_limits set hits = ${most} where key like 'release-file:%'`);
    const refused = await get(`${today}/limits.csv`, { Range: 'bytes=0-3' });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([
      429,
      expect.stringMatching(/^\d+$/),
    ]);
    // A copy that is current is not counted.
    expect((await get(`${today}/limits.csv`, { 'If-None-Match': '*' })).status).toBe(304);
    asker = '192.0.2.1';
    await asOwner(`delete from rate_limits where key like 'release-file:%'`);
  });

  it('is not made where nothing is new', async () => {
    expect(await makeRelease()).toEqual({ same: today });
    expect(await db().$count(releases)).toBe(1);
  });

  it('comes an hour after the last with a publication, and says what changed, and why', async () => {
    await importSamples(samplesFile({ id: 'new-1', product_id: '32', DEHP_ng_g: '12' }), {
      reason: 'Weighed again.',
    });
    await releaseWhenDue();
    expect(await db().$count(releases)).toBe(1);
    advanceClock(3_700_000);
    await releaseWhenDue();
    const [last] = await listReleases(db(), 1);
    const changes = await textOf(`${last?.name}/CHANGES.md`);
    expect(changes).toContain(`# Changes of ${last?.name} against ${today}`);
    expect(changes).toContain('product 32 corrected (revision 2): Weighed again.');
    expect(changes).toMatch(/What was added\n\n- samples \(product_id sample_id\): 32 new-1\n/);
    // The old one is as it was.
    expect(await textOf(`${today}/samples.csv`)).toBe(readFileSync(at('samples.csv'), 'utf8'));
  });

  it('comes of itself where the last one lacks a table', async () => {
    const [last] = await listReleases(db(), 1);
    const without = (list: string) =>
      `(select jsonb_agg(one) from jsonb_array_elements(contents -> '${list}') one where one ->> 'name' not like 'survey%')`;
    await asOwner(`alter table releases disable trigger user;
      update releases set contents = jsonb_build_object('tables', ${without('tables')}, 'files', ${without('files')})
        where name = '${last?.name}';
      alter table releases enable trigger user`);
    advanceClock(2 * 3_700_000);
    await releaseWhenDue();
    const [next] = await listReleases(db(), 1);
    expect(next?.name).not.toBe(last?.name);
    expect(next?.contents.tables.some(({ terms }) => terms)).toBe(true);
  });

  it('with fewer rows than before is held back until somebody says yes', async () => {
    await db().insert(adminUsers).values({ email: 'ada@example.org' });
    await importSamples(samplesFile({ id: 'new-2', product_id: '93' }), { reason: 'Two broke.' });
    const fewer = ['samples', 'measurements'];
    expect(await makeRelease()).toEqual({ held: fewer });
    expect(await heldRelease(db())).toMatchObject({ fewer });
    const told = await db().select().from(mails).where(eq(mails.toEmail, 'ada@example.org'));
    expect(told).toHaveLength(1);
    // The clock leaves it at that.
    await releaseWhenDue();
    expect(await db().$count(heldReleases)).toBe(1);
    expect(await makeRelease({ fewerRows: true })).toEqual({ made: expect.any(String) });
    expect(await heldRelease(db())).toBeUndefined();
  });
});
