import { eq } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit.server.ts';
import { requestRefund, requestReviewRefund } from '#app/funding/request-refund.server.ts';
import { recordRefund } from '#app/funding/record-refund.server.ts';
import { settleRefunds } from '#app/funding/send-refund.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { readStray } from '#app/funding/strays.server.ts';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { contributions, refunds, strayRefunds } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import {
  aFailedRefund,
  aFailedReviewRefund,
  aGift,
  aPaymentUnderReview,
  aRefundPaidOtherwise,
  aStrayRefund,
  orderIn,
  paidOtherwise,
  refundIn,
  textOf,
  wasQueued,
} from '#test/support/desk.ts';
import { received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import {
  actsOf,
  arrivesLate,
  ask,
  audited,
  bear,
  disputeIs,
  inTheBooks,
  refundNow,
  shareNow,
  standing,
  strayIs,
} from '#test/support/refund-desk.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);
afterEach(async () => {
  await control(story, 'faults', { fail: null });
  await control(story, 'balance', { available: null });
});

describe('a refund made at Stripe itself', () => {
  it('that fits no share is borne by the project, once somebody says so', async () => {
    const { stray, order } = await aStrayRefund(story);
    expect((await audited()).matches).toBe(false);
    const one = await anAdministrator(story);
    const [review, losses] = await inTheBooks('review', 'losses');
    const overview = textOf((await one.page('/admin')).body);
    expect(overview).toMatch(/Refunds for nothing we know [1-9]/);
    expect(textOf((await one.page('/admin/people')).body)).toContain('$15, fits no share');
    await control(story, 'faults', {
      fail: { status: 500, percent: 100, path: '/v1/refunds', method: 'get' },
    });
    const form = { intent: 'bear-refund', refund: stray, reason: 'A goodwill payment.' };
    expect((await ask(one, form)).status).toBe(503);
    await control(story, 'faults', { fail: null });
    expect((await ask(one, form)).status).toBe(200);
    expect(await inTheBooks('review', 'losses')).toEqual([review! + 1_500, losses! - 1_500]);
    expect((await audited()).matches).toBe(true);
    expect(await actsOf(one)).toMatchObject([{ after: { order: order.id, amount: 15 } }]);
    for (const refund of [stray, 're_nowhere', "x' or 1", '']) {
      expect((await ask(one, { ...form, refund })).status).toBe(409);
    }
    // What comes back after all is the project's again.
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await eventually(
      () => balanceOf(db(), 'losses'),
      (cents) => cents === losses,
    );
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
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
    expect((await ask(one, { intent: 'refund-review', order: order.id })).status).toBe(409);
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

describe('what a bank takes back meanwhile', () => {
  it('of a payment under review is not sent back, nor paid another way, once more', async () => {
    const { order } = await aPaymentUnderReview(story);
    const one = await anAdministrator(story);
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    await disputeIs(id, 'needs_response');
    expect(textOf((await one.page('/admin/people')).body)).not.toContain(order.id);
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    const form = { intent: 'refund-review', order: order.id };
    expect((await ask(one, form)).said).toContain('does not stand as paid');
    expect(await refundNow(order.id)).toBeUndefined();
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('and a refund on its way at Stripe then brings back, is for nothing', async () => {
    const { order } = await aPaymentUnderReview(story);
    const payment_intent = order.paymentIntentId ?? '';
    await control(story, 'balance', { available: 0 });
    const made = await stripe().refunds.create({ payment_intent, amount: 5_000 });
    const { id } = await control(story, 'dispute', { payment_intent });
    await disputeIs(id, 'needs_response');
    await control(story, 'balance', { available: null });
    await strayIs(made.id, 'open');
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    await inTheBooks();
    const found = await audited();
    expect([found.matches, found.why(made.id)]).toEqual([false, 'a refund that fits no share']);
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
      const form = {
        intent: 'withdraw-payment',
        payment: paymentId,
        reason: 'The check came back.',
      };
      expect((await ask(one, form)).said).toContain('Its bank had taken the money');
      expect((await refundNow(share.id))?.status).toBe('held');
      expect((await shareNow(share.id))?.status).toBe('disputed');
      expect(await inTheBooks('refunds')).toEqual([before]);
      expect(await wasQueued(giver.email, 'refund-owed-again')).toBe(false);
      await control(story, `dispute/${id}/close`, { outcome });
      await refundIn(share.id, end, 'succeeded');
      await inTheBooks();
      expect((await audited()).matches).toBe(true);
    },
  );

  it('is decided, where it was lost before that is taken back', async () => {
    const { share, order, paymentId } = await aRefundPaidOtherwise(story);
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    const one = await anAdministrator(story);
    const form = { intent: 'withdraw-payment', payment: paymentId, reason: 'The check came back.' };
    expect((await ask(one, form)).said).toContain('its payer has it that way');
    expect((await refundNow(share.id))?.status).toBe('canceled');
    expect((await shareNow(share.id))?.status).toBe('charged_back');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });
});

describe('parts that were refunded at Stripe itself', () => {
  it('are the share’s refund once they make it whole, and are for nothing again if one fails', async () => {
    const { share, giver, product, stray } = await aStrayRefund(story);
    const payment_intent = share.stripePaymentId ?? '';
    const last = await stripe().refunds.create({ payment_intent, amount: 2_500 });
    await refundIn(share.id, 'succeeded');
    expect((await readStray(db(), stray))?.status).toBe('settled');
    expect((await shareNow(share.id))?.status).toBe('refunded');
    expect((await giver.get(`/api/products/${product.id}`)).body.current_amount).toBe(0);
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    expect(await readStray(db(), last.id)).toMatchObject({ status: 'open', amountCents: 2_500 });
    await inTheBooks();
    const { entries } = await audit();
    expect(entries.filter(({ is_demo, discrepancy }) => !is_demo && discrepancy)).toEqual([]);
    await control(story, `refunds/${last.id}`, { outcome: 'failed' });
    await strayIs(last.id, 'returned');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('are for nothing again if the last fails', async () => {
    const { share, stray } = await aStrayRefund(story);
    const payment_intent = share.stripePaymentId ?? '';
    const last = await stripe().refunds.create({ payment_intent, amount: 2_500 });
    await refundIn(share.id, 'succeeded');
    await control(story, `refunds/${last.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await strayIs(stray, 'open');
    await inTheBooks();
    await bear(stray);
    expect((await audited()).matches).toBe(true);
  });

  it('are the refund of a payment under review, too', async () => {
    const { order } = await aPaymentUnderReview(story);
    const payment_intent = order.paymentIntentId ?? '';
    const first = await stripe().refunds.create({ payment_intent, amount: 2_000 });
    await strayIs(first.id, 'open');
    expect(await refundNow(order.id)).toBeUndefined();
    await stripe().refunds.create({ payment_intent, amount: 3_000 });
    await refundIn(order.id, 'succeeded');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('with all that is left, settle that; what was paid another way has gone twice', async () => {
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
    expect(await readStray(db(), all.id)).toMatchObject({
      status: 'open',
      amountCents: 5_000,
      refundId: first!.id,
    });
    await inTheBooks();
    const { paymentId } = await standing(first!.id);
    await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'It never left.' });
    await control(story, `refunds/${all.id}`, { outcome: 'succeeded' });
    await refundIn(first!.id, 'succeeded');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });
});

describe('what Stripe has sent already', () => {
  it('of a payment under review settles ours that it then refuses', async () => {
    const { order } = await aPaymentUnderReview(story);
    await control(story, 'webhooks', { down: true });
    const payment_intent = order.paymentIntentId ?? '';
    await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await requestReviewRefund(order.id);
    await refundIn(order.id, 'succeeded', 'failed');
    await control(story, 'webhooks', { down: false });
    expect(await refundNow(order.id)).toMatchObject({ status: 'succeeded' });
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('and is on its way, is waited for', async () => {
    const { share } = await aFailedRefund(story);
    const payment_intent = share.stripePaymentId ?? '';
    await control(story, 'balance', { available: 0 });
    await stripe().refunds.create({ payment_intent, amount: 5_000 });
    const one = await anAdministrator(story);
    const refused = await ask(one, paidOtherwise(share.id));
    expect([refused.status, refused.said]).toEqual([409, expect.stringContaining('on its way')]);
    await control(story, 'balance', { available: null });
    await refundIn(share.id, 'succeeded');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('as another refund of the same share, is that share’s', async () => {
    const { share } = await aFailedRefund(story);
    const made = await stripe().refunds.create({
      payment_intent: share.stripePaymentId ?? '',
      amount: 5_000,
      metadata: { allocation_id: share.id, attempt: '1' },
    });
    expect(await refundIn(share.id, 'pending')).toMatchObject({ stripeRefundId: made.id });
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('by hand, is ours once the other payment is taken back, and is told of should it fail', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const payment_intent = share.stripePaymentId ?? '';
    const made = await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await strayIs(made.id, 'open');
    const one = await anAdministrator(story);
    const form = { intent: 'withdraw-payment', payment: paymentId, reason: 'The check came back.' };
    expect((await ask(one, form)).said).toContain('Stripe had sent it back');
    await control(story, `refunds/${made.id}`, { outcome: 'succeeded' });
    await refundIn(share.id, 'succeeded');
    await received(giver.email, 'refund-receipt');
    expect((await audited()).matches).toBe(true);
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed', 2);
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('fails, and its payer hears that it is owed again, though they heard so before', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const made = await arrivesLate(share);
    const one = await anAdministrator(story);
    await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'It came back.' });
    await refundIn(share.id, 'pending');
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
    await strayIs(made.id, 'open');
    await settleRefunds();
    await refundIn(share.id, 'succeeded');
    await control(story, 'webhooks', { down: false });
    expect((await readStray(db(), made.id))?.status).toBe('settled');
    await received(giver.email, 'refund-receipt');
    expect(await wasQueued(giver.email, 'refund-failed')).toBe(false);
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('in parts settles what was paid another way, once that is taken back', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const payment_intent = share.stripePaymentId ?? '';
    const parts = [];
    for (const amount of [2_000, 3_000]) {
      const { id } = await stripe().refunds.create({ payment_intent, amount });
      await strayIs(id, 'open');
      parts.push(id);
    }
    const one = await anAdministrator(story);
    const form = { intent: 'withdraw-payment', payment: paymentId, reason: 'The check came back.' };
    expect((await ask(one, form)).said).toContain('A refund made at Stripe itself had paid it');
    expect((await refundNow(share.id))?.status).toBe('succeeded');
    await received(giver.email, 'refund-receipt');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
    for (const [at, id] of parts.entries()) {
      await control(story, `refunds/${id}`, { outcome: 'failed' });
      await strayIs(id, 'returned');
      expect((await refundNow(share.id))?.status).toBe('failed');
      await inTheBooks();
      const { entries } = await audit();
      expect(entries.filter(({ is_demo, discrepancy }) => !is_demo && discrepancy)).toEqual([]);
      if (at === 0) await strayIs(parts[1]!, 'open');
    }
    expect((await audited()).matches).toBe(true);
  });

  it('is first of all that of the share which is owed', async () => {
    const [soup, soap] = [await aProduct(), await aProduct()];
    const giver = new Visitor(story);
    const { body } = await giver.commit([soup.id, 50], [soap.id, 50]);
    await giver.payOnHostedPage(body.sessionId, '4000 0000 0000 7726');
    const order = await orderIn('paid', body.sessionId);
    const own = eq(contributions.orderId, order.id);
    const [owed, kept] = await db().select().from(contributions).where(own);
    await requestRefund(owed!.id, { reason: 'requested' });
    const sent = await refundIn(owed!.id, 'pending');
    await control(story, `refunds/${sent!.stripeRefundId}`, { outcome: 'failed' });
    await refundIn(owed!.id, 'failed');
    const payment_intent = order.paymentIntentId ?? '';
    await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await refundIn(owed!.id, 'succeeded');
    expect((await shareNow(kept!.id))?.status).toBe('paid');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
  });

  it('is what a row that nobody wrote stands for', async () => {
    const { stray, order } = await aStrayRefund(story);
    await db().delete(strayRefunds).where(eq(strayRefunds.id, stray));
    await recordRefund(stray);
    expect(await readStray(db(), stray)).toMatchObject({
      status: 'open',
      orderId: order.id,
      amountCents: 1_500,
    });
    await db().update(strayRefunds).set({ orderId: null }).where(eq(strayRefunds.id, stray));
    await recordRefund(stray);
    expect((await readStray(db(), stray))?.orderId).toBe(order.id);
    await inTheBooks();
    await bear(stray);
  });

  it('of a payment under review, kept as one for nothing until now, is its refund', async () => {
    const { order } = await aPaymentUnderReview(story);
    const payment_intent = order.paymentIntentId ?? '';
    const made = await stripe().refunds.create({ payment_intent, amount: 5_000 });
    await refundIn(order.id, 'succeeded');
    // As it was kept before.
    await db().delete(refunds).where(eq(refunds.id, order.id));
    await db()
      .insert(strayRefunds)
      .values({ id: made.id, amountCents: 5_000, bookedAt: new Date() });
    await inTheBooks();
    const one = await anAdministrator(story);
    const form = { intent: 'bear-refund', refund: made.id, reason: 'Ours.' };
    expect((await ask(one, form)).said).toContain('It is for something after all');
    expect((await refundNow(order.id))?.status).toBe('succeeded');
    await inTheBooks();
    expect((await audited()).matches).toBe(true);
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
  await inTheBooks();
  expect((await audited()).matches).toBe(true);
});
