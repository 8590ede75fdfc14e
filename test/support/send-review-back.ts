import { randomUUID } from 'node:crypto';
import { allocate } from '#app/funding/allocating/allocate.server.ts';
import type { Order } from '#app/funding/order.ts';
import { db } from '#app/database/db.server.ts';

/** Has an administrator send a payment under review back. */
export async function sendReviewBack({ paymentIntentId }: Order) {
  const command = { id: randomUUID(), subject: paymentIntentId ?? '', to: 'refund', paidOn: null };
  const words = { reference: '', reason: 'not what was ordered', isAnyway: false };
  return db().transaction((tx) => allocate(tx, { ...command, ...words }));
}
