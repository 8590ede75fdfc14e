import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import Stripe from 'stripe';
import { expect, onTestFinished, vi } from 'vitest';
import { checkEvent, checkResponse } from '#sandbox/stripe/api/conformance.ts';
import type { StripeEvent } from './objects.ts';
import type { SandboxOptions } from './sandbox.ts';
import { startSandbox } from './server.ts';

export const SECRET_KEY = 'sk_test_sandbox';
export const WEBHOOK_SECRET = 'whsec_sandbox';

export type TestSandbox = Awaited<ReturnType<typeof startTestSandbox>>;

/**
 * A sandbox for one test, the unmodified SDK on it, and every event that arose. When the test is
 * over, each answer and each event must have been as Stripe's schema says.
 */
export async function startTestSandbox(options: Partial<SandboxOptions> = {}) {
  const violations: string[] = [];
  const events: StripeEvent[] = [];
  const sandbox = await startSandbox({
    port: 0,
    stateFile: ':memory:',
    secretKey: SECRET_KEY,
    webhookSecret: WEBHOOK_SECRET,
    webhookUrls: [],
    onExchange: ({ method, path, status, body }) => {
      const found = checkResponse(method, path, status, body);
      violations.push(...found.map((violation) => `${method} ${path}: ${violation}`));
    },
    onEvent: (event) => {
      events.push(event);
      violations.push(...checkEvent(event));
    },
    ...options,
  });
  onTestFinished(async () => {
    await sandbox.close();
    expect(violations).toEqual([]);
  });
  const stripe = new Stripe(SECRET_KEY, {
    host: '127.0.0.1',
    port: sandbox.port,
    protocol: 'http',
    maxNetworkRetries: 0,
    telemetry: false,
  });

  /** Sends a control; rejects where it is refused. */
  async function control(path: string, body?: object): Promise<Record<string, unknown>> {
    const response = await call(sandbox.url, body ? 'POST' : 'GET', `/_sandbox/${path}`, {
      headers: { 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (response.status !== 200) throw new Error(response.body.error.message);
    return response.body;
  }

  const types = () =>
    events.map(({ type }) => type).filter((type) => !/^(price|product)\./.test(type));
  return { ...sandbox, stripe, events, types, control };
}

/** Waits until `look` passes; the limit ends what never comes, and is far from any slow machine. */
export function inTime<T>(look: () => T | Promise<T>): Promise<T> {
  return vi.waitFor(look, { timeout: 60_000, interval: 20 });
}

/** A plain HTTP call, for what the SDK would not send. */
export async function call(
  url: string,
  method: string,
  path: string,
  init: { headers?: Record<string, string>; body?: string } = {},
) {
  const headers = { Authorization: `Bearer ${SECRET_KEY}`, ...init.headers };
  const response = await fetch(url + path, { method, headers, body: init.body });
  const text = await response.text();
  // oxlint-disable-next-line no-explicit-any
  return { status: response.status, headers: response.headers, body: JSON.parse(text) as any };
}

/** Parameters of a session for one thing at `cents`, or for several. */
export function sessionParams(
  cents: number | number[] = 2500,
  more: Stripe.Checkout.SessionCreateParams = {},
): Stripe.Checkout.SessionCreateParams {
  return {
    mode: 'payment',
    success_url: 'http://127.0.0.1:1/success?session_id={CHECKOUT_SESSION_ID}',
    cancel_url: 'http://127.0.0.1:1/cart',
    line_items: [cents].flat().map((unitAmount, index) => ({
      quantity: 1,
      price_data: {
        currency: 'usd',
        unit_amount: unitAmount,
        product_data: { name: `Item ${index}`, metadata: { product_id: String(index) } },
      },
    })),
    ...more,
  };
}

/** Parameters of a session for a gift of `cents` every month. */
export function subscriptionParams(
  cents = 500,
  more: Stripe.Checkout.SessionCreateParams = {},
): Stripe.Checkout.SessionCreateParams {
  const price: Stripe.Checkout.SessionCreateParams.LineItem.PriceData = {
    currency: 'usd',
    unit_amount: cents,
    recurring: { interval: 'month' },
    product_data: { name: 'Donation' },
  };
  return {
    ...sessionParams(),
    mode: 'subscription',
    line_items: [{ quantity: 1, price_data: price }],
    ...more,
  };
}

/** A gift every month, paid for the first time; events so far are forgotten. */
export async function buySubscription(
  { stripe, control, events }: TestSandbox,
  {
    card_number: number = CARD.card_number,
    cents = 500,
    ...more
  }: {
    card_number?: string;
    cents?: number;
  } & Stripe.Checkout.SessionCreateParams = {},
) {
  const { id } = await stripe.checkout.sessions.create(subscriptionParams(cents, more));
  await control(`pay/${id}`, { email: CARD.email, card_number: number });
  const session = await stripe.checkout.sessions.retrieve(id, { expand: ['subscription'] });
  events.length = 0;
  return { session, subscription: session.subscription as Stripe.Subscription };
}

/** A session of 50 dollars, paid with a card, and its payment. */
export async function pays({ stripe, control }: TestSandbox, card_number = CARD.card_number) {
  const { id } = await stripe.checkout.sessions.create(sessionParams(5_000));
  await control(`pay/${id}`, { email: CARD.email, card_number });
  const { payment_intent } = await stripe.checkout.sessions.retrieve(id);
  return { session: id, payment_intent: String(payment_intent) };
}

/** Moves the clock to a minute after `timeS`, however long the month is. */
export async function passTime({ control }: TestSandbox, timeS: number): Promise<void> {
  const { now } = await control('state');
  await control('clock', { advance_seconds: timeS + 60 - (now as number) });
}

/** When the running period of a subscription ends, in seconds. */
export function periodEndOf({ items }: Stripe.Subscription): number {
  return items.data[0]!.current_period_end;
}

export const CARD = {
  email: 'buyer@example.com',
  method: 'card',
  card_number: '4242 4242 4242 4242',
  card_expiry: '12 / 40',
  card_cvc: '123',
  card_name: 'A Buyer',
};

/** Sends the hosted page's form as a browser does; follows no redirect. */
export async function sendForm(url: string, sessionId: string, form: Record<string, string>) {
  const response = await fetch(`${url}/c/pay/${sessionId}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });
  const html = await response.text();
  return { status: response.status, location: response.headers.get('location'), html };
}

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

/** A receiver of webhooks that answers with what `answer` says, by the number of earlier calls. */
export async function startReceiver(answer: (earlier: number) => number = () => 200) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const status = answer(received.length);
    received.push({ path: request.url!, headers: request.headers, body });
    response.writeHead(status).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(close);
  return { url: `http://127.0.0.1:${port}/webhook`, received, close };
}

/** The SDK's error of a call that must be refused. */
export async function refusalOf(work: Promise<unknown>): Promise<Stripe.errors.StripeError> {
  const outcome = await work.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (outcome instanceof Stripe.errors.StripeError) return outcome;
  throw new Error(`Expected a refusal, got ${outcome}`);
}
