import type Stripe from 'stripe';
import { expect, test } from 'vitest';
import {
  CARD,
  passTime,
  periodEndOf,
  refusalOf,
  startTestSandbox,
  buySubscription,
  type TestSandbox,
} from '#sandbox/stripe/test-support.ts';

const RETURN_URL = 'http://127.0.0.1:1/account?a=1&b=2';

async function open(
  { stripe }: TestSandbox,
  session: Stripe.Checkout.Session,
  more: Partial<Stripe.BillingPortal.SessionCreateParams> = {},
) {
  const customer = session.customer as string;
  return stripe.billingPortal.sessions.create({ customer, return_url: RETURN_URL, ...more });
}

async function look(url: string) {
  const response = await fetch(url, { redirect: 'manual' });
  return { status: response.status, headers: response.headers, html: await response.text() };
}

async function send(url: string, form: Record<string, string>) {
  const body = new URLSearchParams(form);
  const response = await fetch(url, { method: 'POST', redirect: 'manual', body });
  const location = response.headers.get('location');
  return { status: response.status, location, html: await response.text() };
}

const newCard = { ...CARD, action: 'card', card_number: '5555 5555 5555 4444' };

test('the portal shows subscriptions and invoices, is marked, and runs no script', async () => {
  const sandbox = await startTestSandbox();
  const { session, subscription } = await buySubscription(sandbox, { cents: 1234 });
  const { url, ...portal } = await open(sandbox, session);
  expect(portal).toMatchObject({ customer: session.customer, flow: null, return_url: RETURN_URL });
  const { status, headers, html } = await look(url);
  expect(status).toBe(200);
  const next = new Date(periodEndOf(subscription) * 1000).getUTCFullYear();
  for (const text of [
    'Payment sandbox: no real money moves',
    '$12.34 every month',
    'Next payment',
    String(next),
    'Visa ending in 4242',
    'Paid',
    'href="http://127.0.0.1:1/account?a=1&#38;b=2"',
  ]) {
    expect(html).toContain(text);
  }
  expect(html).not.toContain('<script');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('referrer-policy')).toBe('no-referrer');
  expect(headers.get('cache-control')).toBe('no-store');

  const invoiceUrl = /href="([^"]+\/i\/[^"]+)"/.exec(html)![1]!;
  const invoice = await look(invoiceUrl);
  expect(invoice.html).toContain('$12.34');
  expect(invoice.html).toContain('Paid.');
  expect((await look(invoiceUrl.slice(0, -1))).status).toBe(404);
});

test('a customer cancels at the end of the period, and takes it back', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, types } = sandbox;
  const { session, subscription } = await buySubscription(sandbox);
  const { url } = await open(sandbox, session);
  const { id } = subscription;
  expect((await look(`${url}?cancel=${id}`)).html).toContain('after that nothing is charged');
  const canceled = await send(url, { action: 'cancel', subscription: id });
  expect(canceled.status).toBe(303);
  const after = await look(new URL(canceled.location!, url).href);
  expect(after.html).toContain('Your subscription is canceled.');
  expect(after.html).toContain('Ends on');
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    status: 'active',
    cancel_at_period_end: true,
  });
  await send(url, { action: 'cancel', subscription: id });
  await send(url, { action: 'resume', subscription: id });
  await send(url, { action: 'resume', subscription: id });
  expect(await stripe.subscriptions.retrieve(id)).toMatchObject({
    cancel_at_period_end: false,
    cancel_at: null,
    canceled_at: null,
  });
  expect(types()).toEqual([
    'billing_portal.session.created',
    'customer.subscription.updated',
    'customer.subscription.updated',
  ]);
});

test('another card is checked, saved and used for the next payment', async () => {
  const sandbox = await startTestSandbox();
  const { stripe } = sandbox;
  const { session, subscription } = await buySubscription(sandbox);
  const { url } = await open(sandbox, session);
  expect((await look(`${url}?card=1`)).html).toContain('name="card_number"');
  const wrong = await send(url, {
    ...newCard,
    card_number: '4111111111111111',
    card_name: '"><b>',
  });
  expect(wrong).toMatchObject({ status: 200 });
  expect(wrong.html).toContain('Real cards are not taken here.');
  expect(wrong.html).not.toContain('<b>');
  expect(wrong.html).not.toContain('4111');
  const declined = await send(url, { ...newCard, card_number: '4000000000000002' });
  expect(declined.status).toBe(402);
  expect(declined.html).toContain('Your card was declined.');
  const expand = ['default_payment_method'];
  const card = async () => {
    const { default_payment_method: method } = await stripe.subscriptions.retrieve(
      subscription.id,
      { expand },
    );
    return (method as Stripe.PaymentMethod).card!.last4;
  };
  expect(await card()).toBe('4242');
  expect((await send(url, newCard)).location).toContain('?done=card');
  expect(await card()).toBe('4444');
  await passTime(sandbox, periodEndOf(subscription));
  const [charge] = (await stripe.charges.list()).data;
  expect(charge!.payment_method_details!.card!.last4).toBe('4444');
});

test('an unpaid invoice is shown and can be paid once the card is good', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session, subscription } = await buySubscription(sandbox, {
    card_number: '4000000000000341',
  });
  await control(`subscriptions/${subscription.id}/renew`, {});
  const { url } = await open(sandbox, session);
  const { html } = await look(url);
  expect(html).toContain('Payment failed');
  expect(html).toContain('We try again on');
  expect(html).toContain('Next payment');
  const [invoice] = (await stripe.invoices.list({ status: 'open' })).data;
  const pay = { action: 'pay', invoice: invoice!.id! };
  const refused = await send(url, pay);
  expect(refused.status).toBe(402);
  expect(refused.html).toContain('Your card was declined.');
  await send(url, newCard);
  expect((await send(url, pay)).location).toContain('?done=paid');
  expect((await send(url, pay)).location).not.toContain('done');
  expect(await stripe.subscriptions.retrieve(subscription.id)).toMatchObject({ status: 'active' });
  expect((await stripe.charges.list()).data.filter(({ paid }) => paid)).toHaveLength(2);
});

test("one customer's page does nothing to another's subscription or invoice", async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const mine = await buySubscription(sandbox);
  const other = await buySubscription(sandbox, { card_number: '4000000000000341' });
  await control(`subscriptions/${other.subscription.id}/renew`, {});
  await control(`subscriptions/${other.subscription.id}/payments`, { outcome: 'succeed' });
  const [invoice] = (await stripe.invoices.list({ status: 'open' })).data;
  const { url } = await open(sandbox, mine.session);
  await send(url, { action: 'cancel', subscription: other.subscription.id });
  await send(url, { action: 'pay', invoice: invoice!.id! });
  await send(url, newCard);
  const untouched = await stripe.subscriptions.retrieve(other.subscription.id);
  expect(untouched.cancel_at_period_end).toBe(false);
  expect(untouched.default_payment_method).toBe(other.subscription.default_payment_method);
  expect((await stripe.invoices.list({ status: 'open' })).data).toHaveLength(1);
  expect((await look(`${url}?cancel=${other.subscription.id}`)).html).not.toContain(
    'Cancel your subscription',
  );
});

test('unknown and expired addresses have a page of their own, and change nothing', async () => {
  const sandbox = await startTestSandbox();
  const { stripe, control } = sandbox;
  const { session, subscription } = await buySubscription(sandbox);
  const { url } = await open(sandbox, session);
  const forged = `${url.slice(0, -4)}zzzz`;
  const cancel = { action: 'cancel', subscription: subscription.id };
  for (const unknown of [forged, `${sandbox.url}/p/session/x`, `${sandbox.url}/p/`]) {
    expect((await look(unknown)).html).toContain('No such page');
    expect((await send(unknown, cancel)).status).toBe(404);
  }
  expect((await look(url)).status).toBe(200);
  await control('clock', { advance_seconds: 59 * 60 });
  expect((await look(url)).status).toBe(200);
  await control('clock', { advance_seconds: 61 * 60 });
  expect((await send(url, cancel)).status).toBe(410);
  expect((await look(url)).html).toContain('This page has expired');
  const unused = await open(sandbox, session);
  await control('clock', { advance_seconds: 6 * 60 });
  expect((await look(unused.url)).status).toBe(410);
  expect((await stripe.subscriptions.retrieve(subscription.id)).cancel_at_period_end).toBe(false);
  expect((await fetch(url, { method: 'PUT' })).status).toBe(405);
});

test.each([
  ['no customer', { customer: undefined }, 400, 'customer'],
  ['an unknown customer', { customer: 'cus_none' }, 400, 'customer'],
  ['a script as the way back', { return_url: 'javascript:alert(1)' }, 400, 'return_url'],
  ['a configuration, as none is built', { configuration: 'bpc_none' }, 501, undefined],
])('a portal session with %s is refused', async (_, change, status, param) => {
  const sandbox = await startTestSandbox();
  const { session } = await buySubscription(sandbox);
  const params = change as Partial<Stripe.BillingPortal.SessionCreateParams>;
  const error = await refusalOf(open(sandbox, session, params));
  expect(error.statusCode).toBe(status);
  if (param) expect(error.param).toBe(param);
});
