import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { askToMove } from '#app/funding/moving/ask-to-move.server.ts';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { declineRefund, grantRefund } from '#app/funding/refunds/decide-refund.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { receiptFor } from '#app/contributions/receipt.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { refundRequests } from '#db/schema.ts';
import { orderIn, refunded, sharesOf } from '#test/support/books.ts';
import { changeProduct, changeRows } from '#test/support/gifts.ts';
import { aRefundRequest } from '#test/support/desk.ts';
import { linkIn, queuedFor, received } from '#test/support/inbox.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { disputeIs, shareNow } from '#test/support/refund-desk.ts';
import { gives } from '#test/support/testing.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';

const story = useStory();
const DAY_SECONDS = 86_400;
const NOBODY = '00000000-0000-4000-8000-000000000000';

/** Somebody who has paid for a product, and what they gave. */
async function aGiver(productId: number, dollars = 40) {
  const giver = new Visitor(story);
  return { giver, share: await gives(giver, productId, dollars) };
}

/** The request of somebody who has asked. */
async function asked(giver: Visitor, share: { id: string }, reason = '') {
  const asking = await askForRefund(share.id, giver.email, reason);
  if (!asking.ok) throw new Error(asking.why);
  return asking.request;
}

const requestNow = async (id: string) =>
  (await db().select().from(refundRequests).where(eq(refundRequests.id, id)))[0];

const requestsFor = (share: { id: string }) =>
  db().select().from(refundRequests).where(eq(refundRequests.contributionId, share.id));

const atStripe = async (share: { stripePaymentId: string | null }) =>
  (await stripe().refunds.list({ payment_intent: share.stripePaymentId ?? '' })).data;

async function contest(share: { stripePaymentId: string | null }): Promise<string> {
  const { id } = await control(story, 'dispute', { payment_intent: share.stripePaymentId });
  await disputeIs(id, 'needs_response');
  return id;
}

describe('moving money instead', () => {
  it('is asked 35 days before the refund, by a link that moves it once; silence is a refund', async () => {
    const [short, wanted] = [await aProduct('Short'), await aProduct('Wanted')];
    const mover = await aGiver(short.id);
    const silent = await aGiver(short.id, 30);
    story.advance(331 * DAY_SECONDS);
    expect(await askToMove()).toBe(2);
    expect(await askToMove()).toBe(0);
    const offer = await received(mover.giver.email, 'move-offer');
    expect(offer.subject).toMatch(
      /^\$40 for Short will be refunded on .* unless its goal is reached$/,
    );
    const token = linkIn(offer, '/view-contributions/move').split('token=')[1] ?? '';
    const visitor = new Visitor(story);
    const { body: shown } = await visitor.post('/api/move-offer', { token, product: wanted.id });
    expect(shown).toMatchObject({ amount: 40, may_go_back: true, is_funded: false, refusal: null });
    expect(shown.fee).toBeGreaterThan(0);
    expect(shown.products[0]).toMatchObject({ id: wanted.id, takes: 40 });
    const command = { token, to: wanted.id, amount: 40, new_date: true };
    const moved = await visitor.post('/api/move-contribution', command);
    expect([moved.status, moved.body]).toEqual([200, { message: '$40 is now with Wanted.' }]);
    expect((await visitor.post('/api/move-contribution', command)).status).toBe(409);
    const told = await received(mover.giver.email, 'contribution-moved');
    expect(told.text).toContain('Wanted');
    expect(await audit()).toMatchObject({
      matches: true,
      entries: expect.arrayContaining([
        expect.objectContaining({ product_id: wanted.id, stripe_total: 40, discrepancy: 0 }),
        expect.objectContaining({ product_id: short.id, stripe_total: 30, discrepancy: 0 }),
      ]),
    });
    const { body: testing } = await visitor.get(`/api/products/${wanted.id}/testing`);
    expect(testing.statement).toMatchObject({ raised: 40, moved: 40 });
    // The one who did not answer is told 14 days before, and has it back; what moved counts anew.
    story.advance(21 * DAY_SECONDS);
    expect(await refundUnfunded()).toEqual({ refunded: 0, warned: 1 });
    expect(await queuedFor(silent.giver.email, 'refund-upcoming')).toHaveLength(1);
    story.advance(15 * DAY_SECONDS);
    expect(await refundUnfunded()).toEqual({ refunded: 1, warned: 0 });
    await refunded(silent.share.id);
    expect(await shareNow(mover.share.id)).toMatchObject({ status: 'paid', productId: wanted.id });
    // A refund later, and a dispute, find the money where it is.
    const disputed = await contest(mover.share);
    expect(await productNow(wanted.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    await control(story, `dispute/${disputed}/close`, { outcome: 'won' });
    await disputeIs(disputed, 'won');
    expect(await productNow(wanted.id)).toMatchObject({ raisedCents: 4_000 });
    expect((await receiptFor(mover.giver.email, mover.share.id))?.lines).toMatchObject([
      { name: 'Short', product_id: short.id, moved_to: { id: wanted.id, name: 'Wanted' } },
    ]);
    expect((await audit()).matches).toBe(true);
  });
});

describe('asking for money back', () => {
  it('is noted in the person’s words, and moves nothing', async () => {
    const words = 'I gave by mistake';
    const { product, share, request } = await aRefundRequest(story, words);
    expect(request).toMatchObject({
      contributionId: share.id,
      reason: words,
      status: 'open',
      note: null,
      decidedAt: null,
    });
    expect((await shareNow(share.id))?.status).toBe('paid');
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 4_000 });
    expect(await atStripe(share)).toEqual([]);
  });

  it('is possible once at a time, however many ask at once', async () => {
    const { giver, share } = await aGiver((await aProduct()).id);
    const asking = await Promise.all(
      Array.from({ length: 6 }, () => askForRefund(share.id, giver.email, 'now')),
    );
    expect(asking.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await askForRefund(share.id, giver.email, 'again')).toEqual({
      ok: false,
      why: 'asked_already',
    });
    const [first] = await requestsFor(share);
    await declineRefund(first!.id, 'Not now.');
    expect((await askForRefund(share.id, giver.email, 'please')).ok).toBe(true);
    expect(await requestsFor(share)).toHaveLength(2);
  });

  it('is for one’s own only: another’s is as unknown as none', async () => {
    const product = await aProduct();
    const [{ share }, { giver: other }] = [await aGiver(product.id), await aGiver(product.id)];
    for (const id of [share.id, NOBODY, '', 'x', `${share.id} `]) {
      expect(await askForRefund(id, other.email, '')).toEqual({ ok: false, why: 'unknown' });
    }
    expect(await requestsFor(share)).toEqual([]);
  });

  it('is refused once testing has begun, while contested, and for what has gone back', async () => {
    const product = await aProduct('Begun', 100);
    const { giver, share } = await aGiver(product.id, 100);
    await changeProduct(product.id, { testingBegunAt: now() });
    expect(await askForRefund(share.id, giver.email, '')).toEqual({
      ok: false,
      why: 'testing_begun',
    });
    const contested = await aGiver((await aProduct()).id);
    const id = await contest(contested.share);
    const again = () => askForRefund(contested.share.id, contested.giver.email, '');
    expect(await again()).toEqual({ ok: false, why: 'disputed' });
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await disputeIs(id, 'lost');
    expect(await again()).toEqual({ ok: false, why: 'not_paid' });
  });

  it('is possible for a donation', async () => {
    const giver = new Visitor(story);
    const { body } = await giver.post('/api/create-donation-checkout', { amount: 30 });
    await giver.payOnHostedPage(body.sessionId);
    const { id } = await orderIn('paid', body.sessionId);
    const [share] = await sharesOf(id);
    if (!share) throw new Error('no contribution');
    expect(share.productId).toBeNull();
    const request = await asked(giver, share);
    expect(await grantRefund(request.id)).toMatchObject({ accepted: true, amountCents: 3_000 });
    await refunded(share.id);
    expect((await audit()).matches).toBe(true);
  });
});

describe('a request that is granted', () => {
  it('sends the money back once and tells once, whoever grants it how often', async () => {
    const product = await aProduct();
    const { giver, share } = await aGiver(product.id, 430);
    const request = await asked(giver, share);
    const granting = await Promise.all(
      Array.from({ length: 5 }, () => grantRefund(request.id, 'Of course.')),
    );
    expect(granting.filter(({ accepted }) => accepted)).toEqual([
      { accepted: true, refundId: share.id, amountCents: 43_000, productId: product.id },
    ]);
    expect(granting.filter((one) => !one.accepted && one.why === 'decided')).toHaveLength(4);
    expect(await requestNow(request.id)).toMatchObject({
      status: 'granted',
      note: 'Of course.',
      decidedAt: expect.any(Date),
    });
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    await refunded(share.id);
    expect(await atStripe(share)).toMatchObject([{ amount: 43_000, status: 'succeeded' }]);
    expect(await queuedFor(giver.email, 'refund-receipt')).toHaveLength(1);
    expect(await declineRefund(request.id, 'Too late.')).toEqual({ ok: false, why: 'decided' });
    expect((await audit()).matches).toBe(true);
  });

  it('that cannot be met now stays open, with nothing of it written', async () => {
    const { share, request } = await aRefundRequest(story);
    const id = await contest(share);
    expect((await grantRefund(request.id, 'Yes.')).accepted).toBe(false);
    expect(await requestNow(request.id)).toEqual(request);
    await control(story, `dispute/${id}/close`, { outcome: 'won' });
    await disputeIs(id, 'won');
    expect((await grantRefund(request.id)).accepted).toBe(true);
    await refunded(share.id);
    expect(await requestNow(request.id)).toMatchObject({ status: 'granted', note: null });
  });

  it('and declined at the same moment is one of both', async () => {
    const { giver, share, request } = await aRefundRequest(story);
    const [granted, declined] = await Promise.all([
      grantRefund(request.id),
      declineRefund(request.id, 'No.'),
    ]);
    expect(granted.accepted).toBe(!declined.ok);
    const status = granted.accepted ? 'granted' : 'declined';
    expect(await requestNow(request.id)).toMatchObject({ status });
    expect((await shareNow(share.id))?.status === 'paid').toBe(declined.ok);
    expect(await queuedFor(giver.email, 'refund-declined')).toHaveLength(declined.ok ? 1 : 0);
  });
});

describe('a request that is declined', () => {
  it('leaves the money and mails its note once', async () => {
    const { product, giver, share, request } = await aRefundRequest(story);
    expect(await queuedFor(giver.email, 'refund-asked')).toMatchObject([
      { params: { requestId: request.id } },
    ]);
    expect(await declineRefund(request.id, ' ')).toEqual({ ok: false, why: 'no_note' });
    const declining = await Promise.all(
      Array.from({ length: 4 }, () => declineRefund(request.id, ' The sample is on its way. ')),
    );
    expect(declining.filter(({ ok }) => ok)).toHaveLength(1);
    expect(await requestNow(request.id)).toMatchObject({
      status: 'declined',
      note: 'The sample is on its way.',
      decidedAt: expect.any(Date),
    });
    expect(await queuedFor(giver.email, 'refund-declined')).toMatchObject([
      { params: { requestId: request.id }, dedupeKey: `refund-declined:${request.id}` },
    ]);
    expect((await shareNow(share.id))?.status).toBe('paid');
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 4_000 });
    expect(await grantRefund(request.id)).toEqual({ accepted: false, why: 'decided' });
  });

  it('or granted must be one', async () => {
    for (const id of [NOBODY, '', 'x']) {
      expect(await grantRefund(id)).toEqual({ accepted: false, why: 'unknown' });
      expect(await declineRefund(id, 'No.')).toEqual({ ok: false, why: 'unknown' });
    }
  });
});

describe('money that goes back otherwise meets the request', () => {
  const isGranted = (id: string) =>
    eventually(
      () => requestNow(id),
      (request) => request?.status === 'granted',
    );

  it('by the 365-day rule', async () => {
    const { share, request } = await aRefundRequest(story);
    story.advance(352 * DAY_SECONDS);
    await refundUnfunded();
    story.advance(14 * DAY_SECONDS);
    await refundUnfunded();
    expect(await isGranted(request.id)).toMatchObject({ decidedAt: expect.any(Date) });
    await refunded(share.id);
  });

  it('because the product is taken off the list', async () => {
    const { product, share, request } = await aRefundRequest(story);
    await refundProduct(product.id, { reason: 'removed' });
    await isGranted(request.id);
    await refunded(share.id);
  });

  it('by a refund made at Stripe itself', async () => {
    const { share, request } = await aRefundRequest(story);
    await stripe().refunds.create({ payment_intent: share.stripePaymentId ?? '' });
    await isGranted(request.id);
  });

  it('by the bank, once a dispute is lost; until then it waits', async () => {
    const { share, request } = await aRefundRequest(story);
    const id = await contest(share);
    expect(await requestNow(request.id)).toMatchObject({ status: 'open' });
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await isGranted(request.id);
    expect((await shareNow(share.id))?.status).toBe('charged_back');
  });

  it('because a won dispute finds the product funded by others', async () => {
    const product = await aProduct('Filled meanwhile', 100);
    const { giver, share } = await aGiver(product.id, 60);
    const request = await asked(giver, share);
    const id = await contest(share);
    await aGiver(product.id, 100);
    expect(await requestNow(request.id)).toMatchObject({ status: 'open' });
    await control(story, `dispute/${id}/close`, { outcome: 'won' });
    await isGranted(request.id);
    await refunded(share.id);
  });

  it('and the check finds what was forgotten', async () => {
    const { share, request } = await aRefundRequest(story);
    await grantRefund(request.id);
    await refunded(share.id);
    const open = (isOpen: boolean) =>
      changeRows(refundRequests, eq(refundRequests.id, request.id), {
        status: isOpen ? 'open' : 'granted',
      });
    await open(true);
    expect(await checkLedger()).toMatchObject([{ found: { request: request.id } }]);
    await open(false);
  });
});

describe('openassay refund requests, grant, decline', () => {
  const run = (...args: string[]) => runTyped('refund', ...args);

  it('lists the open ones without who asks, and decides them', async () => {
    const product = await aProduct();
    const [one, other] = [await aGiver(product.id, 25), await aGiver(product.id, 30)];
    const first = await asked(one.giver, one.share, 'two\tlines\nof it\u001b[2J\u202e');
    const second = await asked(other.giver, other.share);
    const listed = await run('requests');
    expect(listed.code).toBe(0);
    const moment = first.requestedAt.toISOString();
    expect(listed.sentence).toContain(
      `\n${first.id}\t${moment}\t$25\t${product.id}\ttwo lines of it [2J\n${second.id}\t`,
    );
    expect(listed.sentence).not.toContain('@');
    const granted = await run('grant', first.id, '--note', 'Gladly.');
    expect(granted).toMatchObject({ code: 0, sentence: expect.stringMatching(/\tsucceeded\tre_/) });
    expect((await run('decline', second.id)).code).toBeUndefined();
    expect((await run('decline', second.id, '--note', ' ')).code).toBeUndefined();
    expect((await run('decline', second.id, '--note', 'Too late.')).code).toBe(0);
    expect(await requestNow(second.id)).toMatchObject({ status: 'declined', note: 'Too late.' });
    for (const args of [
      ['grant', second.id],
      ['decline', first.id, '--note', 'No.'],
    ]) {
      expect(await run(...args)).toMatchObject({
        code: 1,
        sentence: 'It has already been decided.\n',
      });
    }
    expect(await run('grant', NOBODY)).toMatchObject({
      code: 1,
      sentence: 'There is no such request.\n',
    });
    const after = await run('requests');
    expect(after.sentence).not.toContain(first.id);
    expect(after.sentence).not.toContain(second.id);
  });
});
