import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { closeMatchPlace } from '#app/catalogue/remove-product.server.ts';
import { createPool } from '#app/catalogue/pools.server.ts';
import { beginTesting } from '#app/funding/begin-testing.server.ts';
import { release } from '#app/funding/checkout/release.server.ts';
import { asOf } from '#app/ledger/solvency.server.ts';
import { readBooks } from '#app/ledger/books-now.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { askToMove } from '#app/funding/moving/ask-to-move.server.ts';
import { moveOffer } from '#app/funding/moving/move-offer.server.ts';
import { readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { requeueRefund } from '#app/funding/refunds/send-refund.server.ts';
import { allocate } from '#app/funding/unmatched/allocate.server.ts';
import { KEPT } from '#app/kit/kept.ts';
import { advanceClock, daysAgo, now, resetClock } from '#app/platform/clock.server.ts';
import { db } from '#app/platform/database/db.server.ts';
import { pruneMails } from '#app/platform/mail/mail-outbox.server.ts';
import { contributions, disputes, mails, products, refunds } from '#db/schema.ts';
import { useDatabase } from '#test/support/database.ts';
import { aRow, dispute, gift, rowNow, sharesOf } from '#test/support/gifts.ts';
import { ordered, pays, promisesOf } from '#test/support/matches.ts';
import { closeMatches } from './close-matches.server.ts';
import { createMatch, type MatchTerms } from './make-match.server.ts';
import { isMatchKey, matchKey } from './match-key.server.ts';
import { matchStory } from './match-story.server.ts';
import { noteSponsorPayment } from './note-payment.server.ts';
import { allMatches, findMatch, openMatches } from './read-matches.server.ts';
import { settleMatches } from './settle-matches.server.ts';

useDatabase();
afterEach(resetClock);

const SPONSOR = 'sponsor@example.org';
const DAY_MS = 86_400_000;

function terms(more: Partial<MatchTerms> = {}): MatchTerms {
  return {
    sponsorName: ' A  sponsor ',
    sponsorEmail: 'Sponsor@example.org',
    kind: 'any',
    of: '',
    sumCents: 50_000,
    mostCents: 2_000,
    firstGifts: null,
    endsAt: daysAgo(-30),
    unusedTo: 'sponsor',
    ...more,
  };
}

const tryMatch = (more: Partial<MatchTerms> = {}) =>
  db().transaction((tx) => createMatch(tx, terms(more)));

async function aMatch(more: Partial<MatchTerms> = {}): Promise<number> {
  const made = await tryMatch(more);
  if (!made.ok) throw new Error(made.why);
  return made.id;
}

async function note(matchId: number, amountCents: number, reference: string) {
  const noted = await db().transaction((tx) =>
    noteSponsorPayment(tx, { matchId, amountCents, paidOn: '2026-01-02', reference }),
  );
  if (!noted.ok) throw new Error(noted.why);
  return noted.orderId;
}

const close = (id: number) => db().transaction((tx) => closeMatchPlace(tx, id));

/** Has a checkout begin to which a match promises so many cents, the only one that is open; ends it. */
async function promise(matchId: number, cents: number) {
  const order = await ordered([await aRow(), cents]);
  expect(await promisesOf(order.id)).toMatchObject([{ matchId, amountCents: cents }]);
  return () => release(order.id, 'expired');
}

/** A gift to which a match, the only one that is open, has added $20; its order. */
async function matchedGift(matchId: number, targetCents?: number) {
  const order = await ordered([await aRow(targetCents), 2_000]);
  await pays('giver@example.org', order);
  await settleMatches();
  expect(await promisesOf(order.id)).toMatchObject([{ matchId, status: 'spent' }]);
  return order;
}

/** Has a bank ask about a payment and take nothing yet; ends that with its money where it is. */
async function asked(orderId: string) {
  const id = `du_asked_${orderId}`;
  const what = { paymentIntentId: `pi_${orderId}`, amountCents: 2_000, reason: 'fraudulent' };
  const inquiry = { id, orderId, status: 'warning_needs_response', ...what };
  await db().insert(disputes).values(inquiry);
  return () => db().update(disputes).set({ closedAt: now() }).where(eq(disputes.id, id));
}

const refundsOf = (orderId: string) =>
  db().select().from(refunds).where(eq(refunds.orderId, orderId)).orderBy(refunds.amountCents);

const endMails = (id: number) =>
  db()
    .select({ to: mails.toEmail })
    .from(mails)
    .where(and(eq(mails.name, 'match-ended'), sql`params ->> 'matchId' = ${String(id)}`));

describe('a match', () => {
  it('is a hidden place with a number from 800,000,001 up, and what its terms say', async () => {
    const made = await tryMatch();
    expect(made).toEqual({ ok: true, id: 800_000_001, name: 'Match for any product' });
    const next = await tryMatch({ kind: 'group', of: 'baby', sponsorName: '  ' });
    expect(next).toEqual({ ok: true, id: 800_000_002, name: 'Match for Baby' });
    expect(await rowNow(800_000_001)).toMatchObject({
      hiddenAt: expect.any(Date),
      targetCents: 2_000_000_000,
      poolKind: null,
    });
    expect(await findMatch(800_000_001)).toMatchObject({
      sponsorName: 'A sponsor',
      sponsorEmail: 'Sponsor@example.org',
      sponsorEmailNormalised: SPONSOR,
    });
    expect(await findMatch(800_000_002)).toMatchObject({ sponsorName: null });
    // Without money it promises nothing.
    expect(await openMatches()).toEqual([]);
  });

  it.each<[string, Partial<MatchTerms>]>([
    ['sum', { sumCents: 0 }],
    ['sum', { sumCents: 4_900 }],
    ['sum', { sumCents: 5_050 }],
    ['sum', { sumCents: 5_000_100 }],
    ['sum', { sumCents: Number.NaN }],
    ['most', { mostCents: 0 }],
    ['most', { mostCents: 150 }],
    ['most', { sumCents: 500_000, mostCents: 127_600 }],
    ['most', { mostCents: Number.NaN }],
    ['most_above_sum', { mostCents: 50_100 }],
    ['gifts', { firstGifts: 0 }],
    ['gifts', { firstGifts: 1.5 }],
    ['gifts', { firstGifts: 100_001 }],
    ['gifts', { firstGifts: Number.NaN }],
    ['no_end', { endsAt: new Date(Number.NaN) }],
    ['end_past', { endsAt: new Date(Date.now() - 1_000) }],
    ['end_far', { endsAt: new Date(Date.now() + 301 * DAY_MS) }],
    ['name', { sponsorName: 'x'.repeat(121) }],
    ['email', { sponsorEmail: 'sponsor' }],
    ['kind', { kind: 'group', of: 'water' }],
    ['kind', { kind: 'group', of: 'nonsense' }],
    ['kind', { kind: 'brand', of: 'No such brand' }],
    ['kind', { kind: 'any', of: 'x' }],
    ['unused_to', { unusedTo: '' }],
    ['unused_to', { unusedTo: '900000777' }],
  ])('is not made where its terms are wrong: %s %j', async (why, more) => {
    const before = await db().$count(products);
    expect(await tryMatch(more)).toEqual({ ok: false, why });
    expect(await db().$count(products)).toBe(before);
  });

  it('may have the least and the most that its terms may be', async () => {
    await aMatch({ sumCents: 5_000, mostCents: 100, firstGifts: 1 });
    const most = { sumCents: 5_000_000, mostCents: 127_500, firstGifts: 100_000 };
    await aMatch({ ...most, endsAt: new Date(now().getTime() + 299 * DAY_MS) });
  });

  it('is paid for by whoever has its key alone', () => {
    const key = matchKey(800_000_001);
    expect(isMatchKey(800_000_001, key)).toBe(true);
    expect(isMatchKey(800_000_002, key)).toBe(false);
    expect(isMatchKey(800_000_001, '')).toBe(false);
    expect(isMatchKey(800_000_001, `${key}x`)).toBe(false);
  });
});

describe('money for a match', () => {
  it('that came outside Stripe stands there with its receipt, once, and is in our books as that', async () => {
    const id = await aMatch();
    const orderId = await note(id, 50_000, 'wire 1');
    const [share] = await sharesOf(orderId);
    expect(share).toMatchObject({ status: 'paid', productId: id, emailNormalised: SPONSOR });
    expect(await rowNow(id)).toMatchObject({ raisedCents: 50_000, contributorCount: 1 });
    expect((await openMatches()).map((one) => one.id)).toContain(id);
    await expect(note(id, 100, 'wire 1')).rejects.toThrow('noted_already');
    await note(await aMatch(), 2_500, 'wire 1');
    const [receipt] = await db()
      .select()
      .from(mails)
      .where(eq(mails.dedupeKey, `receipt:${orderId}`));
    expect(receipt?.toEmail).toBe('Sponsor@example.org');
    expect(await readBooks()).toMatchObject({ received: 525, held: 525 });
    const balances = new Map([
      ['outside', -50_000],
      [`product:${id}`, 50_000],
    ]);
    expect(asOf('2026-01-02', balances)).toMatchObject({ bankCents: 50_000, leftCents: 0 });
    expect(await checkLedger()).toEqual([]);
  });

  it('is taken for none that is closed or has ended', async () => {
    const closed = await aMatch();
    expect(await close(closed)).toBe(true);
    expect(await close(closed)).toBe(false);
    await expect(note(closed, 100, 'late')).rejects.toThrow('closed');
    const ended = await aMatch();
    advanceClock(31 * DAY_MS);
    await expect(note(ended, 100, 'late')).rejects.toThrow('closed');
    await expect(note(899_999_999, 100, 'late')).rejects.toThrow('unknown');
  });

  it('goes back neither by age, nor by a move, nor because somebody asks, while it stands there', async () => {
    const id = await aMatch();
    const order = await gift(SPONSOR, [id, 50_000]);
    const [share] = await sharesOf(order.id);
    const old = { paidAt: daysAgo(350) };
    await db().update(contributions).set(old).where(eq(contributions.id, share!.id));
    const asked = await askToMove();
    expect(asked).toBe(0);
    const due = { paidAt: daysAgo(400), refundToldAt: daysAgo(20) };
    await db().update(contributions).set(due).where(eq(contributions.id, share!.id));
    expect(await readLargeRefunds()).toMatchObject({ dueCents: 0 });
    expect(await requestRefund(share!.id, { reason: 'requested' })).toEqual({
      accepted: false,
      why: 'at_match',
    });
    expect(await askForRefund(share!.id, SPONSOR, '')).toEqual({ ok: false, why: 'of_match' });
    const giver = { id: share!.id, emailNormalised: SPONSOR };
    expect(await moveOffer(giver)).toMatchObject({
      ok: false,
      sentence: expect.stringContaining('match'),
    });
    await close(id);
    await closeMatches();
    expect(await checkLedger()).toEqual([]);
  });
});

describe('a match that is closed', () => {
  beforeEach(async () => {
    // What other tests have left.
    for (const { id } of await allMatches()) await close(id);
    await closeMatches();
  });

  it('gives what is unused back to its sponsor, the last paid first, and tells them once', async () => {
    const id = await aMatch({ mostCents: 12_000 });
    const order = await gift(SPONSOR, [id, 30_000]);
    const outside = await note(id, 20_000, 'wire 2');
    const early = { paidAt: daysAgo(3) };
    await db().update(contributions).set(early).where(eq(contributions.orderId, outside));
    const release = await promise(id, 12_000);
    expect(await closeMatches()).toBe(0);
    advanceClock(31 * DAY_MS);
    // Both end it; neither takes a cent twice.
    const runs = await Promise.all([closeMatches(), closeMatches(), closeMatches()]);
    expect(runs.reduce((sum, cents) => sum + cents, 0)).toBe(38_000);
    expect(await openMatches()).toEqual([]);
    expect(await rowNow(id)).toMatchObject({ raisedCents: 12_000, promisedCents: 12_000 });
    expect(await refundsOf(order.id)).toMatchObject([
      { amountCents: 30_000, status: 'queued', reason: 'match_unused' },
    ]);
    expect(await refundsOf(outside)).toMatchObject([
      { amountCents: 8_000, status: 'failed', reason: 'match_unused', paymentIntentId: '' },
    ]);
    expect(await endMails(id)).toEqual([]);
    await release();
    expect(await closeMatches()).toBe(12_000);
    expect(await closeMatches()).toBe(0);
    expect(await rowNow(id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect(await endMails(id)).toEqual([{ to: 'Sponsor@example.org' }]);
    expect(await matchStory(id)).toMatchObject({ gifts: 0, backCents: 50_000 });
    expect(await checkLedger()).toEqual([]);
  });

  it('tells its sponsor what it did only once no bank asks about their payment', async () => {
    const id = await aMatch();
    const order = await gift(SPONSOR, [id, 30_000]);
    const answered = await asked(order.id);
    await close(id);
    expect(await closeMatches()).toBe(0);
    expect(await endMails(id)).toEqual([]);
    await answered();
    expect(await closeMatches()).toBe(30_000);
    expect(await endMails(id)).toHaveLength(1);
    expect(await matchStory(id)).toMatchObject({ backCents: 30_000 });
  });

  it('tells its sponsor what it did only once a bank that decided for them has given back', async () => {
    const id = await aMatch();
    const order = await gift(SPONSOR, [id, 30_000]);
    await dispute(order.id, 30_000, false);
    await close(id);
    const won = { status: 'won', closedAt: now() };
    await db().update(disputes).set(won).where(eq(disputes.orderId, order.id));
    expect(await closeMatches()).toBe(0);
    expect(await endMails(id)).toEqual([]);
    await dispute(order.id, 30_000, true);
    expect(await closeMatches()).toBe(30_000);
    expect(await endMails(id)).toHaveLength(1);
  });

  it('tells its sponsor what it did only once no bank asks about a gift that it may come back from', async () => {
    const id = await aMatch();
    await gift(SPONSOR, [id, 30_000]);
    const given = await matchedGift(id);
    const answered = await asked(given.id);
    await close(id);
    expect(await closeMatches()).toBe(28_000);
    expect(await endMails(id)).toEqual([]);
    await answered();
    const [share] = await sharesOf(given.id);
    const gone = await requestRefund(share!.id, { reason: 'requested' });
    expect(gone).toMatchObject({ accepted: true });
    await settleMatches();
    expect(await closeMatches()).toBe(2_000);
    expect(await endMails(id)).toHaveLength(1);
    expect(await matchStory(id)).toMatchObject({ gifts: 0, backCents: 30_000 });
    expect(await checkLedger()).toEqual([]);
  });

  it('tells its sponsor what it did only once what comes back from a gift that is gone is back', async () => {
    const id = await aMatch();
    await gift(SPONSOR, [id, 30_000]);
    const given = await matchedGift(id);
    const [share] = await sharesOf(given.id);
    await requestRefund(share!.id, { reason: 'requested' });
    await close(id);
    expect(await closeMatches()).toBe(28_000);
    expect(await endMails(id)).toEqual([]);
    await settleMatches();
    expect(await closeMatches()).toBe(2_000);
    expect(await endMails(id)).toHaveLength(1);
  });

  it('tells its sponsor what it did once ever, though emails are forgotten', async () => {
    const id = await aMatch();
    await gift(SPONSOR, [id, 30_000]);
    const given = await matchedGift(id);
    await close(id);
    expect(await closeMatches()).toBe(28_000);
    expect(await endMails(id)).toHaveLength(1);
    await db().update(mails).set({ sentAt: now() }).where(eq(mails.name, 'match-ended'));
    advanceClock((KEPT.mailsDays + 1) * DAY_MS);
    await pruneMails({});
    expect(await closeMatches()).toBe(0);
    expect(await endMails(id)).toEqual([]);
    const [share] = await sharesOf(given.id);
    await requestRefund(share!.id, { reason: 'requested' });
    await settleMatches();
    expect(await closeMatches()).toBe(2_000);
    expect(await endMails(id)).toEqual([]);
  });

  it('tells its sponsor what it did while a bank asks about a gift whose test has begun: it stays spent', async () => {
    const id = await aMatch();
    await gift(SPONSOR, [id, 30_000]);
    const given = await matchedGift(id, 4_000);
    const answered = await asked(given.id);
    const [share] = await sharesOf(given.id);
    const begun = await db().transaction((tx) => beginTesting(tx, share!.productId!));
    expect(begun).toEqual({ ok: true });
    await close(id);
    expect(await closeMatches()).toBe(28_000);
    expect(await endMails(id)).toHaveLength(1);
    await answered();
  });

  it('has an administrator pay back what came outside Stripe, and note how', async () => {
    const id = await aMatch();
    const orderId = await note(id, 50_000, 'wire 3');
    await close(id);
    await closeMatches();
    const [owed] = await refundsOf(orderId);
    expect(await sharesOf(orderId)).toMatchObject([{ status: 'refund_failed' }]);
    const waiting = eq(mails.name, 'refund-receipt');
    expect(await db().$count(mails, waiting)).toBe(0);
    // There is nothing at Stripe that could be asked again.
    expect(await requeueRefund(owed!.id)).toBe(false);
    expect(await checkLedger()).toEqual([]);
    const paid = await db().transaction((tx) =>
      allocate(tx, {
        id: crypto.randomUUID(),
        subject: owed!.id,
        to: 'outside',
        paidOn: now().toISOString().slice(0, 10),
        reference: 'wire 4',
        reason: 'unused',
        isAnyway: false,
      }),
    );
    expect(paid).toMatchObject({ ok: true, amountCents: 50_000 });
    expect(await refundsOf(orderId)).toMatchObject([{ status: 'paid_otherwise' }]);
    expect(await sharesOf(orderId)).toMatchObject([{ status: 'refunded' }]);
    const told = and(eq(mails.name, 'refund-otherwise'), eq(mails.toEmail, 'Sponsor@example.org'));
    expect(await db().$count(mails, told)).toBe(1);
    expect(await checkLedger()).toEqual([]);
  });

  it('gives what is unused to the pool that its terms name, where it counts as new', async () => {
    const pool = await db().transaction((tx) => createPool(tx, 'any', ''));
    const poolId = pool.ok ? pool.id : 0;
    const id = await aMatch({ unusedTo: String(poolId), mostCents: 10_000 });
    const order = await gift(SPONSOR, [id, 30_000]);
    await note(id, 5_000, 'wire 5');
    const release = await promise(id, 10_000);
    await close(id);
    expect(await closeMatches()).toBe(25_000);
    expect(await rowNow(poolId)).toMatchObject({ raisedCents: 25_000, contributorCount: 1 });
    expect(await rowNow(id)).toMatchObject({ raisedCents: 10_000, promisedCents: 10_000 });
    const moved = (await sharesOf(order.id)).filter(({ productId }) => productId === poolId);
    for (const share of moved) {
      expect(share).toMatchObject({ mergedFrom: id, renewedAt: expect.any(Date), status: 'paid' });
    }
    expect(await checkLedger()).toEqual([]);
    await release();
    // A pool that is closed by then takes nothing: it goes back.
    await db()
      .update(products)
      .set({ removedAt: now(), removedReason: 'removed' })
      .where(eq(products.id, poolId));
    expect(await closeMatches()).toBe(10_000);
    expect(await matchStory(id)).toMatchObject({ toPoolCents: 25_000, backCents: 10_000 });
    expect(await checkLedger()).toEqual([]);
  });

  it('gives what is unused to the project where its terms say so', async () => {
    const id = await aMatch({ unusedTo: 'project' });
    const order = await gift(SPONSOR, [id, 30_000]);
    const outside = await note(id, 5_000, 'wire 6');
    await close(id);
    expect(await closeMatches()).toBe(35_000);
    for (const orderId of [order.id, outside]) {
      expect(await sharesOf(orderId)).toMatchObject([
        { productId: null, mergedFrom: id, status: 'paid' },
      ]);
    }
    expect(await matchStory(id)).toMatchObject({ toProjectCents: 35_000, backCents: 0 });
    expect(await checkLedger()).toEqual([]);
  });

  it('gives a payment that comes after it back', async () => {
    const id = await aMatch();
    await close(id);
    const late = await gift(SPONSOR, [id, 10_000]);
    expect(await sharesOf(late.id)).toMatchObject([{ status: 'refund_pending', isExcess: true }]);
    expect(await checkLedger()).toEqual([]);
  });
});
