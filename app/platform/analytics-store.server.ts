import { lt, sql } from 'drizzle-orm';
import type { EventName } from '#app/platform/analytics-events.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { analyticsEvents } from '#db/schema.ts';

export interface DayOfEvents {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  name: string;
  count: number;
}

/** Stores events; one that was stored before, under the same `insertId`, is left out. */
export async function storeEvents(
  events: { name: EventName; properties: object; path: string; insertId?: string | undefined }[],
): Promise<void> {
  await db().insert(analyticsEvents).values(events).onConflictDoNothing();
}

/** How often each event came on each of the last `days` days, today included; newest day first. */
export async function summariseEvents(days = 14): Promise<DayOfEvents[]> {
  const midnight = new Date(now());
  midnight.setUTCHours(0, 0, 0, 0);
  const from = new Date(midnight.getTime() - (days - 1) * 86_400_000).toISOString();
  const { rows } = await db().execute<{ day: string; name: string; count: number }>(sql`
    select to_char(received_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      name, count(*)::int as count
    from ${analyticsEvents}
    where received_at >= ${from}::timestamptz
    group by 1, 2
    order by 1 desc, 3 desc, 2`);
  return rows;
}

/** Forgets analytics events older than so many days. */
export async function pruneAnalyticsEvents(days = 400): Promise<void> {
  const before = new Date(now().getTime() - days * 86_400_000);
  await db().delete(analyticsEvents).where(lt(analyticsEvents.receivedAt, before));
}
