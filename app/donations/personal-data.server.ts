import { and, eq, inArray, lte, or } from 'drizzle-orm';
import { ordersUnder } from '#app/funding/checkout/personal-data.server.ts';
import { db, type Tx } from '#app/database/db.server.ts';
import { subscriptions } from '#db/schema.ts';

/** Those that began with a payment under an address, be their own address another by now. */
export async function subscriptionsUnder(emailNormalised: string) {
  const orderIds = (await ordersUnder(emailNormalised)).map(({ id }) => id);
  return db().select().from(subscriptions).where(theirs(emailNormalised, orderIds));
}

/** Puts `alias` in place of a donor, up to a moment; their monthly donations have been cancelled before. */
export async function eraseDonations(
  tx: Tx,
  emailNormalised: string,
  orderIds: string[],
  alias: string,
  until?: Date,
): Promise<void> {
  await tx
    .update(subscriptions)
    .set({ email: alias, emailNormalised: alias })
    .where(theirs(emailNormalised, orderIds, until));
}

function theirs(emailNormalised: string, orderIds: string[], until?: Date) {
  return or(
    and(
      eq(subscriptions.emailNormalised, emailNormalised),
      until && lte(subscriptions.createdAt, until),
    ),
    inArray(subscriptions.orderId, orderIds),
  );
}
