import { expect, it } from 'vitest';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { recognise } from '#app/http/visitor.server.ts';
import { admit } from '#app/http/limits/admit.server.ts';
import { checkouts } from '#app/http/limits/limits.ts';
import { registry } from '#app/platform/registry.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { sendDueMails } from '#app/emails/send-mails.server.ts';
import { forgetAddresses } from '#app/funding/checkout/personal-data.server.ts';
import { mails, orders, rateLimits } from '#db/schema.ts';
import { lookUp, received } from '#test/support/inbox.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory();

const ask = (from: Visitor, email: string, headers = {}) =>
  from.post('/api/send-verification', { email }, headers);
const statusesOf = async (times: number, call: (at: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let at = 0; at < times; at += 1) statuses.push((await call(at)).status);
  return statuses;
};
/** Everything that is queued has been looked at. */
const settled = () =>
  eventually(
    () => db().select().from(mails),
    (all) => all.every((mail) => mail.sentAt || mail.deadAt),
  );
const sentTo = async (email: string) =>
  (await db().select().from(mails)).filter((mail) => mail.toEmail === email && mail.sentAt);

/** How often a limit was exceeded, as the metrics count it. */
async function limitsHit(limit: string): Promise<number> {
  const { values } = await registry.getSingleMetric('openassay_limits_hit_total')!.get();
  return values.find(({ labels }) => labels.limit === limit)?.value ?? 0;
}

async function aFunder() {
  const visitor = new Visitor(story);
  await visitor.fund([(await aProduct()).id, 25]);
  await received(visitor.email, 'receipt');
  return visitor;
}

it('a home of IPv6 is one address: its /64', async () => {
  await db().delete(rateLimits);
  const statuses = await statusesOf(22, (at) =>
    ask(new Visitor(story, `2001:db8:7:1::${at + 1}`), `somebody-${at}@example.org`),
  );
  expect(statuses).toEqual([...Array(20).fill(200), 429, 429]);
  expect((await ask(new Visitor(story, '2001:db8:7:2::1'), 'else@example.org')).status).toBe(200);
});

it('six addresses use up no code of a person who asks from a seventh, and none use up those of their own browser', async () => {
  await db().delete(rateLimits);
  const person = await aFunder();
  await lookUp(person);
  const from = (address: number) => new Visitor(story, `203.0.1.${address}`);
  for (const address of [1, 2, 3, 4, 5, 6]) {
    await statusesOf(8, () => ask(from(address), person.email));
  }
  await settled();
  expect((await ask(from(7), person.email)).status).toBe(200);
  // Ten more close it for browsers that are new, and not for its owner's.
  for (const address of [8, 9]) await statusesOf(5, () => ask(from(address), person.email));
  expect((await ask(from(10), person.email)).status).toBe(429);
  await settled();
  await lookUp(person);
});

it('four addresses use up no sign-in link of an administrator', async () => {
  await db().delete(rateLimits);
  const email = 'administrator@example.org';
  const link = (from: Visitor) => from.post('/api/auth/sign-in/magic-link', { email });
  for (const address of [1, 2, 3, 4]) {
    const statuses = await statusesOf(8, () => link(new Visitor(story, `203.1.1.${address}`)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(5);
  }
  expect((await link(new Visitor(story))).status).toBe(200);
});

it('one address leaves manage link and subscription of a mailbox to others', async () => {
  await db().delete(rateLimits);
  const email = 'wanted@example.org';
  for (const path of ['/api/send-manage-link', '/api/subscribers']) {
    const statuses = await statusesOf(8, () =>
      new Visitor(story, '203.2.1.1').post(path, { email }),
    );
    expect(statuses).toEqual([...Array(5).fill(statuses[0]), 429, 429, 429]);
    expect((await new Visitor(story).post(path, { email })).status).toBe(statuses[0]);
  }
});

it('what is refused uses nothing up', async () => {
  await db().delete(rateLimits);
  const email = 'patient@example.org';
  await statusesOf(20, () => ask(new Visitor(story, '203.3.1.1'), email));
  const others = await statusesOf(3, () => ask(new Visitor(story), email));
  expect(others).toEqual([200, 200, 200]);
  // Nor the disk, with one mailbox after another.
  const near = new Visitor(story, '203.3.2.1');
  await statusesOf(21, (at) => ask(near, `somebody-${at}@example.org`));
  await settled();
  const rows = await db().$count(rateLimits);
  const hits = await limitsHit('send-verification');
  const refused = await statusesOf(5, (at) => ask(near, `nobody-${at}@example.org`));
  expect(refused).toEqual(Array(5).fill(429));
  // What `/metrics` says of it.
  expect(await limitsHit('send-verification')).toBe(hits + 5);
  expect(await db().$count(rateLimits)).toBe(rows);
});

it('who never used the site is sent three emails a day by others, under whatever spelling', async () => {
  await db().delete(rateLimits);
  const name = 'never-here';
  const { id } = await aProduct();
  const spellings = [`${name}@example.org`, `${name}+a@example.org`, `${name}+b@example.org`];
  for (let at = 0; at < 6; at += 1) {
    const email = spellings[at % 3]!;
    await new Visitor(story).post('/api/subscribers', { email });
    await new Visitor(story).post('/api/follows', { product_id: id, email });
    expect((await ask(new Visitor(story), email)).status).toBe(200);
    await settled();
  }
  const sent = await Promise.all(spellings.map(sentTo));
  expect(sent.flat()).toHaveLength(3);
});

it('after a stop of everything nothing comes but what a browser of theirs asked for', async () => {
  await db().delete(rateLimits);
  const person = await aFunder();
  const html = (await received(person.email, 'receipt')).html;
  const token = /preferences\?token=([\w-]{43})/.exec(html)![1]!;
  const change = { kind: 'everything', on: false };
  const home = new Visitor(story);
  await home.post('/api/change-mail-preferences', { token, change });
  const before = (await sentTo(person.email)).length;
  const stranger = new Visitor(story);
  for (const path of ['send-verification', 'send-manage-link', 'subscribers']) {
    const { status } = await stranger.post(`/api/${path}`, { email: person.email });
    expect(status).toBeLessThan(300);
  }
  await settled();
  expect(await sentTo(person.email)).toHaveLength(before);
  // This one used a link that went there.
  await lookUp(home, person.email);
});

it('an order keeps the hash of its network address for 14 days, paid or not', async () => {
  const [payer, other] = [await aFunder(), new Visitor(story)];
  await other.commit([(await aProduct()).id, 10]);
  const hashes = async () => (await db().select().from(orders)).map((order) => order.addressHash);
  const isHash = expect.stringMatching(/^[0-9a-f]{64}$/);
  await forgetAddresses();
  expect((await hashes()).slice(-2)).toEqual([isHash, isHash]);
  expect(payer.email).not.toBe(other.email);
  story.advance(14 * 86_400 + 60);
  await forgetAddresses();
  expect(new Set(await hashes())).toEqual(new Set(['forgotten']));
});

it('news of products under a stranger’s address comes three a day and the rest waits, and a follower’s all at once', async () => {
  await db().delete(rateLimits);
  const [stranger, follower] = [new Visitor(story), await aFunder()];
  const before = (await sentTo(follower.email)).length;
  const followed = await Promise.all(Array.from({ length: 5 }, () => aProduct()));
  for (const { id } of followed) {
    for (const { email } of [stranger, follower]) {
      // By browsers that are neither's.
      await new Visitor(story).post('/api/follows', { product_id: id, email });
    }
    await inTransaction((tx) => tellAudience(tx, id, 'testing-begun'));
  }
  const sentOnceTried = async (count: number) => {
    const own = async () =>
      (await db().select().from(mails)).filter(({ toEmail }) => toEmail === stranger.email);
    await sendDueMails();
    // Put off, and not on its way: that one is tried again later, too, in case it is lost.
    const isPutOff = ({ attempts, nextAttemptAt }: (typeof mails)['$inferSelect']) =>
      attempts === 0 && nextAttemptAt > now();
    const all = await eventually(own, (mine) =>
      mine.every((mail) => mail.sentAt || isPutOff(mail)),
    );
    expect(all.filter(({ deadAt }) => deadAt)).toEqual([]);
    expect(all.filter(({ sentAt }) => sentAt)).toHaveLength(count);
  };
  await sentOnceTried(3);
  await eventually(
    () => sentTo(follower.email),
    (sent) => sent.length === before + 5,
  );
  story.advance(86_400);
  await sentOnceTried(5);
});

it('checkouts of an address are counted by ten minutes of the clock', async () => {
  await db().delete(rateLimits);
  // Each with a new cookie.
  const begin = () => admit(checkouts(1), recognise(new Headers(), '203.4.1.1').visitor);
  story.advance(600 - Math.floor((now().getTime() / 1000) % 600));
  const first = await Promise.all(Array.from({ length: 120 }, begin));
  expect(first.filter(Boolean)).toEqual([]);
  expect(await begin()).toMatchObject({ status: 429 });
  story.advance(600);
  expect(await begin()).toBeUndefined();
  const windows = (await db().select().from(rateLimits)).map((row) => row.windowStart.getTime());
  const last = Math.max(...windows);
  expect(last - Math.min(...windows)).toBe(600_000);
  expect(last % 600_000).toBe(0);
});
