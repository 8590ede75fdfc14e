import { createServer, type AddressInfo, type Socket } from 'node:net';
import { hostname } from 'node:os';
import { eq, isNull } from 'drizzle-orm';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configure, readConfig } from '#app/config.ts';
import { createApp } from '#app/create-app.ts';
import { loader as outboxMail } from '#app/emails/outbox-mail.page.tsx';
import { loader as outboxPage } from '#app/emails/outbox.page.tsx';
import { listOutbox, outboxHtml } from '#app/emails/outbox.server.ts';
import { sendDueMails, sendMail } from '#app/emails/send-mails.server.ts';
import { outboxKey } from '#app/platform/auth-secret.server.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { wrongHost } from '#app/platform/messages.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { smtpOptions } from '#app/mail/mail-transport.server.ts';
import { mails } from '#db/schema.ts';
import { orderIn } from '#test/support/books.ts';
import { asOwner } from '#test/support/database.ts';
import { startMailServer, type Delivered } from '#test/support/mail-server.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import {
  aProduct,
  environmentNow,
  eventually,
  LIVE,
  useStory,
  withSettings,
} from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';
import { whereMailIsRead } from '#cli/who-reaches.ts';
import { addRows } from '#test/support/gifts.ts';

const story = useStory();

const SOME_ID = '00000000-0000-4000-8000-000000000000';

let received: Delivered[] = [];
let closing: (() => Promise<void>)[] = [];

/** A mail server of this test's own, and the site told to use it. */
async function useMailServer(options: SMTPServerOptions = {}): Promise<void> {
  const server = await startMailServer(options);
  closing.push(server.close);
  received = server.delivered;
  configure({ ...environmentNow(), SMTP_URL: server.url });
}

beforeEach(async () => {
  received = [];
  await db().delete(mails);
});

afterEach(async () => {
  const { SMTP_URL: _, ...rest } = environmentNow();
  configure(rest);
  for (const close of closing) await close();
  closing = [];
  resetClock();
});

let made: ReturnType<typeof createApp> | undefined;
/** The site with its pages, asked without a server. */
const whole = async () => (made ??= createApp(await uncompiledPages()));

/** A receipt that waits to be sent, to this address. */
async function aReceipt(toEmail: string): Promise<string> {
  const product = await aProduct();
  const sessionId = await new Visitor(story).fund([product.id, 25]);
  const order = await orderIn('paid', sessionId);
  await eventually(
    () => db().select().from(mails).where(isNull(mails.sentAt)),
    (waiting) => waiting.length === 0,
  );
  // Beside the queue, so that a test sends it when it likes.
  const [mail] = await addRows(mails, {
    name: 'receipt',
    toEmail,
    params: { orderId: order!.id },
    nextAttemptAt: new Date(Date.now() - 1_000),
    dedupeKey: `test:${toEmail}:${order!.id}`,
  });
  return mail!.id;
}

const mailNow = async (id: string) => (await db().select().from(mails).where(eq(mails.id, id)))[0]!;

describe('without a mail server', () => {
  it('a purchase’s receipt is in the outbox, written out', async () => {
    const product = await aProduct('Outbox soup');
    const visitor = new Visitor(story);
    await visitor.fund([product.id, 25]);
    const [entry] = await eventually(
      async () => (await listOutbox())?.filter(({ toEmail }) => toEmail === visitor.email) ?? [],
      (found) => found[0]?.state === 'sent',
    );
    expect(entry).toMatchObject({
      name: 'receipt',
      subject: 'Receipt for your contribution: $25',
      text: expect.stringContaining('Outbox soup'),
    });
    expect(await outboxHtml(entry!.id)).toContain('Outbox soup');
    expect(await outboxHtml('nonsense')).toBeUndefined();
  });

  describe('the outbox', () => {
    const ask = async (path: string, headers: Record<string, string> = {}) => {
      const answer = await (await whole()).request(`http://localhost${path}`, { headers });
      return { status: answer.status, text: await answer.text() };
    };
    const LOCAL = { SITE_URL: '', HOST: '0.0.0.0' };

    it('answers at an address that the start prints, wherever on this machine it is asked', async () => {
      const { pathname } = new URL(/http:\S+?(?=,)/.exec(whereMailIsRead())![0]);
      for (const host of ['localhost', 'localhost:3000', '127.0.0.1:3000', '[::1]:3000']) {
        for (const path of [pathname, `${pathname}.data`]) {
          const there = await ask(path, { host });
          const elsewhere = await ask('/nothing', { host });
          expect([path, there.status]).toEqual([path, 200]);
          expect(there.text).not.toBe(elsewhere.text);
        }
      }
    });

    it.each<[name: string, path: string, change?: Record<string, string>]>([
      // A forwarder need not say that it is one.
      ['by its plain address, as somebody at this machine asks', '/dev/mail'],
      ['by that of one letter', `/dev/mail/${SOME_ID}`],
      ['by another key', `/dev/mail/${'0'.repeat(32)}`],
      ['by a longer key', `/dev/mail/${outboxKey('0'.repeat(32))}0`],
      ['by that of another site', `/dev/mail/${outboxKey('0'.repeat(32))}`],
      ['in another spelling', '/DEV/%6dail'],
      ['in yet another', '//dev/'],
      ['on a public site', `/dev/mail/${outboxKey()}`, { SITE_URL: 'https://assay.example' }],
    ])('is no page at all %s', async (_, path, change = {}) => {
      await withSettings({ ...LOCAL, ...change }, async () => {
        for (const end of ['', '.data']) {
          const hidden = await ask(path + end);
          const unknown = await ask(`/nothing-of-the-kind${end}`);
          expect([path, hidden]).toEqual([path, unknown]);
        }
      });
    });

    it('is printed for whoever holds the machine, the newest first, wherever others open the site', async () => {
      const letter = (subject: string, createdAt: string) => ({
        name: 'sign-in-link',
        toEmail: 'administrator@example.org',
        dedupeKey: `test:${subject}`,
        rendered: { subject, html: '<p>the link</p>', text: `the link of ${subject}` },
        createdAt: new Date(createdAt),
        sentAt: new Date(),
      });
      await addRows(mails, [letter('later', '2036-02-02'), letter('earlier', '2036-02-01')]);
      await withSettings({ SITE_URL: 'https://assay.example' }, async () => {
        const listed = await runTyped('mail');
        expect(listed.code).toBe(0);
        const [head, first = '', second = ''] = listed.sentence.split('\n');
        expect(head).toBe('mail\tqueued\tstate\tto\tsubject');
        expect([first, second].map((line) => line.split('\t').slice(1))).toEqual([
          ['2036-02-02T00:00:00.000Z', 'sent', 'administrator@example.org', 'later'],
          ['2036-02-01T00:00:00.000Z', 'sent', 'administrator@example.org', 'earlier'],
        ]);
        expect((await runTyped('mail', second.split('\t')[0]!)).sentence).toBe(
          'To: administrator@example.org\nSubject: earlier\nQueued: 2036-02-01T00:00:00.000Z, sent\n\nthe link of earlier\n',
        );
        expect((await runTyped('mail', 'latest')).sentence).toContain('the link of later');
        expect(await runTyped('mail', SOME_ID)).toMatchObject({ code: 1 });
        expect((await runTyped('mail', 'a', 'b')).code).toBeUndefined();
      });
      await withSettings({ SMTP_URL: 'smtp://127.0.0.1:9' }, async () => {
        expect(await runTyped('mail')).toMatchObject({ code: 1 });
      });
    });
  });

  describe('a site without a public address', () => {
    const ask = async (path: string, host: string, method = 'GET') => {
      const app = await whole();
      const env = { incoming: { socket: { remoteAddress: '127.0.0.1' }, httpVersion: '1.1' } };
      return app.request(`http://${host}${path}`, { method, headers: { host } }, env);
    };
    const on = (change: Record<string, string>, work: () => Promise<void>) =>
      withSettings({ SITE_URL: '', ...change }, work);

    it.each([
      ['127.0.0.1', 'localhost:3000', 200],
      ['127.0.0.1', '127.0.0.1:3000', 200],
      ['127.0.0.1', '[::1]:3000', 200],
      ['127.0.0.1', 'rebound.example:3000', 421],
      ['127.0.0.1', 'localhost.rebound.example', 421],
      ['127.0.0.1', '192.168.1.5:3000', 421],
      ['0.0.0.0', '192.168.1.5:3000', 200],
      ['0.0.0.0', `${hostname()}:3000`.toLowerCase(), 200],
      ['0.0.0.0', 'rebound.example:3000', 421],
    ])('that listens at %s, asked as %s, answers %i', async (HOST, host, status) => {
      await on({ HOST, PORT: '3000' }, async () => {
        expect((await ask('/', host)).status).toBe(status);
        const call = await ask('/api/products', host);
        expect(call.status).toBe(status);
        if (status === 421) {
          expect(await call.json()).toEqual({ error: wrongHost('http://localhost:3000') });
        }
        // A load balancer asks by whatever address a machine has.
        for (const path of ['/healthz', '/readyz']) {
          expect((await ask(path, host)).status).toBe(200);
        }
      });
    });

    it('and one with a public address answers every name with the same, about that address', async () => {
      await on({ SITE_URL: 'https://assay.example' }, async () => {
        for (const path of ['/', '/about', '/legal', '/sitemap.xml', '/robots.txt', '/feed.xml']) {
          const [other, own] = [
            await ask(path, 'rebound.example'),
            await ask(path, 'assay.example'),
          ];
          expect([path, other.status]).toEqual([path, 200]);
          const text = await other.text();
          expect([path, text.includes('rebound.example')]).toEqual([path, false]);
          expect(text).toBe(await own.text());
        }
      });
    });

    it.each([
      ['https://assay.example', 'www.assay.example'],
      ['https://www.assay.example:8443', 'assay.example'],
    ])('and %s leads there from %s, whose forms nobody could send', async (SITE_URL, host) => {
      await on({ SITE_URL }, async () => {
        for (const path of ['/contact?a=%20b', '/api/products', '//elsewhere.example/a']) {
          for (const method of ['GET', 'HEAD']) {
            const { status, headers } = await ask(path, host, method);
            const led = [status, headers.get('location'), headers.get('cache-control')];
            expect(led).toEqual([308, SITE_URL + path, 'no-store']);
          }
        }
        expect((await ask('/api/validate-cart', host, 'POST')).status).toBe(415);
        for (const other of ['www.assay.example.evil.example', 'xassay.example']) {
          expect([other, (await ask('/about', other)).status]).toEqual([other, 200]);
        }
        expect((await ask('/about', new URL(SITE_URL).host)).status).toBe(200);
      });
    });
  });

  it('the outbox is not there once a mail server or a live key is set', async () => {
    const id = await aReceipt('seen@example.com');
    await sendMail(id);
    const open = () => outboxMail({ params: { id } } as Parameters<typeof outboxMail>[0]);
    expect((await outboxPage()).mails.map((mail) => mail.id)).toContain(id);
    const shown = await open();
    expect(shown.status).toBe(200);
    expect(shown.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; .*sandbox/,
    );
    for (const change of [
      { SMTP_URL: 'smtp://127.0.0.1:9' },
      { ...LIVE, SITE_URL: 'https://assay.example' },
    ]) {
      await withSettings(change, async () => {
        await expect(outboxPage()).rejects.toMatchObject({ init: { status: 404 } });
        expect((await open()).status).toBe(404);
      });
    }
  });
});

describe('a mail server', () => {
  it('gets each mail once, with both alternatives and a lasting identity', async () => {
    const id = await aReceipt('once@example.com');
    await useMailServer();
    configure({ ...environmentNow(), SUPPORT_EMAIL: 'help@example.org' });
    await Promise.all([sendMail(id), sendMail(id), sendDueMails(), sendDueMails()]);
    expect(received).toHaveLength(1);
    const { to, source } = received[0]!;
    expect(to).toEqual(['once@example.com']);
    expect(source).toMatch(/^From: OpenAssay <no-reply@127\.0\.0\.1>/m);
    expect(source).toMatch(new RegExp(`^Message-ID: <${id}@`, 'mi'));
    expect(source).toMatch(/^Reply-To: help@example\.org/m);
    expect(source).toMatch(/^Auto-Submitted: auto-generated/m);
    expect(source).toMatch(/^Subject: Receipt for your contribution: \$25/m);
    expect(source).toContain('Content-Type: text/plain');
    expect(source).toContain('Content-Type: text/html');
    expect((await mailNow(id)).rendered).toBeNull();
    await sendDueMails();
    expect(received).toHaveLength(1);
  });

  it('gets each of many mails once, whoever sends them at the same time', async () => {
    const first = await mailNow(await aReceipt('many-0@example.com'));
    const addresses = Array.from({ length: 25 }, (_, at) => `many-${at}@example.com`);
    await addRows(
      mails,
      addresses.slice(1).map((toEmail) => ({
        name: 'receipt',
        toEmail,
        params: first.params,
        dedupeKey: `test:${toEmail}`,
      })),
    );
    await useMailServer();
    await Promise.all([sendDueMails(), sendDueMails(), sendDueMails()]);
    // Another of them may be sending still what this one did not get.
    await eventually(
      () => db().select().from(mails).where(isNull(mails.sentAt)),
      (waiting) => waiting.length === 0,
    );
    expect(received.flatMap(({ to }) => to).toSorted()).toEqual(addresses.toSorted());
  });

  it('gets a mail once that left while the database died', async () => {
    const id = await aReceipt('once@example.com');
    let taken = 0;
    await useMailServer({
      onData(stream, _session, done) {
        taken += 1;
        stream.resume().on('end', () => {
          void asOwner('alter table mails rename column sent_at to gone_at').finally(() => done());
        });
      },
    });
    await sendMail(id).catch(() => {});
    await asOwner('alter table mails rename column gone_at to sent_at');
    for (const _ of [1, 2]) {
      advanceClock(61_000);
      await sendDueMails();
    }
    expect(await db().$count(mails, isNull(mails.sentAt))).toBe(0);
    expect(taken).toBe(1);
  });

  it('that greets and then hangs does not hold the sender', async () => {
    const id = await aReceipt('silent@example.com');
    const sockets: Socket[] = [];
    const silent = createServer((socket) => {
      sockets.push(socket);
      socket.write('220 mail.example.org ESMTP\r\n');
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const { port } = silent.address() as AddressInfo;
    configure({
      ...environmentNow(),
      SMTP_URL: `smtp://127.0.0.1:${port}?socketTimeout=1000`,
    });
    await sendMail(id);
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => silent.close(resolve));
    expect(sockets.length).toBeGreaterThan(0);
    expect(await mailNow(id)).toMatchObject({ attempts: 1, sentAt: null, deadAt: null });
    expect((await mailNow(id)).lastError).toMatch(/timeout/i);
    await useMailServer();
    advanceClock(61_000);
    await sendDueMails();
    expect(received).toHaveLength(1);
  });

  it.each([
    ['smtp://user:password@mail.example.org:587', true],
    ['smtp://mail.example.org?requireTLS=false', false],
    ['smtp://127.0.0.1:2525', false],
    ['smtp://localhost:2525', false],
    ['smtp://localhost.example.org', true],
  ])('%s is given mail only over TLS: %s', (SMTP_URL, isOnly) => {
    expect(smtpOptions(readConfig({ SMTP_URL })).requireTLS).toBe(isOnly);
  });

  it('that does not let us in is asked again: the password may be mended', async () => {
    const id = await aReceipt('locked-out@example.com');
    await useMailServer({
      onMailFrom(_address, _session, callback) {
        callback(Object.assign(new Error('5.7.0 log in first'), { responseCode: 530 }));
      },
    });
    await sendMail(id);
    expect(await mailNow(id)).toMatchObject({ attempts: 1, deadAt: null });
  });

  it('that is busy is asked again later, and nobody’s address is noted', async () => {
    const id = await aReceipt('later@example.com');
    let refusals = 2;
    await useMailServer({
      onRcptTo(address, _session, callback) {
        if (refusals-- <= 0) return callback();
        const busy = Object.assign(new Error(`busy for ${address.address}`), { responseCode: 451 });
        callback(busy);
      },
    });
    await sendMail(id);
    await sendMail(id); // not due yet
    expect(await mailNow(id)).toMatchObject({ attempts: 1, sentAt: null, deadAt: null });
    expect((await mailNow(id)).lastError).toMatch(/busy/);
    expect((await mailNow(id)).lastError).not.toContain('later@');
    advanceClock(61_000);
    await sendDueMails();
    expect(await mailNow(id)).toMatchObject({ attempts: 2, sentAt: null });
    advanceClock(5 * 60_000 + 1_000);
    await sendDueMails();
    expect((await mailNow(id)).sentAt).not.toBeNull();
    expect(received).toHaveLength(1);
  });

  it('that cannot be reached for a day ends it', async () => {
    const id = await aReceipt('unreachable@example.com');
    configure({ ...environmentNow(), SMTP_URL: 'smtp://127.0.0.1:9' });
    for (let hour = 0; hour < 23; hour += 1) {
      await sendMail(id);
      advanceClock(3_600_000 + 1_000);
    }
    expect((await mailNow(id)).deadAt).toBeNull();
    advanceClock(2 * 3_600_000);
    await sendMail(id);
    expect((await mailNow(id)).deadAt).not.toBeNull();
    // An administrator sees it, without whose it is, and has it tried again.
    const listed = await runTyped('mails');
    expect(listed).toMatchObject({ code: 1, sentence: expect.stringContaining(id) });
    expect(listed.sentence).not.toContain('unreachable@');
    expect(await runTyped('mails', 'retry', id)).toMatchObject({ code: 0 });
    expect(await runTyped('mails', 'retry', id)).toMatchObject({ code: 1 });
    await useMailServer();
    await sendDueMails();
    expect((await mailNow(id)).sentAt).not.toBeNull();
    expect(await runTyped('mails')).toMatchObject({ code: 0 });
    expect(await runTyped('mails', 'nonsense')).toMatchObject({ code: undefined });
  });
});

describe('queueing', () => {
  it('gives up what no template knows, instead of trying for a day', async () => {
    await inTransaction((tx) =>
      queueMails(tx, [
        { name: 'recipt', toEmail: 'a@example.com', params: {}, dedupeKey: 'unknown name' },
      ]),
    );
    const given = await eventually(
      async () => (await db().select().from(mails).where(eq(mails.dedupeKey, 'unknown name')))[0],
      (mail) => mail?.deadAt !== null,
    );
    expect(given?.lastError).toContain('No mail is called recipt');
  });
});
