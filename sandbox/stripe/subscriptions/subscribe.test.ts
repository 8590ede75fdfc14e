import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  CARD,
  call,
  refusalOf,
  sendForm,
  startTestSandbox,
  subscriptionParams,
} from '#sandbox/stripe/test-support.ts';

test('a paid session starts a subscription with its first invoice, in the order of Stripe', async () => {
  const { stripe, url, types } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(
    subscriptionParams(500, {
      client_reference_id: 'order-7',
      metadata: { order: '7' },
      subscription_data: { metadata: { order: '7', kind: 'donation' } },
    }),
  );
  expect(session).toMatchObject({ mode: 'subscription', subscription: null, amount_total: 500 });
  const page = await (await fetch(session.url!)).text();
  expect(page).toContain('every month');
  expect((await sendForm(url, session.id, CARD)).status).toBe(303);

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['subscription.latest_invoice', 'customer', 'invoice.payments'],
  });
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    payment_intent: null,
    client_reference_id: 'order-7',
    customer: { email: CARD.email, name: CARD.card_name },
    subscription: {
      status: 'active',
      metadata: { order: '7', kind: 'donation' },
      latest_invoice: { id: (paid.invoice as { id: string }).id },
    },
    invoice: {
      billing_reason: 'subscription_create',
      status: 'paid',
      amount_paid: 500,
      attempt_count: 1,
      lines: { data: [{ amount: 500, description: '1 × Donation (at $5.00 / month)' }] },
      payments: { data: [{ amount_paid: 500, status: 'paid' }] },
    },
  });
  expect(types()).toEqual([
    'customer.created',
    'payment_method.attached',
    'customer.subscription.created',
    'invoice.created',
    'invoice.finalized',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice_payment.paid',
    'checkout.session.completed',
  ]);
});

test('a declined card makes nothing, says so, and leaves the page open', async () => {
  const { stripe, url, types, events } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(subscriptionParams());
  events.length = 0;
  const declined = await sendForm(url, session.id, { ...CARD, card_number: '4000000000000002' });
  expect(declined.status).toBe(402);
  expect(declined.html).toContain('Your card was declined.');
  expect(types()).toEqual([]);
  for (const { data } of [
    await stripe.customers.list(),
    await stripe.subscriptions.list(),
    await stripe.invoices.list(),
    await stripe.charges.list(),
  ]) {
    expect(data).toEqual([]);
  }
  expect((await sendForm(url, session.id, CARD)).status).toBe(303);
  expect((await stripe.subscriptions.list()).data).toHaveLength(1);
});

test('however often the form is sent, there is one subscription', async () => {
  const { stripe, url } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(subscriptionParams());
  const answers = await Promise.all([1, 2, 3, 4].map(() => sendForm(url, session.id, CARD)));
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, 303]);
  expect((await stripe.subscriptions.list()).data).toHaveLength(1);
  expect((await stripe.charges.list()).data).toHaveLength(1);
});

test('a given customer gets the subscription, and the next number of their invoices', async () => {
  const { stripe, control } = await startTestSandbox();
  const customer = await stripe.customers.create({ email: 'buyer@example.com', name: 'Buyer' });
  const numbers = [];
  for (const interval of ['month', 'year'] as const) {
    const [item] = subscriptionParams().line_items!;
    item!.price_data!.recurring = { interval };
    const session = await stripe.checkout.sessions.create(
      subscriptionParams(0, { customer: customer.id, line_items: [{ ...item, quantity: 3 }] }),
    );
    expect(session).toMatchObject({ amount_total: 1500, customer_creation: null });
    await control(`pay/${session.id}`, { email: 'buyer@example.com' });
    const expand = ['invoice', 'subscription'];
    const paid = await stripe.checkout.sessions.retrieve(session.id, { expand });
    expect(paid).toMatchObject({
      customer: customer.id,
      subscription: { items: { data: [{ quantity: 3, plan: { interval } }] } },
      invoice: { amount_paid: 1500, customer_name: 'Buyer' },
    });
    numbers.push((paid.invoice as Stripe.Invoice).number!.slice(-4));
  }
  expect(numbers).toEqual(['0001', '0002']);
  expect((await stripe.customers.list()).data).toHaveLength(1);
});

test('an expired session starts nothing', async () => {
  const { stripe, url, control } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(subscriptionParams());
  await control('clock', { advance_seconds: 86_400 });
  expect((await sendForm(url, session.id, CARD)).status).toBe(410);
  expect((await stripe.subscriptions.list()).data).toEqual([]);
});

const once = { currency: 'usd', unit_amount: 500, product_data: { name: 'Once' } };
const monthly = { ...once, recurring: { interval: 'month' as const } };
const yearly = { ...once, recurring: { interval: 'year' as const } };
const items = (...prices: object[]) => ({
  line_items: prices.map((price) => ({ quantity: 1, price_data: price })),
});

test.each<[string, object, number, string]>([
  ['one-time prices alone', items(once), 400, 'line_items'],
  ['a one-time price beside', items(monthly, once), 501, 'line_items'],
  ['two rhythms', items(monthly, yearly), 400, 'line_items'],
  [
    'payment_intent_data',
    { payment_intent_data: { metadata: { a: 'b' } } },
    400,
    'payment_intent_data',
  ],
  ['customer_creation', { customer_creation: 'always' }, 400, 'customer_creation'],
  [
    'a trial',
    { subscription_data: { trial_period_days: 7 } },
    501,
    'subscription_data[trial_period_days]',
  ],
  [
    'a bank account alone',
    { allowed_payment_method_types: ['us_bank_account'] },
    501,
    'allowed_payment_method_types',
  ],
  ['the mode payment', { mode: 'payment' }, 400, 'line_items[0][price]'],
  [
    'subscription_data in the mode payment',
    { mode: 'payment', ...items(once), subscription_data: { metadata: { a: 'b' } } },
    400,
    'subscription_data',
  ],
])('a subscription with %s is refused', async (_, change, status, param) => {
  const { stripe } = await startTestSandbox();
  const error = await refusalOf(stripe.checkout.sessions.create(subscriptionParams(500, change)));
  expect(error).toMatchObject({ statusCode: status, param });
  expect((await stripe.products.list()).data).toEqual([]);
});

test('a field of a subscription that is not expanded stays an id', async () => {
  const { stripe, url, control } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(subscriptionParams());
  await control(`pay/${session.id}`, { email: CARD.email });
  const { body } = await call(url, 'GET', `/v1/checkout/sessions/${session.id}`);
  expect(body.subscription).toMatch(/^sub_1\w{23}$/);
  const { body: invoice } = await call(url, 'GET', `/v1/invoices/${body.invoice}`);
  expect(invoice.payments).toBeUndefined();
});
