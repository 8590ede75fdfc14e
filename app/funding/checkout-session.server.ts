import type Stripe from 'stripe';
import { siteUrl } from '#app/config.ts';
import type { Order, OrderLine } from '#app/funding/order.ts';
import { stripe } from '#app/platform/stripe.server.ts';

/**
 * Opens the checkout session of an order, or gets the one it already has: the parameters and the
 * idempotency key follow from the order alone, so a repeated call never makes a second session.
 */
export async function openSession(order: Order, lines: OrderLine[]) {
  const metadata = { order_id: order.id, kind: order.kind };
  return stripe().checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: order.id,
      metadata,
      payment_intent_data: { metadata },
      expires_at: Math.floor(order.expiresAt.getTime() / 1000),
      line_items: lines.toSorted((a, b) => a.productId - b.productId).map(lineItem),
      success_url: `${siteUrl()}/success?session_id={CHECKOUT_SESSION_ID}`,
      cancel_url: `${siteUrl()}/cart`,
    },
    { idempotencyKey: `order:${order.id}` },
  );
}

function lineItem(line: OrderLine): Stripe.Checkout.SessionCreateParams.LineItem {
  const metadata = { product_id: String(line.productId) };
  return {
    quantity: 1,
    metadata,
    price_data: {
      currency: 'usd',
      unit_amount: line.amountCents,
      product_data: { name: `Testing of ${line.productName}`.slice(0, 250), metadata },
    },
  };
}

/** All line items of a session, however many pages Stripe spreads them over, by product code. */
export async function paidLines(sessionId: string): Promise<Map<number, number>> {
  const cents = new Map<number, number>();
  const items = stripe().checkout.sessions.listLineItems(sessionId, {
    limit: 100,
    expand: ['data.price.product'],
  });
  for await (const item of items) {
    const productId = productIdOf(item);
    cents.set(productId, (cents.get(productId) ?? 0) + item.amount_total);
  }
  return cents;
}

function productIdOf(item: Stripe.LineItem): number {
  const product = item.price?.product;
  const metadata =
    product && typeof product === 'object' && 'metadata' in product && product.metadata;
  return Number(metadata ? metadata.product_id : Number.NaN);
}

/** The Stripe customer email a session was paid with; undefined before anyone typed one. */
export function payerEmail(session: Stripe.Checkout.Session): string | undefined {
  return session.customer_details?.email ?? session.customer_email ?? undefined;
}
