import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { sitePhotos } from '#app/catalogue/images/product-photos.server.ts';
import { keepPhoto } from '#app/catalogue/images/uploaded-photos.server.ts';
import { moveCursor } from '#app/platform/database/cursor.server.ts';
import { db, isDatabaseAway, pool } from '#app/platform/database/db.server.ts';
import { WATCHED } from '#app/platform/database/watched-client.server.ts';
import { PRODUCT_DETAILS_FAILED } from '#app/catalogue/product-messages.ts';
import { IMAGE_FAILED } from '#app/catalogue/messages.ts';
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
    // Read when the database is there.
    get DATABASE_URL() {
      return proxy.through(story.databaseUrl());
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

/** So many at once that each has a connection of its own. */
const onEveryConnection = () =>
  Promise.allSettled(
    Array.from({ length: 10 }, () => db().execute(sql`select 1 from pg_sleep(0.05)`)),
  );

it('a database that falls silent: 503 and a sentence, text pages stay, and it works again without a restart', async () => {
  const soup = await aProduct('Soup');
  // As it lies in the database; it is read to be drawn in the size that is asked for.
  const photo = { bytes: Buffer.from([1]), version: 'one', widthPx: 1, heightPx: 1 };
  await keepPhoto(db(), soup.id, photo as Parameters<typeof keepPhoto>[2], {
    bytes: photo.bytes,
    objectKey: null,
  });
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

it('connections that are lost while new ones work are destroyed, and never used again', async () => {
  await onEveryConnection();
  proxy.loseConnections();
  const lost = await onEveryConnection();
  expect(lost.every(({ status }) => status === 'rejected')).toBe(true);
  for (const each of lost)
    expect(isDatabaseAway((each as PromiseRejectedResult).reason)).toBe(true);
  const next = await onEveryConnection();
  expect(next.every(({ status }) => status === 'fulfilled')).toBe(true);
});

it('behind a pooler that passes names on, a lost connection is destroyed, and one at work is not', async () => {
  const connectionString = proxy.through(story.databaseUrl());
  const pooled = new pg.Pool({ ...WATCHED, connectionString, isPooled: true } as pg.PoolConfig);
  pooled.on('error', () => {});
  const lost = await pooled.connect();
  lost.on('error', () => {});
  proxy.loseConnections();
  const live = await pooled.connect();
  const asked = [
    lost.query('select 1'),
    live.query(`select 'works' as word from pg_sleep(4)`),
  ] as const;
  // By then a pooler has given them connections, or refused.
  const now = performance.now.bind(performance);
  const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + 10_000);
  const [gone, done] = await Promise.allSettled(asked);
  clock.mockRestore();
  expect(gone.status === 'rejected' && isDatabaseAway(gone.reason)).toBe(true);
  expect(done).toMatchObject({ value: { rows: [{ word: 'works' }] } });
  lost.release(true);
  live.release();
  await pooled.end();
});

it('writers that wait take no reader’s connection, and /readyz says that nothing can be written', async () => {
  await eventually(
    () => look('/readyz'),
    ({ status }) => status === 200,
  );
  const holder = new pg.Client({ connectionString: story.databaseUrl() });
  await holder.connect();
  onTestFinished(() => holder.end());
  await holder.query('begin; lock table cursors in share row exclusive mode');
  const writing = Promise.allSettled(
    Array.from({ length: 25 }, (_, at) =>
      at % 2
        ? moveCursor(`hung-${at}`, new Date())
        : db().transaction((tx) => moveCursor(`hung-${at}`, new Date(), tx)),
    ),
  );
  // One that is slow, and not lost, is waited for.
  const slow = pool().query('select 1 as one from pg_sleep(3.5)');
  await sleep(200);
  expect(pool().totalCount - pool().idleCount).toBe(9);
  expect((await look('/api/products')).status).toBe(200);
  const { writes } = await eventually(
    async () => (await look('/readyz')).json(),
    (said) => said.writes.warning !== null,
  );
  expect(writes.warning).toContain('Nothing can be written');
  expect((await slow).rows).toEqual([{ one: 1 }]);
  await holder.query('rollback');
  for (const each of await writing) {
    if (each.status === 'rejected') expect(isDatabaseAway(each.reason)).toBe(true);
  }
  await eventually(
    async () => (await look('/readyz')).json(),
    (said) => said.writes.warning === null,
  );
});
