import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { findProduct, isProductId } from '#app/catalogue/find-product.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { disputes, products } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { aMatch } from '#test/support/matches.ts';
import { openMatches } from './read-matches.server.ts';
import { shownMatch } from './shown-match.server.ts';

useDatabase();

it('a match promises while it is open and has money, the oldest first', async () => {
  const [first, second] = [await aMatch(10_000), await aMatch(500, { firstGifts: 3 })];
  await aMatch(10_000, { endsAt: daysAgo(1) });
  const closed = await aMatch(10_000);
  const removed = { removedAt: now(), removedReason: 'removed' };
  await db().update(products).set(removed).where(eq(products.id, closed.id));
  expect(await openMatches()).toMatchObject([
    { id: first.id, leftCents: 10_000, giftsLeft: null },
    { id: second.id, leftCents: 500, giftsLeft: 3 },
  ]);
  expect(await checkLedger()).toEqual([]);
});

it('the page of a match leads to a gift only while it may be matched', async () => {
  const { id, orderId } = await aMatch(10_000);
  const isOpen = async (match = id) => (await shownMatch(match))?.isOpen;
  expect(await isOpen()).toBe(true);
  const row = { id: 'du_1', orderId, paymentIntentId: 'pi_1', amountCents: 10_000 };
  const inquiry = { reason: 'fraudulent', status: 'warning_needs_response' };
  await db()
    .insert(disputes)
    .values({ ...row, ...inquiry });
  expect(await isOpen()).toBe(false);
  await db().update(disputes).set({ closedAt: now() });
  expect(await isOpen()).toBe(true);
  expect(await isOpen((await aMatch(99)).id)).toBe(false);
  expect(await isOpen((await aMatch(10_000, { endsAt: daysAgo(1) })).id)).toBe(false);
});

it('a match is no product, and its page is none of a product', async () => {
  const { id } = await aMatch(10_000);
  expect(isProductId(id)).toBe(false);
  expect(await findProduct(id)).toBeUndefined();
});
