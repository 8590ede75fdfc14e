import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished } from 'vitest';
import { calls, pagePaths } from '#app/routes.ts';
import { LOG_FILES } from '#app/log/serve-log.server.ts';
import { TABLE_PATHS } from '#app/data/files/serve-tables.server.ts';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import { keepPhoto } from '#app/pictures/uploaded-photos.server.ts';
import { db, inTransaction, isDatabaseAway, pool } from '#app/database/db.server.ts';
import { PRODUCT_DETAILS_FAILED } from '#app/catalogue/product-messages.ts';
import { IMAGE_FAILED } from '#app/pictures/messages.ts';
import { DATABASE_AWAY } from '#app/platform/messages.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { silentProxy, type SilentProxy } from '#test/support/silent-proxy.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

let proxy: SilentProxy;
beforeAll(async () => {
  proxy = await silentProxy(() => story.databaseUrl());
});

const story = useStory(
  {
    // Read when the database is there; the driver's own limit, shorter than a site's.
    get DATABASE_URL() {
      const url = new URL(proxy.through(story.databaseUrl()));
      url.searchParams.set('query_timeout', '1500');
      return url.href;
    },
  },
  uncompiledPages,
);
afterEach(() => proxy.speak());
afterAll(() => proxy?.close());

/** Far more than it takes, and less than what TCP takes to notice. */
const SECONDS = 20;

const look = (path: string) =>
  fetch(`${story.url}${path}`, { signal: AbortSignal.timeout(SECONDS * 1000) });

/** Has the pool full, holding each connection until all are open, and asks on each of them. */
async function onEveryConnection() {
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
  const asked = await Promise.allSettled(clients.map((client) => client.query('select 1')));
  for (const [at, { status }] of asked.entries()) clients[at]?.release(status === 'rejected');
  return asked;
}

const allAnswer = (asked: Awaited<ReturnType<typeof onEveryConnection>>) =>
  asked.every(({ status }) => status === 'fulfilled');

it('a database that falls silent: 503 and a sentence, text pages stay, and it works again without a restart', async () => {
  const soup = await aProduct('Soup');
  // As it lies in the database; it is read to be drawn in the size that is asked for.
  const photo = { bytes: Buffer.from([1]), version: 'one', widthPx: 1, heightPx: 1 };
  await keepPhoto(db(), soup.id, photo);
  await sitePhotos().refresh();
  await onEveryConnection();
  expect((await look('/')).status).toBe(200);
  await sleep(1_100); // what is shared for a second

  proxy.fallSilent();
  const [commit, home, list, found, picture, ready, ...texts] = await Promise.all([
    new Visitor(story).commit([soup.id, 20]),
    ...['/', '/api/products', `/api/products/${soup.id}`, `/images/${soup.id}.webp`].map(look),
    ...['/readyz', '/about', '/faq', '/blog', '/legal'].map(look),
  ]);
  for (const answer of [home!, list!, found!, picture!]) {
    expect(answer.status).toBe(503);
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(answer.headers.get('cache-control')).toBe('no-store');
  }
  expect(await list!.json()).toEqual({ error: expect.stringContaining('Failed to load products') });
  expect(await found!.json()).toEqual({ error: PRODUCT_DETAILS_FAILED });
  expect(await picture!.json()).toEqual({ error: IMAGE_FAILED });
  expect(commit.body).toEqual({ error: DATABASE_AWAY });
  expect(commit.status).toBe(503);
  expect(ready!.status).toBe(503);
  expect(texts.map(({ status }) => status)).toEqual([200, 200, 200, 200]);

  proxy.speak();
  await eventually(
    () => look('/readyz'),
    ({ status }) => status === 200,
  );
  expect((await look('/')).status).toBe(200);
  // Jobs, too: a payment is recorded by one.
  await new Visitor(story).fund([soup.id, 20]);
  await eventually(
    () => productNow(soup.id),
    ({ raisedCents }) => raisedCents === 2_000,
  );
});

it('whatever is read says that the database is away with 503, never that something broke', async () => {
  const { id } = await aProduct('Stew');
  const named = { id, originalId: 93, original_id: 93, slug: 'test-post', kind: 'iced-tea' };
  const filled = (path: string) =>
    path.replaceAll(/[:{](\w+)\}?/g, (_, name: string) => String({ ...named, key: 1 }[name] ?? 1));
  const read = calls.flatMap(({ method, path }) => (method === 'get' ? [path] : []));
  const paths = [...pagePaths, ...read, ...TABLE_PATHS, ...Object.keys(LOG_FILES)];
  const others = [
    '/?search=tea',
    '/plasticlist.md',
    '/search?q=tea',
    '/plasticlist/compare?ids=93',
  ];
  const all = new Set([...paths.map(filled), ...others]);
  for (const other of ['*', '/readyz']) all.delete(other);
  await onEveryConnection();
  await sleep(1_100); // what is shared for a second

  proxy.fallSilent();
  const wrong = await Promise.all(
    [...all].map(async (path) => {
      const answer = await fetch(story.url + path, { redirect: 'manual' });
      const isSaid = answer.status !== 503 || Number(answer.headers.get('retry-after')) > 0;
      const isWrong = answer.status >= 500 && (answer.status !== 503 || !isSaid);
      return isWrong ? [`${path}: ${answer.status}`] : [];
    }),
  );
  expect(wrong.flat()).toEqual([]);
}, 120_000);

it('connections that fell silent are never used again, whether in a transaction or not', async () => {
  // Some may have been silent since the test before.
  await eventually(onEveryConnection, allAnswer);
  let go = () => {};
  const lost = new Promise<void>((resolve) => (go = resolve));
  const begun = Array.from({ length: 5 }, () =>
    inTransaction(async (tx) => {
      await tx.execute(sql`select 1`);
      await lost;
      await tx.execute(sql`select 1`);
    }),
  );
  await sleep(200);
  proxy.loseConnections();
  go();
  const asked = Array.from({ length: 5 }, () => db().execute(sql`select 1`));
  const [first, then] = [await Promise.allSettled(begun), await Promise.allSettled(asked)];
  expect(first.map(({ status }) => status)).toEqual(begun.map(() => 'rejected'));
  // One is answered on a new connection where a job of the site holds a lost one.
  const failed = [...first, ...then].filter((each) => each.status === 'rejected');
  expect(failed.every(({ reason }) => isDatabaseAway(reason))).toBe(true);
  expect(allAnswer(await onEveryConnection())).toBe(true);
});

it('a write that waits is said by /readyz, and pages are shown', async () => {
  const isReady = (outcome: { writes?: { warning: string | null } }) =>
    outcome.writes?.warning === null;
  const ready = async () => (await look('/readyz')).json();
  await eventually(ready, isReady);
  const holder = new pg.Client({ connectionString: story.databaseUrl() });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table cursors in share row exclusive mode');
  const { writes } = await eventually(ready, (text) => Boolean(text.writes?.warning));
  expect(writes.warning).toContain('Nothing can be written');
  expect((await look('/api/products')).status).toBe(200);
  await holder.query('rollback');
  await eventually(ready, isReady);
});
