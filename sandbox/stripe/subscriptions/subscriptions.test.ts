import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import { refusalOf, startTestSandbox, buySubscription } from '#sandbox/stripe/test-support.ts';

test('subscriptions are listed by customer, status and time, page by page', async () => {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const made = [
    await buySubscription(sandbox),
    await buySubscription(sandbox),
    await buySubscription(sandbox),
  ];
  const ids = made.map(({ subscription }) => subscription.id).toReversed();
  const idsOf = async (params: Stripe.SubscriptionListParams) =>
    (await stripe.subscriptions.list(params)).data.map(({ id }) => id);

  await stripe.subscriptions.cancel(ids[0]!);
  expect(await idsOf({})).toEqual(ids.slice(1));
  expect(await idsOf({ status: 'all' })).toEqual(ids);
  expect(await idsOf({ status: 'canceled' })).toEqual(ids.slice(0, 1));
  expect(await idsOf({ status: 'ended' })).toEqual(ids.slice(0, 1));
  expect(await idsOf({ status: 'past_due' })).toEqual([]);
  expect(await idsOf({ status: 'all', limit: 1, starting_after: ids[0] })).toEqual([ids[1]]);
  const [, second] = made;
  const customer = second!.session.customer as string;
  expect(await idsOf({ customer })).toEqual([second!.subscription.id]);
  expect(await idsOf({ price: second!.subscription.items.data[0]!.price.id })).toEqual([
    second!.subscription.id,
  ]);
  expect(await idsOf({ created: { gt: second!.subscription.created + 60 } })).toEqual([]);
  const unknown = stripe.subscriptions.list({ customer: 'cus_none' });
  expect(await refusalOf(unknown)).toMatchObject({ code: 'resource_missing', param: 'customer' });

  const expand = ['subscriptions'];
  const whole = (await stripe.customers.retrieve(customer, { expand })) as Stripe.Customer;
  expect(whole.subscriptions!.data).toMatchObject([{ id: second!.subscription.id }]);
});

test('a change is told with the old values; one that changes nothing is not', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, events } = sandbox;
  const { subscription } = await buySubscription(sandbox, {
    subscription_data: { metadata: { order: '7', kind: 'gift' }, description: 'A gift' },
  });
  expect(subscription.description).toBe('A gift');
  const { id } = subscription;
  await stripe.subscriptions.update(id, { metadata: { kind: 'gift' } });
  expect(events).toEqual([]);
  const changed = await stripe.subscriptions.update(id, {
    metadata: { kind: 'donation', note: 'x' },
    cancellation_details: { comment: 'Too far', feedback: 'other' },
  });
  expect(changed.metadata).toEqual({ order: '7', kind: 'donation', note: 'x' });
  expect(events.map(({ type }) => type)).toEqual(['customer.subscription.updated']);
  expect(events[0]!.data.previous_attributes).toEqual({
    metadata: { kind: 'gift', note: null },
    cancellation_details: { comment: null, feedback: null },
  });
  const error = await refusalOf(stripe.subscriptions.update(id, { proration_behavior: 'none' }));
  expect(error.statusCode).toBe(501);
});

test('a cancellation ends it at once and for good', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control, types } = sandbox;
  const { subscription } = await buySubscription(sandbox);
  const { id } = subscription;
  await stripe.subscriptions.update(id, { cancel_at_period_end: true });
  const canceled = await stripe.subscriptions.cancel(id, {
    cancellation_details: { feedback: 'unused' },
  });
  expect(canceled).toMatchObject({
    status: 'canceled',
    ended_at: expect.any(Number),
    cancellation_details: { feedback: 'unused', reason: 'cancellation_requested' },
  });
  expect(canceled.canceled_at).toBe(canceled.ended_at);
  expect(types()).toEqual(['customer.subscription.updated', 'customer.subscription.deleted']);
  expect(await refusalOf(stripe.subscriptions.cancel(id))).toMatchObject({
    code: 'resource_missing',
  });
  await stripe.subscriptions.update(id, { metadata: { late: 'yes' } });
  await expect(control(`subscriptions/${id}/renew`, {})).rejects.toThrow('is canceled');
  await control('clock', { advance_seconds: 40 * 86_400 });
  expect((await stripe.invoices.list({ subscription: id })).data).toHaveLength(1);
});

test('canceling while a payment is open stops the tries and leaves the invoice open', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { subscription } = await buySubscription(sandbox, { card_number: '4000000000000341' });
  await control(`subscriptions/${subscription.id}/renew`, {});
  await stripe.subscriptions.cancel(subscription.id);
  await control('clock', { advance_seconds: 30 * 86_400 });
  const { data } = await stripe.invoices.list({ status: 'open' });
  expect(data).toMatchObject([
    { attempt_count: 1, next_payment_attempt: null, auto_advance: false },
  ]);
});

test('customers change with an event and are found by their email', async () => {
  const { stripe, events } = await startTestSandbox();
  const { id } = await stripe.customers.create({ email: 'one@example.com', name: 'One' });
  await stripe.customers.create({ email: 'two@example.com' });
  events.length = 0;
  const changed = await stripe.customers.update(id, {
    email: 'new@example.com',
    metadata: { vip: '1' },
  });
  expect(changed).toMatchObject({ email: 'new@example.com', name: 'One', metadata: { vip: '1' } });
  expect(events.map(({ type }) => type)).toEqual(['customer.updated']);
  expect(events[0]!.data.previous_attributes).toEqual({
    email: 'one@example.com',
    metadata: { vip: null },
  });
  const found = await stripe.customers.list({ email: 'new@example.com' });
  expect(found.data.map((customer) => customer.id)).toEqual([id]);
  expect((await stripe.customers.list({ email: 'one@example.com' })).data).toEqual([]);
});

test('invoices and their payments are listed by what they belong to', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { subscription, session } = await buySubscription(sandbox);
  const other = await buySubscription(sandbox);
  await control(`subscriptions/${subscription.id}/payments`, { outcome: 'fail' });
  await control(`subscriptions/${subscription.id}/renew`, {});
  const count = async (params: Stripe.InvoiceListParams) =>
    (await stripe.invoices.list(params)).data.length;
  expect(await count({})).toBe(3);
  expect(await count({ customer: session.customer as string })).toBe(2);
  expect(await count({ subscription: subscription.id, status: 'open' })).toBe(1);
  expect(await count({ subscription: other.subscription.id, status: 'open' })).toBe(0);
  expect(await count({ created: { lt: subscription.created } })).toBe(0);
  const unknown = stripe.invoices.list({ subscription: 'sub_none' });
  expect(await refusalOf(unknown)).toMatchObject({ param: 'subscription' });

  const invoice = session.invoice as string;
  const [payment] = (await stripe.invoicePayments.list({ invoice })).data;
  expect(payment).toMatchObject({ invoice, amount_paid: 500, status: 'paid' });
  expect((await stripe.invoicePayments.list({ status: 'open' })).data).toHaveLength(1);
  const deep = await stripe.invoices
    .list({
      subscription: subscription.id,
      expand: ['data.payments.data.payment'],
    })
    .catch((error: Error) => error.message);
  expect(deep).toContain('cannot be expanded');
});
