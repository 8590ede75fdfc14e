import { setTimeout as sleep } from 'node:timers/promises';
import { eq, isNull, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { markMerged } from '#app/catalogue/product-standing.server.ts';
import { lockPair } from '#app/funding/merging/lock-pair.server.ts';
import { moveMoney } from '#app/funding/merging/move-money.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { contributions, disputes, refundRequests, tokens } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { changeProduct, aRow, gift, rowNow, sharesOf } from '#test/support/gifts.ts';
import { moveContribution, type MoveInput } from './move-contribution.server.ts';
import { createMoveLink } from './move-link.server.ts';
import * as messages from './move-messages.ts';
import { moveOffer } from './move-offer.server.ts';

useDatabase();

async function aShare(email: string, productId: number, cents: number) {
  const [share] = await sharesOf((await gift(email, [productId, cents])).id);
  return share!;
}

const move = (
  share: { id: string; emailNormalised: string },
  to: MoveInput['to'],
  cents: number,
  acceptsNewDate = false,
) =>
  moveContribution(
    { id: share.id, emailNormalised: share.emailNormalised },
    { to, cents, acceptsNewDate },
  );

describe('moving a contribution', () => {
  it('takes money, fee and contributor to another product and keeps payment and date', async () => {
    const [from, to] = [await aRow(), await aRow()];
    const share = await aShare('a@example.org', from, 10_000);
    expect(await move(share, to, 10_000)).toMatchObject({ ok: true, cents: 10_000 });
    expect(await rowNow(from)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect(await rowNow(to)).toMatchObject({ raisedCents: 10_000, contributorCount: 1 });
    const { rows } = await db().execute(sql`select account, sum(amount_cents)::int as cents
      from ledger_entries where account in (${`fees:${from}`}, ${`fees:${to}`}) group by 1
      having sum(amount_cents) <> 0`);
    expect(rows).toEqual([{ account: `fees:${to}`, cents: -300 }]);
    const [moved] = await sharesOf(share.orderId);
    expect(moved).toMatchObject({
      id: share.id,
      productId: to,
      paidForProductId: from,
      stripePaymentId: share.stripePaymentId,
      paidAt: share.paidAt,
      renewedAt: null,
    });
    // Back where it was paid for, it is as it was.
    expect(await move(share, from, 10_000, true)).toMatchObject({ ok: true });
    expect((await sharesOf(share.orderId))[0]).toMatchObject({
      productId: from,
      paidForProductId: null,
    });
    expect(await move(share, to, 10_000, true)).toMatchObject({ sentence: messages.NOT_AGAIN });
    expect(await checkLedger()).toEqual([]);
  });

  it('is offered what is closest of the same kind first, then of its category, then of all', async () => {
    const [category, other] = ['Yogurt of this test', 'Soap of this test'];
    const from = await aRow(127_500, { category });
    const [far, near] = [await aRow(90_000, { category }), await aRow(80_000, { category })];
    const nearest = await aRow(200, { category: other });
    const offer = await moveOffer(await aShare('alike@example.org', from, 5_000));
    const offered = offer.ok ? offer.offer.products.map(({ id }) => id) : [];
    expect(offered.slice(0, 3)).toEqual([near, far, nearest]);
    // Shampoo and baby shampoo, and what is nearer to its goal than both.
    const [own, alike] = [
      await aRow(127_500, { id: 1009, category }),
      await aRow(90_000, { id: 1040 }),
    ];
    const shampoo = await moveOffer(await aShare('kind@example.org', own, 5_000));
    expect(shampoo.ok && shampoo.offer.products.slice(0, 2).map(({ id }) => id)).toEqual([
      alike,
      near,
    ]);
  });

  it('never goes past a need: a part moves, the rest stays, and none below a dollar is left', async () => {
    const [from, to] = [await aRow(), await aRow(10_000)];
    await gift('b@example.org', [to, 7_000]);
    const share = await aShare('a@example.org', from, 5_000);
    const firstPlace = async (asked: number) => {
      const offer = await moveOffer(share, asked);
      return offer.ok ? offer.offer.products[0] : undefined;
    };
    expect(await firstPlace(to)).toMatchObject({ id: to, needed: 30, takes: 30 });
    expect(await move(share, to, 5_000)).toMatchObject({ ok: false, status: 409 });
    expect(await move(share, to, 3_000)).toMatchObject({ ok: true, cents: 3_000 });
    expect(await rowNow(to)).toMatchObject({
      raisedCents: 10_000,
      testingStatus: 'Testing in Progress',
      contributorCount: 2,
    });
    expect(await rowNow(from)).toMatchObject({ raisedCents: 2_000, contributorCount: 1 });
    expect(await firstPlace(await aRow(2_050))).toMatchObject({ takes: 19.5 });
    expect(await checkLedger()).toEqual([]);
  });

  it('that brings a goal is no longer told to go back, so that a fall tells anew', async () => {
    const [from, to] = [await aRow(), await aRow(10_000)];
    const share = await aShare('a@example.org', from, 10_000);
    const told = { paidAt: daysAgo(360), refundToldAt: daysAgo(9) };
    await db().update(contributions).set(told).where(eq(contributions.id, share.id));
    expect(await move(share, to, 10_000)).toMatchObject({ ok: true });
    expect(await sharesOf(share.orderId)).toMatchObject([{ productId: to, refundToldAt: null }]);
  });

  it('makes it a donation of the project’s, which moves no more', async () => {
    const from = await aRow();
    const share = await aShare('a@example.org', from, 4_000);
    expect(await move(share, 'project', 4_000)).toMatchObject({ ok: true, to: 'project' });
    expect((await sharesOf(share.orderId))[0]).toMatchObject({
      productId: null,
      paidForProductId: from,
    });
    expect(await move(share, from, 4_000)).toMatchObject({ sentence: messages.IS_DONATION });
    expect((await requestRefund(share.id, { reason: 'requested' })).accepted).toBe(true);
    expect(await checkLedger()).toEqual([]);
  });

  it('sends it back at once where it would go back soon, and asks for a request before', async () => {
    const from = await aRow();
    const share = await aShare('a@example.org', from, 4_000);
    expect(await move(share, 'refund', 4_000)).toMatchObject({
      sentence: messages.REFUND_BY_REQUEST,
    });
    const aged = { paidAt: daysAgo(331) };
    await db().update(contributions).set(aged).where(eq(contributions.id, share.id));
    expect(await moveOffer(share)).toMatchObject({ offer: { may_go_back: true, fee: null } });
    expect(await move(share, 'refund', 4_000)).toMatchObject({ ok: true, to: 'refund' });
    expect((await sharesOf(share.orderId))[0]).toMatchObject({ status: 'refund_pending' });
    expect(await move(share, 'project', 4_000)).toMatchObject({ sentence: messages.NOT_PAID });
    expect(await checkLedger()).toEqual([]);
  });

  it('works once by a mailed link, for two who press at the same moment too, and not by a made-up one', async () => {
    const [from, to] = [await aRow(), await aRow()];
    const share = await aShare('a@example.org', from, 4_000);
    const token = new URL(await createMoveLink(share.id)).searchParams.get('token')!;
    const command = { to, cents: 4_000, acceptsNewDate: false };
    // Looking at it, as a scanner does, uses up nothing.
    for (const _ of [1, 2]) expect(await moveOffer({ token })).toMatchObject({ ok: true });
    expect(await moveContribution({ token: 'made up' }, command)).toMatchObject({
      status: 404,
      sentence: messages.MOVE_LINK_UNKNOWN,
    });
    const pressed = await Promise.all([1, 2, 3].map(() => moveContribution({ token }, command)));
    expect(pressed.filter(({ ok }) => ok)).toHaveLength(1);
    expect(pressed).toContainEqual(expect.objectContaining({ sentence: messages.LINK_USED }));
    expect(await moveOffer({ token })).toMatchObject({ sentence: messages.LINK_USED });
    expect(await rowNow(to)).toMatchObject({ raisedCents: 4_000 });
    expect(await db().$count(tokens, isNull(tokens.usedAt))).toBe(0);
  });

  it.each([
    ['none', () => 9_999_999, 'no product of this number'],
    ['itself', (from: number) => from, 'is with'],
    ['full', () => aRow(100, { raisedCents: 0 }), 'has been fully funded'],
    ['hidden', () => aRow(127_500, { hiddenAt: now() }), 'is hidden'],
    [
      'removed',
      () => aRow(127_500, { removedAt: now(), removedReason: 'untestable' }),
      'no longer in the catalog',
    ],
    ['demo', () => aRow(127_500, { isDemo: true }), 'is a demonstration'],
    [
      'merged',
      async () => {
        const survivor = await aRow();
        return aRow(127_500, {
          removedAt: now(),
          removedReason: 'merged',
          mergedInto: survivor,
        });
      },
      'has been merged into No.',
    ],
    ['in testing', () => aRow(127_500, { testingBegunAt: now() }), 'has been fully funded'],
  ])(
    'is refused in a clear sentence, and moves nothing, to a product that is %s',
    async (...all) => {
      const [kind, make, sentence] = all;
      const from = await aRow();
      const share = await aShare('a@example.org', from, 200);
      const to = await make(from);
      if (kind === 'full') await gift('b@example.org', [to, 100]);
      const refused = await move(share, to, 200);
      expect(refused).toMatchObject({ ok: false, sentence: expect.stringContaining(sentence) });
      expect(refused).toMatchObject({ sentence: expect.stringContaining('Nothing was moved.') });
      expect(await rowNow(from)).toMatchObject({ raisedCents: 200 });
      await changeProduct(to, { isDemo: false });
    },
  );

  it('is neither offered nor done while a refund is asked for, which needs no decision at the end', async () => {
    const [from, to] = [await aRow(), await aRow()];
    const share = await aShare('a@example.org', from, 200);
    const asked = { contributionId: share.id, reason: '', status: 'open' };
    await db().insert(refundRequests).values(asked);
    const refusal = { ok: false, status: 409, sentence: messages.ASKED_BACK };
    expect(await moveOffer(share)).toEqual(refusal);
    expect(await move(share, to, 200)).toEqual(refusal);
    const aged = { paidAt: daysAgo(331) };
    await db().update(contributions).set(aged).where(eq(contributions.id, share.id));
    expect(await moveOffer(share)).toMatchObject({ offer: { may_go_back: true } });
  });

  it('is refused of what is disputed, asked back, another’s, or in testing', async () => {
    const [from, to] = [await aRow(), await aRow()];
    const share = await aShare('a@example.org', from, 200);
    const other = { ...share, emailNormalised: 'b@example.org' };
    expect(await move(other, to, 200)).toMatchObject({ sentence: messages.NO_SUCH_CONTRIBUTION });
    const dispute = {
      id: 'du_1',
      orderId: share.orderId,
      paymentIntentId: share.stripePaymentId!,
      amountCents: 200,
      reason: 'fraudulent',
      status: 'needs_response',
    };
    await db().insert(disputes).values(dispute);
    expect(await move(share, to, 200)).toMatchObject({ sentence: messages.DISPUTED });
    await db().delete(disputes);
    await changeProduct(from, { testingBegunAt: now() });
    expect(await move(share, to, 200)).toMatchObject({
      sentence: expect.stringContaining('has been bought'),
    });
    expect(await rowNow(from)).toMatchObject({ raisedCents: 200 });
  });
});

it('may go back in part from the same product twice, by two merges', async () => {
  const [paid, survivor, other] = [await aRow(), await aRow(10_000), await aRow()];
  await gift('b@example.org', [survivor, 4_000]);
  const share = await aShare('a@example.org', paid, 10_000);
  await merge(paid, survivor);
  expect(await move(share, other, 6_000)).toMatchObject({ ok: true });
  await gift('c@example.org', [survivor, 4_000]);
  await merge(other, survivor);
  const parts = (await sharesOf(share.orderId)).map((one) => [one.status, one.amountCents]);
  expect(parts.toSorted()).toEqual([
    ['paid', 2_000],
    ['refund_pending', 4_000],
    ['refund_pending', 4_000],
  ]);
  expect(await checkLedger()).toEqual([]);
});

it('waits for nobody in a circle where a part of what has moved is cut off', async () => {
  const [paid, from, to] = [await aRow(), await aRow(), await aRow(2_000)];
  const share = await aShare('a@example.org', paid, 9_000);
  expect(await move(share, from, 9_000)).toMatchObject({ ok: true });
  // Somebody who holds what was paid for, and then wants what the cut is made for.
  const beside = async (place: number, cut: () => Promise<unknown>) =>
    inTransaction(async (tx) => {
      await lockProducts(tx, [paid]);
      const cutting = cut();
      await sleep(300);
      await lockProducts(tx, [place]);
      return { cutting };
    });
  const { cutting } = await beside(from, () => move(share, to, 2_000));
  expect(await cutting).toMatchObject({ ok: true });
  expect(await checkLedger()).toEqual([]);
});

/** Merges a product into another, where that can be. */
async function merge(goneId: number, survivorId: number): Promise<void> {
  await inTransaction(async (tx) => {
    const locked = await lockPair(tx, goneId, survivorId);
    if (!locked.ok) return;
    await moveMoney(tx, locked.pair);
    await markMerged(tx, goneId, survivorId);
  });
}
