import { eq, sql } from 'drizzle-orm';
import { beforeAll, expect, test } from 'vitest';
import { findFollow, follow, moveFollows, turn, unfollow } from './store.server.ts';
import { countReached, reasonFor, tellAudience } from './tell-audience.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { erasedEmail } from '#app/kit/text.ts';
import { noteProven } from '#app/mail/tokens.server.ts';
import { contributions, emailSubscriptions, orders, products, testedProducts } from '#db/schema.ts';
import { allowMadeUpMoney, useDatabase } from '#test/support/database.ts';
import { eventually } from '#test/support/story.ts';

useDatabase();
allowMadeUpMoney();

const [GONE, STAYS, MILK] = [3001, 3002, 57];

beforeAll(async () => {
  const listed = [GONE, STAYS].map((id) => ({ id, name: `No. ${id}`, searchText: `no ${id}` }));
  await db().insert(products).values(listed);
  const milk = { originalId: MILK, name: 'Almond milk', tags: [], searchText: 'almond milk' };
  await db().insert(testedProducts).values(milk);
});

const rowsOf = (email: string) =>
  db()
    .select({ topic: emailSubscriptions.topic, isOn: emailSubscriptions.isOn })
    .from(emailSubscriptions)
    .where(eq(emailSubscriptions.emailNormalised, email));

test('a merge that is under way is waited for: a follow finds nothing, and a stop is of what stays', async () => {
  let release = () => {};
  const held = new Promise<void>((resolve) => (release = resolve));
  let begin = () => {};
  const begun = new Promise<void>((resolve) => (begin = resolve));
  const merging = inTransaction(async (tx) => {
    await tx.execute(sql`select from products where id = ${GONE} for no key update`);
    begin();
    await held;
    await moveFollows(tx, GONE, STAYS);
    const set = { mergedInto: STAYS, removedAt: new Date(), removedReason: 'merged' };
    await tx.update(products).set(set).where(eq(products.id, GONE));
  });
  await begun;
  const topic = `product:${GONE}`;
  const following = follow({ topic, email: 'follows@example.org', browserHash: 'a' });
  const stopping = turn('stops@example.org', topic, false, 'b');
  await eventually(
    async () => {
      const { rows } = await db().execute<{ waiting: number }>(sql`
        select count(*)::int as waiting from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`);
      return rows[0]?.waiting;
    },
    (waiting) => waiting === 2,
  );
  release();
  await merging;
  expect(await following).toBeUndefined();
  await stopping;
  expect(await rowsOf('follows@example.org')).toEqual([]);
  expect(await rowsOf('stops@example.org')).toEqual([{ topic: `product:${STAYS}`, isOn: false }]);
});

test.each(['kind:plant-milk', `report:${MILK}`])(
  'what its owner turned off, as %s, no stranger turns on, and a browser that has proven the mailbox does',
  async (topic) => {
    const email = `owner-${topic.replace(':', '-')}@example.org`;
    const [own, strange] = ['own', 'strange'].map((browserHash) => ({ topic, email, browserHash }));
    await noteProven(email, 'own');
    await follow(own!);
    expect(await reasonFor(email, MILK, true)).toBe(topic);
    const reached = await countReached(db(), MILK);
    await turn(email, topic, false, 'own');
    expect(await follow(strange!)).toBeDefined();
    expect(await reasonFor(email, MILK, true)).toBeUndefined();
    expect(await countReached(db(), MILK)).toBe(reached - 1);
    await follow(own!);
    expect(await reasonFor(email, MILK, true)).toBe(topic);
  },
);

test('a follow is ended by the browser that asked, or by one that has proven the mailbox, and by no other', async () => {
  const asked = { topic: `report:${MILK}`, email: 'asked@example.org', browserHash: 'stranger' };
  const id = (await follow(asked))!;
  await noteProven('other@example.org', 'third');
  expect(await unfollow(id, 'third')).toBe(false);
  await noteProven(asked.email, 'owner');
  expect(await unfollow(id, 'owner')).toBe(true);
  expect(await findFollow(asked)).toBeUndefined();
  // What is of no browser is ended by a mailed link alone.
  await turn(asked.email, 'news', true, 'owner');
  const [news] = await db()
    .select({ id: emailSubscriptions.id })
    .from(emailSubscriptions)
    .where(eq(emailSubscriptions.emailNormalised, asked.email));
  expect(await unfollow(news!.id, 'owner')).toBe(false);
});

test('whoever gave and had themselves erased is nobody who is told', async () => {
  const [id, gave] = [3003, { amountCents: 2_500, status: 'paid' }];
  await db().insert(products).values({ id, name: 'No. 3003', searchText: 'no 3003' });
  const checkout = { returnUrl: 'https://assay.example', browserHash: '', addressHash: '' };
  const [order] = await db()
    .insert(orders)
    .values({ ...gave, ...checkout, kind: 'funding', expiresAt: new Date() })
    .returning();
  const of = (email: string) => ({ email, emailNormalised: email });
  const told = () => inTransaction((tx) => tellAudience(tx, id, 'results-published'));
  const share = { ...gave, orderId: order!.id, productId: id };
  await db()
    .insert(contributions)
    .values({ ...share, ...of(erasedEmail(crypto.randomUUID())) });
  expect([await countReached(db(), id), await told()]).toEqual([0, false]);
  await db().update(contributions).set(of('gave@example.org'));
  expect([await countReached(db(), id), await told()]).toEqual([1, true]);
});
