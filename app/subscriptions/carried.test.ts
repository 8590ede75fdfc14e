import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import {
  confirmSubscription,
  findFollow,
  follow,
  moveFollows,
  subscribe,
  turn,
  unfollow,
} from './store.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { createReleasedDatabase, useDatabase } from '#test/support/database.ts';

const [ANN, BOB] = ['ann@example.org', 'bob@example.org'] as const;

/** What stands, as the version before reads it and as this one does; a stop of what that one cannot stop is left out. */
async function bothWays() {
  const { rows: before } = await db().execute(sql`
    select id::text, email, topic_of_follow(f) as topic, browser_hash as browser, true as is_on,
      true as is_confirmed, null as query from follows f
    union all select id::text, email, 'news', '', true, confirmed_at is not null, query from subscribers
    union all select '', email_normalised, 'product:' || product_id, '', false, false, null from product_mutes
    order by 2, 3, 4, 5`);
  const { rows: now } = await db().execute(sql`
    select case when is_on then id::text else '' end as id, email, topic, browser_hash as browser, is_on,
      confirmed_at is not null as is_confirmed, query
    from email_subscriptions where is_on or topic like 'product:%' order by 2, 3, 4, 5`);
  return { before, now };
}

async function expectSame() {
  const { before, now } = await bothWays();
  expect(now).toEqual(before);
  return now;
}

/** As 0.4.0 writes. */
const old = {
  follow: (email: string, productId: number, browser: string) => sql`
    insert into follows (id, product_id, email, email_normalised, browser_hash)
    values (${randomUUID()}, ${productId}, ${email}, ${email}, ${browser})
    on conflict (product_id, email_normalised, browser_hash) do update set email = excluded.email`,
  unfollow: (email: string, productId: number) =>
    sql`delete from follows where email_normalised = ${email} and product_id = ${productId}`,
  mute: (email: string, productId: number) => sql`
    insert into product_mutes (email_normalised, product_id) values (${email}, ${productId})
    on conflict do nothing`,
  unmute: (email: string, productId: number) =>
    sql`delete from product_mutes where email_normalised = ${email} and product_id = ${productId}`,
  subscribe: (email: string, query: string) => sql`
    insert into subscribers (email, email_normalised, query) values (${email}, ${email}, ${query})
    on conflict do nothing`,
  confirm: (email: string) =>
    sql`update subscribers set confirmed_at = now() where email_normalised = ${email}`,
  leave: (email: string) => sql`delete from subscribers where email_normalised = ${email}`,
  merge: (gone: number, into: number) =>
    sql`update follows m set product_id = ${into} where product_id = ${gone} and not exists (
      select from follows o where o.product_id = ${into}
        and o.email_normalised = m.email_normalised and o.browser_hash = m.browser_hash)`,
};

/** As 0.4.0 leaves them. */
const ROWS = `insert into products (id, name, search_text, target_cents, levels) values
    (1001, 'Tea', 'tea', 127500, 3), (1002, 'Rice', 'rice', 127500, 3);
  insert into tested_products (original_id, name, tags, search_text) values (93, 'Tofu', '{}', 'tofu');
  insert into follows (product_id, original_id, email, email_normalised, browser_hash) values
    (1001, null, 'Ann@example.org', '${ANN}', 'a'), (1001, null, '${ANN}', '${ANN}', 'b'),
    (null, 93, '${BOB}', '${BOB}', 'b');
  insert into subscribers (email, email_normalised, query, confirmed_at) values
    ('${ANN}', '${ANN}', 'oats', now()), ('${BOB}', '${BOB}', null, null);
  insert into product_mutes (email_normalised, product_id) values ('${BOB}', 1002)`;

useDatabase({}, () => createReleasedDatabase(ROWS));

test('rows of 0.4.0 become topics, and both versions go on writing beside each other', async () => {
  const carried = await expectSame();
  expect(carried.map(({ email, topic, browser, is_on }) => [email, topic, browser, is_on])).toEqual(
    [
      ['Ann@example.org', 'product:1001', 'a', true],
      [ANN, 'news', '', true],
      [ANN, 'product:1001', 'b', true],
      [BOB, 'news', '', true],
      [BOB, 'product:1002', '', false],
      [BOB, 'report:93', 'b', true],
    ],
  );

  // What one version began the other finds by its id, and ends.
  const own = { topic: 'product:1002', email: ANN, browserHash: 'c' };
  await db().execute(old.follow(ANN, 1002, 'c'));
  const id = (await findFollow(own))!;
  expect(await unfollow(id, 'c')).toBe(true);
  await expectSame();
  const made = await follow(own);
  const { rowCount } = await db().execute(sql`delete from follows where id = ${made}`);
  expect([rowCount, await findFollow(own)]).toEqual([1, undefined]);

  const email = fc.constantFrom(ANN, BOB);
  const product = fc.constantFrom(1001, 1002);
  const browser = fc.constantFrom('a', 'b');
  const topic = fc.constantFrom('news', 'product:1001', 'product:1002', 'report:93', 'kind:yogurt');
  type Step = () => Promise<unknown>;
  const run = (statement: ReturnType<typeof sql>) => db().execute(statement);
  const step = fc.oneof(
    fc.tuple(email, product, browser).map(
      (all): Step =>
        () =>
          run(old.follow(...all)),
    ),
    fc.tuple(email, product).map(
      (all): Step =>
        () =>
          run(old.unfollow(...all)),
    ),
    fc.tuple(email, product).map(
      (all): Step =>
        () =>
          run(old.mute(...all)),
    ),
    fc.tuple(email, product).map(
      (all): Step =>
        () =>
          run(old.unmute(...all)),
    ),
    email.map(
      (one): Step =>
        () =>
          run(old.subscribe(one, 'tea')),
    ),
    email.map(
      (one): Step =>
        () =>
          run(old.confirm(one)),
    ),
    email.map(
      (one): Step =>
        () =>
          run(old.leave(one)),
    ),
    product.map(
      (gone): Step =>
        () =>
          run(old.merge(gone, 2003 - gone)),
    ),
    fc.tuple(email, topic, browser).map(
      ([email, topic, browserHash]): Step =>
        () =>
          follow({ email, topic, browserHash }),
    ),
    fc.tuple(email, topic, fc.boolean(), browser).map(
      (all): Step =>
        () =>
          turn(...all),
    ),
    email.map(
      (one): Step =>
        () =>
          subscribe({ email: one, browserHash: 'a', query: 'oats' }),
    ),
    email.map(
      (one): Step =>
        () =>
          confirmSubscription(one),
    ),
    product.map(
      (gone): Step =>
        () =>
          inTransaction((tx) => moveFollows(tx, gone, 2003 - gone)),
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 20 }), async (steps) => {
      for (const one of steps) {
        await one();
        await expectSame();
      }
    }),
    { numRuns: 15 },
  );
});
