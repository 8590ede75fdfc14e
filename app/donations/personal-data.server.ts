import { eq, inArray, or } from 'drizzle-orm';
import { ordersUnder } from '#app/funding/checkout/personal-data.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { manageLinks, subscriptions } from '#db/schema.ts';

/** A person's monthly donations, and when links to manage them were mailed. */
export async function donationsUnder(emailNormalised: string) {
  const { createdAt, expiresAt } = manageLinks;
  return {
    subscriptions: await subscriptionsUnder(emailNormalised),
    manage_links: await db()
      .select({ createdAt, expiresAt })
      .from(manageLinks)
      .where(eq(manageLinks.emailNormalised, emailNormalised)),
  };
}

/** Those that began with a payment under an address, be their own address another by now. */
export async function subscriptionsUnder(emailNormalised: string) {
  const orderIds = (await ordersUnder(emailNormalised)).map(({ id }) => id);
  return db().select().from(subscriptions).where(theirs(emailNormalised, orderIds));
}

/** Puts `alias` in place of a donor; their monthly donations have been cancelled before. */
export async function eraseDonations(
  tx: Tx,
  emailNormalised: string,
  orderIds: string[],
  alias: string,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ email: alias, emailNormalised: alias })
    .where(theirs(emailNormalised, orderIds));
  await tx.delete(manageLinks).where(eq(manageLinks.emailNormalised, emailNormalised));
}

function theirs(emailNormalised: string, orderIds: string[]) {
  return or(
    eq(subscriptions.emailNormalised, emailNormalised),
    inArray(subscriptions.orderId, orderIds),
  );
}
