import { z } from '@hono/zod-openapi';
import { sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';

/** A payment this old should have brought a webhook. */
const GRACE_MINUTES = 15;

export const heartbeat = z.object({
  /** When the last webhook arrived, in ISO 8601; null before the first. */
  lastReceivedAt: z.string().nullable(),
  /** A sentence where payments exist that no webhook told of. */
  warning: z.string().nullable(),
});

/**
 * Whether webhooks still arrive: a payment recorded without one (by the success page or the
 * reconciler) and none since is the sign of an endpoint that has failed silently.
 */
export async function webhookHeartbeat(): Promise<z.infer<typeof heartbeat>> {
  const { rows } = await db().execute<{ last: Date | null; unannounced: Date | null }>(sql`
    select last, (select min(paid_at) from orders
                  where paid_at > coalesce(last, '-infinity'::timestamptz)) as unannounced
    from (select max(delivered_at) as last from webhook_events) heard`);
  const last = rows[0]?.last ? new Date(rows[0].last) : undefined;
  const unannounced = rows[0]?.unannounced ? new Date(rows[0].unannounced) : undefined;
  const isLate = unannounced && unannounced.getTime() < now().getTime() - GRACE_MINUTES * 60_000;
  const since = last ? `since ${last.toISOString()}` : 'yet';
  return {
    lastReceivedAt: last?.toISOString() ?? null,
    warning: isLate
      ? `No webhook has arrived ${since}, although payments have been made. Check the endpoint at Stripe.`
      : null,
  };
}

/** Puts a silent endpoint into the log, and tells administrators once of each silence; run by the clock. */
export async function reportHeartbeat(): Promise<void> {
  const { warning, lastReceivedAt } = await webhookHeartbeat();
  if (!warning) return;
  log.error(warning);
  await inTransaction((tx) =>
    notifyAdministrators(tx, 'webhooks-silent', { params: {}, key: lastReceivedAt ?? 'never' }),
  );
}
