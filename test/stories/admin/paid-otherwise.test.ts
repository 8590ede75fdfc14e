import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { eq, sql, type SQL } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit.server.ts';
import { bearStrayRefund } from '#app/admin/other-payments.server.ts';
import { disputeEvidence } from '#app/admin/dispute-evidence.server.ts';
import { requestRefund, requestReviewRefund } from '#app/funding/request-refund.server.ts';
import { recordRefund } from '#app/funding/record-refund.server.ts';
import { retryRefund, settleRefunds } from '#app/funding/send-refund.server.ts';
import { balanceOf } from '#app/ledger/post.server.ts';
import { readStray } from '#app/funding/strays.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import {
  adminActions,
  contributions,
  disputes,
  refundPayments,
  refunds,
  strayRefunds,
} from '#db/schema.ts';
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
import { lookUp, queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, eventually, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { listRefunds, runRefund } from '../../../cli/refund.ts';

const story = useStory({}, uncompiledPages);
afterEach(async () => {
  await control(story, 'faults', { fail: null });
  await control(story, 'balance', { available: null });
});

const TODAY = new Date().toISOString().slice(0, 10);

const ask = async (one: Visitor, form: Record<string, string>) => {
  const { status, body } = await one.page('/admin/people', form);
  return { status, said: textOf(body), body: body as string };
};

const actsOf = async (one: Visitor) =>
  (await db().select().from(adminActions).where(eq(adminActions.actor, one.email))).filter(
    ({ action }) => action !== 'sign-in',
  );

const shareNow = async (id: string) =>
  (await db().select().from(contributions).where(eq(contributions.id, id)))[0];

const refundNow = async (id: string) =>
  (await db().select().from(refunds).where(eq(refunds.id, id)))[0];

/** Everything adds up; and what stands on these accounts, in cents. */
async function inTheBooks(...accounts: ('refunds' | 'bank' | 'review' | 'losses')[]) {
  expect(await checkLedger()).toEqual([]);
  return Promise.all(accounts.map((account) => balanceOf(db(), account)));
}

/** What the audit holds against Stripe's own records beside products. */
const open = async () => {
  const { matches, unattributed } = await audit();
  return { matches, why: (id: string) => unattributed.find((one) => one.id === id)?.why };
};

/** Another refund of the same allocation gets through at Stripe although nobody waits for it. */
async function arrivesLate(share: { id: string; stripePaymentId: string | null }) {
  const made = await stripe().refunds.create({
    payment_intent: share.stripePaymentId ?? '',
    amount: 5_000,
    metadata: { allocation_id: share.id, attempt: '1' },
  });
  await strayIs(made.id, 'open');
  return made.id;
}

/** A refund for nothing known here, once it stands so. */
const strayIs = (id: string, status: string) =>
  eventually(
    () => readStray(db(), id),
    (stray) => stray?.status === status,
  );

describe('a failed refund that was paid another way', () => {
  it('is owed no longer, in every place that speaks of it', async () => {
    const { share, giver, product, order } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const [owed, bank] = await inTheBooks('refunds', 'bank');
    expect(textOf((await one.page('/admin/people')).body)).toContain('$50 was paid another way');
    const form = paidOtherwise(share.id);
    const noted = await ask(one, form);
    expect(noted.status).toBe(200);
    expect(noted.said).toContain('it is owed no longer, and its payer is told');
    expect(noted.said).toContain('Transfer 4711: The card is closed.');
    expect(await refundNow(share.id)).toMatchObject({ status: 'paid_otherwise', isBooked: false });
    expect((await shareNow(share.id))?.status).toBe('refunded');
    expect(await inTheBooks('refunds', 'bank')).toEqual([owed! - 5_000, bank! + 5_000]);
    const report = await audit();
    expect(report.matches).toBe(true);
    expect(report.entries.find(({ product_id }) => product_id === product.id)).toMatchObject({
      stripe_total: 0,
      refunded: 0,
      refunded_otherwise: 50,
      owed: 0,
    });

    const letter = await received(giver.email, 'refund-otherwise');
    expect(letter.subject).toBe('Your refund of $50 was paid another way');
    expect(letter.text).toContain('under the number Transfer 4711');
    await lookUp(giver);
    const [seen] = (await giver.get('/api/contributions')).body.contributions;
    expect(seen).toMatchObject({
      status: 'refunded',
      is_refunded_otherwise: true,
      refunded_at: `${TODAY}T12:00:00.000Z`,
    });
    const receipt = await giver.get(`/api/contributions/${share.id}/receipt`);
    expect(receipt.body.lines).toMatchObject([
      { status: 'refunded', is_refunded_otherwise: true, refunded_at: `${TODAY}T12:00:00.000Z` },
    ]);
    const { body: mine } = await giver.get('/api/my-data');
    expect(JSON.stringify(mine)).toContain('Transfer 4711');

    // A bank that contests the payment all the same is shown how it was paid back.
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    const evidence = await disputeEvidence({ actor: 'command line' }, id);
    expect(evidence?.refunds).toMatchObject([
      { status: 'paid_otherwise', paid_otherwise: { paid_on: TODAY, reference: 'Transfer 4711' } },
    ]);
    await control(story, `dispute/${id}/close`, { outcome: 'won' });
    await eventually(open, ({ matches }) => matches);
  });

  it('is written down without what was typed about it, and once', async () => {
    const { share, giver } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const form = paidOtherwise(share.id);
    const both = await Promise.all([ask(one, form), ask(one, form)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await ask(one, form)).said).toContain('nothing was written twice');
    const other = await ask(one, { ...form, reference: 'Transfer 4712' });
    expect(other.status).toBe(409);
    expect(other.said).toContain('already used for something else');
    expect((await ask(one, paidOtherwise(share.id))).status).toBe(409);
    expect(await actsOf(one)).toMatchObject([
      {
        action: 'pay-refund-otherwise',
        subject: `refund ${share.id}`,
        before: { status: 'failed' },
        after: { status: 'paid_otherwise', amount: 50, paidOn: TODAY },
      },
    ]);
    expect(JSON.stringify(await actsOf(one))).not.toMatch(/4711|closed/);
    expect(await queuedFor(giver.email, 'refund-otherwise')).toHaveLength(1);
    await inTheBooks();
  });

  it.each([
    ['no day', 400, 'A day is missing', { day: '' }],
    ['a day to come', 400, 'That day is to come.', { day: '2199-01-01' }],
    ['a day before it was owed', 409, 'before the one on which it was owed', { day: '2020-02-03' }],
    ['no number', 400, 'The payment’s number is missing.', { reference: ' ' }],
    ['no reason', 400, 'Why it did not go through Stripe is missing.', { reason: '' }],
    ['a long reason', 400, 'at most 300 characters', { reason: 'x'.repeat(301) }],
    ['a broken form', 400, 'The form is broken', { id: 'x' }],
    ['no refund', 409, 'There is no such refund.', { refund: crypto.randomUUID() }],
    ['nonsense', 409, 'There is no such refund.', { refund: "' or 1" }],
  ])('is not noted with %s; what was typed stays', async (_, status, sentence, more) => {
    const { share } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const refused = await ask(one, {
      form: `otherwise-${share.id}`,
      ...paidOtherwise(share.id, { reference: 'Check 12', reason: 'No card.', ...more }),
    });
    expect(refused.status).toBe(status);
    expect(refused.said).toContain(sentence);
    if (!('reference' in more)) expect(refused.body).toContain('value="Check 12"');
    expect(await actsOf(one)).toEqual([]);
    expect((await refundNow(share.id))?.status).toBe('failed');
    await inTheBooks();
  });

  it('is not noted while Stripe cannot be asked', async () => {
    const { share } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    await control(story, 'faults', {
      fail: { status: 500, percent: 100, path: '/v1/refunds', method: 'get' },
    });
    const refused = await ask(one, paidOtherwise(share.id));
    expect(refused.status).toBe(503);
    expect(refused.said).toContain('Stripe could not be asked');
    expect(await actsOf(one)).toEqual([]);
    expect((await refundNow(share.id))?.status).toBe('failed');
  });

  it('is not noted where it has gone through Stripe meanwhile', async () => {
    const { share, giver } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    await control(story, 'webhooks', { down: true });
    const made = await stripe().refunds.create({
      payment_intent: share.stripePaymentId ?? '',
      amount: 5_000,
    });
    await control(story, `refunds/${made.id}`, { outcome: 'succeeded' });
    await control(story, 'webhooks', { down: false });
    const refused = await ask(one, paidOtherwise(share.id));
    expect(refused.status).toBe(409);
    expect(refused.said).toContain('has gone through');
    expect(await refundNow(share.id)).toMatchObject({ status: 'succeeded', reason: 'requested' });
    expect(await wasQueued(giver.email, 'refund-otherwise')).toBe(false);
    await inTheBooks();
    expect((await open()).matches).toBe(true);
  });

  it('and sent again at the same moment, is only one of both', async () => {
    const { share } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const [noted, again] = await Promise.all([
      ask(one, paidOtherwise(share.id)),
      ask(one, { intent: 'retry-refund', refund: share.id }),
    ]);
    expect([noted.status, again.status].toSorted()).toEqual([200, 409]);
    expect(await actsOf(one)).toHaveLength(1);
    const status = noted.status === 200 ? 'paid_otherwise' : 'pending';
    await refundIn(share.id, status);
    await inTheBooks();
    expect(await retryRefund(noted.status === 200 ? share.id : 'x')).toBe(false);
  });

  it('may be one of a payment under review', async () => {
    const { giver, order } = await aFailedReviewRefund(story);
    const one = await anAdministrator(story);
    expect((await ask(one, paidOtherwise(order.id))).status).toBe(200);
    expect((await refundNow(order.id))?.status).toBe('paid_otherwise');
    expect((await received(giver.email, 'refund-otherwise')).text).toContain('$50');
    await inTheBooks();
    expect((await open()).matches).toBe(true);
  });

  it('leaves nothing about its payee once they are erased', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const one = await anAdministrator(story);
    await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'Came back to us.' });
    await ask(one, paidOtherwise(share.id));
    await lookUp(giver);
    expect((await giver.post('/api/erase-my-data', { email: giver.email })).status).toBe(200);
    const rows = await db()
      .select()
      .from(refundPayments)
      .where(eq(refundPayments.refundId, share.id));
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toMatch(/4711|closed|Came back/);
    await inTheBooks();
  });
});

describe('a payment by other means that was none', () => {
  it('is taken back: owed again, told of, and sent again', async () => {
    const { share, giver, paymentId } = await aRefundPaidOtherwise(story);
    const one = await anAdministrator(story);
    const [owed, bank] = await inTheBooks('refunds', 'bank');
    const form = { intent: 'withdraw-payment', payment: paymentId, reason: 'The check came back.' };
    const silent = await ask(one, { ...form, form: `withdraw-${paymentId}`, reason: ' ' });
    expect([silent.status, silent.said]).toEqual([
      400,
      expect.stringContaining('The reason is missing.'),
    ]);
    const both = await Promise.all([ask(one, form), ask(one, form)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await refundNow(share.id)).toMatchObject({ status: 'failed', isBooked: false });
    expect((await shareNow(share.id))?.status).toBe('refund_failed');
    expect(await inTheBooks('refunds', 'bank')).toEqual([owed! + 5_000, bank! - 5_000]);
    expect((await received(giver.email, 'refund-owed-again')).text).toContain('still yours');
    expect(await actsOf(one)).toMatchObject([
      { action: 'withdraw-refund-payment', after: { status: 'failed' } },
    ]);
    expect(JSON.stringify(await actsOf(one))).not.toContain('check');
    expect((await ask(one, { ...form, payment: 'x' })).said).toContain('There is no such payment');

    expect((await ask(one, { intent: 'retry-refund', refund: share.id })).status).toBe(200);
    const sent = await refundIn(share.id, 'pending');
    await control(story, `refunds/${sent!.stripeRefundId}`, { outcome: 'succeeded' });
    await refundIn(share.id, 'succeeded');
    await inTheBooks();
    expect((await open()).matches).toBe(true);
  });

  it('may be noted anew', async () => {
    const { share, paymentId, giver } = await aRefundPaidOtherwise(story);
    const one = await anAdministrator(story);
    await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'Wrong refund.' });
    expect((await ask(one, paidOtherwise(share.id, { reference: 'Check 9' }))).status).toBe(200);
    expect((await received(giver.email, 'refund-otherwise', 2)).text).toContain('Check 9');
    await inTheBooks();
    expect((await open()).matches).toBe(true);
  });
});

describe('a refund that Stripe makes although it was paid another way', () => {
  it('changes nothing but the books, and the audit asks who is right', async () => {
    const { share, giver } = await aRefundPaidOtherwise(story);
    const [review] = await inTheBooks('review');
    const stray = await arrivesLate(share);
    expect(await refundNow(share.id)).toMatchObject({ status: 'paid_otherwise' });
    expect((await shareNow(share.id))?.status).toBe('refunded');
    expect(await inTheBooks('review')).toEqual([review! - 5_000]);
    const found = await open();
    expect(found.matches).toBe(false);
    expect(found.why(stray)).toBe('refunded, although paid by other means before');
    expect(await wasQueued(giver.email, 'refund-receipt')).toBe(false);
    const one = await anAdministrator(story);
    const said = textOf((await one.page('/admin/people')).body);
    expect(said).toContain('refunded by Stripe, too');
    expect(said).toContain(stray);
    const out = new PassThrough();
    expect(await listRefunds('strays', out)).toBe(1);
    out.end();
    expect(await text(out)).toContain(`${stray}\t$50\t`);
    // Taken back, it was Stripe's refund all along.
    const { paymentId } = await standing(share.id);
    const form = { intent: 'withdraw-payment', payment: paymentId, reason: 'The check came back.' };
    expect((await ask(one, form)).said).toContain('Stripe had sent it back meanwhile');
    await control(story, `refunds/${stray}`, { outcome: 'succeeded' });
    await refundIn(share.id, 'succeeded');
    await received(giver.email, 'refund-receipt');
    expect(await wasQueued(giver.email, 'refund-owed-again')).toBe(false);
    expect(await inTheBooks('review')).toEqual([review]);
    expect((await open()).matches).toBe(true);
  });

  it('is borne by the project, and comes back to it should it fail', async () => {
    const { share, paymentId } = await aRefundPaidOtherwise(story);
    const [losses] = await inTheBooks('losses');
    const stray = await arrivesLate(share);
    const one = await anAdministrator(story);
    const form = { intent: 'bear-refund', refund: stray, reason: 'They have it twice.' };
    expect((await ask(one, { ...form, reason: '' })).status).toBe(400);
    const both = await Promise.all([ask(one, form), ask(one, form)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect(await inTheBooks('losses')).toEqual([losses! - 5_000]);
    const found = await open();
    expect([found.matches, found.why(stray)]).toEqual([true, 'a refund that the project bears']);
    expect(await actsOf(one)).toMatchObject([
      {
        action: 'bear-refund',
        subject: `refund ${stray}`,
        after: { amount: 50, reason: 'They have it twice.' },
      },
    ]);
    const back = await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'No.' });
    expect([back.status, back.said]).toEqual([409, expect.stringContaining('that is decided')]);
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await strayIs(stray, 'returned');
    expect(await inTheBooks('losses')).toEqual([losses]);
    expect((await open()).matches).toBe(true);
  });

  it('and fails again, is as if it had never been', async () => {
    const { share } = await aRefundPaidOtherwise(story);
    const [review] = await inTheBooks('review');
    const stray = await arrivesLate(share);
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await strayIs(stray, 'returned');
    expect((await refundNow(share.id))?.status).toBe('paid_otherwise');
    expect(await inTheBooks('review')).toEqual([review]);
    const one = await anAdministrator(story);
    expect(textOf((await one.page('/admin/people')).body)).not.toContain(stray);
    expect((await open()).matches).toBe(true);
  });
});

describe('a refund made at Stripe itself', () => {
  it('that fits no share is borne by the project, once somebody says so', async () => {
    const { stray, order } = await aStrayRefund(story);
    expect((await open()).matches).toBe(false);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
    const one = await anAdministrator(story);
    expect((await ask(one, { intent: 'refund-review', order: order.id })).status).toBe(409);
  });

  it('settles what of it was owed and had failed', async () => {
    const { order } = await aFailedReviewRefund(story);
    const [owed, review] = await inTheBooks('refunds', 'review');
    await stripe().refunds.create({ payment_intent: order.paymentIntentId ?? '', amount: 5_000 });
    await refundIn(order.id, 'succeeded');
    expect(await inTheBooks('refunds', 'review')).toEqual([owed! - 5_000, review]);
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    const found = await open();
    expect([found.matches, found.why(made.id)]).toEqual([false, 'a refund that fits no share']);
    await bear(made.id);
    expect((await open()).matches).toBe(true);
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
      expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    expect(await readStray(db(), last.id)).toMatchObject({ status: 'open', amountCents: 2_500 });
    await inTheBooks();
    const { entries } = await audit();
    expect(entries.filter(({ is_demo, discrepancy }) => !is_demo && discrepancy)).toEqual([]);
    await control(story, `refunds/${last.id}`, { outcome: 'failed' });
    await strayIs(last.id, 'returned');
    await inTheBooks();
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed', 2);
    await inTheBooks();
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
    await control(story, `refunds/${made.id}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    await received(giver.email, 'refund-failed');
    await inTheBooks();
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
    for (const [at, id] of parts.entries()) {
      await control(story, `refunds/${id}`, { outcome: 'failed' });
      await strayIs(id, 'returned');
      expect((await refundNow(share.id))?.status).toBe('failed');
      await inTheBooks();
      const { entries } = await audit();
      expect(entries.filter(({ is_demo, discrepancy }) => !is_demo && discrepancy)).toEqual([]);
      if (at === 0) await strayIs(parts[1]!, 'open');
    }
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
    expect((await open()).matches).toBe(true);
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
  expect((await open()).matches).toBe(true);
});

describe('what is kept of it', () => {
  it('is nothing about somebody who had themselves erased before', async () => {
    const { share, giver } = await aFailedRefund(story);
    await lookUp(giver);
    expect((await giver.post('/api/erase-my-data', { email: giver.email })).status).toBe(200);
    const one = await anAdministrator(story);
    const form = paidOtherwise(share.id);
    expect((await ask(one, form)).status).toBe(200);
    expect((await ask(one, form)).said).toContain('nothing was written twice');
    const { paymentId } = await standing(share.id);
    await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'Came back to us.' });
    const own = eq(refundPayments.refundId, share.id);
    const rows = await db().select().from(refundPayments).where(own);
    expect(rows).toMatchObject([{ reference: '', reason: '', withdrawnReason: '' }]);
  });

  it('by the command line is taken back where it stands', async () => {
    const { share, paymentId } = await aRefundPaidOtherwise(story);
    const one = await anAdministrator(story);
    await ask(one, { intent: 'withdraw-payment', payment: paymentId, reason: 'Wrong number.' });
    const form = paidOtherwise(share.id);
    await ask(one, form);
    expect((await ask(one, { ...form, day: '2026-01-01' })).status).toBe(409);
    const out = new PassThrough();
    expect(await runRefund(['unpaid', share.id, '--reason', 'Came back.'], out, out)).toBe(0);
    expect((await refundNow(share.id))?.status).toBe('failed');
    await inTheBooks();
  });

  it('is held against the books', async () => {
    await aRefundPaidOtherwise(story);
    const { stray } = await aStrayRefund(story);
    /** The rules that find what a change by hand has made wrong; undone afterwards. */
    const foundBy = async (change: SQL, undo: SQL) => {
      await db().execute(change);
      const found = (await checkLedger()).map(({ rule }) => rule);
      await db().execute(undo);
      return [...new Set(found)].toSorted();
    };
    const more = (cents: number) =>
      sql`update refund_payments set amount_cents = amount_cents + ${cents} where withdrawn_at is null`;
    const as = (status: string) =>
      sql`update stray_refunds set status = ${status} where id = ${stray}`;
    expect(await foundBy(more(1), more(-1))).toEqual([
      'a refund that was paid by other means was paid whole, and once',
      'what was paid by the bank was spent on products, or on refunds',
    ]);
    const review =
      'what is under review is payments that nobody has decided on, less refunds for nothing known';
    expect(await foundBy(as('settled'), as('open'))).toEqual([review]);
    expect(await foundBy(as('borne'), as('open'))).toEqual([
      review,
      'what was lost is the refunds that the project bears',
    ]);
    await inTheBooks();
    await bear(stray);
  });
});

/** The payment by other means that stands for a refund. */
async function standing(refundId: string) {
  const [row] = await db()
    .select({ paymentId: refundPayments.id })
    .from(refundPayments)
    .where(sql`${refundPayments.refundId} = ${refundId} and ${refundPayments.withdrawnAt} is null`);
  return row!;
}

const bear = (id: string) =>
  bearStrayRefund({ actor: 'command line' }, id, { reason: 'Found by a test.' });

const disputeIs = (id: string, status: string) =>
  eventually(
    async () => (await db().select().from(disputes).where(eq(disputes.id, id)))[0],
    (found) => found?.status === status,
  );
