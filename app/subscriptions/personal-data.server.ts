import { and, eq, lte } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { emailSubscriptions } from '#db/schema.ts';

/** What an address follows, signed up to, or turned off. */
export async function topicsUnder(address: string) {
  const { topic, email, isOn, confirmedAt, query, status, createdAt } = emailSubscriptions;
  const shown = { topic, email, isOn, confirmedAt, query, status, createdAt };
  const theirs = eq(emailSubscriptions.emailNormalised, address);
  return { email_subscriptions: await db().select(shown).from(emailSubscriptions).where(theirs) };
}

/** Ends all of it, up to a moment. */
export async function eraseTopics(tx: Tx, address: string, until?: Date): Promise<void> {
  const { emailNormalised, createdAt } = emailSubscriptions;
  const since = until && lte(createdAt, until);
  await tx.delete(emailSubscriptions).where(and(eq(emailNormalised, address), since));
}
