import { eq } from 'drizzle-orm';
import { config } from '#app/config.ts';
import { lockTestable } from '#app/funding/begin-testing.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { daysAgo } from '#app/platform/clock.server.ts';
import { findRow, type Tx } from '#app/database/db.server.ts';
import type { Operation } from './acts.ts';
import { mails } from '#db/schema.ts';

/**
 * Tells a product's maker that its results are about to be published; once for each product. The email
 * itself is the record of it, and what publication waits for.
 */
export const tellMaker: Operation<'tell-maker'> = async (tx, productId, { email: toEmail }) => {
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  if (product.testingStatus === 'Tested') return { ok: false, why: 'tested' };
  if (!product.testingBegunAt) return { ok: false, why: 'not_begun' };
  const told = await toldMaker(tx, productId);
  if (told) {
    return told.toEmail === toEmail
      ? { ok: true, isRepeated: true }
      : { ok: false, why: 'maker_told' };
  }
  await queueMails(tx, [
    { name: 'maker-told', toEmail, params: { productId }, dedupeKey: keyOf(productId) },
  ]);
  return { ok: true, isRepeated: false };
};

/** Whether a product's maker was told so lately that its results wait. */
export async function isMakerAwaited(tx: Tx, productId: number): Promise<boolean> {
  const told = await toldMaker(tx, productId);
  return told !== undefined && told.createdAt > daysAgo(config().MAKER_NOTICE_DAYS);
}

const keyOf = (productId: number) => `maker-told:${productId}`;

const toldMaker = (tx: Tx, productId: number) =>
  findRow(mails, eq(mails.dedupeKey, keyOf(productId)), tx);
