import { expect, test } from 'vitest';
import {
  call,
  inTime,
  refusalOf,
  sessionParams,
  startReceiver,
  startTestSandbox,
} from '#sandbox/stripe/test-support.ts';

type State = { faults: Record<string, number>; deliveries: Record<string, number> };

test('an answer comes so late that the SDK has given up, and the key finds what was done', async () => {
  const { stripe, control } = await startTestSandbox();
  // The first session of all has the schema compiled, which takes longer than the SDK waits here.
  const first = await stripe.checkout.sessions.create(sessionParams());
  await control('faults', { late: { next: 1, ms: 60_000, path: '/sessions', method: 'POST' } });
  const create = (timeout: number) =>
    stripe.checkout.sessions.create(sessionParams(), { timeout, idempotencyKey: 'late' });
  expect((await refusalOf(create(1_500))).type).toBe('StripeConnectionError');
  const done = await stripe.checkout.sessions.list();
  const again = await inTime(() => create(20_000)); // the key is free once the server hears it
  expect(done.data.map(({ id }) => id)).toEqual([again.id, first.id]);
  expect(((await control('state')) as State).faults.late).toBe(1);
});

test('an answer that is late and waited for is the right one', async () => {
  const { stripe, control } = await startTestSandbox();
  await control('faults', { late: { next: 1, ms: 20 } });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control('faults', { late: null });
  expect((await stripe.checkout.sessions.retrieve(id)).id).toBe(id);
});

test('while webhooks pause they gather, resent ones too, and go out afterwards', async () => {
  const receiver = await startReceiver();
  const { stripe, control } = await startTestSandbox({ webhookUrls: [receiver.url] });
  await control('webhooks', { pause: true });
  for (let n = 0; n < 3; n += 1) {
    const { id } = await stripe.checkout.sessions.create(sessionParams());
    await stripe.checkout.sessions.expire(id);
  }
  await control('webhooks', { seed: 2 }); // changes nothing of it
  const [event] = (await stripe.events.list({ type: 'checkout.session.expired' })).data;
  await control(`events/${event!.id}/resend`, {});
  const held = (await control('state')) as State;
  expect(held.deliveries).toEqual({ pending: 4 });
  expect(held.faults.paused).toBe(3);
  expect(receiver.received).toEqual([]);
  await control('webhooks', { pause: false });
  await inTime(async () => {
    expect(((await control('state')) as State).deliveries).toEqual({ delivered: 4 });
  });
  expect(receiver.received).toHaveLength(4);
});

test('a refusal for too many requests says when to come back', async () => {
  const { url, control } = await startTestSandbox();
  await control('faults', { fail: { status: 429, next: 1 } });
  const { status, headers } = await call(url, 'GET', '/v1/events');
  expect(status).toBe(429);
  expect(headers.get('retry-after')).toBe('1');
});
