import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { ALLOCATION_REFUSALS } from '#app/admin/people/unmatched.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { lookAgain } from '#app/funding/allocating/look-again.server.ts';
import { postMissingFees } from '#app/funding/allocating/post-missing-fees.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { retryRefund, settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { readUnmatched } from '#app/funding/unmatched.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { allocations, contributions, mails, refunds } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { orderIn } from '#test/support/books.ts';
import {
  aFailedRefund,
  aFailedReviewRefund,
  aGift,
  aPartialRefund,
  aPaymentUnderReview,
  aRefundPaidOtherwise,
  aStrayRefund,
  paidOtherwise,
  refundIn,
  textOf,
  wasQueued,
} from '#test/support/desk.ts';
import { lookUp, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import {
  actsOf,
  allAgrees,
  allocation,
  arrivesLate,
  ask,
  audited,
  bear,
  disputeIs,
  inTheBooks,
  refundNow,
  shareNow,
  standing,
  undoing,
  unmatchedIs,
  unmatchedNow,
} from '#test/support/refund-desk.ts';
import { sendReviewBack } from '#test/support/send-review-back.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

/** The refunds of an order, of so many cents, the smallest first. */
const partsOf = (orderId: string, cents?: number) =>
  db()
    .select()
    .from(refunds)
    .where(and(eq(refunds.orderId, orderId), cents ? eq(refunds.amountCents, cents) : undefined))
    .orderBy(asc(refunds.amountCents));

const story = useStory({}, uncompiledPages);
afterEach(async () => {
  await control(story, 'faults', { fail: null });
  await control(story, 'balance', { available: null });
});

describe('a refund made at Stripe itself', () => {
  it('that fits no contribution is covered by the project, once somebody says so', async () => {
    const { stray } = await aStrayRefund(story);
    expect((await audited()).matches).toBe(false);
    const one = await anAdministrator(story);
    const [review, losses] = await inTheBooks('review', 'losses');
    const overview = textOf((await one.page('/admin')).body);
    expect(overview).toMatch(/unmatched \$15 at Stripe|to match, the oldest/);
    expect(textOf((await one.page('/admin/people')).body)).toContain('$15 refunded at Stripe');
    await control(story, 'faults', {
      fail: { status: 500, percent: 100, path: '/v1/refunds', method: 'get' },
    });
    const form = allocation(stray, 'loss', { reason: 'A goodwill payment.' });
    expect((await ask(one, form)).status).toBe(503);
    await control(story, 'faults', { fail: null });
    expect((await ask(one, form)).status).toBe(200);
    expect(await inTheBooks('review', 'losses')).toEqual([review! + 1_500, losses! - 1_500]);
    expect((await audited()).matches).toBe(true);
    expect(await actsOf(one)).toMatchObject([{ after: { to: 'loss', amount: -15 } }]);
    for (const subject of [stray, 're_nowhere', "x' or 1", '']) {
      const id = crypto.randomUUID();
      expect((await ask(one, { ...form, id, subject })).status).toBe(409);
    }
    // What comes back after all is the project's again.
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await eventually(
      () => balanceOf(db(), 'losses'),
      (cents) => cents === losses,
    );
    await allAgrees();
  });

  it('of just what is under review is its refund', async () => {
    const { giver, order } = await aPaymentUnderReview(story);
    const [review] = await inTheBooks('review');
    const made = await stripe().refunds.create({
      payment_intent: order.paymentIntentId ?? '',
      amount: 5_000,
    });
    expect(await refundIn(order.id, 'succeeded')).toMatchObject({
      stripeRefundId: made.id,
      reason: 'external',
      amountCents: 5_000,
    });
    await received(giver.email, 'refund-receipt');
    expect(await inTheBooks('review')).toEqual([review! - 5_000]);
    expect((await audited()).matches).toBe(true);
    const one = await anAdministrator(story);
    const back = allocation(order.paymentIntentId ?? '', 'refund');
    expect((await ask(one, back)).status).toBe(409);
  });

  it('settles what of it was owed and had failed', async () => {
    const { order } = await aFailedReviewRefund(story);
    const [owed, review] = await inTheBooks('refunds', 'review');
    await stripe().refunds.create({ payment_intent: order.paymentIntentId ?? '', amount: 5_000 });
    await refundIn(order.id, 'succeeded');
    expect(await inTheBooks('refunds', 'review')).toEqual([owed! - 5_000, review]);
    expect((await audited()).matches).toBe(true);
  });
});

/** $100 for three products, the last of which costs so much, and a refund of so many cents at Stripe. */
async function threeGiftsAndARefund(amount: number, dollars?: number) {
  const [soup, soap, salt] = [await aProduct(), await aProduct(), await aProduct('Salt', dollars)];
  const giver = new Visitor(story);
  const { body } = await giver.commit([soup.id, 20], [soap.id, 30], [salt.id, 50]);
  await giver.payOnHostedPage(body.sessionId);
  const order = await orderIn('paid', body.sessionId);
  const payment_intent = order.paymentIntentId ?? '';
  const made = await stripe().refunds.create({ payment_intent, amount });
  await unmatchedIs(made.id, 'done');
  const own = eq(contributions.orderId, order.id);
  const readShares = () => db().select().from(contributions).where(own);
  return { giver, salt, soap, payment_intent, made, readShares };
}

/** What says that a refund at Stripe is of a contribution. */
async function allocationOf(refundId: string): Promise<string> {
  const ofIt = and(eq(allocations.refundId, refundId), isNull(allocations.withdrawnAt));
  return (await db().select().from(allocations).where(ofIt))[0]?.id ?? '';
}

describe('a refund of a part', () => {
  it('goes off its payment’s shares at once, and is what an administrator says who undoes that', async () => {
    const { giver, salt, soap, made, readShares } = await threeGiftsAndARefund(6_000);
    const standing = async () =>
      (await readShares()).map(({ status, amountCents }) => `${status} ${amountCents}`).toSorted();
    expect(await standing()).toEqual(['paid 2000', 'paid 2000', 'refunded 1000', 'refunded 5000']);
    const raisedBy = async ({ id }: { id: number }) =>
      (await giver.get(`/api/products/${id}`)).body.current_amount;
    expect([await raisedBy(salt), await raisedBy(soap)]).toEqual([0, 20]);
    await received(giver.email, 'refund-receipt', 2);
    await lookUp(giver);
    const { contributions: listed } = (await giver.get('/api/contributions')).body;
    expect(
      listed.map((one: { amount: number; status: string }) => `${one.status} ${one.amount}`),
    ).toEqual(expect.arrayContaining(['refunded 10', 'refunded 50', 'paid 20']));
    await allAgrees();
    const one = await anAdministrator(story);
    const share = (await readShares()).find(({ amountCents }) => amountCents === 5_000)!;
    const undo = undoing(await allocationOf(share.id), 'It was the others.');
    expect((await ask(one, undo)).shown).toContain('the contribution counts for its product again');
    expect((await ask(one, undo)).shown).toContain('already been undone');
    expect((await shareNow(share.id))?.status).toBe('paid');
    expect((await productNow(salt.id)).raisedCents).toBe(5_000);
    const found = await audited();
    expect([found.matches, found.why(made.id)]).toEqual([
      false,
      'a refund that fits no contribution',
    ]);
    // What somebody has undone is matched by nobody else.
    await recordRefund(made.id);
    expect(await unmatchedNow(made.id)).toBe('open');
    await inTheBooks();
    const left = (await readShares()).filter(({ status }) => status === 'paid');
    const { body: page } = await one.page('/admin/people');
    for (const { id } of left) expect(page).toContain(`<option value="${id}"`);
    // Nor does the form choose for whoever only presses its button.
    expect(page).toContain('<option value="" selected="">');
    const form = allocation(made.id, share.id);
    for (const to of [crypto.randomUUID(), 'donation']) {
      expect((await ask(one, { ...form, to })).shown).toContain('not one of the choices for it');
    }
    for (const { id, amountCents } of left) {
      if (amountCents < 5_000) await ask(one, allocation(made.id, id));
    }
    expect(await unmatchedNow(made.id)).toBe('open');
    expect((await ask(one, form)).shown).toContain('It is matched with that refund now');
    expect(await standing()).toContain('paid 4000');
    expect((await actsOf(one)).map(({ action }) => action)).toEqual([
      'undo-allocation',
      ...Array<string>(3).fill('allocate-unmatched'),
    ]);
    await allAgrees();
  });

  it('that somebody has undone is neither paid another way nor sent once more without saying so', async () => {
    const { share, stray } = await aStrayRefund(story);
    const own = eq(contributions.orderId, share.orderId);
    const pieces = await db().select().from(contributions).where(own);
    const part = pieces.find(({ id }) => id !== share.id)!;
    // Stripe has $25 of it left.
    await requestRefund(share.id, { reason: 'requested' });
    await refundIn(share.id, 'succeeded');
    await requestRefund(part.id, { reason: 'requested' });
    await refundIn(part.id, 'failed');
    const one = await anAdministrator(story);
    const refused = await ask(one, paidOtherwise(part.id));
    expect(refused.status).toBe(409);
    expect(refused.shown).toContain('$15 of this payment was already refunded at Stripe');
    expect(refused.shown).toContain('Pay all of it, although $15 of this payment was refunded');
    const again = { intent: 'retry-refund', refund: part.id };
    const asked = await ask(one, again);
    expect(asked.status).toBe(409);
    expect(asked.shown).toContain('$15 of this payment was already refunded at Stripe');
    expect(await refundNow(part.id)).toMatchObject({ status: 'failed', attempt: 1 });
    expect((await ask(one, { ...again, anyway: 'yes' })).status).toBe(200);
    await refundIn(part.id, 'failed');
    expect(await refundNow(part.id)).toMatchObject({ status: 'failed', attempt: 2 });
    expect((await ask(one, allocation(stray, part.id))).status).toBe(200);
    await refundIn(part.id, 'succeeded');
    await allAgrees();
  });

  it('waits while ours may be it, and is of ours once Stripe has refused that', async () => {
    const { share, order } = await aGift(story, 100);
    await control(story, 'webhooks', { down: true });
    const fail = { status: 500, percent: 100, path: '/v1/refunds', method: 'post' };
    await control(story, 'faults', { fail });
    await requestRefund(share.id, { reason: 'requested' });
    await eventually(
      () => refundNow(share.id),
      (refund) => (refund?.tries ?? 0) > 0,
    );
    await control(story, 'faults', { fail: null });
    const payment_intent = order.paymentIntentId ?? '';
    const made = await stripe().refunds.create({ payment_intent, amount: 4_000 });
    await recordRefund(made.id);
    expect(await unmatchedNow(made.id)).toBe('open');
    await settleRefunds();
    await control(story, 'webhooks', { down: false });
    expect(await refundNow(share.id)).toMatchObject({ status: 'failed', amountCents: 6_000 });
    expect(await unmatchedNow(made.id)).toBe('done');
    expect(await retryRefund(share.id)).toBe(true);
    await refundIn(share.id, 'succeeded');
    await allAgrees();
  });
});

describe('a payment of nobody’s order', () => {
  it('such as a payment link’s is unmatched, told of after three days, and may be a donation', async () => {
    const price_data = { currency: 'usd', unit_amount: 3_000, product_data: { name: 'A mug' } };
    const session = await stripe().checkout.sessions.create({
      mode: 'payment',
      line_items: [{ price_data, quantity: 1 }],
      success_url: 'https://example.org',
    });
    await new Visitor(story).payOnHostedPage(session.id);
    const paid = await stripe().checkout.sessions.retrieve(session.id);
    const id = String(paid.payment_intent);
    await postMissingFees();
    expect(await unmatchedNow(id)).toBe('open');
    const { balance } = await audit();
    expect(balance.discrepancy).toBe(0);
    await inTheBooks();
    const one = await anAdministrator(story);
    const isTold = eq(mails.dedupeKey, `notice:unmatched:${id}:${one.email}`);
    await lookAgain();
    expect(await db().$count(mails, isTold)).toBe(0);
    await db().execute(sql`update unmatched set booked_at = booked_at - interval '73 hours'`);
    await lookAgain();
    await lookAgain();
    expect(await db().$count(mails, isTold)).toBe(1);
    expect(textOf((await one.page('/admin/people')).body)).toMatch(
      /\$30 paid, of no order on this site/,
    );
    const form = allocation(id, 'donation');
    expect((await ask(one, allocation(id, 'refund'))).shown).toContain(
      'not one of the choices for it',
    );
    const twice = (await Promise.all([ask(one, form), ask(one, form)])).map(({ shown }) => shown);
    expect(twice.join(' ')).toContain('It is a donation now');
    expect(twice.join(' ')).not.toContain(ALLOCATION_REFUSALS.not_open);
    // The same form, sent back by a browser with another answer in it.
    expect((await ask(one, { ...form, to: 'refund' })).shown).toContain(
      'already used for something else',
    );
    await allAgrees();
    const undo = undoing(form.id, 'It was a mug.');
    expect((await ask(one, undo)).shown).toContain('it is unmatched again');
    // Nobody is told of what is passed on: no email says it, and so the page does not.
    const passed = paidOtherwise(id);
    expect((await ask(one, passed)).shown).toMatch(
      /Recorded as paid outside Stripe\.(?! Its payer)/,
    );
    expect((await ask(one, undoing(passed.id!))).shown).toContain('it is unmatched again');
    const back = await stripe().refunds.create({ payment_intent: id });
    await unmatchedIs(back.id, 'done');
    expect(await unmatchedNow(id)).toBe('done');
    await allAgrees();
  });
});

describe('a dispute of a payment of nobody’s order', () => {
  it('is booked whenever its bank takes and gives back; what no money is left for waits for an administrator', async () => {
    const { payment_intent: id } = await control(story, 'foreign', { amount: 3_000 });
    await postMissingFees();
    const [review, losses] = await inTheBooks('review', 'losses');
    /** What is left of the payment, and what nobody knows of the dispute, once the audit agrees. */
    const stands = async (left: number, missing: number) => {
      await eventually(
        async () => [(await readUnmatched(db(), id))?.openCents, (await rowOf())?.openCents ?? 0],
        (now) => now[0] === left && now[1] === missing,
      );
      const found = await audit();
      expect([found.matches, found.differences]).toEqual([missing === 0, []]);
      return inTheBooks('review', 'losses');
    };
    const rowOf = () => readUnmatched(db(), dispute.id);
    const dispute = await control(story, 'dispute', { payment_intent: id });
    expect(await stands(0, 0)).toEqual([review! - 3_000, losses]);
    await control(story, `dispute/${dispute.id}/close`, { outcome: 'lost', amount: 1_000 });
    expect(await stands(1_000, 0)).toEqual([review! - 2_000, losses]);
    const one = await anAdministrator(story);
    const donation = allocation(id, 'donation');
    expect((await ask(one, donation)).shown).toContain('It is a donation now.');
    await control(story, `dispute/${dispute.id}/funds`, { amount: -1_000 });
    await stands(0, -1_000);
    expect((await audited()).why(dispute.id)).toBe('a dispute that fits no contribution');
    const page = textOf((await one.page('/admin/people')).body);
    expect(page).toContain('$10 of $30 taken back by a bank, of no order on this site');
    expect((await ask(one, allocation(dispute.id, 'donation'))).shown).toContain(
      'not one of the choices for it',
    );
    const borne = allocation(dispute.id, 'loss');
    expect((await ask(one, borne)).shown).toContain('The project covers it.');
    expect(await stands(0, 0)).toEqual([review! - 3_000, losses! - 1_000]);
    expect((await ask(one, undoing(borne.id))).shown).toContain('it is unmatched again');
    await stands(0, -1_000);
    await ask(one, { ...borne, id: crypto.randomUUID() });
    // What it was allocated to has it back.
    await control(story, `dispute/${dispute.id}/funds`, { amount: 3_000 });
    await unmatchedIs(dispute.id, 'returned');
    expect(await stands(2_000, 0)).toEqual([review! - 1_000, losses]);
  });
});

describe('what a bank takes back meanwhile', () => {
  it('of a payment under review is not sent back, nor paid another way, once more', async () => {
    const { order } = await aPaymentUnderReview(story);
    const one = await anAdministrator(story);
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    await disputeIs(id, 'needs_response');
    expect(textOf((await one.page('/admin/people')).body)).not.toContain(order.id);
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    const form = allocation(order.paymentIntentId ?? '', 'refund');
    expect((await ask(one, form)).shown).toContain('None of it is still unmatched');
    expect(await refundNow(order.id)).toBeUndefined();
    await allAgrees();
  });

  it('and a refund on its way at Stripe then brings back, is for nothing', async () => {
    const { order } = await aPaymentUnderReview(story);
    const payment_intent = order.paymentIntentId ?? '';
    await control(story, 'balance', { available: 0 });
    const made = await stripe().refunds.create({ payment_intent, amount: 5_000 });
    const { id } = await control(story, 'dispute', { payment_intent });
    await disputeIs(id, 'needs_response');
    await control(story, 'balance', { available: null });
    await unmatchedIs(made.id, 'open');
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    await inTheBooks();
    const found = await audited();
    expect([found.matches, found.why(made.id)]).toEqual([
      false,
      'a refund that fits no contribution',
    ]);
    await bear(made.id);
    expect((await audited()).matches).toBe(true);
  });

  it.each([
    ['won', 'pending'],
    ['lost', 'canceled'],
  ])(
    'of what was paid another way goes with it once that is taken back: %s',
    async (outcome, end) => {
      const { share, giver, order, paymentId } = await aRefundPaidOtherwise(story);
      const [before] = await inTheBooks('refunds');
      const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
      await disputeIs(id, 'needs_response');
      const one = await anAdministrator(story);
      expect((await ask(one, undoing(paymentId))).shown).toContain(
        'The bank has since taken the money',
      );
      expect((await refundNow(share.id))?.status).toBe('held');
      expect((await shareNow(share.id))?.status).toBe('disputed');
      expect(await inTheBooks('refunds')).toEqual([before]);
      expect(await wasQueued(giver.email, 'refund-owed-again')).toBe(false);
      await control(story, `dispute/${id}/close`, { outcome });
      await refundIn(share.id, end, 'succeeded');
      await allAgrees();
    },
  );

  it('is decided, where it was lost before that is taken back', async () => {
    const { share, order, paymentId } = await aRefundPaidOtherwise(story);
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    const one = await anAdministrator(story);
    expect((await ask(one, undoing(paymentId))).shown).toContain('its payer has it already');
    expect((await refundNow(share.id))?.status).toBe('canceled');
    expect((await shareNow(share.id))?.status).toBe('charged_back');
    await allAgrees();
  });
});

describe('an allocation that is undone', () => {
  /** $100 for three, of which $50 went back at Stripe for one, and the bank then took $70. */
  async function takenTwice() {
    const { giver, salt, payment_intent, made, readShares } = await threeGiftsAndARefund(5_000, 50);
    const share = (await readShares()).find(({ productId }) => productId === salt.id)!;
    const one = await anAdministrator(story);
    const form = { id: await allocationOf(share.id) };
    const { id } = await control(story, 'dispute', { payment_intent, amount: 7_000 });
    await disputeIs(id, 'needs_response');
    const standing = async () =>
      (await readShares()).map(({ status, amountCents }) => `${status} ${amountCents}`).toSorted();
    const raised = async () => (await productNow(salt.id)).raisedCents;
    return { giver, made, share, one, form, id, standing, raised };
  }

  it.each(['won', 'lost'])(
    'restores its share but for what the bank has taken since, which follows its dispute: %s',
    async (outcome) => {
      const { giver, made, share, one, form, id, standing, raised } = await takenTwice();
      expect(await standing()).toEqual(['disputed 2000', 'disputed 3000', 'refunded 5000']);
      expect((await ask(one, undoing(form.id))).shown).toContain(
        'The bank has since taken some or all of this money in a dispute',
      );
      const contested = ['disputed 2000', 'disputed 2000', 'disputed 3000', 'paid 3000'];
      expect(await standing()).toEqual(contested);
      expect(await raised()).toBe(3_000);
      const { differences, balance } = await audit();
      expect([differences, balance.discrepancy]).toEqual([[], 0]);
      await control(story, `dispute/${id}/close`, { outcome });
      await disputeIs(id, outcome);
      await eventually(standing, (now) => !now.join().includes('disputed'));
      expect(await raised()).toBe(outcome === 'won' ? 5_000 : 3_000);
      const [, ...left] = contested.map((now) => now.replace('disputed', 'paid'));
      if (outcome === 'won') expect(await standing()).toEqual(['paid 2000', ...left]);
      // Nothing of it is sent to the giver, who has had $50 from Stripe.
      expect(await wasQueued(giver.email, 'refund-failed')).toBe(false);
      await settleRefunds();
      expect(await partsOf(share.orderId)).toEqual([]);
      await inTheBooks();
      for (const cents of outcome === 'won' ? [2_000, 3_000] : [3_000]) {
        const claim = (await db().select().from(contributions)).find(
          (now) =>
            now.orderId === share.orderId && now.status === 'paid' && now.amountCents === cents,
        );
        expect((await ask(one, allocation(made.id, claim!.id))).status).toBe(200);
      }
      if (outcome === 'lost') await bear(made.id);
      await allAgrees();
    },
  );

  it('restores no part that a lost dispute has taken, and asks its product for no place for that', async () => {
    const { made, one, form, id, standing, raised, share } = await takenTwice();
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    const other = new Visitor(story);
    await other.fund([share.productId!, 20]);
    await eventually(raised, (cents) => cents === 2_000);
    expect((await ask(one, undoing(form.id))).status).toBe(200);
    expect(await standing()).toEqual([
      'charged_back 2000',
      'charged_back 2000',
      'charged_back 3000',
      'paid 3000',
    ]);
    expect(await raised()).toBe(5_000);
    await bear(made.id);
    await allAgrees();
  });

  it.each([
    ['won', 5_000],
    ['lost', 0],
  ])(
    'leaves of a payment that was a donation only what the bank has not taken: %s',
    async (outcome, open) => {
      const { order } = await aPaymentUnderReview(story);
      const id = order.paymentIntentId ?? '';
      const one = await anAdministrator(story);
      const form = allocation(id, 'donation');
      expect((await ask(one, form)).status).toBe(200);
      const dispute = await control(story, 'dispute', { payment_intent: id });
      await disputeIs(dispute.id, 'needs_response');
      expect((await ask(one, undoing(form.id))).shown).toContain(
        'The bank has since taken some or all of this money in a dispute',
      );
      expect((await readUnmatched(db(), id))?.openCents).toBe(0);
      await control(story, `dispute/${dispute.id}/close`, { outcome });
      await disputeIs(dispute.id, outcome);
      await eventually(
        async () => (await readUnmatched(db(), id))?.openCents,
        (cents) => cents === open,
      );
      if (open > 0) expect((await ask(one, allocation(id, 'donation'))).status).toBe(200);
      await allAgrees();
    },
  );
});

describe('parts that were refunded at Stripe itself', () => {
  it('are the share’s refund once they make it whole, and each is owed again if it fails', async () => {
    const { share, giver, product, stray } = await aPartialRefund(story);
    const payment_intent = share.stripePaymentId ?? '';
    expect((await productNow(product.id)).raisedCents).toBe(2_500);
    const last = await stripe().refunds.create({ payment_intent, amount: 2_500 });
    await refundIn(share.id, 'succeeded');
    expect(await unmatchedNow(stray)).toBe('done');
    expect((await shareNow(share.id))?.status).toBe('refunded');
    expect((await giver.get(`/api/products/${product.id}`)).body.current_amount).toBe(0);
    await allAgrees();
    // Each is the refund of its part.
    const [part] = await partsOf(share.orderId, 1_500);
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await refundIn(part!.id, 'failed');
    expect((await refundNow(share.id))?.status).toBe('succeeded');
    await unmatchedIs(stray, 'returned');
    await inTheBooks();
    await control(story, `refunds/${last.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await allAgrees();
  });

  it('are the refund of a payment under review, too', async () => {
    const { order } = await aPaymentUnderReview(story);
    const payment_intent = order.paymentIntentId ?? '';
    const first = await stripe().refunds.create({ payment_intent, amount: 2_000 });
    await unmatchedIs(first.id, 'done');
    const last = await stripe().refunds.create({ payment_intent, amount: 3_000 });
    await unmatchedIs(last.id, 'done');
    await unmatchedIs(payment_intent, 'done');
    expect(await partsOf(order.id)).toMatchObject([{ amountCents: 2_000 }, { amountCents: 3_000 }]);
    await allAgrees();
  });

  it('take what was paid another way only once that is taken back: until then it has gone twice', async () => {
    const [soup, soap] = [await aProduct(), await aProduct()];
    const giver = new Visitor(story);
    const { body } = await giver.commit([soup.id, 50], [soap.id, 30]);
    await giver.payOnHostedPage(body.sessionId, '4000 0000 0000 7726');
    const order = await orderIn('paid', body.sessionId);
    const own = await db().select().from(contributions).where(eq(contributions.orderId, order.id));
    const [first, second] = own.toSorted((a, b) => b.amountCents - a.amountCents);
    await requestRefund(first!.id, { reason: 'requested' });
    const sent = await refundIn(first!.id, 'pending');
    await control(story, `refunds/${sent!.stripeRefundId}`, { outcome: 'failed' });
    await refundIn(first!.id, 'failed');
    const one = await anAdministrator(story);
    await ask(one, paidOtherwise(first!.id));
    const payment_intent = order.paymentIntentId ?? '';
    const all = await stripe().refunds.create({ payment_intent, amount: 8_000 });
    await refundIn(second!.id, 'succeeded');
    expect(await readUnmatched(db(), all.id)).toMatchObject({ openCents: -5_000 });
    await inTheBooks();
    const { paymentId } = await standing(first!.id);
    await ask(one, undoing(paymentId, 'It never left.'));
    await refundIn(first!.id, 'succeeded');
    await unmatchedIs(all.id, 'done');
    await allAgrees();
  });
});

describe('what Stripe has sent already', () => {
  it('of a payment under review settles ours that it then refuses', async () => {
    const { order } = await aPaymentUnderReview(story);
    await control(story, 'webhooks', { down: true });
    const payment_intent = order.paymentIntentId ?? '';
    await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await sendReviewBack(order);
    await refundIn(order.id, 'succeeded', 'failed');
    await control(story, 'webhooks', { down: false });
    expect(await refundNow(order.id)).toMatchObject({ status: 'succeeded' });
    await allAgrees();
  });

  it('and is on its way, is waited for', async () => {
    const { share } = await aFailedRefund(story);
    const payment_intent = share.stripePaymentId ?? '';
    await control(story, 'balance', { available: 0 });
    await stripe().refunds.create({ payment_intent, amount: 5_000 });
    const one = await anAdministrator(story);
    const refused = await ask(one, paidOtherwise(share.id));
    expect([refused.status, refused.shown]).toEqual([
      409,
      expect.stringContaining('in progress at Stripe'),
    ]);
    await control(story, 'balance', { available: null });
    await refundIn(share.id, 'succeeded');
    await allAgrees();
  });

  it('as another refund of the same share, is that share’s', async () => {
    const { share } = await aFailedRefund(story);
    const made = await stripe().refunds.create({
      payment_intent: share.stripePaymentId ?? '',
      amount: 5_000,
      metadata: { allocation_id: share.id, attempt: '1' },
    });
    expect(await refundIn(share.id, 'pending')).toMatchObject({ stripeRefundId: made.id });
    await allAgrees();
  });

  it('by hand, is ours once the other payment is taken back, and is told of should it fail', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const payment_intent = share.stripePaymentId ?? '';
    const made = await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await unmatchedIs(made.id, 'open');
    const one = await anAdministrator(story);
    expect((await ask(one, undoing(paymentId))).shown).toContain(
      'A refund made at Stripe itself had already paid it',
    );
    await refundIn(share.id, 'succeeded');
    await received(giver.email, 'refund-receipt');
    expect((await audited()).matches).toBe(true);
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed', 2);
    await allAgrees();
  });

  it('fails, and its payer hears that it is owed again, though they heard so before', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const made = await arrivesLate(share);
    const one = await anAdministrator(story);
    await ask(one, undoing(paymentId, 'It came back.'));
    await refundIn(share.id, 'succeeded');
    await control(story, `refunds/${made}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed', 2);
    await inTheBooks();
  });
});

describe('a refund made at Stripe before ours failed', () => {
  it('settles ours once Stripe has refused it', async () => {
    const { share, giver } = await aGift(story, 40);
    await control(story, 'webhooks', { down: true });
    await control(story, 'faults', {
      fail: { status: 500, percent: 100, path: '/v1/refunds', method: 'post' },
    });
    await requestRefund(share.id, { reason: 'requested' });
    await eventually(
      () => refundNow(share.id),
      (refund) => (refund?.tries ?? 0) > 0,
    );
    await control(story, 'faults', { fail: null });
    const payment_intent = share.stripePaymentId ?? '';
    const made = await stripe().refunds.create({ payment_intent, amount: 4_000 });
    await recordRefund(made.id);
    await unmatchedIs(made.id, 'open');
    await settleRefunds();
    await refundIn(share.id, 'succeeded');
    await control(story, 'webhooks', { down: false });
    expect(await unmatchedNow(made.id)).toBe('done');
    await received(giver.email, 'refund-receipt');
    expect(await wasQueued(giver.email, 'refund-failed')).toBe(false);
    await allAgrees();
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed');
    await allAgrees();
  });

  it('in parts settles what was paid another way, once that is taken back', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const payment_intent = share.stripePaymentId ?? '';
    const parts = [];
    for (const amount of [2_000, 3_000]) {
      const { id } = await stripe().refunds.create({ payment_intent, amount });
      await unmatchedIs(id, 'open');
      parts.push(id);
    }
    const one = await anAdministrator(story);
    expect((await ask(one, undoing(paymentId))).shown).toContain(
      'A refund made at Stripe itself had already paid it',
    );
    expect((await refundNow(share.id))?.status).toBe('succeeded');
    await received(giver.email, 'refund-receipt');
    await allAgrees();
    for (const [at, id] of parts.entries()) {
      await control(story, `refunds/${id}`, { outcome: 'failed' });
      await unmatchedIs(id, 'returned');
      const failed = await partsOf(share.orderId);
      expect(failed.filter(({ status }) => status === 'failed')).toHaveLength(at + 1);
      await allAgrees();
    }
  });
});

it('a refund that fails after a dispute took its money goes with the dispute', async () => {
  const { share, order, giver } = await aGift(story, 50, '4000 0000 0000 7726');
  await requestRefund(share.id, { reason: 'requested' });
  const sent = await refundIn(share.id, 'pending');
  const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
  await disputeIs(id, 'needs_response');
  await control(story, `refunds/${sent!.stripeRefundId}`, { outcome: 'failed' });
  await refundIn(share.id, 'held');
  expect(await wasQueued(giver.email, 'refund-failed')).toBe(false);
  await inTheBooks();
  await control(story, `dispute/${id}/close`, { outcome: 'lost' });
  await refundIn(share.id, 'canceled');
  expect((await shareNow(share.id))?.status).toBe('charged_back');
  await allAgrees();
});
