import { eq } from 'drizzle-orm';
import * as messages from './messages.ts';
import { groupsToFund } from '#app/catalogue/closest-to-fund.server.ts';
import { groupPurposes, storedPurpose, type GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Tx } from '#app/database/db.server.ts';
import { site } from '#app/site.ts';
import { monthlyPurposes, subscriptions } from '#db/schema.ts';

/** Keeps what a gift is for, with its order, from its checkout on. */
export async function choosePurpose(tx: Tx, orderId: string, purpose: GiftPurpose): Promise<void> {
  if (purpose === 'project') return;
  await tx.insert(monthlyPurposes).values({ orderId, purpose }).onConflictDoNothing();
}

/** What a gift was for; of a monthly one, when it was begun. */
export async function purposeChosen(tx: Tx, orderId: string): Promise<GiftPurpose> {
  const own = eq(monthlyPurposes.orderId, orderId);
  const [row] = await tx.select().from(monthlyPurposes).where(own);
  return storedPurpose(row?.purpose);
}

/** What a later payment of it is for, as its donor last said. */
export async function purposeNow(
  tx: Tx,
  subscriptionId: string | null,
  orderId: string,
): Promise<GiftPurpose> {
  const own = eq(subscriptions.id, subscriptionId ?? '');
  const [row] = await tx.select({ purpose: subscriptions.purpose }).from(subscriptions).where(own);
  return row ? storedPurpose(row.purpose) : purposeChosen(tx, orderId);
}

/**
 * What a donor may choose, in the order in which it is offered: of the groups, those that have a product
 * to fund, and those that gifts of theirs are for already.
 */
export async function purposesOffered(
  own: readonly string[] = [],
): Promise<{ value: string; text: string }[]> {
  const toFund = await groupsToFund();
  const offered = [...groupPurposes].filter(
    ([value, group]) => toFund.includes(group) || own.includes(value),
  );
  return [
    { value: 'project', text: messages.PURPOSE_PROJECT },
    { value: 'closest', text: messages.PURPOSE_CLOSEST },
    ...offered.map(([value, { name }]) => ({ value, text: closestOf(name) })),
  ];
}

const closestOf = (group: string) => `${messages.PURPOSE_CLOSEST} in ${group}`;

/** What the hosted page calls a gift. */
export function giftName(purpose: GiftPurpose, isMonthly: boolean): string {
  const gift = isMonthly ? 'Monthly gift' : 'Gift';
  if (purpose === 'project') {
    return `${isMonthly ? 'Monthly donation' : 'Donation'} to ${site.name}`;
  }
  const group = groupPurposes.get(purpose);
  return `${gift} to whatever is closest to its goal${group ? ` in ${group.name}` : ''}`;
}
