import { and, eq, inArray, ne, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { release } from '#app/funding/checkout/release.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { reserve } from '#app/funding/checkout/create-checkout.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import type { Visitor as PlatformVisitor } from '#app/http/call.ts';
import { solvency } from '#app/ledger/solvency.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, disputes, mails, orders, refunds } from '#db/schema.ts';
import { retryRefund } from '#test/support/refund-desk.ts';
import { changeProduct } from '#test/support/gifts.ts';
import {
  balanceOf,
  orderIn,
  paysAt,
  pays,
  raisedIs,
  sharesOf as sharesOfOrder,
} from '#test/support/books.ts';
import { aFailedReviewRefund, aGift, aPaymentUnderReview, refundIn } from '#test/support/desk.ts';
import { lookUp, queuedFor, received } from '#test/support/inbox.ts';
import { sendReviewBack } from '#test/support/send-review-back.ts';
import { aProduct, eventually, productNow, refuses, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';
import { begins } from '#test/support/testing.ts';

const story = useStory();

type Paid = Awaited<ReturnType<typeof pays>>;

async function shareOf(order: Paid, productId: number) {
  const own = and(eq(contributions.orderId, order.id), eq(contributions.productId, productId));
  // Beside what goes back of it, what the product keeps.
  const [share] = await db()
    .select()
    .from(contributions)
    .where(own)
    .orderBy(ne(contributions.status, 'paid'));
  if (!share) throw new Error('no contribution');
  return share;
}

const sharesOf = (order: Paid) =>
  db().select().from(contributions).where(eq(contributions.orderId, order.id));

async function contest(order: Paid, more: object = {}): Promise<string> {
  const { id } = await control(story, 'dispute', {
    payment_intent: order.paymentIntentId,
    ...more,
  });
  await disputeIs(id, (found) => found !== undefined);
  return id;
}

const disputeIs = (
  id: string,
  until: (found: typeof disputes.$inferSelect | undefined) => boolean,
) =>
  eventually(async () => (await db().select().from(disputes).where(eq(disputes.id, id)))[0], until);

const close = (id: string, outcome: 'won' | 'lost', amount?: number) =>
  control(story, `dispute/${id}/close`, { outcome, ...(amount === undefined ? {} : { amount }) });

/** Its bank gives so many cents back, or takes them once more. */
const moveFunds = (id: string, amount: number) => control(story, `dispute/${id}/funds`, { amount });

/** What became of a payment: the status and cents of each share, in a settled order. */
const standing = async (order: Paid) =>
  (await sharesOf(order)).map(({ status, amountCents }) => `${status} ${amountCents}`).toSorted();

const raised = async (id: number) => (await productNow(id)).raisedCents;

describe('a dispute', () => {
  it('takes the money off every product of the payment, and brings it back when won', async () => {
    const [soup, soap] = [await aProduct(), await aProduct()];
    const visitor = new Visitor(story);
    const order = await pays(visitor, [soup.id, 425], [soap.id, 60]);
    const id = await contest(order);
    await disputeIs(id, (found) => found?.withdrawnCents === 48_500);
    expect(await productNow(soup.id)).toMatchObject({
      raisedCents: 0,
      level: 0,
      contributorCount: 0,
    });
    expect((await shareOf(order, soap.id)).status).toBe('disputed');
    const thanks = `/api/checkout-success?session_id=${order.sessionId}`;
    expect((await visitor.get(thanks)).body.checkoutData).toMatchObject({ isTakenBack: true });
    const share = await shareOf(order, soup.id);
    expect((await requestRefund(share.id, { reason: 'requested' })).accepted).toBe(false);
    expect(await balanceOf(`fees:${soup.id}`)).toBeLessThan(-1_000);
    expect((await audit()).matches).toBe(true);
    await close(id, 'won');
    await disputeIs(id, (found) => found?.status === 'won' && found.withdrawnCents === 0);
    expect(await productNow(soup.id)).toMatchObject({
      raisedCents: 42_500,
      level: 1,
      contributorCount: 1,
    });
    expect((await shareOf(order, soap.id)).status).toBe('paid');
    expect((await visitor.get(thanks)).body.checkoutData).not.toHaveProperty('isTakenBack');
    expect((await audit()).matches).toBe(true);
    // Told again, in any order, nothing moves.
    await Promise.all([recordDispute(id), recordDispute(id)]);
    expect(await raised(soup.id)).toBe(42_500);
  });

  it('that keeps a product from its goal starts no refund by age until it is lost', async () => {
    const [won, lost] = [await aProduct('Won', 100), await aProduct('Lost', 100)];
    const givers = { old: new Visitor(story), other: new Visitor(story) };
    const old = await pays(givers.old, [won.id, 60], [lost.id, 60]);
    const wonOrder = await pays(givers.other, [won.id, 40]);
    const lostOrder = await pays(givers.other, [lost.id, 40]);
    const told = async () => {
      const to = inArray(mails.toEmail, [givers.old.email, givers.other.email]);
      const upcoming = and(eq(mails.name, 'refund-upcoming'), to);
      const rows = await db().select().from(mails).where(upcoming);
      return rows.map(({ toEmail }) => toEmail).toSorted();
    };
    story.advance(400 * 86_400);
    const [wonId, lostId] = [await contest(wonOrder), await contest(lostOrder, { amount: 3_000 })];
    await disputeIs(wonId, (found) => found?.withdrawnCents === 4_000);
    await disputeIs(lostId, (found) => found?.withdrawnCents === 3_000);
    for (const days of [0, 30]) {
      story.advance(days * 86_400);
      await refundUnfunded();
      expect(await told()).toEqual([]);
    }
    await lookUp(givers.old);
    const [seen] = (await givers.old.get('/api/contributions')).body.contributions;
    expect(seen).toMatchObject({ refund_due_at: null, product: { is_contested: true } });
    await close(wonId, 'won');
    await close(lostId, 'lost');
    await disputeIs(wonId, (found) => found?.status === 'won' && found.withdrawnCents === 0);
    await disputeIs(lostId, (found) => found?.status === 'lost');
    // What is left of the lost one's payment is as old as the other's share: both givers are told.
    await refundUnfunded();
    expect(await told()).toEqual([givers.old.email, givers.other.email].toSorted());
    expect((await shareOf(old, lost.id)).status).toBe('paid');
    story.advance(14 * 86_400);
    await refundUnfunded();
    expect((await shareOf(old, won.id)).status).toBe('paid');
    expect(await raised(won.id)).toBe(10_000);
    expect(await raised(lost.id)).toBe(0);
    await settleRefunds();
  });

  it('that is lost is charged back, and a product below its goal can be funded again', async () => {
    const product = await aProduct('Charged back', 100);
    const order = await pays(new Visitor(story), [product.id, 100]);
    expect((await productNow(product.id)).testingStatus).toBe('Testing in Progress');
    const id = await contest(order);
    await disputeIs(id, (found) => found?.withdrawnCents === 10_000);
    expect((await productNow(product.id)).testingStatus).toBe('Untested');
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost');
    expect((await shareOf(order, product.id)).status).toBe('charged_back');
    await pays(new Visitor(story), [product.id, 100]);
    expect((await productNow(product.id)).testingStatus).toBe('Testing in Progress');
    expect((await audit()).matches).toBe(true);
  });

  it('lost after testing has begun, even after results, takes no new money in', async () => {
    const product = await aProduct('Spent already', 100);
    const taken = await pays(new Visitor(story), [product.id, 60]);
    await pays(new Visitor(story), [product.id, 40]);
    expect(await begins(product.id)).toEqual({ ok: true });
    const id = await contest(taken);
    await disputeIs(id, (found) => found?.withdrawnCents === 6_000);
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost');
    const visitor = new Visitor(story);
    const cart = [{ productId: product.id, amount: 60 }];
    for (const testingStatus of ['Testing in Progress', 'Tested']) {
      await changeProduct(product.id, { testingStatus });
      const { body } = await visitor.post('/api/validate-cart', { cart });
      expect(body).toMatchObject({ validItems: [], removedItems: [{ reason: 'fully_funded' }] });
      expect((await visitor.commit([product.id, 60])).status).toBe(409);
      const asked = await reserve(
        cart,
        { browserHash: visitor.email, addressHash: visitor.email } as PlatformVisitor,
        story.url,
      );
      expect(asked).toMatchObject({ found: { validItems: [] } });
    }
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 4_000, reservedCents: 0 });
  });

  it('lost while a checkout is being paid late leaves that money to its payer', async () => {
    const product = await aProduct('Paid too late', 100);
    const late = new Visitor(story);
    const { body } = await late.commit([product.id, 60]);
    const [order] = await db().select().from(orders).where(eq(orders.sessionId, body.sessionId));
    // The reservation is gone, the session is not: what is paid now was reserved by nobody.
    await release(order!.id, 'expired');
    const taken = await pays(new Visitor(story), [product.id, 100]);
    expect(await begins(product.id)).toEqual({ ok: true });
    const id = await contest(taken);
    await disputeIs(id, (found) => found?.withdrawnCents === 10_000);
    await late.payOnHostedPage(body.sessionId);
    const share = await eventually(
      async () => (await sharesOf(order!))[0],
      (found) => found?.status === 'refunded',
    );
    expect(share).toMatchObject({ isExcess: true, amountCents: 6_000 });
    expect(await raised(product.id)).toBe(0);
    await close(id, 'won');
    await disputeIs(id, (found) => found?.status === 'won');
    expect(await raised(product.id)).toBe(10_000);
    expect((await audit()).matches).toBe(true);
  });

  it('won beside a checkout that nobody has paid counts for its product, and what is paid then goes back', async () => {
    const product = await aProduct('Being paid for');
    await pays(new Visitor(story), [product.id, 775]);
    const order = await pays(new Visitor(story), [product.id, 500]);
    const id = await contest(order);
    await disputeIs(id, (found) => found?.withdrawnCents === 50_000);
    const [small, late] = [new Visitor(story), new Visitor(story)];
    const sessions = [await small.commit([product.id, 1]), await late.commit([product.id, 400])];
    await close(id, 'won');
    await disputeIs(id, (found) => found?.status === 'won' && found.withdrawnCents === 0);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 127_500,
      reservedCents: 40_100,
      testingStatus: 'Testing in Progress',
    });
    expect(await standing(order)).toEqual(['paid 50000']);
    for (const [at, visitor] of [small, late].entries()) {
      const { sessionId } = sessions[at]!.body;
      await visitor.payOnHostedPage(sessionId);
      const { id: paid } = await orderIn('paid', sessionId);
      const [share] = await sharesOfOrder(paid);
      const refund = await refundIn(share!.id, 'succeeded');
      expect(refund?.reason).toBe('excess_won');
      const { text } = await received(visitor.email, 'excess');
      expect(text).toContain('refunded automatically');
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        'While you were paying, a bank returned an earlier payment that had been disputed',
      );
      expect(text).not.toContain('others funded');
    }
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 127_500, reservedCents: 0 });
    expect((await audit()).matches).toBe(true);
  });

  it('won after others have given keeps what fits, and refunds the excess alone, with the reason', async () => {
    const [product, other] = [await aProduct('Overtaken', 100), await aProduct('Gone', 100)];
    const payer = new Visitor(story);
    const order = await pays(payer, [product.id, 80], [other.id, 30]);
    const { id: kept } = await shareOf(order, product.id);
    const id = await contest(order);
    await disputeIs(id, (found) => found?.withdrawnCents === 11_000);
    await pays(new Visitor(story), [product.id, 70]);
    await refundProduct(other.id, { reason: 'removed' });
    await close(id, 'won');
    await eventually(
      () => standing(order),
      (now) => now.join() === 'paid 3000,refunded 3000,refunded 5000',
    );
    expect(await shareOf(order, product.id)).toMatchObject({ id: kept });
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 10_000,
      testingStatus: 'Testing in Progress',
      contributorCount: 2,
    });
    await received(payer.email, 'refund-receipt', 2);
    const letters = (await queuedFor(payer.email, 'refund-receipt')).map(({ rendered }) =>
      (rendered as { text: string }).text.replaceAll(/\s+/g, ' '),
    );
    expect(letters.join()).toContain('the product needed less than that');
    expect(letters.join()).toContain('after the product was taken off the list');
    expect(letters.join()).not.toContain('by others');
    expect((await audit()).matches).toBe(true);
  });

  it('of all that was paid, lost after a part was refunded, is the project’s loss and no other giver’s', async () => {
    const [soup, soap] = [await aProduct(), await aProduct()];
    const visitor = new Visitor(story);
    const order = await pays(visitor, [soup.id, 100], [soap.id, 50]);
    const other = await pays(new Visitor(story), [soup.id, 30], [soap.id, 20]);
    await requestRefund((await shareOf(order, soup.id)).id, { reason: 'requested' });
    await settleRefunds();
    const before = await balanceOf('disputes');
    const { leftCents } = (await solvency())!;
    const id = await contest(order);
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost' && found.withdrawnCents === 15_000);
    expect((await balanceOf('disputes')) - before).toBe(-10_000);
    expect([await raised(soup.id), await raised(soap.id)]).toEqual([3_000, 2_000]);
    expect(await standing(order)).toEqual(['charged_back 5000', 'refunded 10000']);
    expect(await standing(other)).toEqual(['paid 2000', 'paid 3000']);
    await lookUp(visitor);
    const { contributions: seen } = (await visitor.get('/api/contributions')).body;
    expect(seen.map((one: { status: string }) => one.status).toSorted()).toEqual([
      'charged_back',
      'refunded',
    ]);
    // The bank's own $15 is no more the givers' than what it took twice.
    const missing = leftCents - (await solvency())!.leftCents;
    expect(missing).toBeGreaterThanOrEqual(10_000);
    const { matches, problems, differences } = await audit();
    expect([matches, problems, differences]).toEqual([true, [], []]);
  });

  it('of which a refund hears first from Stripe lets it go once it is won', async () => {
    const product = await aProduct();
    const order = await pays(new Visitor(story), [product.id, 50]);
    const share = await shareOf(order, product.id);
    await control(story, 'webhooks', { pause: true });
    await control(story, 'faults', {
      late: { next: 1, ms: 1_500, path: '/v1/refunds', method: 'POST' },
    });
    const { id: disputeId } = await control(story, 'dispute', {
      payment_intent: order.paymentIntentId,
    });
    // Stripe refuses at once; before its answer is here, the dispute is.
    await requestRefund(share.id, { reason: 'requested' });
    await new Promise((resolve) => setTimeout(resolve, 500));
    await recordDispute(disputeId);
    await control(story, 'webhooks', { pause: false });
    await new Promise((resolve) => setTimeout(resolve, 1_500));
    await close(disputeId, 'won');
    await disputeIs(disputeId, (found) => found?.status === 'won');
    await settleRefunds();
    const refundOf = async () =>
      (await db().select().from(refunds).where(eq(refunds.contributionId, share.id)))[0];
    expect((await eventually(refundOf, (one) => one?.status !== 'queued'))?.status).toBe(
      'succeeded',
    );
  });

  it('that is an inquiry takes nothing, but nothing is refunded meanwhile', async () => {
    const product = await aProduct('Inquiry');
    const order = await pays(new Visitor(story), [product.id, 40]);
    const id = await contest(order, { inquiry: true });
    await disputeIs(id, (found) => found?.status.startsWith('warning') ?? false);
    expect(await raised(product.id)).toBe(4_000);
    const share = await shareOf(order, product.id);
    expect(await requestRefund(share.id, { reason: 'requested' })).toEqual({
      accepted: false,
      why: 'disputed',
    });
    expect((await audit()).matches).toBe(true);
  });

  it('comes with a payment that is contested at once', async () => {
    const product = await aProduct('At once');
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 40]);
    const order = await paysAt(visitor, body.sessionId, '4000 0000 0000 0259');
    await raisedIs(product.id, 0);
    expect((await shareOf(order, product.id)).status).toBe('disputed');
  });

  it('is listed by a command, with the day to answer it by', async () => {
    const product = await aProduct('Listed');
    const visitor = new Visitor(story);
    const order = await pays(visitor, [product.id, 45]);
    const id = await contest(order);
    const listed = await runTyped('disputes');
    expect(listed.code).toBe(0);
    expect(listed.sentence).toMatch(
      new RegExp(`${id}\t\\$45\tfraudulent\tneeds_response\t20.*Z\t20.*Z`),
    );
    const intent = await stripe().paymentIntents.retrieve(order.paymentIntentId ?? '');
    expect(intent.metadata.order_id).toBe(order.id);
  });
});

describe('a dispute of less than the payment', () => {
  it('takes only its part: what is left counts, can be refunded, and the need is paid again', async () => {
    const [soup, soap] = [await aProduct('Contested in part', 1000), await aProduct()];
    const visitor = new Visitor(story);
    const order = await pays(visitor, [soup.id, 1000], [soap.id, 50]);
    const before = await balanceOf('disputes');
    const id = await contest(order, { amount: 537 });
    await disputeIs(id, (found) => found?.withdrawnCents === 537);
    expect(await productNow(soup.id)).toMatchObject({
      raisedCents: 99_463,
      contributorCount: 1,
      testingStatus: 'Untested',
    });
    expect(await raised(soap.id)).toBe(5_000);
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost');
    expect(await standing(order)).toEqual(['charged_back 537', 'paid 5000', 'paid 99463']);
    expect(await balanceOf('disputes')).toBe(before);
    const stored = (await sharesOf(order)).find((share) => share.amountCents === 99_463)!;
    expect(await requestRefund(stored.id, { reason: 'requested' })).toMatchObject({
      amountCents: 99_463,
    });
    await settleRefunds();
    expect(await standing(order)).toEqual(['charged_back 537', 'paid 5000', 'refunded 99463']);
    expect(await productNow(soup.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect((await audit()).matches).toBe(true);
  });

  it('leaves a need with cents that is paid to the last one, and never a rest that nobody could pay', async () => {
    const product = await aProduct('Five dollars and thirty-seven', 1275);
    const order = await pays(new Visitor(story), [product.id, 1000]);
    const id = await contest(order, { amount: 537 });
    await disputeIs(id, (found) => found?.withdrawnCents === 537);
    const need = 280.37;
    const visitor = new Visitor(story);
    const validOf = async (amount: number) =>
      (await visitor.post('/api/validate-cart', { cart: [{ productId: product.id, amount }] })).body
        .validItems[0]?.amount;
    expect(await Promise.all([279, 280, need, 281, 1275, 100.5].map(validOf))).toEqual([
      279,
      need,
      need,
      need,
      need,
      100,
    ]);
    const less = await visitor.commit([product.id, 280]);
    expect(less).toMatchObject({ status: 409, body: { validItems: [{ amount: need }] } });
    expect(less.body.error).toMatch(/needs \$280\.37 to reach its goal/);
    const odd = await visitor.commit([product.id, 279.5]);
    expect(odd).toMatchObject(
      refuses(
        409,
        expect.stringMatching(
          /takes whole dollars or exactly .* so \$279\.50 would become \$279\.$/,
        ),
      ),
    );
    const rest = await visitor.commit([product.id, 0.37]);
    expect(rest.body.error).toMatch(/so \$0\.37 would become \$1\.$/);
    await pays(visitor, [product.id, need]);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 127_500,
      testingStatus: 'Testing in Progress',
    });
    // Others have it on their lists with these cents still.
    expect(await visitor.commit([product.id, need])).toMatchObject({
      status: 409,
      body: { removedItems: [{ reason: 'fully_funded' }] },
    });
    expect((await audit()).matches).toBe(true);
  });

  it('of cents leaves a need that is paid beside something else, as no card pays so little', async () => {
    const [jam, bread] = [await aProduct('Thirty-seven cents', 40), await aProduct()];
    const order = await pays(new Visitor(story), [jam.id, 40]);
    const id = await contest(order, { amount: 37 });
    await disputeIs(id, (found) => found?.withdrawnCents === 37);
    const visitor = new Visitor(story);
    expect(await visitor.commit([jam.id, 0.37])).toMatchObject(
      refuses(400, expect.stringContaining('at least $0.50')),
    );
    await pays(visitor, [jam.id, 0.37], [bread.id, 5]);
    expect(await raised(jam.id)).toBe(4_000);
    expect((await audit()).matches).toBe(true);
  });

  it('of a payment under review takes and returns parts of it, and the rest can be refunded', async () => {
    const before = await balanceOf('review');
    const { order } = await aPaymentUnderReview(story);
    const id = await contest(order, { amount: 2_000 });
    await disputeIs(id, (found) => found?.withdrawnCents === 2_000);
    await moveFunds(id, 1_500);
    await disputeIs(id, (found) => found?.withdrawnCents === 500);
    expect((await balanceOf('review')) - before).toBe(4_500);
    await moveFunds(id, -1_000);
    await disputeIs(id, (found) => found?.withdrawnCents === 1_500);
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost');
    const refund = await sendReviewBack(order);
    expect(refund).toMatchObject({ ok: true, amountCents: 3_500 });
    await settleRefunds();
    const { problems, balance } = await audit();
    expect([problems, balance.discrepancy]).toEqual([[], 0]);
  });

  it('of a payment under review, taken once more from its refund, is booked once in both', async () => {
    const beyond = await balanceOf('disputes');
    let id = '';
    const { order } = await aFailedReviewRefund(story, async (paid) => {
      id = await contest(paid);
      await disputeIs(id, (found) => found?.withdrawnCents === 5_000);
      await close(id, 'won', 4_500);
      await disputeIs(id, (found) => found?.withdrawnCents === 500);
    });
    await moveFunds(id, -3_000);
    await disputeIs(id, (found) => found?.withdrawnCents === 3_500);
    expect(await balanceOf('disputes')).toBe(beyond);
    await moveFunds(id, -1_500);
    await disputeIs(id, (found) => found?.withdrawnCents === 5_000);
    expect((await audit()).problems).toEqual([]);
    await moveFunds(id, 2_000);
    await disputeIs(id, (found) => found?.withdrawnCents === 3_000);
    await settleRefunds();
    expect((await audit()).problems).toEqual([]);
    await moveFunds(id, 3_000);
    await disputeIs(id, (found) => found?.withdrawnCents === 0);
    await settleRefunds();
    const sent = await db().select().from(refunds).where(eq(refunds.orderId, order.id));
    const standing = sent.map(({ status, amountCents }) => `${status} ${amountCents}`);
    expect(standing.toSorted()).toEqual(['pending 1500', 'pending 3000']);
    // What the bank had kept first is under review again, and can be sent back as well.
    expect(await sendReviewBack(order)).toMatchObject({ ok: true, amountCents: 500 });
    await settleRefunds();
    const { problems, balance } = await audit();
    expect([problems, balance.discrepancy]).toEqual([[], 0]);
  });

  it.each([
    ['won', ['paid 1000', 'paid 1000', 'paid 4000', 'refunded 4000'], 6_000],
    ['lost', ['charged_back 1000', 'charged_back 4000', 'paid 1000', 'refunded 4000'], 1_000],
  ] as const)(
    'is one of several that exceed the payment with its refund: what one gives back is what another took, which is %s',
    async (outcome, stands, left) => {
      const [soup, soap] = [await aProduct('Contested in turn', 60), await aProduct()];
      const order = await pays(new Visitor(story), [soup.id, 60], [soap.id, 40]);
      await requestRefund((await shareOf(order, soap.id)).id, { reason: 'requested' });
      await settleRefunds();
      const before = await balanceOf('disputes');
      const first = await contest(order, { amount: 5_000 });
      await disputeIs(first, (found) => found?.withdrawnCents === 5_000);
      const second = await contest(order, { amount: 5_000 });
      await disputeIs(second, (found) => found?.withdrawnCents === 5_000);
      expect((await balanceOf('disputes')) - before).toBe(-4_000);
      await close(first, 'won');
      await disputeIs(first, (found) => found?.withdrawnCents === 0);
      // Of $100 they have had $40 back, and their bank has $50.
      expect(await raised(soup.id)).toBe(1_000);
      expect(await balanceOf('disputes')).toBe(before);
      await close(second, outcome);
      await disputeIs(second, (found) => found?.status === outcome && found.closedAt !== null);
      await eventually(
        () => standing(order),
        (now) => now.join() === stands.join(),
      );
      expect(await raised(soup.id)).toBe(left);
      expect(await balanceOf('disputes')).toBe(before);
      expect((await audit()).matches).toBe(true);
    },
  );

  it('takes with another of the same payment a refund that fails after both, whole', async () => {
    const { order, share } = await aGift(story, 100, '4000 0000 0000 7726');
    await requestRefund(share.id, { reason: 'requested' });
    const sent = await refundIn(share.id, 'pending');
    const before = await balanceOf('disputes');
    const ids = [await contest(order, { amount: 3_000 }), await contest(order, { amount: 5_000 })];
    for (const id of ids) await disputeIs(id, (found) => (found?.withdrawnCents ?? 0) > 0);
    expect((await balanceOf('disputes')) - before).toBe(-8_000);
    await control(story, `refunds/${sent?.stripeRefundId}`, { outcome: 'failed' });
    await refundIn(share.id, 'failed');
    expect(await standing(order)).toEqual(['disputed 3000', 'disputed 5000', 'refund_failed 2000']);
    expect(await balanceOf('disputes')).toBe(before);
    for (const id of ids) await close(id, 'lost');
    for (const id of ids) await disputeIs(id, (found) => found?.status === 'lost');
    expect(await standing(order)).toEqual([
      'charged_back 3000',
      'charged_back 5000',
      'refund_failed 2000',
    ]);
    await retryRefund(share.id);
    const again = await refundIn(share.id, 'pending', 'succeeded');
    expect(again).toMatchObject({ amountCents: 2_000 });
  });

  it('takes of a refund that fails again what it took since it failed first', async () => {
    const { order, share } = await aGift(story, 100, '4000 0000 0000 7726');
    await requestRefund(share.id, { reason: 'requested' });
    const fails = async () => {
      const sent = await refundIn(share.id, 'pending');
      await control(story, `refunds/${sent?.stripeRefundId}`, { outcome: 'failed' });
      await refundIn(share.id, 'failed');
    };
    await refundIn(share.id, 'pending');
    const before = await balanceOf('disputes');
    const id = await contest(order, { amount: 5_000 });
    await close(id, 'won', 3_000);
    await disputeIs(id, (found) => found?.withdrawnCents === 2_000);
    await fails();
    expect(await standing(order)).toEqual(['charged_back 2000', 'refund_failed 8000']);
    await retryRefund(share.id);
    await refundIn(share.id, 'pending');
    await moveFunds(id, -3_000);
    await disputeIs(id, (found) => found?.withdrawnCents === 5_000);
    await fails();
    expect(await standing(order)).toEqual([
      'charged_back 2000',
      'charged_back 3000',
      'refund_failed 5000',
    ]);
    expect(await balanceOf('disputes')).toBe(before);
  });

  it('takes its part of a refund that Stripe was asked for in vain, and the rest of it is owed', async () => {
    const product = await aProduct();
    const order = await pays(new Visitor(story), [product.id, 50]);
    const share = await shareOf(order, product.id);
    await control(story, 'faults', {
      fail: { status: 500, percent: 100, path: '/v1/refunds', method: 'POST' },
    });
    await requestRefund(share.id, { reason: 'requested' });
    const rows = () => db().select().from(refunds).where(eq(refunds.orderId, order.id));
    await eventually(rows, ([refund]) => (refund?.tries ?? 0) > 0);
    const before = await balanceOf('disputes');
    const id = await contest(order, { amount: 2_000 });
    await disputeIs(id, (found) => found?.withdrawnCents === 2_000);
    await control(story, 'faults', { fail: null });
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost');
    await settleRefunds();
    const stands = async () =>
      (await rows()).map(({ amountCents, status }) => [amountCents, status]).toSorted();
    await eventually(stands, (now) => now.length === 2);
    expect(await stands()).toEqual([
      [2_000, 'canceled'],
      [3_000, 'failed'],
    ]);
    expect((await balanceOf('disputes')) - before).toBe(0);
    const [rest] = (await rows()).filter(({ status }) => status === 'failed');
    await retryRefund(rest!.id);
    await eventually(stands, ([, left]) => left?.[1] === 'succeeded');
    expect((await audit()).balance.discrepancy).toBe(0);
  });

  it('cuts what is owed back and not sent yet, and the rest of it is sent', async () => {
    const product = await aProduct('Owed and contested');
    const order = await pays(new Visitor(story), [product.id, 100]);
    const share = await shareOf(order, product.id);
    // Owed in the books, and no job has asked Stripe for it yet.
    await inTransaction(async (tx) => {
      await requestRefund(share.id, { reason: 'requested' }, tx);
      await tx.execute(
        sql`delete from pgboss.job where name = 'send-refund' and state = 'created'`,
      );
    });
    const id = await contest(order, { amount: 2_500 });
    await disputeIs(id, (found) => found?.withdrawnCents === 2_500);
    expect(await standing(order)).toEqual(['disputed 2500', 'refund_pending 7500']);
    await close(id, 'lost');
    await disputeIs(id, (found) => found?.status === 'lost');
    await settleRefunds();
    await eventually(
      () => standing(order),
      (now) => now.includes('refunded 7500'),
    );
    expect(await standing(order)).toEqual(['charged_back 2500', 'refunded 7500']);
    expect((await audit()).matches).toBe(true);
  });
});
