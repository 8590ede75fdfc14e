import { createHmac, timingSafeEqual } from 'node:crypto';
import type Stripe from 'stripe';
import { orderKind, type PaidLine } from './order-kinds.server.ts';
import { CHECKOUT_SECONDS, type Order } from './order.ts';
import { isUuid, spelledAddress } from '#app/kit/text.ts';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';

/**
 * Opens the checkout session of an order, or gets the one it already has: the parameters and the
 * idempotency key follow from the order alone, so a repeated call never makes a second session.
 */
export async function openSession(order: Order) {
  const { mode, lineItems, isByCard, fields } = await orderKind(order.kind).terms(order);
  const metadata = { order_id: order.id, kind: order.kind };
  return stripe().checkout.sessions.create(
    {
      mode,
      client_reference_id: order.id,
      metadata: { ...metadata, seal: sealOf(metadata), ...fields },
      ...(mode === 'payment'
        ? { payment_intent_data: { metadata } }
        : { subscription_data: { metadata: { ...metadata, ...fields } } }),
      // What is paid is what was asked for, in its own currency.
      adaptive_pricing: { enabled: false },
      ...(isByCard ? { allowed_payment_method_types: ['card'] } : {}),
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
      line_items: lineItems,
      success_url: `${order.returnUrl}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${order.returnUrl}/checkout/cancel?order=${order.id}`,
    },
    { idempotencyKey: `order:${order.id}` },
  );
}

/**
 * The order of which a session of this site is, whether this database knows it or not. What another
 * site with the same account at Stripe has asked for does not have the seal; nor does anything older.
 */
export function sealedOrder({ metadata }: Stripe.Checkout.Session) {
  const { order_id: id = '', kind = '', seal = '' } = metadata ?? {};
  const [given, right] = [Buffer.from(seal), Buffer.from(sealOf({ order_id: id, kind }))];
  const isSealed = given.length === right.length && timingSafeEqual(given, right);
  return isSealed && isUuid(id) ? { id, kind } : undefined;
}

function sealOf({ order_id: id, kind }: { order_id: string; kind: string }): string {
  return createHmac('sha256', authSecret()).update(`order ${id} ${kind}`).digest('hex');
}

/** What a line of the hosted page is called: Stripe takes names of 250 characters. */
export function lineName(name: string): string {
  // Cut between characters, never inside one.
  return [...name].slice(0, 240).join('');
}

/**
 * The session of an order that Stripe made without our hearing of it; undefined where there is
 * none. Looks through the sessions of the order's own time, whatever the two clocks say.
 */
export async function findSession(order: Order): Promise<Stripe.Checkout.Session | undefined> {
  const seconds = (date: Date) => Math.floor(date.getTime() / 1000);
  const begunS = seconds(order.expiresAt) - CHECKOUT_SECONDS;
  const gte = Math.min(begunS, seconds(order.createdAt)) - 600;
  const created = { gte, lte: seconds(order.expiresAt) + 600 };
  for await (const session of stripe().checkout.sessions.list({ created, limit: 100 })) {
    if (session.client_reference_id === order.id) return session;
  }
  return undefined;
}

/** All line items of a session, however many pages Stripe spreads them over. */
export async function paidLines(session: Stripe.Checkout.Session): Promise<PaidLine[]> {
  const lines: PaidLine[] = [];
  for await (const item of itemsOf(session)) {
    const product = item.price?.product;
    const isWhole = product && typeof product === 'object' && 'metadata' in product;
    const { product_id: id = Number.NaN, product_key: productKey = '' } = isWhole
      ? product.metadata
      : {};
    lines.push({ productId: Number(id), productKey, cents: item.amount_total });
  }
  return lines;
}

/** Cents by product code. */
export function centsByProduct(lines: PaidLine[]): Map<number, number> {
  const cents = new Map<number, number>();
  for (const line of lines) {
    cents.set(line.productId, (cents.get(line.productId) ?? 0) + line.cents);
  }
  return cents;
}

function itemsOf(session: Stripe.Checkout.Session) {
  const shown = session.line_items;
  if (shown && !shown.has_more) return shown.data;
  return stripe().checkout.sessions.listLineItems(session.id, {
    limit: 100,
    expand: ['data.price.product'],
  });
}

/** The Stripe customer email a session was paid with; undefined before anyone typed one. */
export function payerEmail(session: Stripe.Checkout.Session): string | undefined {
  const email = session.customer_details?.email ?? session.customer_email;
  return email ? spelledAddress(email) : undefined;
}
