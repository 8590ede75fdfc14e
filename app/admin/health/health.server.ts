import { and, count, eq, inArray, or, sql } from 'drizzle-orm';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { summariseEvents } from '#app/analytics/analytics-store.server.ts';
import { stuckMails } from '#app/mail/dead-mails.server.ts';
import { db } from '#app/database/db.server.ts';
import { readSizes } from '#app/monitoring/sizes.server.ts';
import { orders, refunds } from '#db/schema.ts';

/** So many of each list stand on the overview; how many there are is said beside. */
const SHOWN = 20;
/** Days of the summary of analytics events, today included. */
const EVENT_DAYS = 14;

/** How the site does, as its overview says it. Moments in ISO 8601, amounts in dollars. */
export async function readHealth() {
  const [{ heartbeat, queues, webhookEventsWaiting, mails }, dead] = await Promise.all([
    readSizes(),
    stuckMails('dead'),
  ]);
  return {
    lastWebhookAt: heartbeat.lastReceivedAt,
    webhookEventsWaiting,
    queues: queues.filter(({ ready, deferred, active, failed }) =>
      [ready, deferred, active, failed].some((size) => size > 0),
    ),
    unsettledRefunds: await db().$count(refunds, inArray(refunds.status, ['queued', 'pending'])),
    mails: { waiting: mails.waiting, overdue: mails.overdue },
    deadMails: {
      total: dead.length,
      shown: dead.slice(0, SHOWN).map(({ id, name, queuedAt, attempts, lastError }) => {
        return { id, name, queuedAt: queuedAt.toISOString(), attempts, lastError };
      }),
    },
    largeRefunds: await readLargeRefunds(),
    reservations: await readReservations(),
    events: await readEvents(),
  };
}

/** Orders that hold money of products open, those whose money is under way, and since when. */
async function readReservations() {
  const { status, kind, amountCents, createdAt } = orders;
  const rows = await db()
    .select({
      status,
      orders: count(),
      cents: sql<number>`sum(${amountCents})::float8`,
      oldest: sql<string>`min(${createdAt})`,
    })
    .from(orders)
    .where(or(eq(status, 'awaiting'), and(eq(status, 'open'), eq(kind, 'funding'))))
    .groupBy(status);
  return (['open', 'awaiting'] as const).map((of) => {
    const row = rows.find((one) => one.status === of);
    return {
      status: of,
      orders: row?.orders ?? 0,
      amount: dollarsFromCents(row?.cents ?? 0),
      oldestAt: row ? new Date(row.oldest).toISOString() : null,
    };
  });
}

/** The events of the last days: a row an event, by how often it came, and how often on which day. */
async function readEvents() {
  const rows = await summariseEvents(EVENT_DAYS);
  const days = [...new Set(rows.map(({ day }) => day))];
  const byName = Map.groupBy(rows, ({ name }) => name);
  const events = [...byName].map(([name, own]) => ({
    name,
    total: own.reduce((sum, row) => sum + row.count, 0),
    byDay: days.map((day) => own.find((row) => row.day === day)?.count ?? 0),
  }));
  return { days, events: events.toSorted((a, b) => b.total - a.total) };
}

export type Health = Awaited<ReturnType<typeof readHealth>>;
