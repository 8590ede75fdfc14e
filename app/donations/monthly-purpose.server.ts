import { eq } from 'drizzle-orm';
import * as messages from './messages.ts';
import { findPool, openPools } from '#app/catalogue/pools.server.ts';
import { readPurpose, storedPurpose, type GiftPurpose } from '#app/funding/gift-purpose.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { site } from '#app/site.ts';
import { monthlyPurposes, subscriptions } from '#db/schema.ts';

/** Keeps what a monthly donation is begun for, with its order, from its checkout on. */
export async function choosePurpose(tx: Tx, orderId: string, purpose: GiftPurpose): Promise<void> {
  if (purpose === 'project') return;
  await tx
    .insert(monthlyPurposes)
    .values({ orderId, purpose: String(purpose) })
    .onConflictDoNothing();
}

/** What a monthly donation was begun for. */
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

/** What somebody chose, where it can be chosen now; else why not, in a sentence. */
export async function choiceOf(
  text: string,
): Promise<{ ok: true; purpose: GiftPurpose } | { ok: false; sentence: string }> {
  const purpose = readPurpose(text);
  if (typeof purpose === 'string') return { ok: true, purpose };
  const pool = purpose === undefined ? undefined : await findPool(purpose);
  if (purpose === undefined || !pool) return { ok: false, sentence: messages.PURPOSE_UNKNOWN };
  return pool.closedAt
    ? { ok: false, sentence: messages.poolClosed(pool.name) }
    : { ok: true, purpose };
}

/** What a monthly donor may choose, in the order in which it is offered. */
export async function purposesOffered(): Promise<{ value: string; text: string }[]> {
  const pools = await openPools();
  return [
    { value: 'project', text: messages.PURPOSE_PROJECT },
    { value: 'closest', text: messages.PURPOSE_CLOSEST },
    ...pools.map(({ id, name }) => ({ value: String(id), text: name })),
  ];
}

/** What the hosted page calls a monthly gift. */
export async function monthlyName(purpose: GiftPurpose): Promise<string> {
  if (purpose === 'project') return `Monthly donation to ${site.name}`;
  if (purpose === 'closest') return 'Monthly gift to whatever is closest to its goal';
  return `Monthly gift to the ${(await findPool(purpose))?.name ?? 'pool'}`;
}
