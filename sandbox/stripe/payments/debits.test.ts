import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  refusalOf,
  sessionParams,
  startTestSandbox,
  type TestSandbox,
} from '#sandbox/stripe/test-support.ts';

const DAY_S = 86_400;

/** A debit of 50 dollars that is under way. */
async function debits({ stripe, control }: TestSandbox) {
  const { id } = await stripe.checkout.sessions.create(sessionParams(5_000));
  const bank = { email: 'buyer@example.com', method: 'us_bank_account', bank_outcome: 'wait' };
  await control(`pay/${id}`, bank);
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  return { session: id, payment_intent: String(payment_intent) };
}

/** Each movement of the balance, the oldest first. */
async function moved({ stripe }: TestSandbox) {
  const { data } = await stripe.balanceTransactions.list({ limit: 100 });
  return data
    .toReversed()
    .map(({ type, amount, fee, net, status }) => [type, amount, fee, net, status]);
}

async function chargeOf({ stripe }: TestSandbox, intent: string): Promise<Stripe.Charge> {
  const expand = ['latest_charge'];
  const { latest_charge } = await stripe.paymentIntents.retrieve(intent, { expand });
  return latest_charge as Stripe.Charge;
}

test('a debit announces its money and takes it back when it fails: two transactions', async () => {
  const sandbox = await startTestSandbox();
  const { session, payment_intent } = await debits(sandbox);
  expect(await moved(sandbox)).toEqual([['payment', 5_000, 40, 4_960, 'pending']]);
  await sandbox.control(`async/${session}`, { outcome: 'failed' });
  expect(await moved(sandbox)).toEqual([
    ['payment', 5_000, 40, 4_960, 'pending'],
    ['payment_failure_refund', -5_000, 360, -5_360, 'pending'],
  ]);
  const charge = await chargeOf(sandbox, payment_intent);
  expect(charge).toMatchObject({ status: 'failed', paid: false });
  const { id, source } = await sandbox.stripe.balanceTransactions.retrieve(
    String(charge.failure_balance_transaction),
  );
  expect([id, source]).toEqual([charge.failure_balance_transaction, charge.id]);
});

test('the money of a payment is pending for some days, and then can be paid out', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session } = await debits(sandbox);
  const card = await stripe.checkout.sessions.create(sessionParams(1_000));
  await control(`pay/${card.id}`, { email: 'buyer@example.com' });
  const stands = async () => (await moved(sandbox)).map((one) => [one[0], one[4]]);
  sandbox.advance(2 * DAY_S + 60);
  expect(await stands()).toEqual([
    ['payment', 'pending'],
    ['charge', 'available'],
  ]);
  sandbox.advance(5 * DAY_S);
  expect((await stands())[0]).toEqual(['payment', 'pending']);
  await control(`async/${session}`, { outcome: 'succeeded' });
  await stripe.balanceTransactions.list();
  expect((await stands())[0]).toEqual(['payment', 'available']);
});

test('a refund waits for the debit that is under way, and goes with it or fails with it', async () => {
  const sandbox = await startTestSandbox({ settlementDelayS: 60 });
  const { stripe, control } = sandbox;
  const [good, bad] = [await debits(sandbox), await debits(sandbox)];
  const refund = (payment_intent: string) =>
    stripe.refunds.create({ payment_intent, amount: 1_000 });
  const [goes, stays] = [await refund(good.payment_intent), await refund(bad.payment_intent)];
  for (const made of [goes, stays]) {
    const waits = {
      status: 'pending',
      pending_reason: 'charge_pending',
      balance_transaction: null,
    };
    expect(made).toMatchObject(waits);
  }
  await expect(control(`refunds/${goes.id}`, { outcome: 'succeeded' })).rejects.toThrow('waits');
  await control(`async/${good.session}`, { outcome: 'succeeded' });
  await control(`async/${bad.session}`, { outcome: 'failed' });
  expect(await stripe.refunds.retrieve(goes.id)).toMatchObject({
    status: 'pending',
    pending_reason: 'processing',
    balance_transaction: expect.stringMatching(/^txn_/),
  });
  expect(await stripe.refunds.retrieve(stays.id)).toMatchObject({
    status: 'failed',
    failure_reason: 'unknown',
    balance_transaction: null,
  });
  expect((await chargeOf(sandbox, bad.payment_intent)).amount_refunded).toBe(0);
  expect((await moved(sandbox)).filter(([type]) => type === 'payment_refund')).toHaveLength(1);
  sandbox.advance(61);
  expect((await stripe.refunds.retrieve(goes.id)).status).toBe('succeeded');
});

test('a debit that the bank returns is a dispute lost at once, and its refund under way fails', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session, payment_intent } = await debits(sandbox);
  await expect(control(`async/${session}`, { outcome: 'returned' })).rejects.toThrow('succeeded');
  await control(`async/${session}`, { outcome: 'succeeded' });
  const { id } = await stripe.refunds.create({ payment_intent });
  sandbox.events.length = 0;
  const dispute = await control(`async/${session}`, { outcome: 'returned' });
  expect(dispute).toMatchObject({ status: 'lost', amount: 5_000, is_charge_refundable: false });
  expect(await stripe.refunds.retrieve(id)).toMatchObject({
    status: 'failed',
    failure_reason: 'charge_for_pending_refund_disputed',
  });
  expect(sandbox.types()).toContain('charge.dispute.closed');
  expect((await moved(sandbox)).map(([type, amount]) => [type, amount])).toEqual([
    ['payment', 5_000],
    ['payment_refund', -5_000],
    ['adjustment', -5_000],
    ['refund_failure', 5_000],
  ]);
});

test('a debit is refunded within 180 days, a card for ever, unless the control says otherwise', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session, payment_intent } = await debits(sandbox);
  await control(`async/${session}`, { outcome: 'succeeded' });
  const card = await stripe.checkout.sessions.create(sessionParams(1_000));
  await control(`pay/${card.id}`, { email: 'buyer@example.com' });
  const paid = String((await stripe.checkout.sessions.retrieve(card.id)).payment_intent);
  const refund = (intent: string) => stripe.refunds.create({ payment_intent: intent, amount: 1 });
  sandbox.advance(180 * DAY_S - 600);
  expect((await refund(payment_intent)).status).toBe('pending');
  sandbox.advance(1_200);
  expect(await refusalOf(refund(payment_intent))).toMatchObject({ code: 'charge_not_refundable' });
  expect((await refund(paid)).status).toBe('succeeded');
  expect(await control('refund_limits', { card_days: 90, bank_days: 365 })).toEqual({
    card_days: 90,
    bank_days: 365,
  });
  expect((await refund(payment_intent)).status).toBe('pending');
  expect((await refusalOf(refund(paid))).code).toBe('charge_not_refundable');
  const limits = await control('refund_limits', { card_days: null, bank_days: null });
  expect(limits).toEqual({ card_days: null, bank_days: 180 });
  await expect(control('refund_limits', { bank_days: 0.5 })).rejects.toThrow('whole number');
});
