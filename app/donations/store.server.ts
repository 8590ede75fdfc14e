import { and, asc, desc, eq, gt, isNull, lt, or } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, findRow, type Tx } from '#app/database/db.server.ts';
import { subscriptions } from '#db/schema.ts';

export type Subscription = typeof subscriptions.$inferSelect;

/** A monthly donation, locked until the transaction ends. */
export async function lockSubscription(tx: Tx, id: string): Promise<Subscription | undefined> {
  const [row] = await tx.select().from(subscriptions).where(eq(subscriptions.id, id)).for('update');
  return row;
}

export async function findSubscription(id: string): Promise<Subscription | undefined> {
  return findRow(subscriptions, eq(subscriptions.id, id));
}

/** A person's monthly donations: those that go on first, then the newest. */
export async function subscriptionsOf(emailNormalised: string): Promise<Subscription[]> {
  const rows = await db()
    .select()
    .from(subscriptions)
    .where(eq(subscriptions.emailNormalised, emailNormalised))
    .orderBy(desc(subscriptions.createdAt));
  return rows.toSorted((a, b) => Number(a.endedAt !== null) - Number(b.endedAt !== null));
}

/** Whether this person has a monthly donation that has not ended. */
export async function isDonatingMonthly(tx: Tx, emailNormalised: string): Promise<boolean> {
  const { emailNormalised: whose, endedAt } = subscriptions;
  const goingOn = and(eq(whose, emailNormalised), isNull(endedAt));
  return (await tx.$count(subscriptions, goingOn)) > 0;
}

/**
 * Monthly donations that Stripe should have said more of by now: never described, or past the end
 * of their period. In pages, in the order of their ids.
 */
export async function silentSubscriptions(after = ''): Promise<{ id: string }[]> {
  const twoHoursAgo = new Date(now().getTime() - 7_200_000);
  const { id, endedAt, currentPeriodEnd } = subscriptions;
  const isSilent = or(isNull(currentPeriodEnd), lt(currentPeriodEnd, twoHoursAgo));
  return db()
    .select({ id })
    .from(subscriptions)
    .where(and(gt(id, after), isNull(endedAt), isSilent))
    .orderBy(asc(id))
    .limit(100);
}
