import { setTimeout as sleep } from 'node:timers/promises';
import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { markMerged } from '#app/catalogue/mark-merged.server.ts';
import { closeMatchPlace } from '#app/catalogue/remove-product.server.ts';
import { beginTesting } from '#app/funding/begin-testing.server.ts';
import { giveUp } from '#app/funding/disputes/dispute-withdrawn.server.ts';
import { lockPair } from '#app/funding/merging/lock-pair.server.ts';
import { moveMoney } from '#app/funding/merging/move-money.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { matchRefunds } from '#app/funding/unmatched/match-refunds.server.ts';
import { setAside } from '#app/funding/unmatched.server.ts';
import { undoAllocation } from '#app/funding/unmatched/undo-allocation.server.ts';
import { feesAccount } from '#app/ledger/accounts.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { allocations, contributions, disputes } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { aRow, dispute, gift, rowNow, sharesOf } from '#test/support/gifts.ts';
import { aMatch, ordered, pays, promisesOf } from '#test/support/matches.ts';
import { closeMatches } from './close-matches.server.ts';
import { matchStory } from './match-story.server.ts';
import { matchedBetween } from './matched-between.server.ts';
import { findMatch, matchedOf } from './read-matches.server.ts';
import { settleMatches } from './settle-matches.server.ts';

/* Money of sponsors that leaves and comes back while it is promised, or after it was spent. */

useDatabase({ CHECKOUTS_PER_ADDRESS: '1000', SHARES_PER_ADDRESS: '1000' });

let brands = 0;

/** A match of its own kind, with a product and a gift to it that is matched with $20. */
async function aMatchedGift(
  sumCents: number,
  rule: Parameters<typeof aMatch>[1] = {},
  targetCents = 127_500,
) {
  const brand = `Brand ${(brands += 1)}`;
  const match = await aMatch(sumCents, { kind: 'brand', of: brand, ...rule });
  const productId = await aRow(targetCents, { brand });
  const order = await ordered([productId, 2_000]);
  await pays(`giver-${brands}@example.org`, order);
  await settleMatches();
  const [share] = await sharesOf(order.id);
  return { match, productId, order, share: share! };
}

/** Refunds so much of a payment at Stripe itself. */
async function refundElsewhere(orderId: string, cents: number) {
  const [share] = await sharesOf(orderId);
  const [id, paymentIntentId] = [`re_${orderId}`, share!.stripePaymentId!];
  const gone = { id, paymentIntentId, amountCents: -cents, happenedAt: now() };
  await db().transaction(async (tx) => {
    await setAside(tx, gone, `outside-refund:${id}`);
    await matchRefunds(tx, paymentIntentId);
  });
  return () => db().select().from(allocations).where(eq(allocations.unmatchedId, id));
}

/** Merges a product into another. */
async function merge(goneId: number, survivorId: number) {
  await db().transaction(async (tx) => {
    const locked = await lockPair(tx, goneId, survivorId);
    if (!locked.ok) throw new Error(locked.why);
    await moveMoney(tx, locked.pair);
    await markMerged(tx, goneId, survivorId);
  });
}

/** Has the dispute of a payment be lost, with all that it took. */
async function lose(orderId: string) {
  const lost = { status: 'lost', closedAt: now() };
  await db().transaction(async (tx) => {
    await tx.update(disputes).set(lost).where(eq(disputes.orderId, orderId));
    await giveUp(tx, `du_${orderId}`);
  });
}

const close = (id: number) => db().transaction((tx) => closeMatchPlace(tx, id));
const booksAreRight = async () => expect(await checkLedger()).toEqual([]);

it('what a closed match hands on leaves what keeps its promises, and nothing that the bank may take', async () => {
  const match = await aMatch(2_000, { kind: 'brand', of: 'Contested' });
  await gift(match.sponsorEmail, [match.id, 2_000]);
  const order = await ordered([await aRow(127_500, { brand: 'Contested' }), 2_000]);
  await db()
    .insert(disputes)
    .values({
      id: `du_${match.id}`,
      orderId: match.orderId,
      paymentIntentId: `pi_${match.id}`,
      amountCents: 2_000,
      reason: 'fraudulent',
      status: 'warning_needs_response',
    });
  await close(match.id);
  expect(await closeMatches()).toBe(0);
  await pays('a@example.org', order);
  await settleMatches();
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent', amountCents: 2_000 }]);
  await db().update(disputes).set({ closedAt: now() });
  expect(await closeMatches()).toBe(2_000);
  await booksAreRight();
});

it('what comes back to a closed match goes where its terms say', async () => {
  const match = await aMatch(5_000, { unusedTo: 'project' });
  await dispute(match.orderId, 5_000, false);
  await close(match.id);
  expect(await closeMatches()).toBe(0);
  await dispute(match.orderId, 5_000, true);
  expect(await closeMatches()).toBe(5_000);
  expect(await sharesOf(match.orderId)).toMatchObject([{ productId: null, status: 'paid' }]);
  await booksAreRight();
});

it('what a dispute gives back at last, of a match whose gift is gone, is the match’s', async () => {
  const { match, productId, order, share } = await aMatchedGift(2_000);
  await dispute(match.orderId, 2_000, false);
  await db().update(disputes).set({ status: 'lost', closedAt: now() });
  const own = eq(contributions.orderId, match.orderId);
  await db().update(contributions).set({ status: 'charged_back' }).where(own);
  await requestRefund(share.id, { reason: 'requested' });
  await settleMatches();
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  await dispute(match.orderId, 2_000, true);
  await booksAreRight();
  await settleMatches();
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 0 });
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 2_000 });
  await booksAreRight();
});

it('what was not refunded after all, of a match whose gift is gone, is the match’s', async () => {
  const { match, productId, share } = await aMatchedGift(2_000);
  const allocated = await refundElsewhere(match.orderId, 2_000);
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 2_000 });
  await requestRefund(share.id, { reason: 'requested' });
  await settleMatches();
  const [one] = await allocated();
  const undone = await db().transaction((tx) => undoAllocation(tx, one!.id, 'a mistake'));
  expect(undone).toMatchObject({ status: 'restored' });
  await settleMatches();
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 0 });
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 2_000 });
  await booksAreRight();
});

it('what was not refunded after all, of a match whose product has no room any more, is the match’s', async () => {
  const { match, productId, order } = await aMatchedGift(2_000, {}, 4_000);
  const allocated = await refundElsewhere(match.orderId, 2_000);
  await gift('others@example.org', [productId, 2_000]);
  const [one] = await allocated();
  const undone = await db().transaction((tx) => undoAllocation(tx, one!.id, 'a mistake'));
  expect(undone).toMatchObject({ status: 'restored' });
  expect(await sharesOf(match.orderId)).toMatchObject([{ productId: match.id, status: 'paid' }]);
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 2_000 });
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 4_000 });
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  await booksAreRight();
});

it('what was not refunded after all, but for what a dispute took meanwhile, is the match’s', async () => {
  const { match, productId } = await aMatchedGift(2_000, {}, 4_000);
  const allocated = await refundElsewhere(match.orderId, 2_000);
  await gift('others@example.org', [productId, 2_000]);
  await dispute(match.orderId, 500, false);
  const [one] = await allocated();
  const undone = await db().transaction((tx) => undoAllocation(tx, one!.id, 'a mistake'));
  expect(undone).toMatchObject({ status: 'contested' });
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 1_500 });
  await booksAreRight();
  await dispute(match.orderId, 500, true);
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 2_000 });
  await booksAreRight();
});

it('that the bank took from beside a gift is shown as added no more', async () => {
  const { match, productId, order } = await aMatchedGift(3_000);
  const shown = async () => ({
    page: await matchStory(match.id),
    gift: (await matchedOf([order.id])).map(({ cents }) => cents),
    digest: (await matchedBetween(daysAgo(1), now())).cents,
  });
  const before = await shown();
  expect(before).toMatchObject({
    page: { gifts: 1, matchedCents: 2_000 },
    gift: [2_000],
  });
  await dispute(match.orderId, 2_500, false);
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 2_500 });
  expect(await shown()).toMatchObject({
    page: { gifts: 1, matchedCents: 500, products: [{ id: productId, cents: 500 }] },
    gift: [500],
    digest: before.digest - 1_500,
  });
  await dispute(match.orderId, 2_500, true);
  expect(await shown()).toEqual(before);
  await refundElsewhere(match.orderId, 3_000);
  expect(await shown()).toMatchObject({
    page: { gifts: 0, products: [] },
    gift: [],
  });
  await booksAreRight();
});

it('of which the bank takes a part loses what is unspent first, however little that is', async () => {
  const { match, productId } = await aMatchedGift(3_000);
  await gift('c@example.org', [productId, 123_500]);
  expect(await db().transaction((tx) => beginTesting(tx, productId))).toEqual({ ok: true });
  await dispute(match.orderId, 800, false);
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 127_500 });
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 200 });
  await booksAreRight();
});

it('of which the bank took a part keeps no test waiting for what it has no more', async () => {
  const { match, productId, order } = await aMatchedGift(2_000);
  await dispute(match.orderId, 1_500, false);
  await dispute(order.id, 1_000, false);
  await gift('c@example.org', [productId, 126_000]);
  expect(await settleMatches()).toBe(0);
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent', amountCents: 2_000 }]);
  const begun = await db().transaction((tx) => beginTesting(tx, productId));
  expect(begun).toEqual({ ok: true });
  await booksAreRight();
});

it('what is refunded at Stripe itself waits for no checkout that waits for it', async () => {
  const { match, productId } = await aMatchedGift(10_000);
  const checkout = db().transaction(async (tx) => {
    await lockProducts(tx, [productId]);
    await sleep(500);
    await lockProducts(tx, [match.id]);
  });
  await sleep(100);
  await refundElsewhere(match.orderId, 10_000);
  await checkout;
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 2_000 });
  await booksAreRight();
});

it('is not waited for by a merge that takes nothing of it, so that checkouts wait for no merge', async () => {
  const { match, productId } = await aMatchedGift(10_000);
  const [survivor, full] = [await aRow(), await aRow(1_000)];
  await db().transaction(async (checkout) => {
    await lockProducts(checkout, [match.id]);
    const merging = db().transaction((tx) => lockPair(tx, productId, survivor));
    expect(await merging).toMatchObject({ ok: true });
    // One of which some goes back to the match does.
    const other = db().transaction((tx) => lockPair(tx, productId, full));
    expect(await Promise.race([other, sleep(300, 'waits')])).toBe('waits');
  });
});

/** A product that has its goal. */
async function aFunded() {
  const id = await aRow(1_000);
  await gift('tested@example.org', [id, 1_000]);
  return id;
}

/** One whose testing has begun. */
async function inTesting() {
  const id = await aFunded();
  expect(await db().transaction((tx) => beginTesting(tx, id))).toEqual({ ok: true });
  return id;
}

it('what was contested while its product was merged into one in testing is the match’s, as its gift is gone', async () => {
  const { match, productId, order } = await aMatchedGift(3_000);
  const survivor = await inTesting();
  await dispute(match.orderId, 2_500, false);
  await merge(productId, survivor);
  expect(await sharesOf(order.id)).toMatchObject([{ status: 'refund_pending', isExcess: true }]);
  await booksAreRight();
  await dispute(match.orderId, 2_500, true);
  await settleMatches();
  const shares = await sharesOf(match.orderId);
  expect(new Set(shares.map((share) => share.productId))).toEqual(new Set([match.id]));
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 3_000, promisedCents: 0 });
  expect(await rowNow(survivor)).toMatchObject({ raisedCents: 1_000 });
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  await booksAreRight();
});

it('what a merge into a product in testing found contested, and is lost, counts as no gift any more', async () => {
  const { match, productId, order } = await aMatchedGift(10_000, { firstGifts: 1 });
  await dispute(match.orderId, 9_000, false);
  await merge(productId, await inTesting());
  await lose(match.orderId);
  await settleMatches();
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  expect(await findMatch(match.id)).toMatchObject({ leftCents: 1_000, giftsLeft: 1 });
  await booksAreRight();
});

it('that a bank has taken for good counts as no gift any more after a merge into a product in testing', async () => {
  const { match, productId, order, share } = await aMatchedGift(10_000, { firstGifts: 1 });
  await dispute(match.orderId, 10_000, false);
  await lose(match.orderId);
  await requestRefund(share.id, { reason: 'requested' });
  await merge(productId, await inTesting());
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  expect(await findMatch(match.id)).toMatchObject({ giftsLeft: 1 });
  await booksAreRight();
});

it.each([
  ['testing of its product has begun', (id: number) => gift('others@example.org', [id, 4_000])],
  ['testing of one that it was merged into has', async (id: number) => merge(id, await aFunded())],
])(
  'what was contested when its gift left, and is lost once %s, counts as no gift any more',
  async (_, fund) => {
    const { match, productId, order, share } = await aMatchedGift(10_000, { firstGifts: 1 }, 4_000);
    await dispute(match.orderId, 10_000, false);
    await requestRefund(share.id, { reason: 'requested' });
    await fund(productId);
    const placeId = (await rowNow(productId)).mergedInto ?? productId;
    const begin = () => db().transaction((tx) => beginTesting(tx, placeId));
    expect(await begin()).toEqual({ ok: false, why: 'match_returns' });
    expect(await settleMatches()).toBe(1);
    expect(await begin()).toEqual({ ok: true });
    await lose(match.orderId);
    expect(await settleMatches()).toBe(0);
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
    expect(await findMatch(match.id)).toMatchObject({ giftsLeft: 1 });
    await booksAreRight();
  },
);

it('what was contested when its gift left, in whole or in part, is the match’s once it is won', async () => {
  const { match, productId, order, share } = await aMatchedGift(10_000, {}, 4_000);
  await dispute(match.orderId, 9_500, false);
  await requestRefund(share.id, { reason: 'requested' });
  await settleMatches();
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 500 });
  const others = await gift('others@example.org', [productId, 4_000]);
  expect(await db().transaction((tx) => beginTesting(tx, productId))).toEqual({ ok: true });
  // There is room, and nothing is added to no gift.
  await dispute(others.id, 4_000, false);
  await dispute(match.orderId, 9_500, true);
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000 });
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  await booksAreRight();
});

it('what was not refunded after all takes no gift’s place among the first so many', async () => {
  const { match, productId, order, share } = await aMatchedGift(2_000, { firstGifts: 1 });
  const allocated = await refundElsewhere(match.orderId, 2_000);
  await requestRefund(share.id, { reason: 'requested' });
  await settleMatches();
  await gift(match.sponsorEmail, [match.id, 2_000]);
  const next = await ordered([productId, 2_000]);
  expect(await promisesOf(next.id)).toMatchObject([{ status: 'open' }]);
  const [one] = await allocated();
  await db().transaction((tx) => undoAllocation(tx, one!.id, 'a mistake'));
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 4_000 });
  await booksAreRight();
});

it('what was contested follows its product into one that can take it, and counts there once won', async () => {
  const { match, productId, order } = await aMatchedGift(2_000);
  const survivor = await aRow();
  await dispute(match.orderId, 2_000, false);
  await merge(productId, survivor);
  await settleMatches();
  await booksAreRight();
  await dispute(match.orderId, 2_000, true);
  await settleMatches();
  expect(await rowNow(survivor)).toMatchObject({ raisedCents: 4_000 });
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent', amountCents: 2_000 }]);
  expect(await matchStory(match.id)).toMatchObject({ gifts: 1, matchedCents: 2_000 });
  await booksAreRight();
});

it.each([
  ['is funded by others', (id: number) => gift('others@example.org', [id, 2_000])],
  ['is off the list', (id: number) => refundProduct(id, { reason: 'removed' })],
  ['is merged into one that is funded', async (id: number) => merge(id, await aFunded())],
])(
  'what a dispute gives back is the match’s where its product %s by then',
  async (_, meanwhile) => {
    const { match, productId } = await aMatchedGift(2_000, {}, 4_000);
    await dispute(match.orderId, 2_000, false);
    await meanwhile(productId);
    await settleMatches();
    await dispute(match.orderId, 2_000, true);
    await settleMatches();
    expect(await sharesOf(match.orderId)).toMatchObject([{ productId: match.id, status: 'paid' }]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 2_000 });
    await booksAreRight();
  },
);

it('takes its part of the fees with it where its product has no room for it any more', async () => {
  const { match, productId } = await aMatchedGift(2_000, {}, 4_000);
  await dispute(match.orderId, 2_000, false);
  await gift('others@example.org', [productId, 2_000]);
  await dispute(match.orderId, 2_000, true);
  // 3 cents in the dollar, of two of the three payments for it.
  expect(await balanceOf(db(), feesAccount(match.id))).toBe(-40);
  expect(await balanceOf(db(), feesAccount(productId))).toBe(-80);
  await booksAreRight();
});

it('takes no fees of gifts along that a merge sent back from its product', async () => {
  const { match, productId } = await aMatchedGift(2_000);
  const moved = await aRow();
  await gift('others@example.org', [moved, 10_000]);
  await merge(moved, productId);
  await dispute(match.orderId, 2_000, false);
  const survivor = await inTesting();
  await merge(productId, survivor);
  await dispute(match.orderId, 2_000, true);
  // 3 cents in the dollar of $120, on $140 with the gift that was matched: of $20 of these.
  expect(await balanceOf(db(), feesAccount(match.id))).toBe(-51);
  expect(await balanceOf(db(), feesAccount(productId))).toBe(-309);
  expect(await balanceOf(db(), feesAccount(survivor))).toBe(-30);
  await booksAreRight();
});

it('of which a dispute gives back what its product has no room for keeps what still stands there', async () => {
  const { match, productId, order } = await aMatchedGift(2_000, {}, 4_000);
  await dispute(match.orderId, 1_500, false);
  await gift('others@example.org', [productId, 1_500]);
  await dispute(match.orderId, 1_500, true);
  expect(await settleMatches()).toBe(0);
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent', amountCents: 500 }]);
  expect(await rowNow(productId)).toMatchObject({ raisedCents: 4_000 });
  expect(await rowNow(match.id)).toMatchObject({ raisedCents: 1_500 });
  await booksAreRight();
});

it('whose money a dispute has taken for good is over where part of its gift still stands, and stays so', async () => {
  const { match, order } = await aMatchedGift(2_000);
  await dispute(order.id, 500, false);
  await dispute(match.orderId, 2_000, false);
  await lose(match.orderId);
  for (let run = 0; run < 3; run += 1) await settleMatches();
  expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned', amountCents: 2_000 }]);
  await booksAreRight();
});
