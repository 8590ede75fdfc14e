import { createServer, type AddressInfo, type Socket } from 'node:net';
import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq, isNull } from 'drizzle-orm';
import type { SMTPServerOptions } from 'smtp-server';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { loader as outboxMail } from '#app/mailing/outbox-mail.page.tsx';
import { loader as outboxPage } from '#app/mailing/outbox.page.tsx';
import { loader as specimens } from '#app/pages/dev-ui/dev-ui.page.tsx';
import { listOutbox, outboxHtml } from '#app/mailing/outbox.server.ts';
import { sendDueMails, sendMail } from '#app/mailing/send-mails.server.ts';
import { advanceClock, resetClock } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import * as outbox from '#app/platform/mail-outbox.server.ts';
import { queueMails } from '#app/platform/mail-queue.server.ts';
import { mails, orders } from '#db/schema.ts';
import { startMailServer, type Delivered } from '#test/support/mail-server.ts';
import { aProduct, environmentNow, eventually, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';
import { runMails } from '../../cli/mails.ts';

const story = useStory();

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

/** A receipt that waits to be sent, to this address. */
async function aReceipt(toEmail: string): Promise<string> {
  const product = await aProduct();
  const sessionId = await new Visitor(story).fund([product.id, 25]);
  const order = await eventually(
    async () => (await db().select().from(orders).where(eq(orders.sessionId, sessionId)))[0],
    (found) => found?.status === 'paid',
  );
  await eventually(
    () => db().select().from(mails).where(isNull(mails.sentAt)),
    (waiting) => waiting.length === 0,
  );
  // Beside the queue, so that a test sends it when it likes.
  const [mail] = await db()
    .insert(mails)
    .values({
      name: 'receipt',
      toEmail,
      params: { orderId: order!.id },
      nextAttemptAt: new Date(Date.now() - 1_000),
      dedupeKey: `test:${toEmail}:${order!.id}`,
    })
    .returning();
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

  it('shows no letter that signs an administrator in where others can open the site', async () => {
    const [letter] = await db()
      .insert(mails)
      .values({
        name: 'sign-in-link',
        toEmail: 'administrator@example.org',
        params: {},
        dedupeKey: 'test:sign-in-link',
        rendered: { subject: 'Your login link', html: 'the link', text: 'the link' },
        sentAt: new Date(),
      })
      .returning();
    const isListed = async () => (await listOutbox())!.some(({ id }) => id === letter!.id);
    expect([await isListed(), await outboxHtml(letter!.id)]).toEqual([true, 'the link']);
    const before = environmentNow();
    configure({ ...before, SITE_URL: 'https://assay.example' });
    expect([await isListed(), await outboxHtml(letter!.id)]).toEqual([false, undefined]);
    configure(before);
  });

  it('the outbox and the page of specimens are not there once a mail server or a live key is set', async () => {
    const id = await aReceipt('seen@example.com');
    await sendMail(id);
    const open = () => outboxMail({ params: { id } } as Parameters<typeof outboxMail>[0]);
    expect((await outboxPage()).mails.map((mail) => mail.id)).toContain(id);
    expect(specimens).not.toThrow();
    const shown = await open();
    expect(shown.status).toBe(200);
    expect(shown.headers.get('Content-Security-Policy')).toMatch(
      /^default-src 'none'; style-src 'unsafe-inline'; .*sandbox/,
    );
    for (const change of [
      { SMTP_URL: 'smtp://127.0.0.1:9' },
      { STRIPE_SECRET_KEY: 'sk_live_1', STRIPE_API_BASE: '', SITE_URL: 'https://assay.example' },
    ]) {
      const before = environmentNow();
      configure({ ...before, ...change });
      await expect(outboxPage()).rejects.toMatchObject({ init: { status: 404 } });
      expect(specimens).toThrow(expect.objectContaining({ init: { status: 404 } }));
      expect((await open()).status).toBe(404);
      configure(before);
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
    await db()
      .insert(mails)
      .values(
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

  it('gets what a process took and never sent, because it was killed', async () => {
    const id = await aReceipt('killed@example.com');
    await useMailServer();
    const isTaken = new Promise<void>((resolve) => {
      void outbox.sendMail(id, () => {
        resolve();
        return new Promise(() => {});
      });
    });
    await isTaken;
    await sendDueMails();
    expect(received).toHaveLength(0);
    advanceClock(61_000);
    await sendDueMails();
    await sendDueMails();
    expect(received).toHaveLength(1);
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
    configure({ ...environmentNow(), SMTP_URL: `smtp://127.0.0.1:${port}` });
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

  it('that knows no such mailbox ends it at once', async () => {
    const id = await aReceipt('gone@example.com');
    await useMailServer({
      onRcptTo(_address, _session, callback) {
        callback(Object.assign(new Error('5.1.1 no such mailbox'), { responseCode: 550 }));
      },
    });
    await sendMail(id);
    expect((await mailNow(id)).deadAt).not.toBeNull();
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
    const listed = await commandOutput([]);
    expect(listed).toMatchObject({ code: 1, text: expect.stringContaining(id) });
    expect(listed.text).not.toContain('unreachable@');
    expect(await commandOutput(['retry', id])).toMatchObject({ code: 0 });
    expect(await commandOutput(['retry', id])).toMatchObject({ code: 1 });
    await useMailServer();
    await sendDueMails();
    expect((await mailNow(id)).sentAt).not.toBeNull();
    expect(await commandOutput([])).toMatchObject({ code: 0 });
    expect(await commandOutput(['nonsense'])).toMatchObject({ code: undefined });
  });
});

/** What `openassay mails` answers. */
async function commandOutput(args: string[]) {
  const out = new PassThrough();
  const code = await runMails(args, out);
  out.end();
  return { code, text: await text(out) };
}

describe('queueing', () => {
  it('leaves nothing behind where the transaction that causes it fails', async () => {
    await db()
      .transaction(async (tx) => {
        await queueMails(tx, [
          { name: 'receipt', toEmail: 'a@example.com', params: {}, dedupeKey: 'rolled back' },
        ]);
        throw new Error('rolled back');
      })
      .catch(() => undefined);
    expect(await db().select().from(mails).where(eq(mails.dedupeKey, 'rolled back'))).toEqual([]);
  });

  it('gives up what no template knows, instead of trying for a day', async () => {
    await db().transaction((tx) =>
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
