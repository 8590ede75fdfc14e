import { expect, it } from 'vitest';
import {
  passTime,
  periodEndOf,
  startTestSandbox,
  buySubscription,
} from '#sandbox/stripe/test-support.ts';

it('moves the balance by what is no payment: fees, taxes, reserves, payouts', async () => {
  const { stripe, control } = await startTestSandbox();
  const types = ['tax_fee', 'network_cost', 'reserve_transaction', 'adjustment', 'topup'];
  for (const type of types) await control('transactions', { type, amount: -125 });
  const payout = await control('transactions', { type: 'payout', amount: -500 });
  await control('transactions', { type: 'payout_failure', amount: 500, source: payout.source });
  const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'] });
  expect(
    data.map(({ type, reporting_category: category, net, source }) => [
      type,
      category,
      net,
      typeof source === 'object' && source?.object,
    ]),
  ).toEqual([
    ['payout_failure', 'payout_reversal', 500, 'payout'],
    ['payout', 'payout', -500, 'payout'],
    ['topup', 'topup', -125, 'topup'],
    ['adjustment', 'other_adjustment', -125, undefined],
    ['reserve_transaction', 'risk_reserved_funds', -125, 'reserve_transaction'],
    ['stripe_fee', 'network_cost', -125, undefined],
    ['tax_fee', 'tax', -125, undefined],
  ]);
  await expect(control('transactions', { type: 'charge', amount: 5 })).rejects.toThrow(/one of/);
  await expect(control('transactions', { type: 'payout', amount: 0 })).rejects.toThrow(/cents/);
});

it('takes payments that the site has not asked for, in dollars and in other currencies', async () => {
  const { stripe, control } = await startTestSandbox();
  const session = await control('foreign', { amount: 900, session: true });
  expect(session).toMatchObject({ status: 'complete', payment_status: 'paid', metadata: {} });
  await control('foreign', { amount: 1_000 });
  await control('foreign', { amount: 2_000, currency: 'eur' });
  await control('foreign', { amount: 3_000, currency: 'eur', settled: 3_300 });
  const { data } = await stripe.balanceTransactions.list({ expand: ['data.source'] });
  expect(data.map(({ amount, currency, exchange_rate: rate }) => [amount, currency, rate])).toEqual(
    [
      [3_300, 'usd', 1.1],
      [2_000, 'eur', null],
      [1_000, 'usd', null],
      [900, 'usd', null],
    ],
  );
  const intents = await stripe.paymentIntents.list();
  expect(intents.data.map(({ metadata, status }) => [metadata, status])).toEqual(
    Array.from({ length: 4 }, () => [{}, 'succeeded']),
  );
  // Refunds leave the balance that the payment stands in: the newest comes first.
  for (const { id } of intents.data) await stripe.refunds.create({ payment_intent: id });
  const back = await stripe.balanceTransactions.list({ type: 'refund' });
  expect(back.data.map(({ amount, currency }) => [amount, currency])).toEqual([
    [-900, 'usd'],
    [-1_000, 'usd'],
    [-2_000, 'eur'],
    [-3_300, 'usd'],
  ]);
});

it('ends an open invoice that was paid outside of Stripe, without a charge', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { subscription } = await buySubscription(sandbox, { card_number: '4000 0000 0000 0341' });
  await passTime(sandbox, periodEndOf(subscription));
  const { latest_invoice: id } = await stripe.subscriptions.retrieve(subscription.id);
  await control(`invoices/${id}/out_of_band`, {});
  expect(await stripe.invoices.retrieve(String(id), { expand: ['payments'] })).toMatchObject({
    status: 'paid',
    amount_paid: 500,
    amount_paid_off_stripe: 500,
    payments: {
      data: [
        { status: 'canceled', payment: { type: 'payment_intent' } },
        { status: 'paid', payment: { type: 'payment_record' } },
      ],
    },
  });
  expect((await stripe.balanceTransactions.list({ type: 'charge' })).data).toHaveLength(1);
  expect((await stripe.subscriptions.retrieve(subscription.id)).status).toBe('active');
});
