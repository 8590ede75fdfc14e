import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  pays,
  sessionParams,
  startTestSandbox,
  buySubscription,
} from '#sandbox/stripe/test-support.ts';

test('the next refund waits until it is told, or until its time comes', async () => {
  const sandbox = await startTestSandbox({ settlementDelayS: 60 });
  const { stripe, control, types } = sandbox;
  const { payment_intent } = await pays(sandbox);
  const refund = (amount: number) => stripe.refunds.create({ payment_intent, amount });
  await control('refunds', { status: 'pending', next: 2 });
  const [told, failing] = [await refund(100), await refund(200)];
  expect((await refund(300)).status).toBe('succeeded');
  sandbox.advance(86_400);
  for (const { id } of [told, failing]) {
    expect(await stripe.refunds.retrieve(id)).toMatchObject({
      status: 'pending',
      pending_reason: 'processing',
    });
  }
  await control(`refunds/${told.id}`, { outcome: 'succeeded' });
  expect((await stripe.refunds.retrieve(told.id)).pending_reason).toBeUndefined();
  await control('refunds', { status: 'pending', later: 'failed' });
  const timed = await refund(400);
  sandbox.events.length = 0;
  sandbox.advance(61);
  expect((await stripe.refunds.retrieve(timed.id)).status).toBe('failed');
  expect(types()).toEqual(['refund.updated', 'charge.refund.updated', 'refund.failed']);
  const [charge] = (await stripe.charges.list({ payment_intent })).data;
  expect(charge?.amount_refunded).toBe(600);
});

test('the refunds of one payment go their own way, those of others do not', async () => {
  const sandbox = await startTestSandbox({ settlementDelayS: 60 });
  const { stripe, control } = sandbox;
  const [mine, other] = [await pays(sandbox), await pays(sandbox)];
  await control('refunds', { session: mine.session, status: 'succeeded', later: 'failed' });
  const refund = ({ payment_intent }: typeof mine) =>
    stripe.refunds.create({ payment_intent, amount: 100 });
  const made = [await refund(mine), await refund(other), await refund(mine)];
  expect(made.map(({ status }) => status)).toEqual(['succeeded', 'succeeded', 'succeeded']);
  sandbox.advance(61);
  const later = await Promise.all(made.map(({ id }) => stripe.refunds.retrieve(id)));
  expect(later.map(({ status }) => status)).toEqual(['failed', 'succeeded', 'failed']);
});

test('what waited for the balance goes on as it was meant to, and a failure pays for the next', async () => {
  const sandbox = await startTestSandbox({ settlementDelayS: 60 });
  const { stripe, control } = sandbox;
  const { session: _, ...slow } = await pays(sandbox, '4000000000007726');
  const { payment_intent } = await pays(sandbox);
  await control('balance', { available: 0 });
  const first = await stripe.refunds.create({ ...slow, amount: 1_000 });
  const second = await stripe.refunds.create({ payment_intent, amount: 900 });
  sandbox.advance(61);
  const wait = { status: 'pending', pending_reason: 'insufficient_funds' };
  for (const { id } of [first, second]) {
    expect(await stripe.refunds.retrieve(id)).toMatchObject(wait);
    await expect(control(`refunds/${id}`, { outcome: 'succeeded' })).rejects.toThrow(/balance/);
  }
  expect(await control('balance', { available: 1_000 })).toEqual({ available: 0, sent: 1 });
  expect(await stripe.refunds.retrieve(first.id)).toMatchObject({ pending_reason: 'processing' });
  await control(`refunds/${first.id}`, { outcome: 'failed' });
  expect((await stripe.refunds.retrieve(second.id)).status).toBe('succeeded');
  expect(await control('balance', { available: 0 })).toEqual({ available: 0, sent: 0 });
});

test('what waited and fails moves no money', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { payment_intent } = await pays(sandbox);
  await control('balance', { available: 0 });
  const { id } = await stripe.refunds.create({ payment_intent });
  await control(`refunds/${id}`, { outcome: 'failed' });
  const failed = await stripe.refunds.retrieve(id);
  expect(failed).toMatchObject({ status: 'failed', balance_transaction: null });
  expect(failed.failure_balance_transaction).toBeUndefined();
  expect((await stripe.balanceTransactions.list({ source: id })).data).toEqual([]);
});

test('every movement of the balance shows what it is of, and they add up', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session, payment_intent } = await pays(sandbox);
  const refund = await stripe.refunds.create({ payment_intent, amount: 1_000 });
  await control(`refunds/${refund.id}`, { outcome: 'failed' });
  const dispute = await control('dispute', { session });
  await control(`dispute/${String(dispute.id)}/close`, { outcome: 'won' });
  const moved = (await stripe.balanceTransactions.list({ expand: ['data.source'] })).data;
  const shown = moved.toReversed().map(({ type, amount, fee, net, source }) => {
    return [type, amount, fee, net, (source as { object: string }).object];
  });
  expect(shown).toEqual([
    ['charge', 5_000, 175, 4_825, 'charge'],
    ['refund', -1_000, 0, -1_000, 'refund'],
    ['refund_failure', 1_000, 0, 1_000, 'refund'],
    ['adjustment', -5_000, 1_500, -6_500, 'dispute'],
    ['adjustment', 5_000, 0, 5_000, 'dispute'],
  ]);
  const of = async (params: Stripe.BalanceTransactionListParams) =>
    (await stripe.balanceTransactions.list(params)).data.map(({ net }) => net);
  expect(await of({ source: String(dispute.id) })).toEqual([5_000, -6_500]);
  expect(await of({ type: 'refund_failure' })).toEqual([1_000]);
  const [, , , , { created } = { created: 0 }] = moved;
  expect(await of({ created: { gte: created } })).toHaveLength(5);
  expect(await of({ created: { gt: created + 3_600 } })).toEqual([]);
  const path = 'payment_intent.latest_charge.balance_transaction';
  const paid = await stripe.checkout.sessions.retrieve(session, { expand: [path] });
  const intent = paid.payment_intent as Stripe.PaymentIntent;
  const charge = intent.latest_charge as Stripe.Charge;
  expect(charge.balance_transaction).toMatchObject({ fee: 175, net: 4_825, source: charge.id });
});

test('lists since a moment hold what came then or later, whole pages of it', async () => {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const { payment_intent } = await pays(sandbox);
  const early = await stripe.refunds.create({ payment_intent, amount: 1 });
  const now = sandbox.advance(100);
  const late: string[] = [];
  for (let n = 0; n < 3; n += 1) {
    late.unshift((await stripe.refunds.create({ payment_intent, amount: 1 })).id);
  }
  const since = stripe.refunds.list({ created: { gte: now }, limit: 2 });
  expect((await since).has_more).toBe(true);
  expect((await since.autoPagingToArray({ limit: 9 })).map(({ id }) => id)).toEqual(late);
  const until = await stripe.refunds.list({ created: { lt: now } });
  expect(until.data.map(({ id }) => id)).toEqual([early.id]);
  expect((await stripe.refunds.list({ created: early.created })).data[0]?.id).toBe(early.id);
});

test('the first payment of a subscription is contested by its session; what is unpaid is not', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session } = await buySubscription(sandbox);
  expect(await control('dispute', { session: session.id })).toMatchObject({ amount: 500 });
  const { id } = await stripe.checkout.sessions.create(sessionParams());
  await expect(control('dispute', { session: id })).rejects.toThrow(/no payment yet/);
  const bank = { email: 'buyer@example.com', method: 'us_bank_account', bank_outcome: 'wait' };
  await control(`pay/${id}`, bank);
  await expect(control('dispute', { session: id })).rejects.toThrow(/not succeeded/);
  await expect(control('dispute', {})).rejects.toThrow(/Name the payment/);
});

test('an inquiry that is lost tells that it has changed', async () => {
  const sandbox = await startTestSandbox();
  const { control, events, types } = sandbox;
  const { session } = await pays(sandbox);
  const { id } = await control('dispute', { session, inquiry: true });
  events.length = 0;
  await control(`dispute/${String(id)}/close`, { outcome: 'lost' });
  expect(types()).toEqual(['charge.dispute.updated', 'charge.dispute.funds_withdrawn']);
  expect(events[0]?.data.previous_attributes).toEqual({
    is_charge_refundable: true,
    status: 'warning_needs_response',
  });
});

test('a plan for refunds that makes no sense is refused in words', async () => {
  const { control } = await startTestSandbox();
  await expect(control('refunds', { status: 'failed' })).rejects.toThrow(/status/);
  await expect(control('refunds', { status: 'pending', later: 'no' })).rejects.toThrow(/later/);
  const twice = { status: 'succeeded', later: 'succeeded' };
  await expect(control('refunds', twice)).rejects.toThrow(/only fail/);
  await expect(control('refunds', { status: 'pending', next: 0 })).rejects.toThrow(/next/);
});
