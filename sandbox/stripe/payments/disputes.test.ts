import { expect, test } from 'vitest';
import { pays, refusalOf, startTestSandbox } from '#sandbox/stripe/test-support.ts';

const disputesAmong = (types: string[]) => types.filter((type) => type.includes('dispute'));

test('a dispute withdraws the money and a fee; won, the money is back and the fee is not', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control, types } = sandbox;
  const { payment_intent } = await pays(sandbox);
  const { id } = (await control('dispute', { payment_intent })) as { id: string };
  const open = await stripe.disputes.retrieve(id, { expand: ['charge'] });
  expect(open).toMatchObject({
    amount: 5_000,
    status: 'needs_response',
    is_charge_refundable: false,
    charge: { disputed: true, amount: 5_000 },
    balance_transactions: [{ amount: -5_000, fee: 1_500, net: -6_500, type: 'adjustment' }],
  });
  expect(await refusalOf(stripe.refunds.create({ payment_intent }))).toMatchObject({
    code: 'charge_disputed',
  });
  await expect(control('dispute', { payment_intent })).rejects.toThrow(/already/);
  await control(`dispute/${id}/close`, { outcome: 'won' });
  const won = await stripe.disputes.retrieve(id);
  expect(won.status).toBe('won');
  expect(won.balance_transactions.reduce((sum, { net }) => sum + net, 0)).toBe(-1_500);
  expect(disputesAmong(types())).toEqual([
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]);
  await expect(control(`dispute/${id}/close`, { outcome: 'lost' })).rejects.toThrow(/closed/);
  expect((await stripe.refunds.create({ payment_intent })).status).toBe('succeeded');
});

test('a lost dispute leaves the charge beyond refunding', async () => {
  const sandbox = await startTestSandbox();
  const { payment_intent } = await pays(sandbox);
  const { id } = (await sandbox.control('dispute', { payment_intent })) as { id: string };
  await sandbox.control(`dispute/${id}/close`, { outcome: 'lost' });
  expect((await sandbox.stripe.disputes.retrieve(id)).status).toBe('lost');
  expect(await refusalOf(sandbox.stripe.refunds.create({ payment_intent }))).toMatchObject({
    code: 'charge_disputed',
  });
});

test('the whole charge can be contested after a share of it was refunded, or a part of it', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { payment_intent } = await pays(sandbox);
  await stripe.refunds.create({ payment_intent, amount: 2_000 });
  const whole = await control('dispute', { payment_intent, amount: 5_000 });
  expect(whole.amount).toBe(5_000);
  const other = await pays(sandbox);
  const part = await control('dispute', { ...other, payment_intent: undefined, amount: 700 });
  expect(part.amount).toBe(700);
  await expect(
    control('dispute', { session: (await pays(sandbox)).session, amount: 0 }),
  ).rejects.toThrow();
  const listed = await stripe.disputes.list({ payment_intent: other.payment_intent });
  expect(listed.data.map(({ id }) => id)).toEqual([part.id]);
});

test('an inquiry takes nothing; closed it is over, lost it becomes a dispute', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const first = await pays(sandbox);
  const asked = (await control('dispute', { session: first.session, inquiry: true })) as {
    id: string;
  };
  expect(await stripe.disputes.retrieve(asked.id)).toMatchObject({
    status: 'warning_needs_response',
    balance_transactions: [],
    is_charge_refundable: true,
  });
  await control(`dispute/${asked.id}/close`, { outcome: 'won' });
  expect((await stripe.disputes.retrieve(asked.id)).status).toBe('warning_closed');
  const second = await pays(sandbox);
  const { id } = (await control('dispute', { session: second.session, inquiry: true })) as {
    id: string;
  };
  await control(`dispute/${id}/close`, { outcome: 'lost' });
  expect(await stripe.disputes.retrieve(id)).toMatchObject({
    status: 'needs_response',
    balance_transactions: [{ amount: -5_000 }],
  });
});
