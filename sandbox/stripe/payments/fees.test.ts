import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { sessionParams, startTestSandbox, type TestSandbox } from '#sandbox/stripe/test-support.ts';

/** Pays 1,000 dollars and returns what is kept of it, in cents. */
async function feeOf({ stripe, control }: TestSandbox, how: object): Promise<number> {
  const { id } = await stripe.checkout.sessions.create(sessionParams(100_000));
  await control(`pay/${id}`, { email: 'buyer@example.com', ...how });
  return (await stripe.balanceTransactions.list({ limit: 1 })).data[0]!.fee;
}

const WAYS = {
  card: { card_number: '4242424242424242' },
  abroad: { card_number: '4000008260000000' },
  amex: { card_number: '378282246310005' },
  bank: { method: 'us_bank_account' },
};

test.each([
  ['standard', { card: 2_930, abroad: 4_430, amex: 2_930, bank: 500 }],
  ['nonprofit', { card: 2_230, abroad: 3_730, amex: 3_500, bank: 500 }],
])('what is kept of a payment follows the schedule: %s', async (schedule, fees) => {
  const sandbox = await startTestSandbox();
  if (schedule !== 'standard') await sandbox.control('fees', { schedule });
  for (const [way, fee] of Object.entries(fees)) {
    expect([way, await feeOf(sandbox, WAYS[way as keyof typeof WAYS])]).toEqual([way, fee]);
  }
});

test('a schedule that there is not is refused in words', async () => {
  const { control } = await startTestSandbox();
  await expect(control('fees', { schedule: 'free' })).rejects.toThrow('standard or nonprofit');
});

test('the transaction of a charge comes late: the charge has none until then', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control, types } = sandbox;
  await control('late_transactions', { seconds: 3_600 });
  const { id } = await stripe.checkout.sessions.create(sessionParams(5_000));
  await control(`pay/${id}`, { email: 'buyer@example.com' });
  const expand = ['payment_intent.latest_charge.balance_transaction'];
  const look = async () => {
    const { payment_intent } = await stripe.checkout.sessions.retrieve(id, { expand });
    return (payment_intent as Stripe.PaymentIntent).latest_charge as Stripe.Charge;
  };
  const charge = await look();
  expect(charge).toMatchObject({ status: 'succeeded', balance_transaction: null });
  expect((await stripe.balanceTransactions.list()).data).toEqual([]);
  await stripe.refunds.create({ charge: charge.id, amount: 1_000 });
  sandbox.advance(7_200);
  const booked = await look();
  expect(booked).toMatchObject({
    amount_refunded: 1_000,
    balance_transaction: { amount: 5_000, fee: 175, type: 'charge' },
  });
  const { created } = booked.balance_transaction as Stripe.BalanceTransaction;
  expect(created - charge.created).toBeLessThan(3_700);
  expect(types()).toContain('charge.updated');
  await expect(control('late_transactions', { seconds: -1 })).rejects.toThrow('whole number');
});
