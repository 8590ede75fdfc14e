import { sql } from 'drizzle-orm';
import { cached } from '#app/cache/cache.server.ts';
import { present } from '#app/kit/assert.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { queueSizes } from '#app/database/queue.server.ts';
import { logTrouble } from '#app/log/log-trouble.server.ts';
import { workAge } from './work-age.server.ts';
import { webhookHeartbeat } from '#app/stripe/webhook-heartbeat.server.ts';

/** A mail that the clock should have sent. */
const OVERDUE_MINUTES = 5;
/** Those given up are counted for so long after they were queued. */
export const GIVEN_UP_DAYS = 7;
/** Whoever reads more often sees the same. */
const CACHE_SECONDS = 2;

/**
 * How much work waits in the places that work is left in, all from indexes; throws where the database
 * does not answer.
 */
export async function readSizes() {
  return cached('sizes of queues', CACHE_SECONDS, readNow);
}

type Undecided = 'failed_refunds' | 'refund_requests' | 'unmatched';
type Counted = 'events' | 'waiting' | 'overdue' | 'given_up' | Undecided;

async function readNow() {
  const ago = (minutes: number) => new Date(now().getTime() - minutes * 60_000).toISOString();
  const [queues, heartbeat, age, ofLog, { rows: audits }, { rows }] = await Promise.all([
    queueSizes(),
    webhookHeartbeat(),
    workAge(),
    logTrouble(),
    db().execute<Record<'finishedS' | 'isRight' | 'ledgerProblems', number>>(sql`
      select extract(epoch from finished_at)::float8 as "finishedS",
        coalesce((report->>'matches')::boolean, false)::int as "isRight",
        coalesce(jsonb_array_length(report->'problems'), 0) as "ledgerProblems"
      from audit_runs where status <> 'running' order by started_at desc limit 1`),
    db().execute<Record<Counted, number>>(sql`
      select
        (select count(*)::int from webhook_events where processed_at is null) as events,
        (select count(*)::int from mails where sent_at is null and dead_at is null) as waiting,
        (select count(*)::int from mails where sent_at is null and dead_at is null
           and next_attempt_at < ${ago(OVERDUE_MINUTES)}::timestamptz) as overdue,
        (select count(*)::int from mails where dead_at is not null and not is_withheld
           and created_at > ${ago(GIVEN_UP_DAYS * 1_440)}::timestamptz) as given_up,
        (select count(*)::int from refunds where status = 'failed') as failed_refunds,
        (select count(*)::int from refund_requests where status = 'open') as refund_requests,
        (select count(*)::int from unmatched where open_cents <> 0) as unmatched`),
  ]);
  const { events, waiting, overdue, given_up, ...undecided } = present(rows[0], 'the counts');
  return {
    queues,
    heartbeat,
    webhookEventsWaiting: events,
    mails: { waiting, overdue, given_up },
    /** What an administrator has to decide. */
    undecided,
    age,
    /** When the last audit was finished, in seconds since 1970 (0 before the first), and what it found. */
    audit: audits[0] ?? { finishedS: 0, isRight: 0, ledgerProblems: 0 },
    log: ofLog,
  };
}
