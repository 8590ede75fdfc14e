import { eq } from 'drizzle-orm';
import { subscriptionsOf } from '#app/donations/store.server.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { manageLinks, subscriptions } from '#db/schema.ts';

/** A person's monthly donations, and when links to manage them were mailed. */
export async function donationsUnder(emailNormalised: string) {
  const { createdAt, expiresAt } = manageLinks;
  const links = await db()
    .select({ createdAt, expiresAt })
    .from(manageLinks)
    .where(eq(manageLinks.emailNormalised, emailNormalised));
  return { subscriptions: await subscriptionsOf(emailNormalised), manage_links: links };
}

/** Puts `alias` in place of a donor; their monthly donations have been cancelled before. */
export async function eraseDonations(
  tx: Tx,
  emailNormalised: string,
  alias: string,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ email: alias, emailNormalised: alias })
    .where(eq(subscriptions.emailNormalised, emailNormalised));
  await tx.delete(manageLinks).where(eq(manageLinks.emailNormalised, emailNormalised));
}
