import { randomUUID } from 'node:crypto';
import { and, eq, isNotNull, isNull, lt, sql } from 'drizzle-orm';
import { RETENTION } from '#app/kit/retention.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { subscribers } from '#db/schema.ts';

interface SignUp {
  email: string;
  browserHash: string;
  /** What was being searched for, from the home page. */
  query?: string | undefined;
}

/**
 * Takes a subscription from any form, to be confirmed by a mailed link; false where the address has
 * confirmed one. One that waits to be confirmed is answered as a new one, and its email goes out again.
 */
export async function subscribe({ email, browserHash, query = '' }: SignUp): Promise<boolean> {
  const emailNormalised = normaliseEmail(email);
  const own = eq(subscribers.emailNormalised, emailNormalised);
  return db().transaction(async (tx) => {
    const confirmed = await tx.$count(subscribers, and(own, isNotNull(subscribers.confirmedAt)));
    if (confirmed > 0) return false;
    await tx
      .insert(subscribers)
      .values({ email, emailNormalised, createdAt: now() })
      .onConflictDoNothing();
    // Forgotten 30 days after the last letter.
    const [known] = await tx
      .update(subscribers)
      .set({ createdAt: now(), query: sql`coalesce(${subscribers.query}, nullif(${query}, ''))` })
      .where(own)
      .returning({ email: subscribers.email });
    await queueMails(tx, [
      {
        name: 'confirm-subscription',
        toEmail: known?.email ?? email,
        params: { browserHash },
        dedupeKey: `confirm-subscription:${randomUUID()}`,
      },
    ]);
    return true;
  });
}

/** Confirms what an address has subscribed to, however often; false where that is nothing. */
export async function confirmSubscription(emailNormalised: string): Promise<boolean> {
  const own = eq(subscribers.emailNormalised, emailNormalised);
  await db()
    .update(subscribers)
    .set({ confirmedAt: now() })
    .where(and(own, isNull(subscribers.confirmedAt)));
  return (await db().$count(subscribers, own)) > 0;
}

/** Forgets sign-ups that were never confirmed: they may have been somebody else's. */
export async function pruneSubscribers(): Promise<void> {
  const before = daysAgo(RETENTION.unconfirmedDays);
  await db()
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lt(subscribers.createdAt, before)));
}
