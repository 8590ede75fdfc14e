import Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  WEBHOOK_SECRET,
  inTime,
  refusalOf,
  sessionParams,
  startReceiver,
  startTestSandbox,
  type Received,
  type TestSandbox,
} from '#sandbox/stripe/test-support.ts';

const NO_DELAY = { retryDelaysMs: [1] };

async function payOne({ stripe, control }: TestSandbox): Promise<string> {
  const session = await stripe.checkout.sessions.create(sessionParams());
  await control(`pay/${session.id}`, { email: 'buyer@example.com' });
  return session.id;
}

const verified = ({ body, headers }: Received, secret = WEBHOOK_SECRET) =>
  new Stripe('sk_test_x').webhooks.constructEvent(body, headers['stripe-signature']!, secret);

test('a delivery is signed so that the SDK takes it, and no other secret does', async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox({ webhookUrls: [receiver.url] });
  const sessionId = await payOne(sandbox);
  await inTime(() => expect(receiver.received).toHaveLength(1));
  const [delivery] = receiver.received;
  const event = verified(delivery!);
  expect(event).toMatchObject({
    type: 'checkout.session.completed',
    api_version: '2026-10-28.endive',
    data: { object: { id: sessionId, payment_status: 'paid' } },
    pending_webhooks: 1,
  });
  expect(() => verified(delivery!, 'whsec_other')).toThrow('signature');
  expect(() => verified({ ...delivery!, body: delivery!.body.replace('paid', 'free') })).toThrow();
  await inTime(async () => {
    expect((await sandbox.stripe.events.retrieve(event.id)).pending_webhooks).toBe(0);
  });
});

test('the signature holds though the clock of the sandbox is a year ahead', async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox({ webhookUrls: [receiver.url] });
  sandbox.advance(365 * 86_400);
  await payOne(sandbox);
  await inTime(() => expect(receiver.received).toHaveLength(1));
  expect(verified(receiver.received[0]!).created).toBeGreaterThan(Date.now() / 1000 + 300 * 86_400);
});

test('a delivery is tried again until a 2xx', async () => {
  const statuses = [500, 302, 404, 204];
  const receiver = await startReceiver((earlier) => statuses[earlier] ?? 200);
  const sandbox = await startTestSandbox({ webhookUrls: [receiver.url], ...NO_DELAY });
  await payOne(sandbox);
  await inTime(async () => {
    expect((await sandbox.control('state')).deliveries).toEqual({ delivered: 1 });
  });
  expect(new Set(receiver.received.map((delivery) => verified(delivery).id)).size).toBe(1);
  expect(receiver.received).toHaveLength(4);
});

test('events go to the processes in turn, and to the next one when one is gone', async () => {
  const [one, two] = [await startReceiver(), await startReceiver()];
  const sandbox = await startTestSandbox(NO_DELAY);
  sandbox.setWebhookUrls([one.url, two.url]);
  for (let count = 0; count < 4; count += 1) await payOne(sandbox);
  await inTime(() => expect(one.received.length + two.received.length).toBe(4));
  expect(one.received).toHaveLength(2);
  await one.close();
  for (let count = 0; count < 4; count += 1) await payOne(sandbox);
  await inTime(() => expect(two.received).toHaveLength(6));
});

test('duplicates and resends bring the same event again', async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox({ webhookUrls: [receiver.url] });
  await sandbox.control('webhooks', { duplicate: 2 });
  await payOne(sandbox);
  await inTime(() => expect(receiver.received).toHaveLength(3));
  const ids = new Set(receiver.received.map((delivery) => verified(delivery).id));
  expect(ids.size).toBe(1);
  await sandbox.control(`events/${[...ids][0]}/resend`, {});
  await inTime(() => expect(receiver.received).toHaveLength(4));
  expect(verified(receiver.received[3]!).id).toBe([...ids][0]);
  await expect(sandbox.control('events/evt_none/resend', {})).rejects.toThrow('No such event');
});

test('only enabled types are delivered; the endpoint shows which', async () => {
  const receiver = await startReceiver();
  const sandbox = await startTestSandbox({
    webhookUrls: [receiver.url],
    webhookEvents: ['charge.*', 'customer.created'],
  });
  await payOne(sandbox);
  await sandbox.stripe.customers.create({});
  await inTime(() => expect(receiver.received).toHaveLength(2));
  const types = receiver.received.map((delivery) => verified(delivery).type);
  expect(types.toSorted()).toEqual(['charge.succeeded', 'customer.created']);
  const endpoints = await sandbox.stripe.webhookEndpoints.list();
  expect(endpoints.data[0]).toMatchObject({
    url: receiver.url,
    enabled_events: ['charge.*', 'customer.created'],
  });
});

test('after three days of the clock a delivery is given up, and the event still listed', async () => {
  const sandbox = await startTestSandbox({ webhookUrls: ['http://127.0.0.1:1/'], ...NO_DELAY });
  const sessionId = await payOne(sandbox);
  const failing = await sandbox.stripe.events.list({ delivery_success: false });
  expect(failing.data).toHaveLength(1);
  await inTime(async () => {
    sandbox.advance(86_400);
    expect((await sandbox.control('state')).deliveries).toEqual({ abandoned: 1 });
  });
  const { data } = await sandbox.stripe.events.list({ type: 'checkout.session.completed' });
  expect(data[0]!.data.object).toMatchObject({ id: sessionId });
});

test('controls refuse what makes no sense', async () => {
  const { control } = await startTestSandbox();
  await expect(control('clock', {})).rejects.toThrow('advance_seconds');
  await expect(control('clock', { advance_seconds: -1 })).rejects.toThrow('greater than');
  await expect(control('clock', { advance_seconds: 1.5 })).rejects.toThrow('Invalid integer');
  await expect(control('webhooks', { duplicate: 11 })).rejects.toThrow('less than');
  await expect(control('pay/cs_none', { email: 'a@example.com' })).rejects.toThrow('No such');
  await expect(control('unknown', {})).rejects.toThrow('No such control');
});

test('a payment by control meets the same refusals as the form', async () => {
  const { control, stripe } = await startTestSandbox();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await expect(control(`pay/${id}`, { email: 'nobody' })).rejects.toThrow('Enter your email');
  const declined = { email: 'a@example.com', card_number: '4000000000000002' };
  await expect(control(`pay/${id}`, declined)).rejects.toThrow('Your card was declined.');
  const amex = await control(`pay/${id}`, { ...declined, card_number: '378282246310005' });
  expect(amex.payment_status).toBe('paid');
  expect(await refusalOf(stripe.checkout.sessions.expire(id))).toMatchObject({ statusCode: 400 });
});
