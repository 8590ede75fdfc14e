import { lt } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/db.server.ts';
import { analyticsEvents } from '#db/schema.ts';

/** Forgets analytics events older than so many days. */
export async function pruneAnalyticsEvents(days = 400): Promise<void> {
  const before = new Date(now().getTime() - days * 86_400_000);
  await db().delete(analyticsEvents).where(lt(analyticsEvents.receivedAt, before));
}
