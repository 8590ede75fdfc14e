import { eq } from 'drizzle-orm';
import * as messages from './messages.ts';
import { closestToFund, groupsToFund } from '#app/catalogue/closest-to-fund.server.ts';
import {
  groupPurposes,
  panelPurposes,
  storedPurpose,
  type GiftPurpose,
} from '#app/funding/gift-purpose.ts';
import { db, type Tx } from '#app/database/db.server.ts';
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
export async function purposeNow(tx: Tx, subscriptionId: string | null, orderId: string) {
  const own = eq(subscriptions.id, subscriptionId ?? '');
  const [row] = await tx.select({ purpose: subscriptions.purpose }).from(subscriptions).where(own);
  return row ? storedPurpose(row.purpose) : purposeChosen(tx, orderId);
}

/**
 * What a donor may choose, in the order in which it is offered: of the groups and of the panels beside
 * plastics, those that have a product to fund, and those that gifts of theirs are for already.
 */
export async function purposesOffered(own: readonly string[] = []) {
  const toFund = await groupsToFund();
  const offered = ['closest'];
  for (const [value, group] of groupPurposes)
    if (toFund.includes(group) || own.includes(value)) offered.push(value);
  for (const [value, { key }] of panelPurposes) {
    const isOpen = own.includes(value) || (await closestToFund(1, undefined, db(), key)).length > 0;
    if (isOpen) offered.push(value);
  }
  return [
    { value: 'project', text: messages.PURPOSE_PROJECT },
    ...offered.map((value) => ({ value, text: messages.PURPOSE_CLOSEST + within(value) })),
  ];
}

/** Of what it is the closest: ` in Dairy`, `, of tests for metals`; nothing of all. */
function within(purpose: string): string {
  const [group, panel] = [groupPurposes.get(purpose), panelPurposes.get(purpose)];
  return group ? ` in ${group.name}` : panel ? `, of tests for ${panel.name}` : '';
}

/** What the hosted page calls a gift. */
export function giftName(purpose: GiftPurpose, isMonthly: boolean): string {
  if (purpose === 'project')
    return `${isMonthly ? 'Monthly donation' : 'Donation'} to ${site.name}`;
  return `${isMonthly ? 'Monthly gift' : 'Gift'} to whatever is closest to its goal${within(purpose)}`;
}
