import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import pg from 'pg';
import { getRollbackPlans } from 'pg-boss';
import { expect, inject, test } from 'vitest';
import { configure } from '#app/config.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { applyMigrations } from '#app/database/apply-migrations.server.ts';
import { db, disconnect } from '#app/database/db.server.ts';
import { findRevision } from '#app/results/report/find-revision.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { queueSizes, startQueue, stopQueue } from '#app/database/queue.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import { testedRow } from '#app/results/risk-levels.server.ts';
import { resultRevisions, testedProducts, testedRatings } from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { databaseOn, onServer } from '#test/support/global-setup.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { environmentNow } from '#test/support/story.ts';
import { putRows } from '#test/support/version-rows.ts';
import { bringFirstData } from './first-data.ts';

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
  expect((await findRevision('7', 1))?.report).toEqual(report);
  expect(report?.revisions).toEqual([
    { number: 1, reason: null, published_at: publishedAt.toISOString() },
  ]);

  await bringFirstData((line) => text.push(line));
  expect(await revisions()).toEqual(found);
});

test('a start rates every product by the rules and columns of this release', async () => {
  const rows = () =>
    db().select(testedRow).from(testedProducts).orderBy(asc(testedProducts.originalId));
  const before = await rows();
  expect(before).toHaveLength(2);
  await db()
    .update(testedRatings)
    .set({ risk: 'N/A', lower_percent: null, samples_disagree: true, above_range: true });
  await db().delete(testedRatings).where(eq(testedRatings.family, 'substitutes'));
  await bringFirstData(() => {});
  const untimed = (all: typeof before) => all.map((row) => ({ ...row, updatedAt: null }));
  expect(untimed(await rows())).toEqual(untimed(before));
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
    // Lists and searches read the products themselves by now.
    for (const dropped of ['product_totals', 'product_words']) had.delete(dropped);
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

test('a database with matches is migrated once they are closed and empty, and what they added stays', () =>
  withDatabaseAt('0056_matching_apart', async (ask, migrate) => {
    const order = '00000000-0000-4000-8000-000000000001';
    await ask(
      `insert into products (id, name, search_text, target_cents, levels, raised_cents, hidden_at)
         values (1001, 'Oats', 'oats', 127500, 3, 2000, null),
           (800000001, 'Match for any product', 'match', 2000000000, 1, 48050, now());
       insert into matches (id, sponsor_email, sponsor_email_normalised, kind, "of", sum_cents, most_cents, ends_at, unused_to)
         values (800000001, 's@example.org', 's@example.org', 'any', '', 50000, 2000, now(), 'project');
       insert into orders (id, kind, status, amount_cents, return_url, browser_hash, address_hash, expires_at)
         values ('${order}', 'sponsorship', 'paid', 50050, '', '', '', now());
       insert into order_lines (order_id, product_id, product_name, brand, amount_cents)
         values ('${order}', 800000001, 'Match for any product', '', 50050);
       insert into contributions (order_id, product_id, merged_from, email, email_normalised, amount_cents, status, spent_by)
         values ('${order}', 1001, 800000001, 's@example.org', 's@example.org', 2000, 'paid', 'match:800000001:${order}:1001')`,
    );
    await expect(migrate()).rejects.toThrow(/not closed and empty: 1, with \$480\.50 in all/);
    await ask(`update products set raised_cents = 0, removed_at = now(), removed_reason = 'removed'
      where id = 800000001; update orders set status = 'open'`);
    await expect(migrate()).rejects.toThrow(/not closed and empty: 1, with \$0\.00/);
    await ask(`update orders set status = 'paid', kind = 'outside'`);
    await expect(migrate()).rejects.toThrow(/came outside Stripe: 1, \$500\.50 in all/);
    expect(await ask('select count(*)::int as matches from matches')).toEqual([{ matches: 1 }]);
    await ask(`update orders set kind = 'sponsorship'`);
    await migrate();
    expect(
      await ask(`select o.kind, c.product_id, c.amount_cents, to_regclass('matches') as matches
        from orders o join contributions c on c.order_id = o.id`),
    ).toEqual([{ kind: 'funding', product_id: 1001, amount_cents: 2000, matches: null }]);
  }));

test('a database with pools is migrated once they are closed and empty, and their months go to what is closest', () =>
  withDatabaseAt('0059_no_matching', async (ask, migrate) => {
    const order = '00000000-0000-4000-8000-000000000001';
    await ask(
      `insert into products (id, name, search_text, target_cents, levels, raised_cents, hidden_at, pool_kind, pool_of)
         values (1001, 'Oats', 'oats', 127500, 3, 42500, null, null, null),
           (900000001, 'Pool for any product', 'pool', 2000000000, 1, 12345, now(), 'any', ''),
           (900000002, 'Pool for Dairy', 'pool', 2000000000, 1, 0, now(), 'group', 'dairy');
       insert into orders (id, kind, status, amount_cents, return_url, browser_hash, address_hash, expires_at)
         values ('${order}', 'subscription', 'paid', 42500, '', '', '', now());
       insert into order_lines (order_id, product_id, product_name, brand, amount_cents)
         values ('${order}', 900000001, 'Pool for any product', '', 42500);
       insert into contributions (order_id, product_id, merged_from, email, email_normalised, amount_cents, status, spent_by)
         values ('${order}', 1001, 900000001, 'd@example.org', 'd@example.org', 42500, 'paid', 'pool:900000001:1');
       insert into monthly_purposes (order_id, purpose) values ('${order}', '900000001');
       insert into subscriptions (id, order_id, customer_id, email, email_normalised, amount_cents, purpose, status)
         values ('sub_1', '${order}', 'cus_1', 'd@example.org', 'd@example.org', 500, '900000001', 'active')`,
    );
    await expect(migrate()).rejects.toThrow(
      /pools that are not closed and empty: 2, with \$123\.45/,
    );
    await ask(
      `update products set removed_at = now(), removed_reason = 'removed' where id > 900000000`,
    );
    await expect(migrate()).rejects.toThrow(
      /pools that are not closed and empty: 1, with \$123\.45/,
    );
    await ask(`update products set raised_cents = 0 where id > 900000000;
      update orders set status = 'open'`);
    await expect(migrate()).rejects.toThrow(/pools that are not closed and empty: 1, with \$0\.00/);
    expect(await ask('select purpose from subscriptions')).toEqual([{ purpose: '900000001' }]);
    await ask(`update orders set status = 'paid'`);
    await migrate();
    expect(
      await ask(`select s.purpose, m.purpose as chosen, c.product_id, c.amount_cents, p.name as paid_for
        from subscriptions s join monthly_purposes m using (order_id)
        join contributions c using (order_id) join products p on p.id = c.merged_from`),
    ).toEqual([
      {
        purpose: 'closest',
        chosen: 'closest',
        product_id: 1001,
        amount_cents: 42500,
        paid_for: 'Pool for any product',
      },
    ]);
  }));

/** A database as it was after a migration, and a way to bring it up to date. */
async function withDatabaseAt(
  last: string,
  run: (
    ask: (statement: string) => Promise<unknown[]>,
    migrate: () => Promise<unknown>,
  ) => Promise<void>,
): Promise<void> {
  const name = `at_${last}`;
  const ownerUrl = databaseOn(inject('serverUrl'), name);
  const connected = async <T>(work: (client: pg.Client) => Promise<T>) => {
    const client = new pg.Client({ connectionString: ownerUrl });
    await client.connect();
    try {
      return await work(client);
    } finally {
      await client.end();
    }
  };
  await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  await onServer(inject('serverUrl'), `create database ${name}`);
  try {
    await asReleased(ownerUrl, last);
    await run(
      (statement) => connected(async (client) => (await client.query(statement)).rows),
      () => connected((client) => applyMigrations(client, 'db/migrations', 10_000)),
    );
  } finally {
    await onServer(inject('serverUrl'), `drop database if exists ${name} with (force)`);
  }
}

/** Migrates an empty database as a released version did, whose last migration this is. */
async function asReleased(ownerUrl: string, last: string): Promise<void> {
  const folder = mkdtempSync(path.join(tmpdir(), 'openassay-released-'));
  const client = new pg.Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    cpSync('db/migrations', folder, { recursive: true });
    const journal = path.join(folder, 'meta/_journal.json');
    const { entries } = JSON.parse(readFileSync(journal, 'utf8')) as { entries: { tag: string }[] };
    writeFileSync(journal, JSON.stringify({ entries: entries.filter(({ tag }) => tag <= last) }));
    await client.query('create extension if not exists pg_trgm');
    await applyMigrations(client, folder, 10_000);
  } finally {
    await client.end();
    rmSync(folder, { recursive: true });
  }
}
