import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  passTime,
  periodEndOf,
  refusalOf,
  startTestSandbox,
  buySubscription,
} from '#sandbox/stripe/test-support.ts';

const DAY_S = 86_400;
const LATER_FAILS = '4000 0000 0000 0341';

test('each month is billed once and paid, with its period, number and balance', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, types } = sandbox;
  const { subscription, session } = await buySubscription(sandbox, {
    subscription_data: { metadata: { order: '7' } },
  });
  const first = subscription.items.data[0]!;
  await passTime(sandbox, periodEndOf(subscription));
  expect(types()).toEqual([
    'customer.subscription.updated',
    'invoice.created',
    'invoice.finalized',
    'payment_intent.created',
    'charge.succeeded',
    'payment_intent.succeeded',
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice_payment.paid',
  ]);
  const renewed = await stripe.subscriptions.retrieve(subscription.id);
  expect(renewed).toMatchObject({
    status: 'active',
    items: { data: [{ current_period_start: first.current_period_end }] },
  });
  const invoice = await stripe.invoices.retrieve(renewed.latest_invoice as string, {
    expand: ['payments.data.payment.payment_intent'],
  });
  expect(invoice).toMatchObject({
    billing_reason: 'subscription_cycle',
    status: 'paid',
    amount_paid: 500,
    created: first.current_period_end,
    period_start: first.current_period_start,
    period_end: first.current_period_end,
    parent: {
      subscription_details: { subscription: subscription.id, metadata: { order: '7' } },
    },
    lines: { data: [{ period: { start: first.current_period_end } }] },
  });
  expect(invoice.number).toMatch(/^[0-9A-Z]{8}-0002$/);
  const intent = invoice.payments!.data[0]!.payment.payment_intent as Stripe.PaymentIntent;
  const paid = await stripe.paymentIntents.retrieve(intent.id, {
    expand: ['latest_charge.balance_transaction'],
  });
  expect(paid).toMatchObject({
    status: 'succeeded',
    customer: session.customer,
    latest_charge: { balance_transaction: { amount: 500, fee: 45, net: 455 } },
  });
  const payments = await stripe.invoicePayments.list({
    payment: { type: 'payment_intent', payment_intent: intent.id },
  });
  expect(payments.data.map((payment) => payment.invoice)).toEqual([invoice.id]);
});

test('a jump over a year bills every month once, as of its own time', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { subscription } = await buySubscription(sandbox);
  await control('clock', { advance_seconds: 366 * DAY_S });
  const { data } = await stripe.invoices.list({ subscription: subscription.id, limit: 100 });
  expect(data).toHaveLength(13);
  const months = data.map(({ created }) => new Date(created * 1000).toISOString().slice(0, 7));
  expect(new Set(months).size).toBe(12 + 1);
  expect(new Set(data.map(({ number }) => number)).size).toBe(13);
  for (const [index, { lines }] of data.entries()) {
    const { start } = lines.data[0]!.period;
    if (data[index + 1]) expect(data[index + 1]!.lines.data[0]!.period.end).toBe(start);
  }
  expect((await stripe.charges.list({ limit: 100 })).data).toHaveLength(13);
});

test('a failing card is tried again after 3, 5 and 7 days; then the subscription ends', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control, events, types } = sandbox;
  const { subscription } = await buySubscription(sandbox, { card_number: LATER_FAILS });
  const periodEnd = periodEndOf(subscription);
  await passTime(sandbox, periodEndOf(subscription));
  expect(types().slice(-5)).toEqual([
    'payment_intent.created',
    'charge.failed',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'customer.subscription.updated',
  ]);
  expect(events.at(-1)!.data).toMatchObject({
    object: { status: 'past_due' },
    previous_attributes: { status: 'active' },
  });
  const { latest_invoice: invoiceId } = await stripe.subscriptions.retrieve(subscription.id);
  const invoice = () => stripe.invoices.retrieve(invoiceId as string);
  const failed = await invoice();
  expect(failed).toMatchObject({ status: 'open', attempt_count: 1, amount_remaining: 500 });
  expect(failed.next_payment_attempt).toBe(periodEnd + 3 * DAY_S);

  await control('clock', { advance_seconds: 3 * DAY_S });
  expect(await invoice()).toMatchObject({
    attempt_count: 2,
    next_payment_attempt: periodEnd + 8 * DAY_S,
  });
  events.length = 0;
  await control('clock', { advance_seconds: 12 * DAY_S });
  expect(types().filter((type) => !type.startsWith('charge.'))).toEqual([
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'payment_intent.payment_failed',
    'invoice.payment_failed',
    'customer.subscription.deleted',
  ]);
  expect(await invoice()).toMatchObject({
    status: 'open',
    attempt_count: 4,
    next_payment_attempt: null,
    auto_advance: false,
  });
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: periodEnd + 15 * DAY_S,
    cancellation_details: { reason: 'payment_failed' },
  });
  await control('clock', { advance_seconds: 60 * DAY_S });
  expect((await stripe.invoices.list()).data).toHaveLength(2);
});

test('a payment that succeeds at a later try makes the subscription active again', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control, types } = sandbox;
  const { subscription } = await buySubscription(sandbox, { card_number: LATER_FAILS });
  await passTime(sandbox, periodEndOf(subscription));
  await control(`subscriptions/${subscription.id}/card`, { card_number: '5555555555554444' });
  await control('clock', { advance_seconds: 4 * DAY_S });
  expect(types().slice(-4)).toEqual([
    'invoice.paid',
    'invoice.payment_succeeded',
    'invoice_payment.paid',
    'customer.subscription.updated',
  ]);
  const expand = ['latest_invoice.payments', 'default_payment_method'];
  expect(await stripe.subscriptions.retrieve(subscription.id, { expand })).toMatchObject({
    status: 'active',
    default_payment_method: { card: { last4: '4444' } },
    latest_invoice: { status: 'paid', attempt_count: 2, payments: { data: [{ status: 'paid' }] } },
  });
  const charges = (await stripe.charges.list()).data.map(({ status }) => status);
  expect(charges).toEqual(['succeeded', 'failed', 'succeeded']);
});

test('controls make renewals fail or succeed, renew now and try again', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { subscription } = await buySubscription(sandbox);
  const path = `subscriptions/${subscription.id}`;
  await control(`${path}/payments`, { outcome: 'fail' });
  expect(await control(`${path}/renew`, {})).toMatchObject({ status: 'past_due' });
  await control(`${path}/payments`, { outcome: 'succeed' });
  expect(await control(`${path}/retry`, {})).toMatchObject({ status: 'active' });
  expect(await control(`${path}/renew`, {})).toMatchObject({ status: 'active' });
  const { data } = await stripe.invoices.list({ status: 'paid' });
  expect(data.map(({ attempt_count: count }) => count)).toEqual([1, 2, 1]);
  await control(`${path}/payments`, { outcome: 'card' });

  await expect(control(`${path}/retry`, {})).rejects.toThrow('no unpaid invoice');
  await expect(control(`${path}/payments`, { outcome: 'maybe' })).rejects.toThrow('outcome');
  const declining = { card_number: '4000000000000002' };
  await expect(control(`${path}/card`, declining)).rejects.toThrow('was declined');
  await expect(control(`${path}/card`, { card_number: '1' })).rejects.toThrow('invalid');
});

test('a subscription that is to end with its period ends then, without an invoice', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control, events, types } = sandbox;
  const { subscription } = await buySubscription(sandbox);
  const periodEnd = periodEndOf(subscription);
  const asked = await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect(asked).toMatchObject({ status: 'active', cancel_at: periodEnd });
  expect(events[0]!.data.previous_attributes).toEqual({
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { reason: null },
  });
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: false });
  await stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  events.length = 0;
  await control('clock', { advance_seconds: 70 * DAY_S });
  expect(types()).toEqual(['customer.subscription.deleted']);
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({
    status: 'canceled',
    ended_at: periodEnd,
    cancellation_details: { reason: 'cancellation_requested' },
  });
  expect((await stripe.invoices.list()).data).toHaveLength(1);
  const again = stripe.subscriptions.update(subscription.id, { cancel_at_period_end: true });
  expect(await refusalOf(again)).toMatchObject({ statusCode: 400 });
});

test('an event bears the time at which it is told, its object that of the renewal', async () => {
  const sandbox = await startTestSandbox();
  const { subscription } = await buySubscription(sandbox);
  await passTime(sandbox, periodEndOf(subscription));
  const { data } = await sandbox.stripe.events.list({ type: 'invoice.paid' });
  const [event] = data;
  const { now } = await sandbox.control('state');
  const invoice = event!.data.object as Stripe.Invoice;
  expect(invoice.created).toBe(periodEndOf(subscription));
  expect((now as number) - event!.created).toBeLessThan(60);
});
