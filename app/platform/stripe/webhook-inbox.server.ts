import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { config, isLive } from '#app/config.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { noteRefusedSignature } from '#app/platform/limits/refusals.server.ts';
import { stripe } from './stripe.server.ts';
import { webhookEvents } from '#db/schema.ts';

/** A webhook older than this is refused: a captured request cannot be replayed later. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

type Verified = { ok: true; event: Stripe.Event } | { ok: false; why: string };

/**
 * Verifies a webhook over the exact bytes that came, with any of the configured secrets, so that
 * one can be rotated, and refuses events of the other mode (design "Money" 5 and 12).
 */
export async function verifyWebhook(body: Buffer, signature: string): Promise<Verified> {
  for (const secret of config().STRIPE_WEBHOOK_SECRET ?? []) {
    try {
      const event = await stripe().webhooks.constructEventAsync(
        body,
        signature,
        secret,
        SIGNATURE_TOLERANCE_SECONDS,
      );
      return event.livemode === isLive()
        ? { ok: true, event }
        : { ok: false, why: 'The event is of the other mode.' };
    } catch {
      // the next secret may fit
    }
  }
  noteRefusedSignature();
  return { ok: false, why: 'The signature does not match.' };
}

/**
 * Stores an event once; whether it waits to be processed. One that is delivered again while it
 * waits may have lost its job, when Stripe was out of reach for too long.
 */
export async function storeEvent(
  tx: Tx,
  event: Stripe.Event,
  by: 'webhook' | 'replay',
  isHandled = true,
): Promise<boolean> {
  const { id, type, livemode, created } = event;
  const deliveredAt = by === 'webhook' ? now() : null;
  const receivedAt = now();
  await tx
    .insert(webhookEvents)
    .values({
      id,
      type,
      livemode,
      // What causes nothing is only counted as having come: it may be full of personal data.
      payload: isHandled ? event : { id, type, created },
      receivedAt,
      deliveredAt,
      processedAt: isHandled ? null : receivedAt,
    })
    .onConflictDoUpdate({
      target: webhookEvents.id,
      set: { deliveredAt: sql`coalesce(${webhookEvents.deliveredAt}, excluded.delivered_at)` },
    });
  const waiting = and(eq(webhookEvents.id, id), isNull(webhookEvents.processedAt));
  const [found] = await tx.select({ id: webhookEvents.id }).from(webhookEvents).where(waiting);
  return found !== undefined;
}

/** Forgets events that were processed more than so many days ago; what waits is kept. */
export async function pruneWebhookEvents(days = 90): Promise<void> {
  const before = daysAgo(days);
  await db().delete(webhookEvents).where(lt(webhookEvents.processedAt, before));
}

/** Runs `process` on a stored event that is not processed yet; its failure is noted and rethrown. */
export async function processEvent(
  eventId: string,
  process: (event: Stripe.Event) => Promise<void>,
): Promise<void> {
  const waiting = and(eq(webhookEvents.id, eventId), isNull(webhookEvents.processedAt));
  const [stored] = await db().select().from(webhookEvents).where(waiting);
  if (!stored) return;
  const attempts = sql`${webhookEvents.attempts} + 1`;
  try {
    await process(stored.payload as Stripe.Event);
  } catch (error) {
    await db()
      .update(webhookEvents)
      .set({ attempts, lastError: errorLine(error) })
      .where(waiting);
    throw error;
  }
  await db()
    .update(webhookEvents)
    .set({ attempts, lastError: null, processedAt: now(), payload: stripped() })
    .where(waiting);
}

/** What is left of an event that has been worked on: nobody's name or address. */
function stripped() {
  const { id, type, payload } = webhookEvents;
  return sql`jsonb_build_object('id', ${id}, 'type', ${type}, 'created', ${payload}->'created',
    'data', jsonb_build_object('object', jsonb_build_object('id', ${payload}#>'{data,object,id}')))`;
}

/** Ids of the stored events of these types that wait to be processed, the oldest at Stripe first. */
export async function waitingEvents(types: string[]): Promise<string[]> {
  const rows = await db()
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(and(isNull(webhookEvents.processedAt), inArray(webhookEvents.type, types)))
    .orderBy(sql`(${webhookEvents.payload}->>'created')::bigint`, webhookEvents.receivedAt);
  return rows.map((row) => row.id);
}

/** Which of these events are stored already. */
export async function knownEvents(ids: string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: webhookEvents.id })
    .from(webhookEvents)
    .where(inArray(webhookEvents.id, ids));
  return new Set(rows.map((row) => row.id));
}
