import { expect, test } from 'vitest';
import { refusalOf, sessionParams, startTestSandbox } from '#sandbox/stripe/test-support.ts';

test('a session is created, read, found in the list, changed and expired', async () => {
  const { stripe, types, url } = await startTestSandbox();
  const created = await stripe.checkout.sessions.create(
    sessionParams([1000, 2500], {
      client_reference_id: 'order-1',
      customer_email: 'buyer@example.com',
      metadata: { order: '1', constructor: 'soon' },
    }),
  );
  expect(created).toMatchObject({
    amount_total: 3500,
    client_reference_id: 'order-1',
    customer_details: { email: 'buyer@example.com' },
    livemode: false,
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    url: `${url}/c/pay/${created.id}`,
  });
  expect(created.id).toMatch(/^cs_test_\w{60}$/);
  expect(created.expires_at - created.created).toBe(86_400);

  const updated = await stripe.checkout.sessions.update(created.id, {
    metadata: { constructor: '', added: 'yes' },
  });
  expect(updated.metadata).toEqual({ order: '1', added: 'yes' });
  expect((await stripe.checkout.sessions.retrieve(created.id)).metadata).toEqual(updated.metadata);

  const expired = await stripe.checkout.sessions.expire(created.id);
  expect(expired).toMatchObject({ status: 'expired', url: null });
  expect(types()).toEqual(['checkout.session.expired']);
  const again = await refusalOf(stripe.checkout.sessions.expire(created.id));
  expect(again.message).toContain('has a status of expired');

  const open = await stripe.checkout.sessions.list({ status: 'open' });
  expect(open.data).toEqual([]);
  const list = await stripe.checkout.sessions.list({ created: { gte: created.created } });
  expect(list.data.map(({ id }) => id)).toEqual([created.id]);
  const later = await stripe.checkout.sessions.list({ created: { gt: created.created + 60 } });
  expect(later.data).toEqual([]);
});

test('line items keep their order, over pages and up to a hundred', async () => {
  const { stripe } = await startTestSandbox();
  const amounts = Array.from({ length: 100 }, (_, index) => 100 + index);
  const session = await stripe.checkout.sessions.create(sessionParams(amounts));
  const first = await stripe.checkout.sessions.listLineItems(session.id);
  expect(first.data).toHaveLength(10);
  expect(first.has_more).toBe(true);

  const all = [];
  const paging = { limit: 7, expand: ['data.price.product'] };
  for await (const item of stripe.checkout.sessions.listLineItems(session.id, paging)) {
    all.push(item);
  }
  expect(all.map((item) => item.amount_total)).toEqual(amounts);
  expect(all[42]!.price!.product).toMatchObject({
    name: 'Item 42',
    metadata: { product_id: '42' },
  });

  const whole = await stripe.checkout.sessions.listLineItems(session.id, { limit: 100 });
  expect(whole.data).toHaveLength(100);
  expect(whole.has_more).toBe(false);

  const back = await stripe.checkout.sessions.listLineItems(session.id, {
    ending_before: all[50]!.id,
    limit: 3,
  });
  expect(back.data.map(({ id }) => id)).toEqual(all.slice(47, 50).map(({ id }) => id));
  expect(back.has_more).toBe(true);

  const embedded = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['line_items.data.price.product', 'payment_intent'],
  });
  expect(embedded.line_items!.data).toHaveLength(10);
  expect(embedded.line_items!.data[1]!.price!.product).toMatchObject({ name: 'Item 1' });

  const tooMany = await refusalOf(
    stripe.checkout.sessions.create(sessionParams([...amounts, 100])),
  );
  expect(tooMany).toMatchObject({ statusCode: 400, param: 'line_items' });
});

test('a session can be for a price of the catalogue, but not for an archived one', async () => {
  const { stripe } = await startTestSandbox();
  const product = await stripe.products.create({ id: 'crackers', name: 'Crackers' });
  const price = await stripe.prices.create({
    currency: 'usd',
    product: product.id,
    unit_amount: 700,
  });
  const session = await stripe.checkout.sessions.create(
    sessionParams(0, {
      line_items: [{ price: price.id, quantity: 3 }],
      expand: ['line_items'],
    }),
  );
  expect(session.amount_total).toBe(2100);
  expect(session.line_items!.data[0]).toMatchObject({ description: 'Crackers', quantity: 3 });
  expect((await stripe.prices.list({ product: 'crackers' })).data).toHaveLength(1);
  expect((await stripe.products.list({ ids: ['crackers'] })).data).toEqual([product]);

  const inline = await stripe.checkout.sessions.create(
    sessionParams(900, { expand: ['line_items'] }),
  );
  const archived = inline.line_items!.data[0]!.price!;
  const reuse = sessionParams(0, { line_items: [{ price: archived.id, quantity: 1 }] });
  expect(await refusalOf(stripe.checkout.sessions.create(reuse))).toMatchObject({
    param: 'line_items[0][price]',
  });
  expect((await stripe.prices.list({ active: true })).data.map(({ id }) => id)).toEqual([price.id]);
});

const item = (priceData: object, quantity: unknown = 1) => ({
  line_items: [{ quantity, price_data: { currency: 'usd', unit_amount: 500, ...priceData } }],
});
const named = { product_data: { name: 'Thing' } };
const withoutQuantity = {
  line_items: [{ price_data: { currency: 'usd', unit_amount: 500, ...named } }],
};
const nowS = Math.floor(Date.now() / 1000);

const MISSING = 'parameter_missing';
const UNKNOWN = 'parameter_unknown';
const NO_INTEGER = 'parameter_invalid_integer';
const EMPTY = 'parameter_invalid_empty';
const PRICE = 'line_items[0][price_data]';
const unitAmount = (unit_amount: number, quantity?: number) =>
  item({ ...named, unit_amount }, quantity);
const red = { product_data: { name: 'Thing', colour: 'red' } };
const nameless = { product_data: { name: '' } };
const LONG_KEY = 'k'.repeat(41);
const many = { metadata: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, 'v'])) };

test.each([
  ['no mode', { mode: undefined }, MISSING, 'mode'],
  ['no success address', { success_url: undefined }, MISSING, 'success_url'],
  ['no items', { line_items: [] }, MISSING, 'line_items'],
  ['an unknown parameter', { colour: 'red' }, UNKNOWN, 'colour'],
  ['an unknown nested parameter', item(red), UNKNOWN, `${PRICE}[product_data][colour]`],
  ['what SDK 23 dropped', { payment_method_types: ['card'] }, UNKNOWN, 'payment_method_types'],
  ['no currency', item({ ...named, currency: undefined }), MISSING, `${PRICE}[currency]`],
  ['another currency', item({ ...named, currency: 'eur' }), undefined, `${PRICE}[currency]`],
  ['a fraction of a cent', unitAmount(10.5), NO_INTEGER, `${PRICE}[unit_amount]`],
  ['not a number', unitAmount(Number.NaN), NO_INTEGER, `${PRICE}[unit_amount]`],
  ['a negative amount', unitAmount(-5), NO_INTEGER, `${PRICE}[unit_amount]`],
  ['a total of zero', unitAmount(0), 'amount_too_small', undefined],
  ['a total of 49 cents', unitAmount(49), 'amount_too_small', undefined],
  ['a total of a million dollars', unitAmount(50_000_000, 2), 'amount_too_large', undefined],
  ['no quantity', withoutQuantity, MISSING, 'line_items[0][quantity]'],
  ['quantity zero', item(named, 0), NO_INTEGER, 'line_items[0][quantity]'],
  ['no product', item({}), MISSING, `${PRICE}[product]`],
  ['an empty name', item(nameless), EMPTY, `${PRICE}[product_data][name]`],
  ['an unknown product', item({ product: 'prod_none' }), 'resource_missing', `${PRICE}[product]`],
  ['an unknown customer', { customer: 'cus_none' }, 'resource_missing', 'customer'],
  ['a broken email', { customer_email: 'nobody' }, 'email_invalid', 'customer_email'],
  ['a relative address', { success_url: '/thanks' }, 'url_invalid', 'success_url'],
  ['a script as address', { cancel_url: 'javascript:alert(1)' }, 'url_invalid', 'cancel_url'],
  ['29 minutes', { expires_at: nowS + 29 * 60 }, undefined, 'expires_at'],
  ['25 hours', { expires_at: nowS + 25 * 3600 }, undefined, 'expires_at'],
  ['an unknown choice', { submit_type: 'beg' }, undefined, 'submit_type'],
  ['a long metadata value', { metadata: { a: 'x'.repeat(501) } }, undefined, 'metadata[a]'],
  ['a long metadata key', { metadata: { [LONG_KEY]: 'x' } }, undefined, `metadata[${LONG_KEY}]`],
  ['51 metadata keys', many, undefined, 'metadata'],
])('a session with %s is refused', async (_, change, code, param) => {
  const { stripe, events } = await startTestSandbox();
  const params = { ...sessionParams(), ...change } as Parameters<typeof sessionParams>[1];
  const error = await refusalOf(stripe.checkout.sessions.create(params!));
  expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
  if (code) expect(error.code).toBe(code);
  if (param) expect(error.param).toBe(param);
  expect((await stripe.checkout.sessions.list()).data).toEqual([]);
  expect((await stripe.products.list()).data).toEqual([]);
  expect(events).toEqual([]);
});

test('what is not built says so instead of being ignored', async () => {
  const { stripe } = await startTestSandbox();
  for (const change of [
    { mode: 'setup' as const },
    { automatic_tax: { enabled: true } },
    { shipping_options: [{ shipping_rate: 'shr_1' }] },
  ]) {
    const error = await refusalOf(
      stripe.checkout.sessions.create({ ...sessionParams(), ...change }),
    );
    expect(error.statusCode).toBe(501);
    expect(error.message).toContain('not built in the sandbox yet');
  }
  await stripe.checkout.sessions.create(sessionParams(500, { automatic_tax: { enabled: false } }));
});
