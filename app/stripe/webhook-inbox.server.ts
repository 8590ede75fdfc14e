import { and, inArray, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { RETENTION } from '#app/kit/retention.ts';
import { config, isLive } from '#app/config.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { errorLine } from '#app/platform/describe-error.ts';
import { madeText } from '#app/http/incoming-text.ts';
import { inGroups } from '#app/platform/in-groups.ts';
import { log } from '#app/platform/log.server.ts';
import { noteRefusedSignature } from '#app/http/limits/refusals.server.ts';
import { stripe } from './stripe.server.ts';
import { webhookEvents } from '#db/schema.ts';

/** A webhook older than this is refused: a captured request cannot be replayed later. */
const SIGNATURE_TOLERANCE_SECONDS = 300;

const SIGNED_LONG_AGO =
  'The signature is right and more than five minutes old by the clock of this server. Check that clock.';

type Verified = { ok: true; event: Stripe.Event } | { ok: false; why: string };

/**
 * Verifies a webhook over the exact bytes that came, with any of the configured secrets, so that
 * one can be rotated, and refuses events of the other mode. What it says
 * is text then, as in every answer of Stripe's.
 */
export async function verifyWebhook(body: Buffer, signature: string): Promise<Verified> {
  let isOld = false;
  for (const secret of config().STRIPE_WEBHOOK_SECRET ?? []) {
    const construct = (seconds: number) =>
      stripe().webhooks.constructEventAsync(body, signature, secret, seconds);
    try {
      const event = await construct(SIGNATURE_TOLERANCE_SECONDS);
      return event.livemode === isLive()
        ? { ok: true, event: madeText(event) }
        : { ok: false, why: 'The event is of the other mode.' };
    } catch {
      // the next secret may fit
      isOld ||= await construct(Infinity).then(
        () => true,
        () => false,
      );
    }
  }
  noteRefusedSignature(isOld ? 'old' : 'wrong');
  return { ok: false, why: isOld ? SIGNED_LONG_AGO : 'The signature does not match.' };
}

/** An event as it came, and whether anything is done about its type. */
interface Received {
  event: Stripe.Event;
  isHandled: boolean;
}

/** Whether a webhook brought this event before, and it was processed: one look for all that come at once. */
export const isOldNews = inGroups(async (ids: string[]) => {
  const { id, deliveredAt, processedAt } = webhookEvents;
  const known = await db()
    .select({ id })
    .from(webhookEvents)
    .where(and(inArray(id, ids), isNotNull(processedAt), isNotNull(deliveredAt)));
  const old = new Set(known.map((row) => row.id));
  return ids.map((one) => old.has(one));
});

/**
 * Stores events, each once, in one transaction; `within` it, the ids of those that wait to be
 * processed are passed on. One that is delivered again while it waits may have lost its job, when
 * Stripe was out of reach for too long.
 */
export async function storeInbox(
  received: Received[],
  by: 'webhook' | 'replay',
  within: (tx: Tx, waiting: string[]) => Promise<void> = async () => {},
): Promise<void> {
  const { id, deliveredAt, processedAt } = webhookEvents;
  // In one order, so that two groups of the same events do not wait for each other in a circle.
  const events = [...new Map(received.map((one) => [one.event.id, one])).values()].toSorted(
    (a, b) => (a.event.id < b.event.id ? -1 : 1),
  );
  const rows = events.map((one) => rowOf(one, by));
  if (rows.length === 0) return;
  await inTransaction(async (tx) => {
    const stored = await tx
      .insert(webhookEvents)
      .values(rows)
      .onConflictDoUpdate({
        target: id,
        set: { deliveredAt: sql`coalesce(${deliveredAt}, excluded.delivered_at)` },
      })
      .returning({ id, processedAt });
    const waiting = stored.flatMap((row) => (row.processedAt === null ? [row.id] : []));
    await within(tx, waiting);
  });
}

function rowOf({ event, isHandled }: Received, by: 'webhook' | 'replay') {
  const { id, type, livemode, created } = event;
  const receivedAt = now();
  return {
    id,
    type,
    livemode,
    // What causes nothing is only counted as having come: it may be full of personal data.
    payload: isHandled ? event : { id, type, created },
    receivedAt,
    deliveredAt: by === 'webhook' ? receivedAt : null,
    processedAt: isHandled ? null : receivedAt,
  };
}

/** Forgets events that were processed long ago; what waits is kept. */
export async function pruneWebhookEvents(): Promise<void> {
  const before = daysAgo(RETENTION.webhooksDays);
  await db().delete(webhookEvents).where(lt(webhookEvents.processedAt, before));
}

const readWaiting = inGroups(async (ids: string[]) => {
  const rows = await db().select().from(webhookEvents).where(areWaiting(ids));
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id));
});

const noteProcessed = inGroups(async (ids: string[]) => {
  await db()
    .update(webhookEvents)
    .set({ attempts: oneMore(), lastError: null, processedAt: now(), payload: stripped() })
    .where(areWaiting(ids));
  return ids;
});

/** Thrown while an event is processed that can cause nothing; the message says why. */
export class SenselessEvent extends Error {}

/**
 * Runs `process` on a stored event that is not processed yet; its failure is noted and rethrown, but for
 * that of a senseless one, which is set aside.
 */
export async function processEvent(
  eventId: string,
  process: (event: Stripe.Event) => Promise<void>,
): Promise<void> {
  const stored = await readWaiting(eventId);
  if (!stored) return;
  try {
    await process(stored.payload as Stripe.Event);
  } catch (error) {
    const isSenseless = error instanceof SenselessEvent;
    if (isSenseless) log.warn({ event: eventId, why: error.message }, 'an event is set aside');
    const aside = isSenseless ? { processedAt: now(), payload: stripped() } : {};
    await db()
      .update(webhookEvents)
      .set({ attempts: oneMore(), lastError: errorLine(error), ...aside })
      .where(areWaiting([eventId]));
    if (isSenseless) return;
    throw error;
  }
  await noteProcessed(eventId);
}

function areWaiting(ids: string[]) {
  const { id, processedAt } = webhookEvents;
  return and(sql`${id} = any(${sql.param(ids)}::text[])`, isNull(processedAt));
}

function oneMore() {
  return sql`${webhookEvents.attempts} + 1`;
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
