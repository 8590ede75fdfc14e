import { setTimeout as sleep } from 'node:timers/promises';
import { Hono } from 'hono';
import { beforeEach, expect, it, vi } from 'vitest';
import { forgetCached } from '#app/cache/cache.server.ts';
import { db, inTransaction, pool } from '#app/database/db.server.ts';
import { BUSY, DATABASE_AWAY } from '#app/platform/messages.ts';
import { log } from '#app/platform/log.server.ts';
import { useDatabase } from '#test/support/database.ts';
import { sql } from 'drizzle-orm';
import type { Env } from './mount-calls.server.ts';
import { answerTrouble, noteFailure } from './answer-trouble.server.ts';
import { pageHandler } from './serve-pages.server.ts';

useDatabase();
beforeEach(forgetCached);

const env = (remoteAddress: string) => ({ incoming: { socket: { remoteAddress } } });

/** Pages that each ask the database three things at once, as a comparison does. */
function site(draw: (path: string) => Promise<void> = read) {
  let [drawing, most] = [0, 0];
  const drawn: string[] = [];
  const render = async ({ url }: Request) => {
    most = Math.max(most, (drawing += 1));
    const { pathname } = new URL(url);
    await draw(pathname).finally(() => (drawing -= 1));
    drawn.push(pathname);
    return new Response(pathname);
  };
  const app = new Hono<Env>();
  app.onError((error, c) => {
    noteFailure(c, error, {}, 'request failed');
    const { status, body } = answerTrouble(error);
    return c.json(body, status);
  });
  app.all('*', pageHandler(render, { isHidden: () => false, factsOf: () => ({}) }));
  const get = (path: string, from = '192.0.2.1') => app.request(path, {}, env(from) as never);
  return { get, drawn, most: () => most };
}

async function read() {
  await Promise.all(Array.from({ length: 3 }, () => db().execute(sql`select pg_sleep(0.05)`)));
}

it('answers many different pages at once, a few at a time, and others in between', async () => {
  const { get, drawn, most } = site();
  const many = Array.from({ length: 120 }, (_, at) => get(`/many/${at}`));
  await sleep(100);
  const other = await get('/other', '192.0.2.2');
  expect([other.status, drawn.length]).toEqual([200, expect.any(Number)]);
  expect(drawn.length).toBeLessThan(60);
  const statuses = (await Promise.all(many)).map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(most()).toBeLessThanOrEqual(8);
});

it('says when to come again where too many wait', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { get, drawn } = site(() => promise);
  const refused: Response[] = [];
  const asked = Array.from({ length: 520 }, async (_, at) => {
    const answer = await get(`/many/${at}`);
    if (answer.status === 503) refused.push(answer);
  });
  await expect.poll(() => refused.length).toBe(12);
  resolve();
  await Promise.all(asked);
  expect([drawn.length, refused.length]).toEqual([508, 12]);
  expect(await refused[0]!.text()).toBe(BUSY);
  expect(refused[0]!.headers.get('retry-after')).toBe('5');
});

it('goes on with pages that need no database while others wait for theirs', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { get } = site((path) => (path.startsWith('/silent') ? promise : Promise.resolve()));
  const silent = Array.from({ length: 20 }, (_, at) => get(`/silent/${at}`));
  expect((await get('/text', '192.0.2.2')).status).toBe(200);
  resolve();
  expect((await Promise.all(silent)).every(({ status }) => status === 200)).toBe(true);
}, 20_000);

it('logs a line a minute, with the first error, where the database gives no connection', async () => {
  const error = vi.spyOn(log, 'error');
  pool().options.connectionTimeoutMillis = 50;
  const held = await Promise.all(Array.from({ length: 10 }, () => pool().connect()));
  const { get } = site(() => inTransaction(async () => {}));
  const answers = await Promise.all(Array.from({ length: 40 }, (_, at) => get(`/no/${at}`)));
  for (const one of held) one.release();
  expect(answers.every(({ status }) => status === 503)).toBe(true);
  expect(await answers[0]!.json()).toEqual({ error: DATABASE_AWAY });
  expect(error.mock.calls).toEqual([[{ err: expect.any(Error) }, 'request failed']]);
});
