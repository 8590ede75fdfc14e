import { setTimeout as sleep } from 'node:timers/promises';
import { and, eq, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { markMerged } from '#app/catalogue/mark-merged.server.ts';
import { createPool } from '#app/catalogue/pools.server.ts';
import { removeProduct } from '#app/catalogue/remove-product.server.ts';
import { beginTesting } from '#app/funding/begin-testing.server.ts';
import { release } from '#app/funding/checkout/release.server.ts';
import { validateCart } from '#app/funding/checkout/validate-cart.server.ts';
import { reserve } from '#app/funding/checkout/reserve.server.ts';
import { lockPair } from '#app/funding/merging/lock-pair.server.ts';
import { moveMoney } from '#app/funding/merging/move-money.server.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { OF_MATCH } from '#app/funding/moving/move-messages.ts';
import { pastDue } from '#app/funding/refund-due.server.ts';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { contributions, disputes, products } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { aRow, dispute, gift, rowNow, sharesOf } from '#test/support/gifts.ts';
import { aMatch, aVisitor, listed, ordered, pays, promisesOf } from '#test/support/matches.ts';
import { settleMatches } from './settle-matches.server.ts';

useDatabase({ CHECKOUTS_PER_ADDRESS: '1000', SHARES_PER_ADDRESS: '1000' });

let brands = 0;

/** A match for a brand of its own, and a way to list products of it. */
async function aMatched(sumCents: number, rule: Parameters<typeof aMatch>[1] = {}) {
  const brand = `Brand ${(brands += 1)}`;
  const match = await aMatch(sumCents, { kind: 'brand', of: brand, ...rule });
  const product = (targetCents = 127_500, more: Partial<typeof products.$inferInsert> = {}) =>
    aRow(targetCents, { brand, ...more });
  return { match, product, brand };
}

/** A gift that was matched and whose match has been added. */
async function matchedGift(email: string, productId: number, cents: number) {
  const order = await ordered([productId, cents]);
  await pays(email, order);
  await settleMatches();
  const [share] = await sharesOf(order.id);
  return { order, share: share! };
}

const booksAreRight = async () => expect(await checkLedger()).toEqual([]);

describe('a match', () => {
  it('is promised with the checkout, and added once the gift is paid, its sponsor counted once', async () => {
    const { match, product } = await aMatched(10_000);
    const [one, two] = [await product(), await product()];
    const order = await ordered([one, 1_500], [two, 5_000]);
    expect(await promisesOf(order.id)).toMatchObject([
      { productId: one, matchId: match.id, amountCents: 1_500, status: 'open' },
      { productId: two, matchId: match.id, amountCents: 2_000, status: 'open' },
    ]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000, promisedCents: 3_500 });
    expect(await rowNow(two)).toMatchObject({ raisedCents: 0, reservedCents: 7_000 });
    await booksAreRight();
    await pays('a@example.org', order);
    expect(await rowNow(two)).toMatchObject({ raisedCents: 5_000, reservedCents: 2_000 });
    await booksAreRight();
    expect(await settleMatches()).toBe(2);
    expect(await settleMatches()).toBe(0);
    expect(await rowNow(two)).toMatchObject({
      raisedCents: 7_000,
      reservedCents: 0,
      contributorCount: 2,
    });
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 6_500, promisedCents: 0 });
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent' }, { status: 'spent' }]);
    await matchedGift('b@example.org', two, 1_000);
    expect(await rowNow(two)).toMatchObject({ raisedCents: 9_000, contributorCount: 3 });
    await booksAreRight();
  });

  it('is promised to no product that nobody has looked at, is contested, or is of another kind', async () => {
    const { match, product } = await aMatched(10_000);
    const contested = await product();
    const other = await gift('x@example.org', [contested, 1_000]);
    await dispute(other.id, 1_000, false);
    for (const id of [
      await product(127_500, { unreviewedSince: now() }),
      contested,
      await aRow(127_500, { brand: 'Another' }),
    ]) {
      expect(await promisesOf((await ordered([id, 1_000])).id)).toEqual([]);
    }
    expect(await rowNow(match.id)).toMatchObject({ promisedCents: 0 });
    await booksAreRight();
  });

  it('is given by the oldest that fits and adds anything', async () => {
    const { match, product, brand } = await aMatched(1_000);
    const next = await aMatch(10_000, { kind: 'brand', of: brand });
    const only = await product();
    const order = await ordered([only, 1_000]);
    expect(await promisesOf(order.id)).toMatchObject([{ matchId: match.id, amountCents: 1_000 }]);
    const later = await ordered([only, 1_000]);
    expect(await promisesOf(later.id)).toMatchObject([{ matchId: next.id, amountCents: 1_000 }]);
  });

  it('is for the first gifts alone where its rule says so, and for one more where one came to nothing', async () => {
    const { product } = await aMatched(10_000, { firstGifts: 3 });
    const [one, two] = [await product(), await product()];
    const both = await ordered([one, 1_000], [two, 1_000]);
    const third = await ordered([one, 1_000]);
    expect(await promisesOf(third.id)).toHaveLength(1);
    expect(await promisesOf((await ordered([one, 1_000])).id)).toEqual([]);
    await release(third.id, 'expired');
    await pays('a@example.org', both);
    await settleMatches();
    expect(await promisesOf((await ordered([one, 1_000])).id)).toHaveLength(1);
    expect(await promisesOf((await ordered([one, 1_000])).id)).toEqual([]);
    await booksAreRight();
  });

  it('never promises more than it has, however many pay at once', async () => {
    const { match, product } = await aMatched(5_000);
    const ids = await Promise.all(Array.from({ length: 10 }, () => product()));
    const got = await Promise.all(ids.map((id) => ordered([id, 1_500])));
    const promises = (await Promise.all(got.map(({ id }) => promisesOf(id)))).flat();
    expect(promises.reduce((sum, { amountCents }) => sum + amountCents, 0)).toBe(5_000);
    expect(await rowNow(match.id)).toMatchObject({ promisedCents: 5_000 });
    await Promise.all(got.map((order, at) => pays(`buyer-${at}@example.org`, order)));
    await Promise.all([settleMatches(), settleMatches(), settleMatches()]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 0, promisedCents: 0 });
    await booksAreRight();
  });

  it('gives what was shown or nothing is reserved', async () => {
    const { match, product } = await aMatched(4_000);
    const ids = await Promise.all(Array.from({ length: 10 }, () => product()));
    const answers = await Promise.all(ids.map((id) => listed([id, 2_000, 20])));
    expect(answers.filter(({ reserved }) => reserved)).toHaveLength(2);
    expect(answers.filter((one) => !one.reserved && one.reason === 'changed')).toHaveLength(8);
    expect(await rowNow(match.id)).toMatchObject({ promisedCents: 4_000 });
    await booksAreRight();
  });

  it('takes its turn where its products are paid for, released, and matched at once', async () => {
    const { product } = await aMatched(100_000);
    const [one, two] = [await product(), await product()];
    const both = (at: number) => (at % 2 === 0 ? [one, two] : [two, one]);
    const orders = await Promise.all(
      Array.from({ length: 8 }, (_, at) =>
        ordered(...both(at).map((id): [number, number] => [id, 100])),
      ),
    );
    await Promise.all([
      ...orders.slice(0, 4).map(({ id }) => release(id, 'expired')),
      ...orders.slice(4).map((order) => pays('a@example.org', order)),
      settleMatches(),
      ordered([one, 200]),
    ]);
    await settleMatches();
    await booksAreRight();
  });

  it('waits for nobody in a circle where a pool stands on the same list', async () => {
    const { match, product } = await aMatched(10_000);
    const made = await db().transaction((tx) => createPool(tx, 'any', ''));
    const pool = made.ok ? made.id : 0;
    const only = await product();
    const holding = db().transaction(async (tx) => {
      await lockProducts(tx, [match.id]);
      await sleep(500);
      await lockProducts(tx, [pool]);
    });
    await sleep(100);
    const order = await ordered([pool, 100], [only, 100]);
    await holding;
    expect(await promisesOf(order.id)).toMatchObject([{ productId: only, amountCents: 100 }]);
    await booksAreRight();
  });

  it('is shown with the list, an own checkout under way left aside', async () => {
    const { product } = await aMatched(3_000, { firstGifts: 2 });
    const [one, two, three] = [await product(), await product(2_500), await product()];
    const visitor = aVisitor();
    const cart = [
      { productId: one, amount: 20 },
      { productId: two, amount: 20 },
      { productId: three, amount: 20 },
    ];
    const shown = async () =>
      (await validateCart(cart, visitor)).validItems.map(({ amount, matched }) => [
        amount,
        matched,
      ]);
    const before = [
      [20, 20],
      [20, 5],
      [20, 0],
    ];
    expect(await shown()).toEqual(before);
    const asked = cart.map((item, at) => ({ ...item, matched: before[at]![1]! }));
    const reservation = await reserve(asked, visitor, 'https://example.org');
    expect(reservation.reserved).toBe(true);
    expect(await shown()).toEqual(before);
    const others = (await validateCart(cart, aVisitor())).validItems;
    expect(others.map(({ productId, matched }) => [productId, matched])).toEqual([
      [one, 0],
      [three, 0],
    ]);
  });

  it('is released with a checkout that came to nothing', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const order = await ordered([only, 1_000]);
    await release(order.id, 'expired');
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(match.id)).toMatchObject({ promisedCents: 0, raisedCents: 10_000 });
    expect(await rowNow(only)).toMatchObject({ reservedCents: 0 });
    // Paid late, it is a gift like any other.
    await pays('a@example.org', order);
    expect(await settleMatches()).toBe(0);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 1_000 });
    await booksAreRight();
  });

  it('is not for a gift of its sponsor’s own, however it is written', async () => {
    const { match, product } = await aMatched(10_000, { sponsorEmail: 'sponsor@example.org' });
    const only = await product();
    const { order } = await matchedGift('Sponsor@Example.org', only, 1_000);
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 1_000, reservedCents: 0 });
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000, promisedCents: 0 });
    await booksAreRight();
  });

  it('brings a goal', async () => {
    const { product } = await aMatched(10_000);
    const only = await product(3_000);
    await matchedGift('a@example.org', only, 1_500);
    expect(await rowNow(only)).toMatchObject({
      raisedCents: 3_000,
      testingStatus: 'Testing in Progress',
    });
    await booksAreRight();
  });
});

describe('a matched gift', () => {
  it('that is refunded gives its match back, and the product below its goal falls', async () => {
    const { match, product } = await aMatched(2_000);
    const only = await product(4_000);
    const { order, share } = await matchedGift('a@example.org', only, 2_000);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 4_000, fellAt: null });
    expect(await requestRefund(share.id, { reason: 'requested' })).toMatchObject({
      accepted: true,
    });
    expect(await settleMatches()).toBe(1);
    expect(await settleMatches()).toBe(0);
    expect(await rowNow(only)).toMatchObject({
      raisedCents: 0,
      contributorCount: 0,
      testingStatus: 'Untested',
      fellAt: expect.any(Date),
    });
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned', amountCents: 2_000 }]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 2_000, promisedCents: 0 });
    await booksAreRight();
    // It is there for the next.
    await matchedGift('b@example.org', only, 2_000);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 4_000, fellAt: null });
    await booksAreRight();
  });

  it('that is contested gives it back, and has none when the dispute is won', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const { order } = await matchedGift('a@example.org', only, 2_000);
    await dispute(order.id, 2_000, false);
    await settleMatches();
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000 });
    await dispute(order.id, 2_000, true);
    expect(await settleMatches()).toBe(0);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 2_000 });
    await booksAreRight();
  });

  it('of which a part leaves gives back what is more than the rest', async () => {
    const { match, product } = await aMatched(10_000);
    const [only, to] = [await product(), await aRow(1_500)];
    const { order, share } = await matchedGift('a@example.org', only, 3_000);
    const giver = { id: share.id, emailNormalised: share.emailNormalised };
    const wish = { to, cents: 1_500, acceptsNewDate: false };
    expect(await moveContribution(giver, wish)).toMatchObject({ ok: true });
    expect(await settleMatches()).toBe(1);
    expect(await settleMatches()).toBe(0);
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent', amountCents: 1_500 }]);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 3_000, contributorCount: 2 });
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 8_500 });
    await booksAreRight();
  });

  it('that leaves before its match has come takes none', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const order = await ordered([only, 1_000]);
    await pays('a@example.org', order);
    const [share] = await sharesOf(order.id);
    await requestRefund(share!.id, { reason: 'requested' });
    expect(await settleMatches()).toBe(1);
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000, promisedCents: 0 });
    await booksAreRight();
  });

  it('keeps its match once testing has begun', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product(4_000);
    const { order } = await matchedGift('a@example.org', only, 2_000);
    const begun = { testingBegunAt: now() };
    await db().update(products).set(begun).where(eq(products.id, only));
    await dispute(order.id, 2_000, false);
    expect(await settleMatches()).toBe(0);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 8_000 });
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent' }]);
    await booksAreRight();
  });

  it('that has left takes its match with it before testing can begin, whoever filled the goal', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product(4_000);
    const { share } = await matchedGift('a@example.org', only, 2_000);
    await requestRefund(share.id, { reason: 'requested' });
    await gift('b@example.org', [only, 2_000]);
    const begin = () => db().transaction((tx) => beginTesting(tx, only));
    expect(await begin()).toEqual({ ok: false, why: 'match_returns' });
    await settleMatches();
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000 });
    expect(await begin()).toEqual({ ok: false, why: 'not_funded' });
    await booksAreRight();
  });

  it('stays matched where its product is merged, and its match goes back before a gift does', async () => {
    const { match, product } = await aMatched(10_000);
    const [gone, survivor] = [await product(), await product(6_000)];
    const { order, share } = await matchedGift('a@example.org', gone, 2_000);
    await gift('b@example.org', [gone, 1_000]);
    await gift('c@example.org', [survivor, 2_000]);
    // $50 for a need of $40.
    await db().transaction(async (tx) => {
      const locked = await lockPair(tx, gone, survivor);
      if (!locked.ok) throw new Error(locked.why);
      expect(await moveMoney(tx, locked.pair)).toMatchObject({
        movedCents: 4_000,
        excessCents: 1_000,
      });
      await markMerged(tx, gone, survivor);
    });
    expect(await rowNow(survivor)).toMatchObject({ raisedCents: 6_000, contributorCount: 4 });
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 9_000 });
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'spent', amountCents: 1_000 }]);
    expect(await settleMatches()).toBe(0);
    await booksAreRight();
    await requestRefund(share.id, { reason: 'requested' });
    expect(await settleMatches()).toBe(1);
    expect(await rowNow(survivor)).toMatchObject({ raisedCents: 3_000, testingStatus: 'Untested' });
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000 });
    await booksAreRight();
  });

  it('of a product that is removed goes back to its giver, and its match to where it came from', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const { order } = await matchedGift('a@example.org', only, 2_000);
    expect(await refundProduct(only, { reason: 'removed' })).toMatchObject({
      refunded: 1,
      refundedCents: 2_000,
    });
    expect(await settleMatches()).toBe(1);
    expect(await settleMatches()).toBe(0);
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'returned' }]);
    expect(await rowNow(only)).toMatchObject({ raisedCents: 0 });
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000 });
    await booksAreRight();
  });

  it('of a product that was removed before its match came takes none', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const order = await ordered([only, 1_000]);
    await db().transaction((tx) => removeProduct(tx, only, 'removed'));
    await pays('a@example.org', order);
    await settleMatches();
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000, promisedCents: 0 });
    await booksAreRight();
  });
});

describe('the money of a match', () => {
  it('that the bank takes breaks the newest promises, and the products are free again', async () => {
    const { match, product } = await aMatched(10_000);
    const [one, two] = [await product(), await product()];
    const first = await ordered([one, 2_000]);
    const second = await ordered([two, 2_000]);
    await dispute(match.orderId, 7_000, false);
    expect(await promisesOf(first.id)).toMatchObject([{ status: 'open' }]);
    expect(await promisesOf(second.id)).toMatchObject([{ status: 'broken' }]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 3_000, promisedCents: 2_000 });
    expect(await rowNow(two)).toMatchObject({ reservedCents: 4_000 });
    await booksAreRight();
    // Nothing more is promised meanwhile.
    expect(await promisesOf((await ordered([one, 1_000])).id)).toEqual([]);
    expect(await settleMatches()).toBe(1);
    expect(await promisesOf(second.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(two)).toMatchObject({ reservedCents: 2_000 });
    await pays('b@example.org', second);
    expect(await settleMatches()).toBe(0);
    await booksAreRight();
  });

  it('whose promise was broken is free with the checkout, too', async () => {
    const { match, product } = await aMatched(2_000);
    const only = await product();
    const order = await ordered([only, 2_000]);
    await dispute(match.orderId, 2_000, false);
    await release(order.id, 'expired');
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(only)).toMatchObject({ reservedCents: 0 });
    await booksAreRight();
  });

  it('in dispute is not spent', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const order = await ordered([only, 1_000]);
    await db()
      .insert(disputes)
      .values({
        id: `du_asked_${match.id}`,
        orderId: match.orderId,
        paymentIntentId: `pi_asked_${match.id}`,
        amountCents: 10_000,
        reason: 'fraudulent',
        status: 'warning_needs_response',
      });
    await pays('a@example.org', order);
    await settleMatches();
    expect(await promisesOf(order.id)).toMatchObject([{ status: 'released' }]);
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000, promisedCents: 0 });
    await booksAreRight();
  });

  it('beside a gift is neither moved nor asked back by its sponsor', async () => {
    const { match, product } = await aMatched(10_000);
    const [only, to] = [await product(), await product()];
    await matchedGift('a@example.org', only, 2_000);
    const shares = await sharesOf(match.orderId);
    expect(shares.map(({ productId }) => productId).toSorted()).toEqual([only, match.id]);
    const own = { emailNormalised: match.sponsorEmail };
    for (const { id } of shares) {
      const wish = { to, cents: 2_000, acceptsNewDate: false };
      expect(await moveContribution({ id, ...own }, wish)).toMatchObject({ sentence: OF_MATCH });
      expect(await askForRefund(id, own.emailNormalised, 'x')).toEqual({
        ok: false,
        why: 'of_match',
      });
    }
  });

  it('goes back to the match by age, with the gift and not before', async () => {
    const { match, product } = await aMatched(10_000);
    const only = await product();
    const { order, share } = await matchedGift('a@example.org', only, 2_000);
    const aged = { paidAt: daysAgo(366), refundToldAt: daysAgo(15) };
    const due = async () =>
      db()
        .select({ id: contributions.id })
        .from(contributions)
        .innerJoin(products, eq(products.id, contributions.productId))
        .where(and(pastDue(), inArray(products.id, [only, match.id])));
    const own = inArray(contributions.orderId, [match.orderId, order.id]);
    await db().update(contributions).set(aged).where(own);
    const [gone, ...others] = await due();
    expect([gone?.id, others]).toEqual([share.id, []]);
    expect(await requestRefund(share.id, { reason: 'unfunded_365_days' })).toMatchObject({
      accepted: true,
    });
    await settleMatches();
    expect(await rowNow(match.id)).toMatchObject({ raisedCents: 10_000 });
    expect(await rowNow(only)).toMatchObject({ raisedCents: 0 });
    await booksAreRight();
  });
});
