import { readFileSync } from 'node:fs';
import { asc, eq, sql } from 'drizzle-orm';
import { getRollbackPlans } from 'pg-boss';
import { expect, inject, test } from 'vitest';
import { configure } from '#app/config.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db, disconnect } from '#app/database/db.server.ts';
import { findRevision } from '#app/results/report/find-revision.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { queueSizes, startQueue, stopQueue } from '#app/database/queue.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { resultRevisions, testedProducts } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { databaseOn, onServer } from '#test/support/global-setup.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { environmentNow } from '#test/support/story.ts';
import { asReleased, putRows } from '#test/support/version-rows.ts';
import { bringFirstData } from './first-data.ts';
import { changeRows } from '#test/support/gifts.ts';

const database = useDatabase();

/*
 * What a migration up to the last released one did is not tried here: `db/migrations.test.ts` holds
 * those files to the letter, and the rows of the released version are brought up to date below.
 */

const revisions = () =>
  db().select().from(resultRevisions).orderBy(asc(resultRevisions.originalId));

test('a database from before there were revisions gets its first ones at the next start', async () => {
  const milk = { product_id: '8', product: 'Milk' };
  await importSamples(
    samplesFile(
      { id: '1', DEHP_ng_g: '100', lot_no: 'L 1', tags: 'tap,water' },
      { id: '2', DEHP_ng_g: '<10' },
      { id: '3', ...milk },
    ),
  );
  await db().delete(resultRevisions);
  const publishedAt = new Date('2026-05-04T03:02:01Z');
  await db().update(testedProducts).set({ updatedAt: publishedAt });
  const text: string[] = [];
  await bringFirstData((line) => text.push(line));
  const found = await revisions();
  expect(found).toMatchObject([
    { originalId: 7, number: 1, reason: null, fileSha256: null, publishedAt },
    { originalId: 8, number: 1, reason: null, fileSha256: null, publishedAt },
  ]);
  const report = await findTestedReport('7');
  expect(await findRevision('7', '1')).toHaveProperty('report', report);
  expect(report?.revisions).toEqual([
    { number: 1, reason: null, published_at: publishedAt.toISOString() },
  ]);

  await bringFirstData((line) => text.push(line));
  expect(await revisions()).toEqual(found);
});

test('a start rates every product by the rules and columns of this release', async () => {
  const stored = () => db().select().from(testedProducts).orderBy(asc(testedProducts.originalId));
  const before = await stored();
  expect(before.map(({ assessments }) => assessments)).toEqual([
    expect.objectContaining({ child: expect.anything(), baby: expect.anything() }),
    expect.objectContaining({ child: expect.anything(), baby: expect.anything() }),
  ]);
  await changeRows(testedProducts, eq(testedProducts.originalId, before[0]!.originalId), {
    assessments: sql`jsonb_set(assessments, '{adult,sentence}', '"Said before."')`,
  });
  await changeRows(testedProducts, eq(testedProducts.originalId, before[1]!.originalId), {
    assessments: null,
  });
  await bringFirstData(() => {});
  expect(await stored()).toEqual(before);
});

test('a database in which one role had everything, with a queue of before, gets the other at the next start', async () => {
  const role = new URL(database.url()).username;
  const all = 'all tables in schema public, drizzle, pgboss';
  await asOwner(
    `revoke all on ${all} from ${role}; revoke all on schema drizzle, pgboss from ${role}`,
  );
  await asOwner(getRollbackPlans('pgboss'));
  await expect(db().select().from(testedProducts)).rejects.toThrow();
  const start = () => prepareDatabase({ url: database.url(), ownerUrl: database.ownerUrl() });
  expect(await Promise.all([start(), start()])).toEqual(['owns-nothing', 'owns-nothing']);
  await bringFirstData(() => {});
  expect(await db().select().from(testedProducts)).not.toEqual([]);
  await startQueue([{ name: 'of-this-release', run: async () => {} }], false);
  expect(await queueSizes()).toMatchObject([{ queue: 'of-this-release' }]);
  await stopQueue();
});

test('the database of the released version, with disputes, unmatched money and results, keeps every row and right books', async () => {
  const released = JSON.parse(readFileSync('db/released.json', 'utf8')).at(-1);
  const [major, minor] = released.version.split('.');
  const rows = readFileSync(`test/data/versions/${major}.${minor}.json.gz`);
  const name = 'of_the_version_before';
  const before = environmentNow();
  await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  await onServer(inject('serverUrl'), `create database ${name}`);
  const ownerUrl = databaseOn(inject('serverUrl'), name);
  const url = databaseOn(inject('siteServerUrl'), name);
  try {
    await asReleased(ownerUrl, released.last);
    const had = await putRows(ownerUrl, rows);
    expect(['disputes', 'unmatched', 'tested_products'].map((one) => had.get(one))).toEqual([
      expect.toSatisfy((count) => count >= 2),
      expect.toSatisfy((count) => count >= 1),
      expect.toSatisfy((count) => count > 100),
    ]);

    await prepareDatabase({ url, ownerUrl });
    await disconnect();
    configure({ ...before, DATABASE_URL: url });
    expect(await checkLedger()).toEqual([]);
    const report = await findTestedReport('93');
    await bringFirstData(() => {});
    expect(await findTestedReport('93')).toEqual(report);
    for (const [table, count] of had) {
      const { rows } = await db().execute<{ count: number }>(
        sql`select count(*)::int as count from ${sql.identifier(table)}`,
      );
      expect([table, rows[0]!.count]).toEqual([table, expect.toSatisfy((now) => now >= count)]);
    }
  } finally {
    await disconnect();
    configure(before);
    await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  }
});

test('a database of a preview is left as it is, and the start says how to keep what is in it', async () => {
  await asOwner(`update drizzle.__drizzle_migrations set created_at = created_at - 1`);
  const start = () => prepareDatabase({ url: database.url(), ownerUrl: database.ownerUrl() });
  await expect(start()).rejects.toThrow(
    /made by a preview, before version 0\.4\.0, .*openassay backup/,
  );
  await asOwner(`update drizzle.__drizzle_migrations set created_at = created_at + 1`);
  expect(await start()).toBe('owns-nothing');
});
