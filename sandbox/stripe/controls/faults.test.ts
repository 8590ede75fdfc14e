import Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  SECRET_KEY,
  inTime,
  refusalOf,
  sessionParams,
  startReceiver,
  startTestSandbox,
  type Received,
} from '#sandbox/stripe/test-support.ts';

type State = { faults: Record<string, number>; deliveries: Record<string, number> };

/** The session that each delivered event is about. */
const sessionsOf = (received: Received[]) =>
  received.map(
    ({ body }) => (JSON.parse(body) as { data: { object: { id: string } } }).data.object.id,
  );

/** The SDK as a site uses it: it tries again by itself. */
function patientStripe(port: number): Stripe {
  return new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port,
    protocol: 'http',
    maxNetworkRetries: 2,
    telemetry: false,
  });
}

test('a call that is executed and not answered is replayed once by the SDK', async () => {
  const { stripe, port, control } = await startTestSandbox();
  await control('faults', { hang: { next: 1, executed: true, ms: 20 } });
  const made = await patientStripe(port).checkout.sessions.create(sessionParams(), {
    idempotencyKey: 'once',
  });
  expect((await stripe.checkout.sessions.list()).data.map(({ id }) => id)).toEqual([made.id]);
  const { faults } = (await control('state')) as State;
  expect(faults).toMatchObject({ hung_executed: 1, hung_unexecuted: 0 });
});

test('a call that is neither executed nor answered leaves nothing', async () => {
  const { stripe, control } = await startTestSandbox();
  await control('faults', { hang: { executed: false, ms: 10, path: '/sessions', method: 'post' } });
  const refusal = await refusalOf(stripe.checkout.sessions.create(sessionParams()));
  expect(refusal.type).toBe('StripeConnectionError');
  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  await control('faults', { hang: null });
  await stripe.checkout.sessions.create(sessionParams());
});

test.each([
  [429, 'StripeRateLimitError'],
  [500, 'StripeAPIError'],
  [503, 'StripeAPIError'],
])('the next calls fail with %i, in Stripe’s envelope, and then no more', async (status, type) => {
  const { stripe, control } = await startTestSandbox();
  await control('faults', { fail: { status, next: 2, path: 'events' } });
  await stripe.charges.list();
  for (let n = 0; n < 2; n += 1) {
    expect(await refusalOf(stripe.events.list())).toMatchObject({ statusCode: status, type });
  }
  await stripe.events.list();
});

test('a share of the calls fails, the same share for the same seed', async () => {
  const run = async () => {
    const { stripe, control } = await startTestSandbox();
    await control('faults', { fail: { status: 503, percent: 40 }, seed: 7 });
    const fates = [];
    for (let n = 0; n < 20; n += 1) {
      fates.push(
        await stripe.charges.list().then(
          () => true,
          () => false,
        ),
      );
    }
    return fates;
  };
  const [first, second] = [await run(), await run()];
  expect(first).toEqual(second);
  expect(new Set(first).size).toBe(2);
});

test('webhooks get lost, wait, change places and come twice, and each is counted', async () => {
  const receiver = await startReceiver();
  const { stripe, control } = await startTestSandbox({ webhookUrls: [receiver.url] });
  await control('webhooks', {
    duplicate: 1,
    drop_percent: 30,
    delay_ms: [1, 5],
    reorder: true,
    seed: 3,
  });
  const made: string[] = [];
  for (let n = 0; n < 20; n += 1) {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await stripe.checkout.sessions.expire(id);
    made.push(id);
  }
  await inTime(async () => {
    const { deliveries } = (await control('state')) as State;
    expect(deliveries.pending ?? 0).toBe(0);
  });
  const { faults, deliveries } = (await control('state')) as State;
  expect(faults).toMatchObject({
    duplicated: 20,
    reordered: receiver.received.length,
    delayed: receiver.received.length,
  });
  expect(faults.dropped).toBeGreaterThan(0);
  expect(deliveries).toEqual({ delivered: receiver.received.length, abandoned: faults.dropped });
  expect(receiver.received.length).toBe(40 - Number(faults.dropped));
  const told = sessionsOf(receiver.received);
  const inOrder = told.toSorted((a, b) => made.indexOf(a) - made.indexOf(b));
  expect(told).not.toEqual(inOrder);
});

test('a call that hangs longer than the SDK waits times out, though it was executed', async () => {
  const { stripe, control } = await startTestSandbox();
  await control('faults', { hang: { next: 1, executed: true, ms: 60_000 } });
  const waiting = stripe.checkout.sessions.create(sessionParams(), { timeout: 1_000 });
  const refusal = await refusalOf(waiting);
  expect(refusal.type).toBe('StripeConnectionError');
  expect(refusal.message).toContain('timeout');
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);
});

test('while the receiver is down nothing comes, then or later; the list of events has it', async () => {
  const receiver = await startReceiver();
  const { stripe, control } = await startTestSandbox({ webhookUrls: [receiver.url] });
  await control('webhooks', { down: true });
  const lost = await stripe.checkout.sessions.create(sessionParams());
  await stripe.checkout.sessions.expire(lost.id);
  await control('webhooks', { down: false });
  const told = await stripe.checkout.sessions.create(sessionParams());
  await stripe.checkout.sessions.expire(told.id);
  await inTime(() => expect(sessionsOf(receiver.received)).toEqual([told.id]));
  const type = 'checkout.session.expired';
  await inTime(async () => {
    const missed = await stripe.events.list({ type, delivery_success: false });
    expect(missed.data.map(({ data }) => data.object)).toMatchObject([{ id: lost.id }]);
  });
  expect((await stripe.events.list({ type })).data).toHaveLength(2);
});
