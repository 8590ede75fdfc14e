import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import Stripe from 'stripe';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from './server.ts';
import {
  CARD,
  SECRET_KEY,
  WEBHOOK_SECRET,
  inTime,
  sendForm,
  sessionParams,
  startReceiver,
  startTestSandbox,
} from './test-support.ts';

function newStateFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return join(folder, 'stripe.sqlite');
}

test('a sandbox goes on after a restart: objects, clock, keys, duplicates, webhooks', async () => {
  const stateFile = newStateFile();
  let isUp = false;
  const receiver = await startReceiver(() => (isUp ? 200 : 500));
  const options = { stateFile, webhookUrls: [receiver.url], retryDelaysMs: [1] };
  const key = { idempotencyKey: 'order-1' };

  const before = await startTestSandbox(options);
  const session = await before.stripe.checkout.sessions.create(sessionParams(), key);
  await before.control('clock', { advance_seconds: 3600 });
  await before.control('webhooks', { duplicate: 1 });
  await before.control(`pay/${session.id}`, { email: 'buyer@example.com' });
  await inTime(() => expect(receiver.received.length).toBeGreaterThan(1));
  await before.close();
  isUp = true;

  const after = await startTestSandbox(options);
  await inTime(async () => {
    expect((await after.control('state')).deliveries).toEqual({ delivered: 2 });
  });
  const bodies = receiver.received.map(({ body }) => JSON.parse(body) as { id: string });
  expect(new Set(bodies.map(({ id }) => id)).size).toBe(1);
  expect((await after.stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('paid');
  expect(await after.control('state')).toMatchObject({
    clock_offset_seconds: 3600,
    webhooks: { duplicate: 1 },
    sessions: { complete: 1 },
  });
  const replay = await after.stripe.checkout.sessions.create(sessionParams(), key);
  expect(replay.id).toBe(session.id);
});

test('a copy that is taken while it runs is a sandbox of its own, as of that moment', async () => {
  const running = await startTestSandbox({ stateFile: newStateFile() });
  const session = await running.stripe.checkout.sessions.create(sessionParams());
  const { sqlite } = await running.control('copy');
  const later = await running.stripe.checkout.sessions.create(sessionParams());
  const stateFile = newStateFile();
  writeFileSync(stateFile, Buffer.from(String(sqlite), 'base64'));
  const copy = await startTestSandbox({ stateFile });
  expect((await copy.stripe.checkout.sessions.retrieve(session.id)).id).toBe(session.id);
  await expect(copy.stripe.checkout.sessions.retrieve(later.id)).rejects.toThrow('No such');
});

test('two sandboxes cannot share a state file', async () => {
  const stateFile = newStateFile();
  await startTestSandbox({ stateFile });
  const options = {
    port: 0,
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrls: [],
  };
  await expect(startSandbox({ stateFile, ...options })).rejects.toThrow('Another sandbox is using');
});

async function startProgram(env: Record<string, string>) {
  const program = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
    env: {
      ...process.env,
      SANDBOX_PORT: '0',
      SANDBOX_SECRET_KEY: SECRET_KEY,
      SANDBOX_WEBHOOK_SECRET: WEBHOOK_SECRET,
      ...env,
    },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void program.kill('SIGKILL'));
  const [line] = (await once(createInterface(program.stdout!), 'line')) as [string];
  const url = /^sandbox ready (http:\/\/127\.0\.0\.1:\d+)$/.exec(line)?.[1];
  if (!url) throw new Error(`Unexpected first line: ${line}`);
  const { port } = new URL(url);
  const stripe = new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http' });
  return { program, url, stripe };
}

async function exitOf(program: ChildProcess): Promise<number | null> {
  const [code] = (await once(program, 'exit')) as [number | null];
  return code;
}

test('kill -9 loses nothing that was answered', async () => {
  const env = { SANDBOX_STATE: newStateFile() };
  const first = await startProgram(env);
  const session = await first.stripe.checkout.sessions.create(sessionParams());
  expect((await sendForm(first.url, session.id, CARD)).status).toBe(303);
  first.program.kill('SIGKILL');
  await exitOf(first.program);

  const second = await startProgram({ ...env, SANDBOX_PUBLIC_URL: 'https://pay.example.com/' });
  const expand = ['payment_intent.latest_charge'];
  const paid = await second.stripe.checkout.sessions.retrieve(session.id, { expand });
  expect(paid).toMatchObject({
    payment_status: 'paid',
    payment_intent: { latest_charge: { status: 'succeeded' } },
  });
  const next = await second.stripe.checkout.sessions.create(sessionParams());
  expect(next.url).toBe(`https://pay.example.com/c/pay/${next.id}`);
  const exit = exitOf(second.program);
  second.program.kill('SIGTERM');
  expect(await exit).toBe(0);
});

test('the program ends with its parent when it is told to', async () => {
  const { program } = await startProgram({ SANDBOX_EXIT_WITH_PARENT: '1' });
  const exit = exitOf(program);
  program.stdin!.end();
  expect(await exit).toBe(0);
});
