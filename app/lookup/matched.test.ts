import { eq, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { listContributions } from './list-contributions.server.ts';
import { receiptFor } from './receipt.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { contributions } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { aRow, gift, sharesOf } from '#test/support/gifts.ts';
import { aMatch, promised } from '#test/support/matches.ts';

useDatabase();

const GIVER = 'giver@example.org';

/** A gift, and what a match promised or added to it. */
async function matchedGift(status: string, sponsorName: string | null = 'Acme Foundation') {
  const match = await aMatch(10_000, { sponsorName });
  const productId = await aRow();
  const order = await gift(GIVER, [productId, 2_500]);
  const promise = { orderId: order.id, productId, matchId: match.id, amountCents: 2_000, status };
  await promised(promise);
  const [share] = await sharesOf(order.id);
  const entry = async () => (await listContributions(GIVER, share!.id))[0]!;
  return { match, order, productId, share: share!, entry };
}

test.each([
  ['open', { amount: 20, by: 'Acme Foundation' }],
  ['spent', { amount: 20, by: 'Acme Foundation' }],
  ['released', null],
  ['returned', null],
])('a gift whose promise is %s says so in the list and on its receipt', async (status, matched) => {
  const { share, entry } = await matchedGift(status);
  expect((await entry()).matched).toEqual(matched);
  const receipt = await receiptFor(GIVER, share.id);
  expect(receipt).toMatchObject({ total: 25, lines: [{ amount: 25, matched }] });
});

test('a match follows a gift to the product that its own was merged into, and none that its giver moved', async () => {
  const { productId, share, entry } = await matchedGift('spent', null);
  const other = await aRow();
  const set = (values: Partial<typeof contributions.$inferInsert>) =>
    db().update(contributions).set(values).where(eq(contributions.id, share.id));
  await set({ productId: other, mergedFrom: productId });
  expect((await entry()).matched).toEqual({ amount: 20, by: null });
  await set({ movedAt: sql`now()` as unknown as Date });
  expect((await entry()).matched).toBeNull();
});

test('its sponsor sees money that matches gifts, and what it matched, and cannot move either', async () => {
  const { match, productId } = await matchedGift('spent');
  const own = (await sharesOf(match.orderId)).find((share) => share.productId === match.id);
  const entry = async () => (await listContributions(match.sponsorEmail, own!.id))[0]!;
  const held = { can_move: false, can_request_refund: false };
  expect(await entry()).toMatchObject({ product_id: match.id, moved_from: null, ...held });
  await db()
    .update(contributions)
    .set({ productId, mergedFrom: match.id, spentBy: `match:${match.id}:1` })
    .where(eq(contributions.id, own!.id));
  const from = { id: match.id };
  expect(await entry()).toMatchObject({ product_id: productId, moved_from: from, ...held });
});
