import { createHash } from 'node:crypto';
import { lt, sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { rateLimits } from '#db/schema.ts';

/** Who a limit counts that is for all visitors together. */
export const EVERYBODY = 'all';

export interface Limit {
  /** What is limited, e.g. `create-checkout:address`. */
  name: string;
  /** Hits allowed per window. */
  hits: number;
  windowSeconds: number;
  /** Windows begin so long after those of the clock: beside those, no moment is between two. */
  shiftSeconds?: number;
}

/**
 * Counts one hit of `who` against a limit, or several at once, for all processes together, and says
 * whether it is within it. Fixed windows: at most twice the limit in any stretch of one window's length.
 * With `tx` the hit counts once that is committed, and others of the same window wait for it.
 */
export async function withinLimit(
  limit: Limit,
  who: string,
  count = 1,
  tx: Tx = db(),
): Promise<boolean> {
  const windowMs = limit.windowSeconds * 1000;
  const shiftMs = (limit.shiftSeconds ?? 0) * 1000;
  const windowStart = new Date(
    Math.floor((now().getTime() - shiftMs) / windowMs) * windowMs + shiftMs,
  );
  const [row] = await tx
    .insert(rateLimits)
    .values({ key: `${limit.name}:${who}`, windowStart, hits: count })
    .onConflictDoUpdate({
      target: [rateLimits.key, rateLimits.windowStart],
      set: { hits: sql`${rateLimits.hits} + ${count}` },
    })
    .returning({ hits: rateLimits.hits });
  const hits = row?.hits ?? 0;
  if (who === EVERYBODY && hits > limit.hits && hits - count <= limit.hits) {
    log.error({ limit: limit.name }, 'everybody together is over a limit: nobody gets through');
  }
  return hits <= limit.hits;
}

/**
 * Counts one hit against each of several limits, in their order, until one is over; whether it is
 * within all. The widest limit stands last, so that who is over a narrow one uses up nobody else's.
 */
export async function withinLimits(...limits: [limit: Limit, who: string][]): Promise<boolean> {
  for (const [limit, who] of limits) if (!(await withinLimit(limit, who))) return false;
  return true;
}

/** An address as limits count it: kept as a hash, for a day. */
export function emailKey(emailNormalised: string): string {
  return createHash('sha256').update(`email:${emailNormalised}`).digest('hex');
}

/** Forgets windows that ended more than a day ago. */
export async function pruneRateLimits(): Promise<void> {
  const dayAgo = new Date(now().getTime() - 86_400_000);
  await db().delete(rateLimits).where(lt(rateLimits.windowStart, dayAgo));
}
