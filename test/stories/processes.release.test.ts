import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { prepareDatabase } from '#app/database/migrate.server.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
import { jobs } from '#app/jobs.ts';
import { orders, webhookEvents } from '#db/schema.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/stripe/server.ts';
import { balanceOf, orderIn, sharesOf } from '#test/support/books.ts';
import { watchConformance } from '#test/support/conformance.ts';
import { useDatabase } from '#test/support/database.ts';
import { startSiteProcess, type SiteProcess } from '#test/support/processes.ts';
import {
  aProduct,
  eventually,
  productNow,
  SANDBOX_KEY,
  WEBHOOK_SECRET,
} from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { amountsMatch, heldAtStripe, pageOf, processed } from '#test/stories/cases/look.ts';

const database = useDatabase();
const conformance = watchConformance();
const running: SiteProcess[] = [];
const gates: Server[] = [];
let sandbox: RunningSandbox;

beforeAll(async () => {
  sandbox = await startSandbox({
    port: 0,
    stateFile: ':memory:',
    secretKey: SANDBOX_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrls: ['http://127.0.0.1:9/none-yet'],
    retryDelaysMs: [100, 200, 500],
    ...conformance.options,
  });
  configure({ ...process.env, ...environment() });
  // The queue's own tables, before two processes look for them at once.
  await startQueue(jobs, false);
  await stopQueue();
});

afterEach(async () => {
  for (const site of running.splice(0)) await site.kill();
  for (const gate of gates.splice(0)) await new Promise((resolve) => gate.close(resolve));
  expect(await checkLedger()).toEqual([]);
});

afterAll(async () => {
  await sandbox?.close();
  conformance.expectNone();
});

const environment = (more: Record<string, string> = {}) => ({
  DATABASE_URL: database.url(),
  STRIPE_SECRET_KEY: SANDBOX_KEY,
  STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
  STRIPE_API_BASE: sandbox.url,
  TRUSTED_PROXIES: '127.0.0.1',
  SITE_URL: 'http://127.0.0.1:3000',
  PORT: '0',
  ...more,
});

async function start(more: Record<string, string> = {}): Promise<SiteProcess> {
  const site = await startSiteProcess(environment(more));
  running.push(site);
  return site;
}

/** Passes webhooks on to a process, and lets what comes back be cut off. */
async function gateTo(site: SiteProcess, onAnswer: () => Promise<void>): Promise<string> {
  const gate = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const signature = String(request.headers['stripe-signature']);
    const answered = await fetch(`${site.url}/api/stripe/webhook`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Stripe-Signature': signature },
      body: Buffer.concat(chunks),
    }).catch(() => undefined);
    if (answered?.ok) await onAnswer();
    request.socket.destroy(); // Stripe never hears of it
    response.destroy();
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  gates.push(gate);
  return `http://127.0.0.1:${(gate.address() as AddressInfo).port}/api/stripe/webhook`;
}

async function expectOnce(
  site: SiteProcess,
  productId: number,
  sessionId: string,
  dollars: number,
) {
  const order = await orderIn('paid', sessionId);
  expect(await sharesOf(order.id)).toMatchObject([{ amountCents: dollars * 100, status: 'paid' }]);
  expect(await balanceOf(`product:${productId}`)).toBe(dollars * 100);
  expect(await heldAtStripe(order.paymentIntentId)).toBe(dollars * 100);
  expect(await pageOf(site, productId)).toMatchObject({ current_amount: dollars });
  expect(await amountsMatch()).toBe(true);
}

const completed = async () =>
  (await db().select().from(webhookEvents)).filter(({ type }) => type.endsWith('completed'));

describe('crashes', () => {
  it('crash after commit before the 2xx', async () => {
    const doomed = await start({ JOBS: '0' });
    const product = await aProduct();
    const visitor = new Visitor({ url: doomed.url, sandbox });
    const { body } = await visitor.commit([product.id, 35]);
    let kills = 0;
    const gate = await gateTo(doomed, async () => {
      kills += 1;
      await doomed.kill();
    });
    sandbox.setWebhookUrls([gate]);
    await visitor.payOnHostedPage(body.sessionId);
    await eventually(async () => kills, Boolean);
    const [stored] = await completed();
    expect(stored?.processedAt).toBeNull();
    // Stripe has had no answer and sends it again, to the process that took the place.
    const next = await start();
    sandbox.setWebhookUrls([`${next.url}/api/stripe/webhook`]);
    await orderIn('paid', body.sessionId);
    expect(kills).toBe(1);
    expect(await completed()).toHaveLength(1);
    await expectOnce(next, product.id, body.sessionId, 35);
  });

  it('crash after the event is stored before it is processed', async () => {
    const doomed = await start({ JOBS: '0' });
    sandbox.setWebhookUrls([`${doomed.url}/api/stripe/webhook`]);
    const product = await aProduct();
    const visitor = new Visitor({ url: doomed.url, sandbox });
    const { body } = await visitor.commit([product.id, 36]);
    await visitor.payOnHostedPage(body.sessionId);
    const waiting = await eventually(
      async () => (await completed()).filter(({ processedAt }) => !processedAt),
      (found) => found.length === 1,
    );
    await eventually(
      () => control({ sandbox }, 'state'),
      ({ deliveries }) => !deliveries.pending,
    );
    expect(await balanceOf(`product:${product.id}`)).toBe(0);
    await doomed.kill(); // answered with 2xx: Stripe will not send it again
    const next = await start();
    await orderIn('paid', body.sessionId);
    await processed(waiting[0]!.id);
    await expectOnce(next, product.id, body.sessionId, 36);
  });
});

describe('several processes on one database', () => {
  let sites: SiteProcess[];

  beforeAll(async () => {
    sites = await Promise.all([environment(), environment()].map(startSiteProcess));
  });

  afterAll(async () => {
    for (const site of sites ?? []) await site.kill();
  });

  it('migrate at the same time without harm', async () => {
    await Promise.all(
      Array.from({ length: 6 }, () =>
        prepareDatabase({ url: database.url(), ownerUrl: database.ownerUrl() }),
      ),
    );
  });

  it('let 50 buyers at once reserve exactly the last 100 dollars', async () => {
    const product = await aProduct('The last hundred', 100);
    const dollars = (at: number) => [7, 10, 25, 40, 100][at % 5] ?? 1;
    const commits = await Promise.all(
      Array.from({ length: 50 }, async (_, at) => {
        const visitor = new Visitor({ url: sites[at % 2]!.url, sandbox });
        const first = await visitor.commit([product.id, dollars(at)]);
        // Who is told that less is left takes what is left, as a person would.
        const left = first.body.validItems?.[0]?.amount;
        return first.status === 409 && left ? visitor.commit([product.id, left]) : first;
      }),
    );
    expect([...new Set(commits.map(({ status }) => status))].toSorted()).toEqual([200, 409]);
    const { reservedCents } = await productNow(product.id);
    const sessions = new Set(commits.map(({ body }) => body.sessionId));
    const open = (await db().select().from(orders)).filter(
      ({ status, sessionId }) => status === 'open' && sessions.has(sessionId ?? ''),
    );
    expect(open.reduce((sum, order) => sum + order.amountCents, 0)).toBe(reservedCents);
    expect(commits.filter(({ status }) => status === 200)).toHaveLength(open.length);

    // Whatever room is left goes to whoever asks for just that much: in the end exactly 100.
    const rest = 100 - reservedCents / 100;
    if (rest > 0) {
      const last = new Visitor({ url: sites[0]!.url, sandbox });
      expect((await last.commit([product.id, rest])).status).toBe(200);
    }
    expect((await productNow(product.id)).reservedCents).toBe(10_000);
    const late = await new Visitor({ url: sites[1]!.url, sandbox }).commit([product.id, 1]);
    expect(late.status).toBe(409);
  });
});

describe('a process killed in the middle of a purchase', () => {
  it('after it wrote the order, before Stripe answered: the next commit ends the lost one', async () => {
    const product = await aProduct('Killed early', 100);
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await new Promise((resolve) => silent.once('listening', resolve));
    const base = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const doomed = await start({ STRIPE_API_BASE: base });
    const visitor = new Visitor({ url: doomed.url, sandbox });
    // A first answer, of any kind, gives the browser its cookie.
    await visitor.post('/api/validate-cart', { cart: [{ productId: product.id, amount: 1 }] });
    const hanging = visitor.commit([product.id, 60]).catch(() => 'cut off');
    await eventually(
      () => productNow(product.id),
      (found) => found.reservedCents === 6_000,
    );
    await doomed.kill();
    expect(await hanging).toBe('cut off');
    silent.closeAllConnections();
    silent.close();

    const healthy = await start();
    visitor.moveTo(healthy.url);
    const committed = await visitor.commit([product.id, 100]);
    expect(committed.status).toBe(200);
    expect((await productNow(product.id)).reservedCents).toBe(10_000);
  });

  it('after the payment, before any webhook: another process records it, once', async () => {
    const product = await aProduct('Killed late', 100);
    const doomed = await start();
    const visitor = new Visitor({ url: doomed.url, sandbox });
    const { body } = await visitor.commit([product.id, 30]);
    await doomed.kill();
    await visitor.payOnHostedPage(body.sessionId);
    const healthy = await start();
    sandbox.setWebhookUrls([`${healthy.url}/api/stripe/webhook`]);
    await eventually(
      () => productNow(product.id),
      (found) => found.raisedCents === 3_000,
    );
    visitor.moveTo(healthy.url);
    expect((await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`)).status).toBe(
      200,
    );
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 3_000, contributorCount: 1 });
  });
});
