import { eq, inArray } from 'drizzle-orm';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { matches, sponsorPayments } from '#db/schema.ts';

/** The matches that somebody is the sponsor of, with what they paid for them outside Stripe. */
export async function matchesUnder(emailNormalised: string) {
  const own = await db().select().from(matches).where(isOwn(emailNormalised));
  const ids = own.map(({ id }) => id);
  return {
    matches: own,
    sponsor_payments: await db()
      .select()
      .from(sponsorPayments)
      .where(inArray(sponsorPayments.matchId, ids)),
  };
}

/** Puts `alias` in place of a sponsor, who is not named any more: their matches stay as they are. */
export async function eraseMatches(tx: Tx, emailNormalised: string, alias: string): Promise<void> {
  const own = tx.select({ id: matches.id }).from(matches).where(isOwn(emailNormalised));
  const theirs = inArray(sponsorPayments.matchId, own);
  await tx.update(sponsorPayments).set({ reference: '' }).where(theirs);
  await tx
    .update(matches)
    .set({ sponsorName: null, sponsorEmail: alias, sponsorEmailNormalised: alias })
    .where(isOwn(emailNormalised));
}

const isOwn = (emailNormalised: string) => eq(matches.sponsorEmailNormalised, emailNormalised);
