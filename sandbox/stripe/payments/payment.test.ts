import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  CARD,
  inTime,
  refusalOf,
  sendForm,
  sessionParams,
  startTestSandbox,
} from '#sandbox/stripe/test-support.ts';

test('a card payment books session, payment intent, charge and balance, and tells of it', async () => {
  const { stripe, url, types } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(
    sessionParams([1000, 1550], {
      payment_intent_data: { description: 'Testing', metadata: { order: '7' } },
      customer_creation: 'always',
    }),
  );
  const answer = await sendForm(url, session.id, CARD);
  expect(answer).toMatchObject({
    status: 303,
    location: `http://127.0.0.1:1/success?session_id=${session.id}`,
  });

  const paid = await stripe.checkout.sessions.retrieve(session.id, {
    expand: ['payment_intent.latest_charge.balance_transaction', 'customer'],
  });
  expect(paid).toMatchObject({
    status: 'complete',
    payment_status: 'paid',
    url: null,
    customer_details: { email: CARD.email, name: CARD.card_name },
    customer: { object: 'customer', email: CARD.email },
    payment_intent: {
      amount_received: 2550,
      description: 'Testing',
      metadata: { order: '7' },
      status: 'succeeded',
      latest_charge: {
        amount: 2550,
        billing_details: { email: CARD.email },
        metadata: { order: '7' },
        payment_method_details: { card: { brand: 'visa', last4: '4242', exp_year: 2040 } },
        status: 'succeeded',
        balance_transaction: { amount: 2550, fee: 104, net: 2446, type: 'charge' },
      },
    },
  });
  expect(types()).toEqual([
    'payment_intent.created',
    'customer.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'checkout.session.completed',
  ]);

  const intent = paid.payment_intent as Stripe.PaymentIntent;
  const charge = intent.latest_charge as Stripe.Charge;
  const charges = await stripe.charges.list({
    payment_intent: intent.id,
    expand: ['data.balance_transaction', 'data.refunds'],
  });
  expect(charges.data[0]).toMatchObject({
    id: charge.id,
    balance_transaction: { fee: 104 },
    refunds: { data: [] },
  });
  const byIntent = await stripe.checkout.sessions.list({ payment_intent: intent.id });
  expect(byIntent.data.map(({ id }) => id)).toEqual([session.id]);
  const byEmail = await stripe.checkout.sessions.list({ customer_details: { email: CARD.email } });
  expect(byEmail.data).toHaveLength(1);
  const balance = await stripe.balanceTransactions.list({
    source: charge.id,
    expand: ['data.source'],
  });
  expect(balance.data[0]!.source).toMatchObject({ id: charge.id });
  const customer = paid.customer as Stripe.Customer;
  expect((await stripe.customers.retrieve(customer.id)).id).toBe(customer.id);
  expect((await stripe.customers.list({ email: CARD.email })).data).toHaveLength(1);
  expect((await stripe.paymentIntents.list({ customer: customer.id })).data).toHaveLength(1);
  expect((await stripe.paymentIntents.retrieve(intent.id)).latest_charge).toBe(charge.id);
  expect((await stripe.charges.retrieve(charge.id)).amount).toBe(2550);
  expect((await stripe.balanceTransactions.retrieve(balance.data[0]!.id)).net).toBe(2446);
});

test('without customer_creation a payer stays a guest', async () => {
  const { stripe, control } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(sessionParams());
  await control(`pay/${session.id}`, { email: 'guest@example.com' });
  expect((await stripe.checkout.sessions.retrieve(session.id)).customer).toBeNull();
  expect((await stripe.customers.list()).data).toEqual([]);
});

test('a known customer is kept, and their email shown', async () => {
  const { stripe, control } = await startTestSandbox();
  const customer = await stripe.customers.create({ email: 'regular@example.com' });
  const session = await stripe.checkout.sessions.create(
    sessionParams(2500, { customer: customer.id }),
  );
  expect(session.customer_details!.email).toBe('regular@example.com');
  const paid = await control(`pay/${session.id}`, { email: 'regular@example.com' });
  expect(paid.customer).toBe(customer.id);
});

test.each([
  ['4000000000000002', 'card_declined', 'generic_decline', 'Your card was declined.'],
  ['4000000000009995', 'card_declined', 'insufficient_funds', 'Your card has insufficient funds.'],
  ['4000000000000069', 'expired_card', 'expired_card', 'Your card has expired.'],
  ['4000000000000127', 'incorrect_cvc', 'incorrect_cvc', "Your card's security code is incorrect."],
])('%s is declined, the session stays open, and another card pays it', async (...row) => {
  const [number, code, declineCode, message] = row;
  const { stripe, url, types } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(sessionParams());
  const declined = await sendForm(url, session.id, { ...CARD, card_number: number });
  expect(declined.status).toBe(402);
  expect(declined.html).toContain(message.replace("'", '&#39;'));
  expect(declined.html).not.toContain(number);
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
  ]);
  const open = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  expect(open).toMatchObject({
    status: 'open',
    payment_status: 'unpaid',
    payment_intent: {
      amount_received: 0,
      status: 'requires_payment_method',
      last_payment_error: { code, decline_code: declineCode },
    },
  });

  expect((await sendForm(url, session.id, CARD)).status).toBe(303);
  const paid = await stripe.checkout.sessions.retrieve(session.id, { expand: ['payment_intent'] });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  expect(intent.id).toBe((open.payment_intent as Stripe.PaymentIntent).id);
  expect(intent).toMatchObject({ status: 'succeeded', last_payment_error: null });
  const charges = await stripe.charges.list({ payment_intent: intent.id });
  expect(charges.data.map(({ status }) => status)).toEqual(['succeeded', 'failed']);
  expect((await stripe.balanceTransactions.list()).data).toHaveLength(1);
});

test('a form sent many times at once pays once', async () => {
  const { stripe, url, types } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(sessionParams());
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => sendForm(url, session.id, CARD)),
  );
  expect(new Set(answers.map(({ location }) => location))).toEqual(
    new Set([`http://127.0.0.1:1/success?session_id=${session.id}`]),
  );
  expect((await stripe.charges.list()).data).toHaveLength(1);
  expect(types().filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
});

test('a session past its time expires by itself and can no longer be paid', async () => {
  const { stripe, advance, url, types, control } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(
    sessionParams(2500, { expires_at: Math.floor(Date.now() / 1000) + 31 * 60 }),
  );
  await sendForm(url, session.id, { ...CARD, card_number: '4000000000000002' });
  advance(30 * 60);
  expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('open');
  await control('clock', { advance_seconds: 120 });
  expect(types().slice(-2)).toEqual(['payment_intent.canceled', 'checkout.session.expired']);
  const late = await sendForm(url, session.id, CARD);
  expect(late.status).toBe(410);
  expect((await stripe.checkout.sessions.retrieve(session.id)).payment_status).toBe('unpaid');
  const refused = await refusalOf(stripe.checkout.sessions.expire(session.id));
  expect(refused.statusCode).toBe(400);
});

test.each(['succeeded', 'failed'] as const)('a bank payment that is told: %s', async (outcome) => {
  const { stripe, url, control, types } = await startTestSandbox();
  const session = await stripe.checkout.sessions.create(sessionParams());
  const bank = { email: CARD.email, method: 'us_bank_account', bank_outcome: 'wait' };
  expect((await sendForm(url, session.id, bank)).status).toBe(303);
  const expand = ['payment_intent.latest_charge'];
  expect(await stripe.checkout.sessions.retrieve(session.id, { expand })).toMatchObject({
    status: 'complete',
    payment_status: 'unpaid',
    payment_intent: {
      status: 'processing',
      latest_charge: { status: 'pending', paid: false },
    },
  });
  await control(`async/${session.id}`, { outcome });
  await expect(control(`async/${session.id}`, { outcome })).rejects.toThrow('still to settle');
  const settled = await stripe.checkout.sessions.retrieve(session.id, { expand });
  const isPaid = outcome === 'succeeded';
  expect(settled).toMatchObject({
    status: 'complete',
    payment_status: isPaid ? 'paid' : 'unpaid',
    payment_intent: {
      status: isPaid ? 'succeeded' : 'requires_payment_method',
      latest_charge: { status: outcome, paid: isPaid },
    },
  });
  expect(types()).toEqual([
    'payment_intent.created',
    'charge.pending',
    'payment_intent.processing',
    'checkout.session.completed',
    isPaid ? 'charge.succeeded' : 'charge.failed',
    isPaid ? 'payment_intent.succeeded' : 'payment_intent.payment_failed',
    `checkout.session.async_payment_${outcome}`,
  ]);
});

test('a bank payment settles by itself', async () => {
  const { stripe, url, types } = await startTestSandbox({ settlementDelayS: 0 });
  const session = await stripe.checkout.sessions.create(sessionParams());
  const bank = { email: CARD.email, method: 'us_bank_account', bank_outcome: 'succeeded' };
  await sendForm(url, session.id, bank);
  await inTime(() => expect(types()).toContain('checkout.session.async_payment_succeeded'));
});
