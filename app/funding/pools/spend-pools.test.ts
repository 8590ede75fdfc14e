import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { listedPool } from '#app/catalogue/pool.ts';
import { createPool, openPools } from '#app/catalogue/pools.server.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { moveOffer } from '#app/funding/moving/move-offer.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { contributions, products } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { aRow, gift, rowNow, sharesOf } from '#test/support/gifts.ts';
import { coversNeed, parseStoredList, samplesCompleted } from '#app/funding/list/funding-list.ts';
import { shownPool } from './read-pools.server.ts';
import { spendPools } from './spend-pools.server.ts';

useDatabase();

let brands = 0;

/** A pool for a brand of its own, and a way to list products of it. */
async function aPool() {
  const brand = `Brand ${(brands += 1)}`;
  const product = (more: Partial<typeof products.$inferInsert> = {}, targetCents = 127_500) =>
    aRow(targetCents, { brand, ...more });
  const first = await product({ hiddenAt: now() });
  const made = await db().transaction((tx) => createPool(tx, 'brand', brand));
  if (!made.ok) throw new Error(made.why);
  await db().delete(products).where(eq(products.id, first));
  return { pool: made.id, product, brand };
}

describe('a pool', () => {
  it('completes the next sample of what lacks least, the lower number first, and no more than it can', async () => {
    const { pool, product } = await aPool();
    const [one, two, three] = [await product(), await product(), await product()];
    await gift('a@example.org', [three, 42_000], [two, 10_000]);
    await gift('b@example.org', [pool, 30_000]);
    // $5 for the third; the second lacks $325, more than is left.
    expect(await spendPools()).toBe(1);
    expect(await rowNow(three)).toMatchObject({ raisedCents: 42_500, contributorCount: 2 });
    expect(await rowNow(pool)).toMatchObject({ raisedCents: 29_500, contributorCount: 1 });
    await gift('c@example.org', [pool, 60_000]);
    expect(await spendPools()).toBe(2);
    expect(await rowNow(two)).toMatchObject({ raisedCents: 42_500 });
    expect(await rowNow(one)).toMatchObject({ raisedCents: 42_500 });
    expect(await rowNow(pool)).toMatchObject({ raisedCents: 14_500, contributorCount: 1 });
    const shown = await shownPool(pool);
    expect(shown?.pool).toMatchObject({ raisedDollars: 145, spentDollars: 755, isClosed: false });
    expect(shown?.steps.map((step) => [step.product.id, step.dollars])).toEqual([
      [one, 425],
      [two, 325],
      [three, 5],
    ]);
    expect(await checkLedger()).toEqual([]);
  });

  it('chooses nothing that is hidden, not reviewed, in testing, being paid for, or of another kind', async () => {
    const { pool, product } = await aPool();
    const kept = [
      await product({ hiddenAt: now() }),
      await product({ unreviewedSince: now() }),
      await product({ testingBegunAt: now(), testingStatus: 'Testing in Progress' }),
      await product({ reservedCents: 100 }),
      await aRow(127_500, { brand: 'Another' }),
    ];
    await gift('a@example.org', [pool, 90_000]);
    expect(await spendPools()).toBe(0);
    for (const id of kept) expect((await rowNow(id)).raisedCents).toBe(0);
    await refundProduct(pool, { reason: 'removed' });
    await db().update(products).set({ reservedCents: 0 }).where(eq(products.reservedCents, 100));
  });

  it('spends no cent twice, however many run at once, and reaches a goal', async () => {
    const { pool, product } = await aPool();
    const only = await product();
    await gift('a@example.org', [pool, 100_000]);
    await gift('b@example.org', [pool, 30_000]);
    const runs = await Promise.all(Array.from({ length: 4 }, () => spendPools()));
    await spendPools();
    expect(runs.reduce((sum, one) => sum + one, 0)).toBeLessThanOrEqual(3);
    expect(await rowNow(only)).toMatchObject({
      raisedCents: 127_500,
      testingStatus: 'Testing in Progress',
    });
    expect(await rowNow(pool)).toMatchObject({ raisedCents: 2_500 });
    expect(await checkLedger()).toEqual([]);
  });

  it('gives back what it has not spent, by age or when it is closed, and what was spent follows its product', async () => {
    const { pool, product } = await aPool();
    const only = await product();
    const order = await gift('a@example.org', [pool, 50_000]);
    await spendPools();
    const [kept, spent] = (await sharesOf(order.id)).toSorted(
      (x, y) => x.amountCents - y.amountCents,
    );
    expect(kept).toMatchObject({ productId: pool, mergedFrom: null, amountCents: 7_500 });
    expect(spent).toMatchObject({ productId: only, mergedFrom: pool, amountCents: 42_500 });
    const aged = { paidAt: daysAgo(366), refundToldAt: daysAgo(15) };
    await db().update(contributions).set(aged).where(eq(contributions.id, kept!.id));
    // What somebody was told goes back is not spent any more.
    expect(await spendPools()).toBe(0);
    expect((await requestRefund(kept!.id, { reason: 'unfunded_365_days' })).accepted).toBe(true);
    expect(await rowNow(pool)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    await gift('b@example.org', [pool, 1_000]);
    expect(await refundProduct(pool, { reason: 'removed' })).toMatchObject({
      refundedCents: 1_000,
    });
    expect((await openPools()).map(({ id }) => id)).not.toContain(pool);
    const late = await gift('c@example.org', [pool, 1_000]);
    expect(await sharesOf(late.id)).toMatchObject([{ status: 'refund_pending', isExcess: true }]);
    expect(await checkLedger()).toEqual([]);
  });

  it('spends what its giver moved there although it was to go back', async () => {
    const { pool, product } = await aPool();
    const [wanted, from] = [await product(), await aRow()];
    const order = await gift('a@example.org', [from, 42_500]);
    const told = { paidAt: daysAgo(355), refundToldAt: daysAgo(4) };
    await db().update(contributions).set(told).where(eq(contributions.orderId, order.id));
    const [share] = await sharesOf(order.id);
    const giver = { id: share!.id, emailNormalised: share!.emailNormalised };
    const wish = { to: pool, cents: 42_500, acceptsNewDate: false };
    expect(await moveContribution(giver, wish)).toMatchObject({ ok: true });
    expect(await spendPools()).toBe(1);
    expect(await sharesOf(order.id)).toMatchObject([{ productId: wanted, ...told }]);
    expect(await checkLedger()).toEqual([]);
  });

  it('takes and gives moved contributions', async () => {
    const { pool, product } = await aPool();
    const from = await aRow();
    const [share] = await sharesOf((await gift('a@example.org', [from, 50_000])).id);
    const giver = { id: share!.id, emailNormalised: share!.emailNormalised };
    expect(await moveOffer(giver)).toMatchObject({
      places: expect.arrayContaining([expect.objectContaining({ id: pool, takenCents: 50_000 })]),
    });
    const wish = { to: pool, cents: 50_000, acceptsNewDate: false };
    expect(await moveContribution(giver, wish)).toMatchObject({ ok: true });
    const wanted = await product();
    expect(await spendPools()).toBe(1);
    expect(await rowNow(wanted)).toMatchObject({ raisedCents: 42_500 });
    expect((await sharesOf(share!.orderId)).filter(({ spentBy }) => spentBy)).toMatchObject([
      { productId: wanted, mergedFrom: from, spentBy: expect.stringContaining(`pool:${pool}:`) },
    ]);
    expect(await moveContribution(giver, { ...wish, to: from, cents: 7_500 })).toMatchObject({
      ok: true,
    });
    expect(await rowNow(from)).toMatchObject({ raisedCents: 7_500 });
    expect(await checkLedger()).toEqual([]);
  });

  it('is no product: neither its number, nor any list or total', async () => {
    const made = await db().transaction((tx) => createPool(tx, 'any', ''));
    expect(made).toMatchObject({ ok: true, name: 'Pool for any product' });
    const id = made.ok ? made.id : 0;
    expect(await findProduct(id)).toBeUndefined();
    const show = db().update(products).set({ hiddenAt: null }).where(eq(products.id, id));
    await expect(show).rejects.toThrow();
    for (const [kind, of, why] of [
      ['any', '', 'exists'],
      ['any', 'x', 'no_such_kind'],
      ['brand', 'No such brand', 'no_such_kind'],
      ['group', 'water', 'no_such_kind'],
    ] as const) {
      expect(await db().transaction((tx) => createPool(tx, kind, of))).toEqual({ ok: false, why });
    }
    await refundProduct(id, { reason: 'removed' });
  });
});

it('a pool on a funding list has the spec’s fields, up to $1,275 a payment, and completes no sample of its own', () => {
  const item = {
    ...listedPool({ id: 900_000_001, name: 'Pool', raisedDollars: 0 }),
    productId: 900_000_001,
  };
  const stored = JSON.stringify([{ ...item, amount: 1_275 }]);
  const [listed] = parseStoredList(stored);
  expect(listed).toEqual({ ...item, amount: 1_275, target_amount: 1_275, current_amount: 0 });
  expect(samplesCompleted(listed!)).toEqual([]);
  expect(coversNeed(listed!)).toBe(false);
});
