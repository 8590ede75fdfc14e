import { expect, test } from 'vitest';
import {
  refusalOf,
  sessionParams,
  startTestSandbox,
  type TestSandbox,
} from '#sandbox/stripe/test-support.ts';

/** A paid session of so many cents; its payment intent. */
async function pays(sandbox: TestSandbox, cents = 5_000, card_number = '4242424242424242') {
  const { id } = await sandbox.stripe.checkout.sessions.create(sessionParams(cents));
  await sandbox.control(`pay/${id}`, { email: 'buyer@example.com', card_number });
  const { payment_intent } = await sandbox.stripe.checkout.sessions.retrieve(id);
  sandbox.events.length = 0;
  return String(payment_intent);
}

const balance = async ({ stripe }: TestSandbox) => {
  const moved = await stripe.balanceTransactions
    .list({ limit: 100 })
    .autoPagingToArray({ limit: 999 });
  return moved.reduce((sum, { net }) => sum + net, 0);
};

test('shares of a charge go back until nothing is left, and the balance follows', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, types } = sandbox;
  const payment_intent = await pays(sandbox);
  const before = await balance(sandbox);
  const first = await stripe.refunds.create({
    payment_intent,
    amount: 2_000,
    metadata: { allocation_id: 'a' },
  });
  expect(first).toMatchObject({
    amount: 2_000,
    status: 'succeeded',
    metadata: { allocation_id: 'a' },
  });
  expect(await balance(sandbox)).toBe(before - 2_000);
  const tooMuch = await refusalOf(stripe.refunds.create({ payment_intent, amount: 3_001 }));
  expect(tooMuch.message).toBe(
    'Refund amount ($30.01) is greater than unrefunded amount on charge ($30.00)',
  );
  const rest = await stripe.refunds.create({ payment_intent });
  expect(rest.amount).toBe(3_000);
  expect(await refusalOf(stripe.refunds.create({ payment_intent }))).toMatchObject({
    code: 'charge_already_refunded',
    statusCode: 400,
  });
  expect(types()).toEqual([
    'charge.refunded',
    'refund.created',
    'charge.refunded',
    'refund.created',
  ]);
  const listed = await stripe.refunds.list({ payment_intent, limit: 1 });
  expect(listed).toMatchObject({ has_more: true, data: [{ id: rest.id }] });
  const [charge] = (await stripe.charges.list({ payment_intent, expand: ['data.refunds'] })).data;
  expect(charge).toMatchObject({ amount_refunded: 5_000, refunded: true });
  expect(charge?.refunds?.data.map(({ id }) => id)).toEqual([rest.id, first.id]);
  const booked = await stripe.balanceTransactions.list({ type: 'refund', expand: ['data.source'] });
  expect(booked.data[0]).toMatchObject({ amount: -3_000, fee: 0, source: { id: rest.id } });
});

test('a slow bank: pending, then settled; or failed, and the money is back', async () => {
  const sandbox = await startTestSandbox({ settlementDelayS: 60 });
  const { stripe, control, types } = sandbox;
  const good = await stripe.refunds.create({
    payment_intent: await pays(sandbox, 5_000, '4000000000007726'),
  });
  expect(good).toMatchObject({ status: 'pending', pending_reason: 'processing' });
  expect(good.balance_transaction).not.toBeNull();
  sandbox.advance(61);
  expect(await stripe.refunds.retrieve(good.id)).toMatchObject({ status: 'succeeded' });

  const payment_intent = await pays(sandbox, 5_000, '4000000000007726');
  const before = await balance(sandbox);
  const bad = await stripe.refunds.create({ payment_intent });
  await control(`refunds/${bad.id}`, { outcome: 'failed' });
  const failed = await stripe.refunds.retrieve(bad.id);
  expect(failed).toMatchObject({ status: 'failed', failure_reason: 'expired_or_canceled_card' });
  expect(failed.failure_balance_transaction).toMatch(/^txn_/);
  expect(await balance(sandbox)).toBe(before);
  expect(types()).toContain('refund.failed');
  const [charge] = (await stripe.charges.list({ payment_intent })).data;
  expect(charge).toMatchObject({ amount_refunded: 0, refunded: false });
  await expect(control(`refunds/${bad.id}`, { outcome: 'succeeded' })).rejects.toThrow(/for good/);
  expect((await stripe.refunds.create({ payment_intent })).amount).toBe(5_000);
});

test('a refund that succeeds can fail afterwards', async () => {
  const sandbox = await startTestSandbox({ settlementDelayS: 60 });
  const refund = await sandbox.stripe.refunds.create({
    payment_intent: await pays(sandbox, 5_000, '4000000000005126'),
  });
  expect(refund.status).toBe('succeeded');
  sandbox.advance(61);
  expect((await sandbox.stripe.refunds.retrieve(refund.id)).status).toBe('failed');
});

test('what was not paid cannot be refunded', async () => {
  const { stripe } = await startTestSandbox();
  expect((await refusalOf(stripe.refunds.create({}))).message).toContain(
    'payment_intent or charge',
  );
  expect(await refusalOf(stripe.refunds.create({ payment_intent: 'pi_none' }))).toMatchObject({
    code: 'resource_missing',
    param: 'payment_intent',
  });
});
