import { sql } from 'drizzle-orm';
import { cached } from '#app/cache/cache.server.ts';
import { present } from '#app/kit/assert.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';

/** Whoever asks more often sees the same. */
const CACHE_SECONDS = 2;
const UNSEEN_S = 180;
const LATE_S = 600;

/**
 * How long what should be done at once has waited, in seconds; 0 where nothing waits. `unseenS`: since a
 * process that runs jobs was last seen by the queue; they show every half a minute. Throws where the
 * database does not answer.
 */
export async function workAge() {
  return cached('age of work', CACHE_SECONDS, async () => {
    const { rows } = await db().execute<Record<'jobS' | 'webhookS' | 'unseenS', number>>(sql`
      select
        coalesce((select extract(epoch from now() - min(start_after)) from pgboss.job
          where state < 'active' and start_after < now()), 0)::float8 as "jobS",
        coalesce((select extract(epoch from ${now().toISOString()}::timestamptz - min(received_at))
          from webhook_events where processed_at is null), 0)::float8 as "webhookS",
        coalesce((select extract(epoch from now() - cron_on) from pgboss.version),
          1e9)::float8 as "unseenS"`);
    return present(rows[0], 'the ages');
  });
}

/** What of it somebody has to look at, in a sentence; null where nothing is. */
export async function workWarning(): Promise<string | null> {
  const { jobS, webhookS, unseenS } = await workAge();
  const minutes = (seconds: number) => `${Math.floor(seconds / 60)} minutes`;
  if (unseenS > UNSEEN_S) return 'No process runs jobs: start one without JOBS=0.';
  if (webhookS > LATE_S) return `A stored webhook has waited for ${minutes(webhookS)}.`;
  return jobS > LATE_S ? `A background job has waited for ${minutes(jobS)}.` : null;
}
