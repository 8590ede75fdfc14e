import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { BODY_LIMITS, siteServer } from '#app/http/broken-requests.server.ts';
import { log } from '#app/platform/log.server.ts';
import { NOT_HTTP, REQUEST_TOO_SLOW } from '#app/platform/messages.ts';
import { registry } from '#app/platform/registry.server.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { ledgerTransactions, orders, webhookEvents, analyticsEvents } from '#db/schema.ts';
import { aProduct, refuses, useStory, WEBHOOK_SECRET } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { addFirstProducts } from '#cli/first-data.ts';

const story = useStory({}, uncompiledPages);
const DEMO = 9001;
const product = { id: 0 };
let visitor: Visitor;

beforeAll(async () => {
  await addFirstProducts();
  product.id = (await aProduct('Bad input', 1275)).id;
  visitor = new Visitor(story);
});

afterEach(async () => {
  expect(await db().select().from(orders)).toEqual([]);
  expect(await db().select().from(webhookEvents)).toEqual([]);
  const booked = await db().select().from(ledgerTransactions);
  expect(booked.filter((transaction) => !transaction.source.startsWith('demo:'))).toEqual([]);
  expect((await control(story, 'state')).objects['checkout.session']).toBeUndefined();
});

const WHOLE = 'Each amount must be a whole number of dollars from 1 to 1,275.';
const EMPTY = 'Your funding list is empty.';
const NO_CODE = 'Each item needs the productId of a product.';
const one = { productId: 1001, amount: 5 };
const twice = [one, { ...one, amount: 2 }];
const TOO_MANY = Array.from({ length: 101 }, (_, at) => ({ productId: at + 1, amount: 1 }));

describe.each(['/api/validate-cart', '/api/create-checkout'])('%s refuses', (path) => {
  it.each([
    ['zero', 0],
    ['a negative amount', -5],
    ['a fraction', 0.1],
    ['a fraction of a larger amount', 10.5],
    ['a huge amount', 1e21],
    ['more than full funding', 1276],
    ['text', '5'],
    ['text in exponent notation', '5e2'],
    ['nothing', null],
    ['a list', [5]],
  ])('%s', async (_name, amount) => {
    const refused = await visitor.post(path, { cart: [{ productId: product.id, amount }] });
    expect(refused).toMatchObject(refuses(400, WHOLE));
  });

  it('not-a-number, which JSON cannot say', async () => {
    const text = `{"cart":[{"productId":${product.id},"amount":NaN}]}`;
    const refused = await visitor.post(path, text);
    expect(refused).toMatchObject(refuses(400, 'The request body is not valid JSON.'));
  });

  it.each([
    ['an empty list', { cart: [] }, EMPTY],
    ['no list', {}, EMPTY],
    ['a list that is none', { cart: 'all' }, EMPTY],
    ['a product twice', { cart: twice }, 'A product can be on the funding list only once.'],
    ['101 products', { cart: TOO_MANY }, 'A funding list can hold at most 100 products.'],
    ['a product code that is none', { cart: [{ ...one, productId: '1001; drop table' }] }, NO_CODE],
    ['a code that no column holds', { cart: [{ ...one, productId: 2 ** 40 }] }, NO_CODE],
  ])('%s', async (_name, body, error) => {
    expect(await visitor.post(path, body)).toMatchObject(refuses(400, error));
  });

  it('malformed JSON, other content types, other sites, and bodies over 64 KB', async () => {
    expect(await visitor.post(path, '{"cart": [')).toMatchObject({ status: 400 });
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect(await visitor.post(path, 'cart=1', form)).toMatchObject({ status: 415 });
    const elsewhere = { 'Sec-Fetch-Site': 'cross-site' };
    expect(await visitor.post(path, { cart: [] }, elsewhere)).toMatchObject({ status: 403 });
    const large = JSON.stringify({ cart: [], filler: 'x'.repeat(70_000) });
    expect(await visitor.post(path, large)).toMatchObject(
      refuses(413, 'The request body is too large.'),
    );
  });
});

describe('products that cannot be funded', () => {
  it('are named by validate-cart, each with its reason', async () => {
    const cart = [
      { productId: 424242, amount: 5, name: 'Gone' },
      { productId: DEMO, amount: 5 },
      { productId: product.id, amount: 5 },
    ];
    const { status, body } = await visitor.post('/api/validate-cart', { cart });
    expect(status).toBe(200);
    expect(body.validItems).toMatchObject([{ productId: product.id, amount: 5 }]);
    expect(body.removedItems).toMatchObject([
      {
        productId: 424242,
        reason: 'not_available',
        message: 'Gone is no longer in the catalog.',
      },
      { productId: DEMO, reason: 'not_available' },
    ]);
  });

  it('are refused by create-checkout', async () => {
    const unknown = await visitor.commit([424242, 5]);
    expect(unknown).toMatchObject(refuses(404, 'Product 424242 is no longer in the catalog.'));
    const demo = await visitor.commit([DEMO, 5]);
    expect(demo).toMatchObject(
      refuses(404, expect.stringContaining('is a demonstration and cannot be funded.')),
    );
    expect((await visitor.commit([DEMO, 5], [product.id, 5])).status).toBe(409);
  });
});

describe('unknown things', () => {
  it.each([
    ['empty', ''],
    ['unknown', 'cs_test_unknown'],
    ['SQL', "cs_test_' or 1=1 --"],
    ['very long', 'x'.repeat(5_000)],
  ])('no order has a session id that is %s', async (_name, sessionId) => {
    const path = `/api/checkout-success?session_id=${encodeURIComponent(sessionId)}`;
    expect(await visitor.get(path)).toMatchObject({
      status: 404,
      body: { success: false, error: 'Failed to retrieve order details' },
    });
  });

  it.each(['abc', '0', '-1', '1.5', '99999999999', '1e3', '2147483648', "1'"])(
    'no product has the code %j',
    async (id) => {
      const found = await visitor.get(`/api/products/${encodeURIComponent(id)}`);
      expect(found).toMatchObject(refuses(404, '[ERROR]: Product not found'));
    },
  );

  it('no call has an address that was made up', async () => {
    expect(await visitor.get('/api/nothing')).toMatchObject(refuses(404, 'There is no such call.'));
  });

  it('nobody is an administrator who has not signed in', async () => {
    expect(await visitor.get('/api/audit-report')).toMatchObject(refuses(401, 'Unauthorized'));
  });
});

describe('the list call refuses', () => {
  const PAGE = 'The page is a whole number from 1 to 2000.';
  it.each([
    ['sort=price', 'Sort by one of current_amount, contributor_count, id.'],
    ['direction=up', 'The direction is asc or desc.'],
    ['page=0', PAGE],
    ['page=-1', PAGE],
    ['page=1.5', PAGE],
    ['page=999999', PAGE],
    ['mode=live', 'The only mode is demo.'],
  ])('%s', async (query, error) => {
    expect(await visitor.get(`/api/products?${query}`)).toMatchObject(refuses(400, error));
  });

  it.each([201, 10_000])('search text of %i characters', async (length) => {
    const refused = await visitor.get(`/api/products?search=${'a'.repeat(length)}`);
    const error = 'Search text can be at most 200 characters long.';
    expect(refused).toMatchObject(refuses(400, error));
  });
});

describe('webhooks', () => {
  const signer = new Stripe('sk_test_x');
  const event = JSON.stringify({
    id: 'evt_1',
    object: 'event',
    type: 'checkout.session.completed',
    livemode: false,
    data: { object: { id: 'cs_test_unknown' } },
  });
  const sign = (payload: string, secret: string, timestamp = Math.floor(Date.now() / 1000)) => ({
    'Stripe-Signature': signer.webhooks.generateTestHeaderString({ payload, secret, timestamp }),
  });
  const send = (body: string, headers: Record<string, string> = {}) =>
    visitor.post('/api/stripe/webhook', body, headers);

  it('are refused without a signature, with a wrong one, altered, or re-serialised', async () => {
    for (const headers of [{}, { 'Stripe-Signature': 'nonsense' }, sign(event, 'whsec_other')]) {
      expect(await send(event, headers)).toMatchObject(
        refuses(400, 'The signature does not match.'),
      );
    }
    const signed = sign(event, WEBHOOK_SECRET);
    expect((await send(event.replace('evt_1', 'evt_2'), signed)).status).toBe(400);
    expect((await send(JSON.stringify(JSON.parse(event), null, 1), signed)).status).toBe(400);
  });

  it('are refused when replayed after ten minutes', async () => {
    const ago = Math.floor(Date.now() / 1000) - 600;
    const old = await send(event, sign(event, WEBHOOK_SECRET, ago));
    expect(old).toMatchObject(refuses(400, expect.stringContaining('clock')));
    // Only whoever knows the secret hears of clocks.
    const forged = await send(event, sign(event, 'whsec_other', ago));
    expect(forged.body).toEqual({ error: 'The signature does not match.' });
  });

  it('are refused when they are of the live mode', async () => {
    const live = event.replace('"livemode":false', '"livemode":true');
    expect(await send(live, sign(live, WEBHOOK_SECRET))).toMatchObject(
      refuses(400, 'The event is of the other mode.'),
    );
  });

  it('are refused when they are larger than a megabyte', async () => {
    const large = event.replace('evt_1', 'e'.repeat(1_100_000));
    expect((await send(large, sign(large, WEBHOOK_SECRET))).status).toBe(413);
  });
});

describe('analytics events', () => {
  afterEach(async () => void (await db().delete(analyticsEvents)));

  const view = (properties: object, more: object = {}) => ({
    event_type: 'Product View',
    event_properties: { path: '/', ...properties },
    ...more,
  });

  it.each([
    ['of a name that is none', view({}, { event_type: 'Anything' })],
    ['with an email address', view({ who: 'a@example.org' })],
    ['with an email address without a dot', view({ who: 'write to a@localhost' })],
    ['with nested values', view({ a: { b: 1 } })],
    ['without a path', { event_type: 'Product View', event_properties: {} }],
    ['with a zero byte', view({ who: 'a\u0000' })],
    ['with a zero byte in a name', view({ 'a\u0000': 1 })],
    ['with a zero byte in the path', view({ path: '/\u0000' })],
    ['with an email address in the path', view({ path: '/a@example.org' })],
    ['with half a character', view({ who: '\ud83d' })],
    ['with half a character in a name', view({ 'a\ud83d': 1 })],
    ['with an email address in a name', view({ 'a@example.org': 1 })],
    ['with an email address in an address', view({ from: '/b?to=a%40example.org' })],
    ['with a name that is too long', view({ ['k'.repeat(65)]: 1 })],
    [
      'with too many properties',
      view(Object.fromEntries(Array.from({ length: 33 }, (_, at) => [`k${at}`, at]))),
    ],
    ['with an id of anything', view({}, { insert_id: 'a b' })],
  ])('%s are refused', async (_name, event) => {
    expect((await visitor.post('/api/events', { events: [event] })).status).toBe(400);
    expect(await db().select().from(analyticsEvents)).toEqual([]);
  });

  it('keep the path without its query, where a session id may stand', async () => {
    const event = view(
      { path: '/success?session_id=cs_test_secret', total_amount: 425 },
      { event_type: 'Checkout Complete' },
    );
    expect((await visitor.post('/api/events', { events: [event] })).status).toBe(202);
    expect(await db().select().from(analyticsEvents)).toMatchObject([
      { path: '/success', properties: { total_amount: 425 } },
    ]);
  });

  it('keep nothing else that an SDK tells of a visitor', async () => {
    const event = view({}, { device_id: 'device', user_id: 'user', session_id: 1, ip: '1.2.3.4' });
    await visitor.post('/api/events', { api_key: 'k', events: [event] });
    const [stored] = await db().select().from(analyticsEvents);
    expect(JSON.stringify(stored)).not.toMatch(/device|user|1\.2\.3\.4/);
  });

  it('are counted once, however often they are sent', async () => {
    const event = view({}, { insert_id: 'f'.repeat(32) });
    const other = view({}, { insert_id: 'e'.repeat(32) });
    for (const events of [[event], [event, event, other]]) {
      const { status, body } = await visitor.post('/api/events', { events });
      expect({ status, body }).toMatchObject({ status: 202, body: { code: 200 } });
    }
    expect(await db().select().from(analyticsEvents)).toHaveLength(2);
  });

  it('are limited by their bytes, and say when to come again', async () => {
    const flood = new Visitor(story);
    const properties = Object.fromEntries(
      Array.from({ length: 32 }, (_, at) => [`k${at}`, 'x'.repeat(250)]),
    );
    const events = Array.from({ length: 7 }, () => view(properties));
    const statuses = [];
    for (let at = 0; at < 6; at += 1) {
      statuses.push(await flood.post('/api/events', { events }));
    }
    const refused = statuses.find(({ status }) => status === 429);
    expect(statuses[0]?.status).toBe(202);
    expect(Number(refused?.headers.get('retry-after'))).toBeGreaterThan(0);
    const { rows } = await db().execute<{ bytes: number }>(
      sql`select coalesce(sum(pg_column_size(e.*)), 0)::int as bytes from ${analyticsEvents} e`,
    );
    expect(rows[0]?.bytes).toBeLessThan(200_000);
  });
});

describe('a request out of all proportion', () => {
  const absurd: [string, number, string, Record<string, string>?][] = [
    ['a path of many parts', 414, '/a'.repeat(3_000)],
    ['the data of a path of many parts', 414, `${'/a'.repeat(3_000)}.data`],
    ['a call of many parts', 414, `/api/products${'/1'.repeat(100)}`],
    ['a path of one long part', 414, `/product/${'1'.repeat(2_000)}`],
    ['a query that is too long', 414, `/api/products?search=${'x'.repeat(13_000)}`],
    ['a query of too many parameters', 400, `/api/products?${'a=1&'.repeat(60)}`],
    [
      'too many headers',
      431,
      '/api/products',
      Object.fromEntries(Array.from({ length: 120 }, (_, at) => [`X-${at}`, '1'])),
    ],
    ['headers that Node ends', 431, '/api/products', { 'X-Long': 'x'.repeat(20_000) }],
  ];

  it.each(absurd)('%s is refused with %d', async (_name, status, path, headers = {}) => {
    for (const method of ['GET', 'HEAD', 'POST']) {
      const answered = await fetch(story.url + path, { method, headers });
      expect([method, answered.status]).toEqual([method, status]);
      if (method === 'HEAD') continue;
      expect(await answered.json()).toEqual({
        error: expect.stringMatching(/^(This address|The request).+\.$/),
      });
    }
  });

  it.each(['a b', 'localhost:99999', 'localhost:'])('a host that is none: %s', async (host) => {
    const asked = get(`${story.url}/`, { headers: { host } });
    const [answered] = (await once(asked, 'response')) as [IncomingMessage];
    expect(answered.statusCode).toBe(400);
    expect(await json(answered)).toEqual({ error: NOT_HTTP });
  });

  it('an idle connection outlasts the minute for which proxies keep one', () => {
    const fetch = () => new Response();
    expect(siteServer({ fetch, hostname: 'localhost' }).keepAliveTimeout).toBeGreaterThan(65_000);
  });

  it('what trickles is ended after a minute, with why', async () => {
    const { requestTimeout, connectionsCheckingInterval } = BODY_LIMITS;
    expect(requestTimeout + connectionsCheckingInterval).toBeLessThanOrEqual(65_000);
    const serverOptions = { requestTimeout: 300, connectionsCheckingInterval: 50 };
    const fetch = async (request: Request) => new Response(await request.text());
    const server = siteServer({ fetch, hostname: 'localhost', serverOptions }).listen(0);
    const socket = connect((server.address() as AddressInfo).port);
    socket.write(`POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99\r\n\r\n`);
    const drop = setInterval(() => socket.write('a'), 50);
    expect(await text(socket)).toContain(`{"error":"${REQUEST_TOO_SLOW}"}`);
    clearInterval(drop);
    server.close();
  });

  it.each([
    ['/api/stripe/webhook', 'Content-Length: 99', 'a'],
    ['/api/stripe/webhook', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
    ['/api/validate-cart', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
    ['/contact', 'Transfer-Encoding: chunked', '1\r\na\r\n'],
  ])('%s that is cut off (%s) is counted, and no error', async (path, length, body) => {
    const logged = vi.spyOn(log, 'error');
    const counted = registry.getSingleMetric('openassay_requests_cut_off_total')!;
    const count = async () => (await counted.get()).values[0]?.value ?? 0;
    const before = await count();
    const { port, host } = new URL(story.url);
    const socket = connect(Number(port));
    const type = path.startsWith('/api') ? 'application/json' : 'application/x-www-form-urlencoded';
    socket.write(
      `POST ${path} HTTP/1.1\r\nHost: ${host}\r\nContent-Type: ${type}\r\n${length}\r\n\r\n${body}`,
    );
    await sleep(200);
    socket.resetAndDestroy();
    await vi.waitFor(async () => expect(await count()).toBe(before + 1));
    expect(logged).not.toHaveBeenCalled();
    logged.mockRestore();
  });

  it('what is merely long is answered', async () => {
    const search = encodeURIComponent('\u{1f95b}'.repeat(200));
    expect((await visitor.get(`/api/products?search=${search}`)).status).toBe(200);
  });
});

describe('characters that are no text are refused, whichever way they come', () => {
  const NO_TEXT = 'The request contains characters that can’t be part of any text.';
  const HALF = new URLSearchParams({ search: '\ud83d' });

  it.each([
    ['in a query', '/api/checkout-success?session_id=cs_test_%00'],
    ['in a path', '/api/products/1%00'],
    ['in the name of a parameter', '/api/products?a%00=1'],
    ['half a character in a search', '/api/products?search=%ED%A0%80'],
    ['half a character in a page’s search', '/plasticlist?search=oat%ED%A0%80'],
    ['half a character as a browser sends it', `/api/products?${HALF}`],
    ['the same of tested products', `/api/risk-levels?${HALF}`],
  ])('%s', async (_name, path) => {
    const { status, body } = await visitor.get(path);
    expect({ status, body }).toEqual({ status: 400, body: { error: NO_TEXT } });
  });

  it.each([
    ['/api/auth/magic-link/verify', { token: '\ud800' }],
    ['/api/auth/magic-link/verify', { token: 'a\0' }],
    ['/api/create-portal-session', { sessionId: 'cs_test_\0', customerId: 'cus_1' }],
    ['/api/subscribers', { email: 'a\udc00@example.org' }],
    ['/api/follows', { productId: 1001, email: 'a@example.org', 'x\0': 1 }],
  ])('in the body of %s: %j', async (path, body) => {
    const answered = await visitor.post(path, body);
    expect(answered).toMatchObject(refuses(400, NO_TEXT));
  });

  it('in a cookie', async () => {
    const headers = { Cookie: 'openassay.session_token=a%00b' };
    expect((await fetch(`${story.url}/api/products`, { headers })).status).toBe(400);
  });
});
