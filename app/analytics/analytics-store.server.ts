import { sql } from 'drizzle-orm';
import type { EventName } from './analytics-events.ts';
import { RETENTION } from '#app/kit/retention.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { analyticsDays, analyticsEvents } from '#db/schema.ts';

/** What the events themselves may take of the disk: the oldest are summed up before their time. */
const DETAIL_BYTES = 100_000_000;
/** What a row takes beside what was sent: its head, its number, time, and places in three indexes. */
const ROW_BYTES = 200;

/** About what events take of the disk. */
export function bytesOf(events: readonly object[]): number {
  return events.reduce(
    (sum: number, event) => sum + ROW_BYTES + Buffer.byteLength(JSON.stringify(event)),
    0,
  );
}

/** Stores events; one that was stored before, under the same `insertId`, is left out. */
export async function storeEvents(
  events: { name: EventName; properties: object; path: string; insertId?: string | undefined }[],
): Promise<void> {
  await db()
    .insert(analyticsEvents)
    .values(events.map((event) => ({ ...event, receivedAt: now() })))
    .onConflictDoNothing();
}

/** How often each event came on each of the last `days` days (`2026-11-21`, in UTC), today included; newest day first. */
export async function summariseEvents(days: number) {
  const midnight = new Date(now());
  midnight.setUTCHours(0, 0, 0, 0);
  const from = daysAgo(days - 1, midnight).toISOString();
  const { rows } = await db().execute<{ day: string; name: string; count: number }>(sql`
    select to_char(day, 'YYYY-MM-DD') as day, name, sum(count)::int as count
    from (
      select (received_at at time zone 'UTC')::date as day, name, 1 as count
      from ${analyticsEvents}
      where received_at >= ${from}::timestamptz
      union all
      select day, name, count from ${analyticsDays} where day >= ${from.slice(0, 10)}::date
    ) counted
    group by 1, 2
    order by 1 desc, 3 desc, 2`);
  return rows;
}

/**
 * Sums up events that are older than their detail is kept, and the oldest of what is beyond `budgetBytes`,
 * by day and name, and deletes them; in one statement, so that each is counted once. Forgets sums
 * that are too old.
 */
export async function foldEvents(budgetBytes = DETAIL_BYTES): Promise<void> {
  await db().execute(sql`
    with sized as (
      select id, received_at,
        sum(pg_column_size(${analyticsEvents}.*) + ${ROW_BYTES}) over (order by id desc) as bytes
      from ${analyticsEvents}
    ), gone as (
      delete from ${analyticsEvents} e using sized
      where e.id = sized.id and (
        sized.bytes > ${budgetBytes} or e.received_at < ${daysAgo(RETENTION.eventsDays).toISOString()}::timestamptz
      )
      returning e.received_at, e.name
    )
    insert into ${analyticsDays} (day, name, count)
    select (received_at at time zone 'UTC')::date, name, count(*)::int from gone group by 1, 2
    on conflict (day, name) do update set count = ${analyticsDays}.count + excluded.count`);
  await db().execute(
    sql`delete from ${analyticsDays} where day < ${daysAgo(RETENTION.eventSumsDays).toISOString()}::timestamptz::date`,
  );
}
