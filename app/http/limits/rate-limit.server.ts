import { createHmac } from 'node:crypto';
import { inArray, lt, sql } from 'drizzle-orm';
import { Counter } from 'prom-client';
import { authSecret } from '#app/platform/auth-secret.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { registry } from '#app/platform/registry.server.ts';
import { rateLimits } from '#db/schema.ts';

/** One thing that is counted, within a fixed window. */
interface Counting {
  key: string;
  windowSeconds: number;
  /** Windows begin so long after those of the clock: beside those, no moment is between two. */
  shiftSeconds?: number;
  /** How much this counts; 1 where it is not set. */
  count?: number;
}

/**
 * Counts hits for all processes together, in one statement; how many each then has, in their order.
 * Fixed windows: at most twice a limit in any stretch of one window's length. With `tx` they count
 * once that is committed, and others of the same windows wait for it.
 */
export async function countHits(countings: readonly Counting[], tx: Tx = db()): Promise<number[]> {
  if (countings.length === 0) return [];
  const rows = countings.map((counting) => ({
    key: counting.key,
    windowStart: windowStart(counting),
    hits: counting.count ?? 1,
  }));
  const nameOf = (row: { key: string; windowStart: Date }) =>
    `${row.key}@${row.windowStart.getTime()}`;
  const counted = await tx
    .insert(rateLimits)
    // In one order, so that two who count the same wait for each other and not in a circle.
    .values(rows.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)))
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`least(${rateLimits.hits}::bigint + excluded.hits, 2147483647)::int` },
    })
    .returning();
  const hits = new Map(counted.map((row) => [nameOf(row), row.hits]));
  return rows.map((row) => hits.get(nameOf(row)) ?? 0);
}

/**
 * Takes back what was counted and then refused: it used nothing up, and leaves no row, or somebody who
 * is refused could fill the disk with one name after another. What others hold goes with a later one.
 */
export async function uncountHits(countings: readonly Counting[]): Promise<void> {
  await countHits(countings.map((one) => ({ ...one, count: -(one.count ?? 1) })));
  const keys = countings.map(({ key }) => key);
  await db().execute(sql`
    with unused as (
      select key, window_start from ${rateLimits}
      where ${inArray(rateLimits.key, keys)} and hits <= 0
      for update skip locked
    )
    delete from ${rateLimits} using unused
    where ${rateLimits.key} = unused.key and ${rateLimits.windowStart} = unused.window_start`);
}

/** Counts one hit of `who`, and says whether it is within the limit, which the log and the metrics name. */
export async function withinLimit(
  limit: { name: string; hits: number; windowSeconds: number },
  who: string,
): Promise<boolean> {
  const [hits = 0] = await countHits([{ ...limit, key: `${limit.name}:${who}` }]);
  if (hits > limit.hits) noteLimitHit(limit.name);
  return hits <= limit.hits;
}

/**
 * How often something has been used, this time counted. It is known again for half a day at least, and
 * for a day and a half at most.
 */
export async function timesUsed(name: string, of: string, tx: Tx = db()): Promise<number> {
  const [day = 0, shifted = 0] = await countHits(
    [0, 43_200].map((shiftSeconds) => ({
      key: `${name}${shiftSeconds ? ':shifted' : ''}:${of}`,
      windowSeconds: 86_400,
      shiftSeconds,
    })),
    tx,
  );
  return Math.max(day, shifted);
}

/** Seconds until the window of now ends, rounded up to a minute where they are more than one. */
export function secondsLeft({ windowSeconds, shiftSeconds }: Omit<Counting, 'key'>): number {
  const start = windowStart({ windowSeconds, shiftSeconds: shiftSeconds ?? 0 });
  const end = start.getTime() + windowSeconds * 1000;
  const seconds = Math.max(1, Math.ceil((end - now().getTime()) / 1000));
  return seconds > 60 ? Math.ceil(seconds / 60) * 60 : seconds;
}

const limitsHit = new Counter({
  name: 'openassay_limits_hit_total',
  help: 'Requests that were refused because a limit was exceeded, by limit.',
  labelNames: ['limit'],
  registers: [registry],
});

/** The one place that hears of every limit that was exceeded; neither a person nor an address is named. */
export function noteLimitHit(limit: string): void {
  limitsHit.inc({ limit });
  log.info({ limit }, 'a limit was exceeded');
}

/**
 * A mailbox as limits count it: what stands behind a plus, and dots where the provider ignores them,
 * lead to the same one. Kept as a hash that a copy of the database alone does not undo, for a day.
 */
export function mailboxKey(emailNormalised: string): string {
  const key = `mailbox:${oneMailbox(emailNormalised)}`;
  return createHmac('sha256', `limits:${authSecret()}`).update(key).digest('hex');
}

/** For counting alone: whose address it is, and where mail goes, is what was typed. */
function oneMailbox(emailNormalised: string): string {
  const at = emailNormalised.lastIndexOf('@');
  const [domain, local] = [emailNormalised.slice(at + 1), emailNormalised.slice(0, at)];
  const [untagged = ''] = local.split('+');
  const isGoogle = domain === 'gmail.com' || domain === 'googlemail.com';
  if (isGoogle) return `${untagged.replaceAll('.', '')}@gmail.com`;
  return `${untagged || local}@${domain}`;
}

/** Forgets windows that ended more than a day ago. */
export async function pruneRateLimits(): Promise<void> {
  await db()
    .delete(rateLimits)
    .where(lt(rateLimits.windowStart, daysAgo(1)));
}

function windowStart({ windowSeconds, shiftSeconds = 0 }: Omit<Counting, 'key'>): Date {
  const [windowMs, shiftMs] = [windowSeconds * 1000, shiftSeconds * 1000];
  return new Date(Math.floor((now().getTime() - shiftMs) / windowMs) * windowMs + shiftMs);
}
