import { and, asc, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { lookAgain } from '#app/funding/reconciling/look-again.server.ts';
import { postMissingFees } from '#app/funding/reconciling/post-missing-fees.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { readUnmatched, setAside } from '#app/funding/unmatched.server.ts';
import { balanceOf, post } from '#app/ledger/post.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, mails, refunds } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { pays, paysAt, sharesOf } from '#test/support/books.ts';
import {
  aFailedRefund,
  aFailedReviewRefund,
  aGift,
  aPartialRefund,
  aPaymentUnderReview,
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
  ask,
  audited,
  disputeIs,
  inTheBooks,
  refundNow,
  keep,
  keeping,
  shareNow,
  unmatchedIs,
  unmatchedNow,
  retryRefund,
} from '#test/support/refund-desk.ts';
import { sendReviewBack } from '#test/support/send-review-back.ts';
import { aProduct, eventually, productNow, says, shows, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';

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
  it('that fits no contribution stands with its note until the project covers it', async () => {
    const { stray, giver } = await aStrayRefund(story);
    expect((await audited()).matches).toBe(false);
    const one = await anAdministrator(story);
    const [review, losses] = await inTheBooks('review', 'losses');
    const overview = textOf((await one.page('/admin')).body);
    expect(overview).toMatch(/unmatched \$50 at Stripe|to decide on, the oldest/);
    expect(textOf((await one.page('/admin/people')).body)).toContain('$50 refunded at Stripe');
    const noting = { intent: 'note-unmatched', form: `note-${stray}`, unmatched: stray };
    const noted = await ask(one, { ...noting, note: ' Asked <the bank>, Ada Street 7. ' });
    expect(noted).toMatchObject(shows(200, 'Note: Asked <the bank>, Ada Street 7.'));
    const long = await ask(one, { ...noting, note: 'x'.repeat(501) });
    expect(long).toMatchObject(says(400, `value="${'x'.repeat(501)}"`));
    expect(JSON.stringify(await actsOf(one))).not.toContain('Ada Street');
    expect((await audited()).matches).toBe(false);
    const listed = await runTyped('unmatched', 'list');
    expect(listed.code).toBe(1);
    expect(listed.sentence).toMatch(new RegExp(`${stray}\t'-\\$50\tUSD\t.*\tAsked <the bank>`));
    const both = await Promise.all([ask(one, keeping(stray)), ask(one, keeping(stray))]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await inTheBooks('review', 'losses')).toEqual([review! + 5_000, losses! - 5_000]);
    const found = await audited();
    expect([found.matches, found.why(stray)]).toEqual([true, 'a refund that the project covers']);
    expect(
      (await actsOf(one)).map(({ action, subject, after }) => [action, subject, after]),
    ).toEqual([
      ['note-unmatched', `unmatched ${stray}`, { has_note: true }],
      [
        'keep-unmatched',
        `unmatched ${stray}`,
        { to: 'loss', amount: -50, allocation: expect.any(String) },
      ],
    ]);
    for (const nothing of ['re_nowhere', "x' or 1", '']) {
      expect((await ask(one, keeping(nothing))).status).toBe(409);
      expect((await ask(one, { ...noting, unmatched: nothing })).status).toBe(409);
    }
    await lookUp(giver);
    expect(JSON.stringify((await giver.get('/api/my-data')).body)).toContain('Ada Street 7');
    expect((await giver.post('/api/erase-my-data', { email: giver.email })).status).toBe(200);
    expect((await readUnmatched(db(), stray))?.note).toBe('');
    await ask(one, { ...noting, note: 'Ada Street 7' });
    expect((await readUnmatched(db(), stray))?.note).toBe('');
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
    expect((await ask(one, keeping(order.paymentIntentId ?? ''))).status).toBe(409);
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
  const order = await pays(giver, [soup.id, 20], [soap.id, 30], [salt.id, 50]);
  const payment_intent = order.paymentIntentId ?? '';
  const made = await stripe().refunds.create({ payment_intent, amount });
  await unmatchedIs(made.id, 'done');
  const own = eq(contributions.orderId, order.id);
  const readShares = () => db().select().from(contributions).where(own);
  return { giver, salt, soap, payment_intent, made, readShares };
}

/** $50 and $30 of one payment, and how the refund of each fails. */
async function twoGifts() {
  const [soup, soap] = [await aProduct(), await aProduct()];
  const giver = new Visitor(story);
  const { body } = await giver.commit([soup.id, 50], [soap.id, 30]);
  const order = await paysAt(giver, body.sessionId, '4000 0000 0000 7726');
  const [first, second] = await sharesOf(order.id);
  const fails = async ({ id }: { id: string }) => {
    await requestRefund(id, { reason: 'requested' });
    const sent = await refundIn(id, 'pending');
    await control(story, `refunds/${sent?.stripeRefundId}`, { outcome: 'failed' });
    await refundIn(id, 'failed');
  };
  if (!first || !second) throw new Error('no contributions');
  return { order, first, second, fails };
}

/** Asks Stripe for the refund of a share in vain, so that it is tried again later. */
async function asksInVain({ id }: { id: string }) {
  const fail = { status: 500, percent: 100, path: '/v1/refunds', method: 'post' };
  await control(story, 'faults', { fail });
  await requestRefund(id, { reason: 'requested' });
  await eventually(
    () => refundNow(id),
    (refund) => (refund?.tries ?? 0) > 0,
  );
  await control(story, 'faults', { fail: null });
}

describe('a refund of a part', () => {
  it('goes off its payment’s shares at once', async () => {
    const { giver, salt, soap, readShares } = await threeGiftsAndARefund(6_000);
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
  });

  it('beside one that was paid another way as well has no other sent without saying so', async () => {
    const { order, first, second, fails } = await twoGifts();
    for (const share of [first, second]) await fails(share);
    const one = await anAdministrator(story);
    expect((await ask(one, paidOtherwise(first.id))).status).toBe(200);
    const payment_intent = order.paymentIntentId ?? '';
    const made = await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await unmatchedIs(made.id, 'open');
    const refused = await ask(one, paidOtherwise(second.id));
    expect(refused).toMatchObject(shows(409, '$50 of this payment was already refunded at Stripe'));
    expect(refused.shown).toContain('Pay all of it, although $50 of this payment was refunded');
    const again = { intent: 'retry-refund', refund: second.id };
    const asked = await ask(one, again);
    expect(asked).toMatchObject(shows(409, '$50 of this payment was already refunded at Stripe'));
    expect(await refundNow(second.id)).toMatchObject({ status: 'failed', attempt: 1 });
    expect((await ask(one, { ...again, anyway: 'yes' })).status).toBe(200);
    await refundIn(second.id, 'pending');
    await keep(made.id);
    await allAgrees();
  });

  it('waits while ours may be it, and is of ours once Stripe has refused that', async () => {
    const { share, order } = await aGift(story, 100);
    await control(story, 'webhooks', { down: true });
    await asksInVain(share);
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
    const kept = await ask(one, keeping(id));
    expect(kept).toMatchObject(shows(200, 'It is a donation now.'));
    await allAgrees();
    // Once some of it goes back at Stripe, that is of it, and the rest is for somebody to keep anew.
    const back = await stripe().refunds.create({ payment_intent: id, amount: 1_000 });
    await unmatchedIs(back.id, 'done');
    expect((await readUnmatched(db(), id))?.openCents).toBe(2_000);
    expect((await ask(one, keeping(id))).status).toBe(200);
    await allAgrees();
    const rest = await stripe().refunds.create({ payment_intent: id });
    await unmatchedIs(rest.id, 'done');
    expect(await unmatchedNow(id)).toBe('done');
    await allAgrees();
    // What comes back is unmatched again.
    await control(story, `refunds/${rest.id}`, { outcome: 'failed' });
    await unmatchedIs(rest.id, 'returned');
    expect((await readUnmatched(db(), id))?.openCents).toBe(2_000);
    expect((await ask(one, keeping(id))).status).toBe(200);
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
    expect((await ask(one, keeping(id))).shown).toContain('It is a donation now.');
    await control(story, `dispute/${dispute.id}/funds`, { amount: -1_000 });
    // The donation is of it, and is gone with it.
    expect(await stands(0, 0)).toEqual([review! - 3_000, losses]);
    const other = await control(story, 'foreign', { amount: 2_000 });
    await stripe().refunds.create({ payment_intent: other.payment_intent, amount: 1_500 });
    await postMissingFees();
    const more = await control(story, 'dispute', {
      payment_intent: other.payment_intent,
      amount: 2_000,
    });
    await unmatchedIs(more.id, 'open');
    expect((await audited()).why(more.id)).toBe('a dispute that fits no contribution');
    const page = textOf((await one.page('/admin/people')).body);
    expect(page).toContain('$15 of $20 taken back by a bank, of no order on this site');
    expect((await ask(one, keeping(more.id))).shown).toContain('The project covers it.');
    expect(await stands(0, 0)).toEqual([review! - 3_000, losses! - 1_500]);
    await control(story, `dispute/${more.id}/close`, { outcome: 'won' });
    await unmatchedIs(more.id, 'returned');
    await control(story, `dispute/${dispute.id}/funds`, { amount: 3_000 });
    await unmatchedIs(dispute.id, 'returned');
    expect((await readUnmatched(db(), id))?.openCents).toBe(3_000);
    expect((await readUnmatched(db(), other.payment_intent))?.openCents).toBe(500);
    expect(await inTheBooks('losses')).toEqual([losses]);
    for (const payment of [id, other.payment_intent]) await keep(payment);
    await allAgrees();
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
    expect((await ask(one, keeping(order.paymentIntentId ?? ''))).status).toBe(409);
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
    await keep(made.id);
    expect((await audited()).matches).toBe(true);
  });

  it.each([
    ['won', 5_000],
    ['lost', 0],
  ])(
    'of a payment that was kept is of it once some of it goes back as well: %s',
    async (end, open) => {
      const { order } = await aPaymentUnderReview(story);
      const id = order.paymentIntentId ?? '';
      await keep(id);
      const dispute = await control(story, 'dispute', { payment_intent: id, amount: 3_000 });
      await disputeIs(dispute.id, 'needs_response');
      await inTheBooks();
      await control(story, `dispute/${dispute.id}/close`, { outcome: end });
      await disputeIs(dispute.id, end);
      expect((await readUnmatched(db(), id))?.openCents).toBe(0);
      const back = await stripe().refunds.create({ payment_intent: id, amount: 2_000 });
      await unmatchedIs(back.id, 'done');
      expect((await readUnmatched(db(), id))?.openCents).toBe(Math.max(0, open - 2_000));
      await keep(id);
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

  it('are not of what was paid another way: that has gone twice', async () => {
    const { order, first, second, fails } = await twoGifts();
    await fails(first);
    const one = await anAdministrator(story);
    await ask(one, paidOtherwise(first.id));
    const payment_intent = order.paymentIntentId ?? '';
    const all = await stripe().refunds.create({ payment_intent, amount: 8_000 });
    await refundIn(second.id, 'succeeded');
    expect(await readUnmatched(db(), all.id)).toMatchObject({ openCents: -5_000 });
    await keep(all.id);
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
    expect(refused).toMatchObject(shows(409, 'in progress at Stripe'));
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
});

describe('a refund made at Stripe before ours failed', () => {
  it('settles ours once Stripe has refused it', async () => {
    const { share, giver } = await aGift(story, 40);
    await control(story, 'webhooks', { down: true });
    await asksInVain(share);
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

/** What an administrator allocated by 0.4.0, as the rows that it wrote. */
async function allocatedOnce(id: string, to: 'outside' | 'loss', cents: number): Promise<void> {
  const allocation = crypto.randomUUID();
  const account = to === 'loss' ? 'losses' : 'bank';
  await inTransaction(async (tx) => {
    await tx.execute(sql`
      insert into allocations (id, unmatched_id, goes_to, amount_cents, paid_on, reference, reason, noted_at)
      values (${allocation}, ${id}, ${to}, ${cents}, '2026-11-20', 'Transfer 12', 'Said so.', now())`);
    await tx.execute(sql`update unmatched set open_cents = open_cents - ${cents} where id = ${id}`);
    await post(tx, {
      reason: `unmatched: ${to}`,
      source: `allocated:${allocation}`,
      entries: [
        ['review', -cents],
        [account, cents],
      ],
    });
  });
}

describe('what was allocated by hand in the past', () => {
  it('is in the books and in the trail, and comes back with its refund', async () => {
    const { stray, product } = await aStrayRefund(story);
    const [bank] = await inTheBooks('bank');
    await allocatedOnce(stray, 'outside', -5_000);
    expect(await inTheBooks('bank')).toEqual([bank! - 5_000]);
    const one = await anAdministrator(story);
    for (const action of ['allocate-unmatched', 'undo-allocation']) {
      await db().execute(sql`
        insert into admin_actions (at, actor, action, subject, before, after)
        values (now(), 'old@example.org', ${action}, ${`unmatched ${stray}`}, null, '{"to": "outside"}')`);
    }
    const { body } = await one.page('/admin/trail');
    expect(textOf(body)).toMatch(
      /Undo allocation, unmatched re_\S+.*Allocate unmatched, unmatched/,
    );
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await unmatchedIs(stray, 'returned');
    expect(await inTheBooks('bank')).toEqual([bank]);
    expect((await productNow(product.id)).raisedCents).toBe(0);
    await allAgrees();
  });

  it('as passed on outside Stripe stays so, and what goes back as well is the project’s loss', async () => {
    const { payment_intent: id } = await control(story, 'foreign', { amount: 3_000 });
    await postMissingFees();
    await allocatedOnce(id, 'outside', 3_000);
    const [bank, losses] = await inTheBooks('bank', 'losses');
    const back = await stripe().refunds.create({ payment_intent: id });
    await unmatchedIs(back.id, 'open');
    await keep(back.id);
    expect(await inTheBooks('bank', 'losses')).toEqual([bank, losses! - 3_000]);
    await allAgrees();
  });

  it('and undone, is laid on its payment by the rule', async () => {
    const { share, order } = await aGift(story, 40);
    await control(story, 'webhooks', { down: true });
    const payment_intent = order.paymentIntentId ?? '';
    const { id } = await stripe().refunds.create({ payment_intent, amount: 1_500 });
    await inTransaction(async (tx) => {
      const happenedAt = new Date();
      const row = { id, paymentIntentId: payment_intent, amountCents: -1_500, happenedAt };
      await setAside(tx, row, `refund:${id}`);
    });
    await db().execute(sql`
      update unmatched set is_by_hand = true, booked_at = now() - interval '9 days' where id = ${id}`);
    await lookAgain();
    await control(story, 'webhooks', { down: false });
    expect(await unmatchedNow(id)).toBe('done');
    expect((await shareNow(share.id))?.amountCents).toBe(2_500);
    await allAgrees();
  });
});
