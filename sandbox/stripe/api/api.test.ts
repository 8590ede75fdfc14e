import { request } from 'node:http';
import Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  call,
  refusalOf,
  SECRET_KEY,
  sessionParams,
  startTestSandbox,
} from '#sandbox/stripe/test-support.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };

test('calls need the key, as bearer or basic', async () => {
  const { url } = await startTestSandbox();
  const events = (authorization: string) =>
    call(url, 'GET', '/v1/events', { headers: { Authorization: authorization } });
  const basic = Buffer.from(`${SECRET_KEY}:`).toString('base64');
  expect((await events(`Bearer ${SECRET_KEY}`)).status).toBe(200);
  expect((await events(`Basic ${basic}`)).status).toBe(200);
  for (const wrong of ['', 'Bearer sk_test_other', 'Basic !!', 'Nonsense']) {
    const { status, body, headers } = await events(wrong);
    expect(status).toBe(401);
    expect(body.error.type).toBe('invalid_request_error');
    expect(headers.get('request-id')).toMatch(/^req_/);
    expect(JSON.stringify(body)).not.toContain('sk_test_other');
  }
  expect(
    (await call(url, 'GET', '/_sandbox/state', { headers: { Authorization: '' } })).status,
  ).toBe(401);
});

test('a live key is never taken', async () => {
  await expect(startTestSandbox({ secretKey: 'sk_live_1' })).rejects.toThrow('never a live one');
});

test('what is unknown and what is not built answer in an error envelope', async () => {
  const { stripe, url } = await startTestSandbox();
  const unknown = await call(url, 'GET', '/v1/unicorns');
  expect(unknown.status).toBe(404);
  expect(unknown.body.error.message).toContain('Unrecognized request URL (GET: /v1/unicorns)');
  expect((await call(url, 'PUT', '/v1/events')).status).toBe(404);

  const unbuilt = await refusalOf(
    stripe.webhookEndpoints.create({ url: 'https://example.com', enabled_events: ['*'] }),
  );
  expect(unbuilt).toMatchObject({ statusCode: 501, type: 'StripeAPIError' });
  expect(unbuilt.message).toContain('not built in the sandbox yet');

  for (const [work, param] of [
    [stripe.checkout.sessions.retrieve('cs_test_none'), 'session'],
    [stripe.checkout.sessions.expire('cs_test_none'), 'session'],
    [stripe.checkout.sessions.listLineItems('cs_test_none'), 'session'],
    [stripe.paymentIntents.retrieve('pi_none'), 'intent'],
    [stripe.charges.retrieve('../events'), 'id'],
    [stripe.events.retrieve('%'), 'id'],
  ] as const) {
    expect(await refusalOf(work)).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
      param,
    });
  }
});

test('every answer carries its request id, and the version is echoed', async () => {
  const { url, stripe } = await startTestSandbox();
  const list = await stripe.events.list();
  expect(list.lastResponse.requestId).toMatch(/^req_\w{14}$/);
  expect(list.lastResponse.apiVersion).toBe('2026-10-28.endive');
  const old = await call(url, 'GET', '/v1/events', { headers: { 'Stripe-Version': '2020-08-27' } });
  expect(old.status).toBe(400);
  expect(old.body.error.message).toContain('2020-08-27');
});

test.each([
  ['limit=0', 'parameter_invalid_integer', 'limit'],
  ['limit=101', 'parameter_invalid_integer', 'limit'],
  ['limit=ten', 'parameter_invalid_integer', 'limit'],
  ['starting_after=evt_none', 'resource_missing', 'starting_after'],
  ['sort=up', 'parameter_unknown', 'sort'],
  ['created[since]=1', 'parameter_unknown', 'created[since]'],
  ['created=soon', 'parameter_invalid_integer', 'created'],
  ['type[a]=b', undefined, 'type'],
  ['types=charge.failed', undefined, 'types'],
  ['__proto__[x]=1', 'parameter_unknown', '__proto__'],
  ['a[b', 'parameter_unknown', 'a[b'],
  ['type=', 'parameter_invalid_empty', 'type'],
  ['expand[]=data.unicorn', undefined, 'expand'],
  ['expand[]=data', undefined, 'expand'],
  ['expand[]=a.b.c.d.e', undefined, 'expand'],
])('a list with %s is refused', async (query, code, param) => {
  const { url } = await startTestSandbox();
  const { status, body } = await call(url, 'GET', `/v1/events?${query}`);
  expect(status).toBe(400);
  expect(body.error).toMatchObject({ type: 'invalid_request_error', param });
  expect(body.error.code).toBe(code);
});

test('a body that is no form, or too large, is refused', async () => {
  const { url } = await startTestSandbox();
  const path = '/v1/checkout/sessions';
  const json = { headers: { 'Content-Type': 'application/json' }, body: '{"mode":"payment"}' };
  expect((await call(url, 'POST', path, json)).status).toBe(400);
  const large = { headers: FORM, body: `mode=${'x'.repeat(1_100_000)}` };
  expect((await call(url, 'POST', path, large)).status).toBe(413);
});

test('the same key and parameters replay the first answer, on whatever happened since', async () => {
  const { stripe, advance } = await startTestSandbox();
  const options = { idempotencyKey: 'order-1' };
  const first = await stripe.checkout.sessions.create(sessionParams(), options);
  await stripe.checkout.sessions.expire(first.id);
  const replay = await stripe.checkout.sessions.create(sessionParams(), options);
  expect(replay).toEqual(first);
  expect(replay.lastResponse.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': first.lastResponse.requestId,
    'idempotency-key': 'order-1',
  });
  expect(first.lastResponse.headers['idempotent-replayed']).toBeUndefined();
  expect((await stripe.checkout.sessions.list()).data).toHaveLength(1);

  const other = await refusalOf(stripe.checkout.sessions.create(sessionParams(9900), options));
  expect(other).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });
  const elsewhere = await refusalOf(stripe.customers.create({}, options));
  expect(elsewhere).toMatchObject({ statusCode: 400, type: 'StripeIdempotencyError' });

  advance(24 * 3600);
  const fresh = await stripe.checkout.sessions.create(sessionParams(9900), options);
  expect(fresh.id).not.toBe(first.id);
});

test('a refusal is kept under its key for a day, with its status and without what it wrote', async () => {
  const { stripe, advance } = await startTestSandbox();
  const options = { idempotencyKey: 'order-2' };
  const create = (cents: number) => stripe.checkout.sessions.create(sessionParams(cents), options);
  const refused = await refusalOf(create(10));
  expect(refused).toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  const again = await refusalOf(create(10));
  expect(again).toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  expect(again.headers).toMatchObject({
    'idempotent-replayed': 'true',
    'original-request': refused.requestId,
  });
  expect(await refusalOf(create(1000))).toMatchObject({ type: 'StripeIdempotencyError' });
  advance(24 * 3600);
  const refusedAnew = await refusalOf(create(11));
  expect(refusedAnew).toMatchObject({ code: 'amount_too_small', statusCode: 400 });
  expect(refusedAnew.headers?.['idempotent-replayed']).toBeUndefined();
  expect(await refusalOf(create(10))).toMatchObject({ type: 'StripeIdempotencyError' });
  advance(24 * 3600);
  expect((await create(1000)).amount_total).toBe(1000);
});

test('what refused or failed before the call began to run is kept under no key', async () => {
  const { stripe, control } = await startTestSandbox();
  const options = { idempotencyKey: 'order-6' };
  const unknown = { ...sessionParams(), colour: 'red' };
  const refused = await refusalOf(stripe.checkout.sessions.create(unknown, options));
  expect(refused.code).toBe('parameter_unknown');
  for (const status of [429, 500, 503]) {
    await control('faults', { fail: { status, next: 1 } });
    const failed = await refusalOf(stripe.checkout.sessions.create(sessionParams(), options));
    expect(failed.statusCode).toBe(status);
  }
  expect((await stripe.checkout.sessions.create(sessionParams(), options)).status).toBe('open');
});

test('a call that failed while it ran fails so under its key until a day is over', async () => {
  const { stripe, control, advance } = await startTestSandbox();
  const options = { idempotencyKey: 'order-7' };
  const create = () => stripe.checkout.sessions.create(sessionParams(), options);
  await control('faults', { fail: { status: 500, next: 1, stored: true } });
  expect(await refusalOf(create())).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  const replayed = await refusalOf(create());
  expect(replayed).toMatchObject({ statusCode: 500, type: 'StripeAPIError' });
  expect(replayed.headers).toMatchObject({ 'idempotent-replayed': 'true' });
  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  advance(24 * 3600);
  expect((await create()).status).toBe('open');
  await expect(control('faults', { fail: { status: 503, stored: true } })).rejects.toThrow('500');
});

test('reads are refused too while there are too many requests', async () => {
  const { stripe, control } = await startTestSandbox();
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await control('faults', { fail: { status: 429, next: 2, method: 'get' } });
  for (const read of [() => stripe.checkout.sessions.retrieve(id), () => stripe.events.list()]) {
    expect(await refusalOf(read())).toMatchObject({ statusCode: 429, code: 'rate_limit' });
  }
  expect((await stripe.checkout.sessions.retrieve(id)).id).toBe(id);
});

test('a key in use by a running call is refused with 409, and free again afterwards', async () => {
  const { url, port, stripe } = await startTestSandbox();
  const headers = { ...FORM, 'Idempotency-Key': 'order-3' };
  const slow = request({
    host: '127.0.0.1',
    port,
    method: 'POST',
    path: '/v1/customers',
    headers: { ...headers, Authorization: `Bearer ${SECRET_KEY}`, Expect: '100-continue' },
  });
  const answered = new Promise<number>((resolve) => {
    slow.once('response', (response) => {
      response.resume().once('end', () => resolve(response.statusCode!));
    });
  });
  slow.flushHeaders();
  await new Promise((resolve) => slow.once('continue', resolve)); // it is being served now

  const second = await call(url, 'POST', '/v1/customers', { headers, body: 'name=A' });
  expect(second.status).toBe(409);
  expect(second.body.error.code).toBe('idempotency_key_in_use');
  slow.end('name=A');
  expect(await answered).toBe(200);
  const third = await call(url, 'POST', '/v1/customers', { headers, body: 'name=A' });
  expect(third.headers.get('idempotent-replayed')).toBe('true');
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('the SDK retries through a 409 by itself', async () => {
  const { port } = await startTestSandbox();
  const stripe = new Stripe(SECRET_KEY, { host: '127.0.0.1', port, protocol: 'http' });
  const customers = await Promise.all(
    Array.from({ length: 3 }, () =>
      stripe.customers.create({ name: 'A' }, { idempotencyKey: 'same' }),
    ),
  );
  expect(new Set(customers.map(({ id }) => id)).size).toBe(1);
});

test('events are listed by type, group and time, beyond a hundred, and for thirty days', async () => {
  const { stripe, advance, control } = await startTestSandbox();
  for (let index = 0; index < 130; index += 1) await stripe.customers.create({ name: `${index}` });
  const session = await stripe.checkout.sessions.create(sessionParams());
  await control(`pay/${session.id}`, { email: 'buyer@example.com' });

  const names = [];
  for await (const event of stripe.events.list({ type: 'customer.created', limit: 100 })) {
    names.push((event.data.object as Stripe.Customer).name);
  }
  expect(names).toEqual(Array.from({ length: 130 }, (_, index) => `${129 - index}`));

  const group = await stripe.events.list({ type: 'charge.*' as 'charge.succeeded' });
  expect(group.data.map(({ type }) => type)).toEqual(['charge.succeeded']);
  const some = await stripe.events.list({
    types: ['checkout.session.completed', 'checkout.session.expired'],
  });
  expect(some.data).toHaveLength(1);
  const [completed] = some.data;
  expect(await stripe.events.retrieve(completed!.id)).toEqual(completed);
  expect((await stripe.events.list({ created: { gt: completed!.created } })).data).toEqual([]);
  const both = await refusalOf(
    stripe.events.list({ type: 'charge.failed', types: ['charge.failed'] }),
  );
  expect(both.statusCode).toBe(400);

  advance(31 * 86_400);
  expect((await stripe.events.list()).data).toEqual([]);
  expect(await refusalOf(stripe.events.retrieve(completed!.id))).toMatchObject({ statusCode: 404 });
});

test('an event keeps the object as it was', async () => {
  const { stripe } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(sessionParams());
  await stripe.checkout.sessions.expire(session.id);
  await stripe.checkout.sessions.update(session.id, { metadata: { late: 'yes' } });
  const { data } = await stripe.events.list({ type: 'checkout.session.expired' });
  expect((data[0]!.data.object as Stripe.Checkout.Session).metadata).toEqual({});
  expect(data[0]!.request!.id).toMatch(/^req_/);
});
