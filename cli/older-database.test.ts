import { readdirSync, readFileSync } from 'node:fs';
import { asc, inArray, sql } from 'drizzle-orm';
import { getRollbackPlans } from 'pg-boss';
import { expect, test } from 'vitest';
import { db } from '#app/platform/db.server.ts';
import { findRevision } from '#app/results/find-revision.server.ts';
import { prepareDatabase } from '#app/platform/migrate.server.ts';
import { queueSizes, startQueue, stopQueue } from '#app/platform/queue.server.ts';
import { importSamples } from '#app/results/import-samples.server.ts';
import { findTestedReport } from '#app/results/tested-report.server.ts';
import {
  adminActions,
  orders,
  products,
  productSubmissions,
  resultRevisions,
  testedProducts,
} from '#db/schema.ts';
import { asOwner, useDatabase } from '#test/support/database.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { bringFirstData } from './first-data.ts';

const database = useDatabase();

/** The SQL of the one migration whose file is called so. */
function migration(name: RegExp): string {
  const [file] = readdirSync('db/migrations').filter((one) => name.test(one));
  return readFileSync(`db/migrations/${file}`, 'utf8');
}

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
  const said: string[] = [];
  await bringFirstData((line) => said.push(line));
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

  await bringFirstData((line) => said.push(line));
  expect(await revisions()).toEqual(found);
});

test('a start rates every product by the rules and columns of this release', async () => {
  const rows = () => db().select().from(testedProducts).orderBy(asc(testedProducts.originalId));
  const before = await rows();
  expect(before).toHaveLength(2);
  await db().update(testedProducts).set({
    phthalatesRisk: 'N/A',
    phthalatesLowerPercent: null,
    bisphenolsSamplesDisagree: true,
    substitutesAboveRange: true,
  });
  await bringFirstData(() => {});
  const untimed = (all: typeof before) => all.map((row) => ({ ...row, updatedAt: null }));
  expect(untimed(await rows())).toEqual(untimed(before));
});

test('of an older database, what visitors had added and no administrator had touched waits to be looked at', async () => {
  const codes = { starter: 1090, untouched: 3001, edited: 3002, begun: 3003, removed: 3004 };
  const at = new Date('2026-05-04T03:02:01Z');
  const more: Record<number, object> = {
    [codes.begun]: { testingBegunAt: at },
    [codes.removed]: { removedAt: at, removedReason: 'removed' },
  };
  for (const id of Object.values(codes)) {
    await db()
      .insert(products)
      .values({ id, name: 'Soup', searchText: 'soup', createdAt: at, ...more[id] });
    const [order] = await db()
      .insert(orders)
      .values({
        kind: 'submission',
        amountCents: 2_500,
        returnUrl: 'https://site.example',
        browserHash: 'b',
        addressHash: 'a',
        expiresAt: at,
      })
      .returning();
    const texts = { name: 'Soup', brand: '', category: '', upc: '', productUrl: '', comments: '' };
    await db()
      .insert(productSubmissions)
      .values({ orderId: order!.id, productId: id, ...texts });
  }
  const by = { at, actor: 'an administrator', action: 'edit-product' };
  await db()
    .insert(adminActions)
    .values({ ...by, subject: `product ${codes.edited}` });
  await db().execute(sql.raw(migration(/_unreviewed_before\.sql$/)));
  const rows = await db()
    .select({ id: products.id, since: products.unreviewedSince })
    .from(products)
    .where(inArray(products.id, Object.values(codes)));
  const waiting = rows.filter(({ since }) => since !== null);
  expect(waiting).toEqual([{ id: codes.untouched, since: at }]);
});

test('of an older database, a brand that was stored as unknown is none, and is not found by that word', async () => {
  const before = { 3101: 'Unknown', 3102: 'Unknown Roots', 3103: 'Springs' };
  for (const [code, brand] of Object.entries(before)) {
    const searchText = `unknown soup\n${brand.toLowerCase()}`;
    const row = { id: Number(code), name: 'Unknown soup', brand, searchText };
    await db().insert(products).values(row);
  }
  await db().execute(sql.raw(migration(/_unknown_brands_are_null\.sql$/)));
  // What is not told is not known either.
  await db().insert(products).values({ id: 3104, name: 'Soup', searchText: 'soup\n' });
  const rows = await db()
    .select({ id: products.id, brand: products.brand, searchText: products.searchText })
    .from(products)
    .where(inArray(products.id, [3101, 3102, 3103, 3104]))
    .orderBy(products.id);
  expect(rows.map(({ brand, searchText }) => [brand, searchText])).toEqual([
    [null, 'unknown soup\n'],
    ['Unknown Roots', 'unknown soup\nunknown roots'],
    ['Springs', 'unknown soup\nsprings'],
    [null, 'soup\n'],
  ]);
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
