import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { configure } from '#app/config.ts';
import { jobs } from '#app/jobs.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { startQueue, stopQueue } from '#app/database/queue.server.ts';
import { webhookEvents } from '#db/schema.ts';
import { balanceOf, orderIn, sharesOf } from '#test/support/books.ts';
import { watchConformance } from '#test/support/conformance.ts';
import { useDatabase } from '#test/support/database.ts';
import { startSiteProcess, type SiteProcess } from '#test/support/processes.ts';
import { aProduct, eventually, SANDBOX_KEY, WEBHOOK_SECRET } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { startSandbox, type RunningSandbox } from '#sandbox/stripe/server.ts';
import { amountsMatch, heldAtStripe, pageOf, processed } from './look.ts';

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
