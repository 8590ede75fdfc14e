import { eq, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { audit } from '#app/admin/audit/audit.server.ts';
import type { Product } from '#app/catalogue/product-schema.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { WEBHOOK_JOB } from '#app/webhooks.ts';
import { webhookEvents } from '#db/schema.ts';
import { eventually, WEBHOOK_SECRET } from '#test/support/story.ts';
import { Visitor, type Answered } from '#test/support/visitor.ts';

/** What Stripe took in for a payment, less what it sent back, in cents. */
export async function heldAtStripe(paymentIntentId: string | null): Promise<number> {
  const { data } = await stripe().charges.list({ payment_intent: paymentIntentId ?? '' });
  const paid = data.filter(({ status }) => status === 'succeeded');
  return paid.reduce((sum, charge) => sum + charge.amount - charge.amount_refunded, 0);
}

/** What the product's page is made from. */
export async function pageOf(story: { url: string }, productId: number): Promise<Product> {
  const response = await fetch(`${story.url}/api/products/${productId}`);
  return response.json();
}

/** Whether Stripe, ledger and stored totals agree. */
export const amountsMatch = async () => (await audit()).matches;

/** An event of Stripe's list that is about this object. */
export async function eventAbout(type: string, objectId: string): Promise<Stripe.Event> {
  const { data } = await stripe().events.list({ type, limit: 100 });
  const event = data.find((one) => (one.data.object as { id?: string }).id === objectId);
  if (!event) throw new Error(`Stripe has no ${type} of ${objectId}`);
  return event;
}

/** Waits until a stored event is processed and its jobs are done; none may have needed a retry. */
export async function processed(eventId: string): Promise<void> {
  await eventually(
    () => db().select().from(webhookEvents).where(eq(webhookEvents.id, eventId)),
    ([event]) => event?.processedAt instanceof Date,
  );
  const jobs = await eventually(
    async () =>
      (
        await db().execute<{ state: string; retry_count: number; output: unknown }>(
          sql`select state, retry_count, output from pgboss.job
              where name = ${WEBHOOK_JOB} and data->>'eventId' = ${eventId}`,
        )
      ).rows,
    (found) => found.every(({ state }) => !['created', 'active'].includes(state)),
  );
  const again = jobs.find(
    ({ state, retry_count: retries }) => state !== 'completed' || retries > 0,
  );
  if (again) throw new Error(`an event had to be tried again: ${JSON.stringify(again)}`);
}

/** How many checkout sessions Stripe has ever made for the site. */
export async function sessionsAtStripe(): Promise<number> {
  return (await stripe().checkout.sessions.list().autoPagingToArray({ limit: 10_000 })).length;
}

/** Sends an event as Stripe would, signed so many seconds from now. */
export async function deliver(
  story: ConstructorParameters<typeof Visitor>[0],
  event: Stripe.Event,
  { secondsFromNow = 0, secret = WEBHOOK_SECRET, body = JSON.stringify(event) } = {},
): Promise<Answered> {
  const payload = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000) + secondsFromNow;
  const header = stripe().webhooks.generateTestHeaderString({ payload, secret, timestamp });
  const sender = new Visitor(story);
  return sender.post('/api/stripe/webhook', body, { 'Stripe-Signature': header });
}
