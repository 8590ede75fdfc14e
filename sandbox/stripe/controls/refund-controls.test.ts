import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { pays, startTestSandbox } from '#sandbox/stripe/test-support.ts';

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
