import { and, eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { LINK_UNKNOWN, STOPPED } from '#app/subscriptions/preferences-messages.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { pruneTokens } from '#app/mail/tokens.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { contributions, emailSubscriptions, mailboxes, mails, tokens } from '#db/schema.ts';
import { refusal, startMailServer, type MailServer } from '#test/support/mail-server.ts';
import { aProduct, environmentNow, eventually, refuses, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import type { SMTPServerOptions } from 'smtp-server';

const story = useStory();
const DAY_MS = 86_400_000;
const servers: MailServer[] = [];

async function useMailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const server = await startMailServer(options);
  servers.push(server);
  configure({ ...environmentNow(), SMTP_URL: server.url });
  return server;
}

afterEach(async () => {
  const { SMTP_URL: _, ...rest } = environmentNow();
  configure(rest);
  for (const server of servers.splice(0)) await server.close();
  resetClock();
});

let count = 0;

/** Has a letter about a product sent to an address; how it ended. */
async function letter(toEmail: string, productId: number, name = 'goal-reached') {
  const dedupeKey = `test:${(count += 1)}`;
  const queued = { name, toEmail, params: { productId }, dedupeKey };
  await inTransaction((tx) => queueMails(tx, [queued]));
  return eventually(
    async () => (await db().select().from(mails).where(eq(mails.dedupeKey, dedupeKey)))[0]!,
    (mail) => mail.sentAt !== null || mail.deadAt !== null || mail.lastError !== null,
  );
}

const boxOf = async (email: string) =>
  (await db().select().from(mailboxes).where(eq(mailboxes.emailNormalised, email)))[0];

const unfolded = (source: string) => source.replaceAll(/\r\n[ \t]+/g, ' ');

/** The address at which one click ends what the first letter is about. */
function oneClickIn({ delivered: [first] }: MailServer): string {
  const [, address] = /^List-Unsubscribe: <([^>]+)>/m.exec(unfolded(first?.source ?? '')) ?? [];
  if (!address) throw new Error('no List-Unsubscribe');
  return address.replaceAll(' ', '');
}

/** As a mail program does it. */
const click = (address: string) =>
  fetch(address, {
    method: 'POST',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: 'List-Unsubscribe=One-Click',
  });

describe('a letter about a product', () => {
  it('carries one click to end it: by POST alone, and by whoever has the letter', async () => {
    const server = await useMailServer();
    const product = await aProduct('One click oats');
    const person = new Visitor(story);
    await person.post('/api/follows', { product_id: product.id, email: person.email });
    await letter(person.email, product.id);
    const { source } = server.delivered[0]!;
    const address = oneClickIn(server);
    expect(address).toMatch(
      new RegExp(`^${story.url}/email/preferences\\?token=[\\w-]{43}&from=product-${product.id}$`),
    );
    expect(unfolded(source)).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r?$/m);
    expect(source).toContain('Content-Type: text/plain');
    const stillFollowed = () =>
      db()
        .select()
        .from(emailSubscriptions)
        .where(and(eq(emailSubscriptions.topic, `product:${product.id}`), emailSubscriptions.isOn));
    await fetch(address);
    await fetch(address, { method: 'POST', body: 'no such wish' });
    expect(await stillFollowed()).toHaveLength(1);
    const clicked = await click(address);
    expect([clicked.status, await clicked.json()]).toEqual([200, { message: STOPPED }]);
    expect(await stillFollowed()).toHaveLength(0);
    const multipart = new FormData();
    multipart.set('List-Unsubscribe', 'One-Click');
    multipart.set('a-file', new Blob(['x'], { type: 'text/plain' }));
    expect((await fetch(address, { method: 'POST', body: multipart })).status).toBe(200);
    const other = address.replace('from=product-', 'from=something-');
    const unclear = await click(other);
    expect(unclear.status).toBe(400);
    const forged = address.replace(/token=[\w-]{43}/, `token=${'A'.repeat(43)}`);
    const refused = await click(forged);
    expect(refused.status).toBe(403);
  });

  it('carries a link that is another one every month: an old one ends mails, and opens nothing', async () => {
    const product = await aProduct();
    const person = new Visitor(story);
    const { email } = person;
    await person.post('/api/follows', { product_id: product.id, email });
    await letter(email, product.id);
    const first = (await boxOf(email))!.token;
    const look = (token: string) => new Visitor(story).post('/api/mail-preferences', { token });
    advanceClock(31 * DAY_MS);
    await letter(email, product.id);
    const second = (await boxOf(email))!.token;
    expect(second).not.toBe(first);
    expect((await look(first)).body.email).toBe((await look(second)).body.email);
    advanceClock(61 * DAY_MS);
    expect(await look(first)).toMatchObject(refuses(403, LINK_UNKNOWN));
    const clicked = await click(
      `${story.url}/email/preferences?token=${first}&from=product-${product.id}`,
    );
    expect(clicked.status).toBe(200);
    expect((await look(second)).body.follows).toEqual([]);
    advanceClock(730 * DAY_MS);
    await pruneTokens();
    expect(await db().select().from(tokens)).toEqual([]);
  });

  it('ends the letters about what its product was merged into since', async () => {
    const server = await useMailServer();
    const [gone, other, survivor] = [await aProduct(), await aProduct(), await aProduct('Stays')];
    const person = new Visitor(story);
    await person.post('/api/follows', { product_id: gone.id, email: person.email });
    await letter(person.email, gone.id);
    const address = oneClickIn(server);
    const by = { actor: 'command line' } as const;
    await mergeProducts(by, gone.id, other.id);
    await mergeProducts(by, other.id, survivor.id);
    expect((await letter(person.email, survivor.id)).sentAt).not.toBeNull();
    const clicked = await click(address);
    expect([clicked.status, await clicked.json()]).toEqual([200, { message: STOPPED }]);
    const theirs = and(eq(emailSubscriptions.email, person.email), emailSubscriptions.isOn);
    expect(await db().$count(emailSubscriptions, theirs)).toBe(0);
    expect((await letter(person.email, survivor.id)).deadAt).not.toBeNull();
    const { body } = await person.post('/api/mail-preferences', {
      token: new URL(address).searchParams.get('token'),
    });
    expect(body).toMatchObject({
      follows: [],
      stopped: [{ product_id: survivor.id, name: 'Stays' }],
    });
  });

  it('does not go to a funder who stopped hearing of it, nor to whoever stopped everything', async () => {
    const server = await useMailServer();
    const product = await aProduct();
    const [one, two] = [new Visitor(story), new Visitor(story)];
    for (const funder of [one, two]) await funder.fund([product.id, 25]);
    // Before their payments are recorded they are no funders, and get no letter.
    await eventually(
      () => db().$count(contributions, eq(contributions.productId, product.id)),
      (count) => count === 2,
    );
    for (const funder of [one, two]) await letter(funder.email, product.id);
    const changes = [
      { kind: 'unfollow', product_id: product.id },
      { kind: 'everything', on: false },
    ];
    for (const [at, funder] of [one, two].entries()) {
      const { token } = (await boxOf(funder.email))!;
      const body = { token, change: changes[at] };
      expect((await funder.post('/api/change-mail-preferences', body)).status).toBe(200);
    }
    const before = server.delivered.length;
    for (const funder of [one, two]) {
      expect((await letter(funder.email, product.id)).deadAt).not.toBeNull();
    }
    expect(server.delivered).toHaveLength(before);
    // What they ask for comes all the same.
    await two.post('/api/send-verification', { email: two.email });
    await eventually(
      async () => server.delivered.length,
      (length) => length === before + 1,
    );
    const { token } = (await boxOf(two.email))!;
    const back = { token, change: { kind: 'everything', on: true } };
    await two.post('/api/change-mail-preferences', back);
    expect((await letter(two.email, product.id)).sentAt).not.toBeNull();
  });
});

describe('a mailbox that does not exist', () => {
  it('is not written to again, but for what is asked for; a code that arrives lifts it', async () => {
    let isGone = true;
    const asked: string[] = [];
    const server = await useMailServer({
      onRcptTo({ address }, _session, callback) {
        asked.push(address);
        callback(isGone ? refusal(550, '5.1.1 no such mailbox') : null);
      },
    });
    const product = await aProduct();
    const person = new Visitor(story);
    await person.post('/api/follows', { product_id: product.id, email: person.email });
    expect((await letter(person.email, product.id)).deadAt).not.toBeNull();
    expect(await boxOf(person.email)).toMatchObject({ bouncedAt: expect.any(Date) });
    expect((await boxOf(person.email))?.bounceReason).not.toContain('@');
    expect(asked).toEqual([person.email]);
    const second = await letter(person.email, product.id);
    expect(second).toMatchObject({ lastError: 'the mailbox does not exist', sentAt: null });
    expect(asked).toEqual([person.email]);
    isGone = false;
    story.advance(86_400); // a day later it is tried by what was asked for
    await person.post('/api/send-verification', { email: person.email });
    await eventually(
      () => boxOf(person.email),
      (box) => box?.bouncedAt === null,
    );
    expect((await letter(person.email, product.id)).sentAt).not.toBeNull();
    expect(server.delivered).toHaveLength(2);
  });

  it.each([
    [554, '5.7.1 you are on a list'],
    [550, '5.1.8 the sender’s domain was not found'],
    [550, 'relaying denied'],
    [452, '4.2.2 the mailbox is full'],
  ])('is not what %i %s means: it is tried again', async (code, message) => {
    await useMailServer({
      onRcptTo(_address, _session, callback) {
        callback(refusal(code, message));
      },
    });
    const product = await aProduct();
    const email = `kept-${count}@example.org`;
    await new Visitor(story).post('/api/follows', { product_id: product.id, email });
    expect(await letter(email, product.id)).toMatchObject({ deadAt: null, sentAt: null });
    expect((await boxOf(email))?.bouncedAt).toBeNull();
  });
});
