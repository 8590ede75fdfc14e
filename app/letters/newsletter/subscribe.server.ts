import { randomUUID } from 'node:crypto';
import { and, eq, isNull, lt } from 'drizzle-orm';
import { KEPT } from '#app/kit/kept.ts';
import { normaliseEmail } from '#app/kit/text.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { subscribers } from '#db/schema.ts';

/** What a sign-up says beside the address: the home page tells what was being searched for. */
interface SignUp {
  email: string;
  browserHash: string;
  query?: string | undefined;
  status?: string | undefined;
}

/** The lists there are: the newsletter, and the updates that the home page offers. */
export type List = 'newsletter' | 'updates';

/**
 * Takes a subscription to the newsletter, or, from the home page, to its updates, to be confirmed by a
 * mailed link; false where the address has confirmed that list. One that waits to be confirmed is
 * answered as a new one, and its email goes out again.
 */
export async function subscribe({ email, browserHash, query, status }: SignUp): Promise<boolean> {
  const emailNormalised = normaliseEmail(email);
  // The home page's form is the one that says so.
  const list: List = status ? 'updates' : 'newsletter';
  const own = and(eq(subscribers.emailNormalised, emailNormalised), eq(subscribers.list, list));
  return db().transaction(async (tx) => {
    const [added] = await tx
      .insert(subscribers)
      .values({
        email,
        emailNormalised,
        list,
        query: query || null,
        ...(status ? { status } : {}),
        createdAt: now(),
      })
      .onConflictDoNothing({ target: [subscribers.emailNormalised, subscribers.list] })
      .returning();
    const [known] = added ? [added] : await tx.select().from(subscribers).where(own);
    if (!known || known.confirmedAt) return false;
    // Forgotten 30 days after the last letter.
    await tx.update(subscribers).set({ createdAt: now() }).where(eq(subscribers.id, known.id));
    await queueMails(tx, [
      {
        name: 'confirm-subscription',
        toEmail: known.email,
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
  const [row] = await db().select({ id: subscribers.id }).from(subscribers).where(own);
  return row !== undefined;
}

/** Forgets sign-ups that were never confirmed: they may have been somebody else's. */
export async function pruneSubscribers(): Promise<void> {
  const before = daysAgo(KEPT.unconfirmedDays);
  await db()
    .delete(subscribers)
    .where(and(isNull(subscribers.confirmedAt), lt(subscribers.createdAt, before)));
}
