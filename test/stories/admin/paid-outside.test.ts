import { eq, sql, type SQL } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { allocations } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import {
  aFailedRefund,
  aFailedReviewRefund,
  aRefundPaidOtherwise,
  aStrayRefund,
  paidOtherwise,
  refundIn,
  textOf,
  wasQueued,
} from '#test/support/desk.ts';
import { lookUp, queuedFor, received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import {
  actsOf,
  allAgrees,
  arrivesLate,
  ask,
  audited,
  inTheBooks,
  refundNow,
  shareNow,
  keep,
  unmatchedIs,
  retryRefund,
} from '#test/support/refund-desk.ts';
import { eventually, shows, useStory } from '#test/support/story.ts';
import { control } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);
afterEach(async () => {
  await control(story, 'faults', { fail: null });
  await control(story, 'balance', { available: null });
});

const TODAY = new Date().toISOString().slice(0, 10);

describe('a failed refund that was paid another way', () => {
  it('is owed no longer, in every place that speaks of it', async () => {
    const { share, giver, product, order } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const [owed, bank] = await inTheBooks('refunds', 'bank');
    expect(textOf((await one.page('/admin/people')).body)).toContain('$50 was paid another way');
    const form = paidOtherwise(share.id);
    const noted = await ask(one, form);
    expect(noted).toMatchObject(shows(200, 'paid outside Stripe. Its payer is told'));
    expect(await refundNow(share.id)).toMatchObject({ status: 'paid_otherwise', isBooked: false });
    expect((await shareNow(share.id))?.status).toBe('refunded');
    expect(await inTheBooks('refunds', 'bank')).toEqual([owed! - 5_000, bank! + 5_000]);
    const report = await audit();
    expect(report.matches).toBe(true);
    expect(report.entries.find(({ product_id }) => product_id === product.id)).toMatchObject({
      stripe_total: 0,
      supabase_amount: 0,
    });

    const letter = await received(giver.email, 'refund-otherwise');
    expect(letter.subject).toBe('Your refund of $50 was paid another way');
    expect(letter.text).toContain('with the reference number Transfer 4711');
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

    // A bank may contest the payment all the same.
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    await control(story, `dispute/${id}/close`, { outcome: 'won' });
    await eventually(audited, ({ matches }) => matches);
  });

  it('is written down without what was typed about it, and once', async () => {
    const { share, giver } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const form = paidOtherwise(share.id);
    const both = await Promise.all([ask(one, form), ask(one, form)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    expect((await ask(one, form)).shown).toContain('no longer listed as failed');
    expect(await actsOf(one)).toMatchObject([
      {
        action: 'pay-refund-outside',
        subject: `refund ${share.id}`,
        before: { status: 'failed' },
        after: { status: 'paid_otherwise', amount: 50, paidOn: TODAY },
      },
    ]);
    expect(JSON.stringify(await actsOf(one))).not.toMatch(/Transfer|closed/);
    expect(await queuedFor(giver.email, 'refund-otherwise')).toHaveLength(1);
    await inTheBooks();
  });

  it.each([
    ['no day', 400, 'Enter a day', { day: '' }],
    ['a day to come', 400, 'That day is in the future.', { day: '2199-01-01' }],
    ['a day before it was owed', 409, 'before the day it was first owed', { day: '2020-02-03' }],
    ['no number', 400, 'The payment’s number is missing.', { reference: ' ' }],
    ['no reason', 400, 'The reason is missing.', { reason: '' }],
    ['a long reason', 400, 'at most 300 characters', { reason: 'x'.repeat(301) }],
    ['no refund', 409, 'No refund has that number', { refund: crypto.randomUUID() }],
    ['nonsense', 409, 'No refund has that number', { refund: "' or 1" }],
  ])('is not noted with %s; what was typed stays', async (_, status, sentence, more) => {
    const { share } = await aFailedRefund(story);
    const one = await anAdministrator(story);
    const refused = await ask(one, {
      form: `paid-${share.id}`,
      ...paidOtherwise(share.id, { reference: 'Check 12', reason: 'No card.', ...more }),
    });
    expect(refused).toMatchObject(shows(status, sentence));
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
    expect(refused).toMatchObject(shows(503, 'We could not ask Stripe'));
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
    expect(refused).toMatchObject(shows(409, 'has gone through'));
    expect(await refundNow(share.id)).toMatchObject({ status: 'succeeded', reason: 'requested' });
    expect(await wasQueued(giver.email, 'refund-otherwise')).toBe(false);
    await allAgrees();
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
    expect(await retryRefund(share.id)).toBe(false);
  });

  it('may be one of a payment under review', async () => {
    const { giver, order } = await aFailedReviewRefund(story);
    const one = await anAdministrator(story);
    expect((await ask(one, paidOtherwise(order.id))).status).toBe(200);
    expect((await refundNow(order.id))?.status).toBe('paid_otherwise');
    expect((await received(giver.email, 'refund-otherwise')).text).toContain('$50');
    await allAgrees();
  });

  it('leaves nothing about its payee once they are erased', async () => {
    const { share, giver } = await aRefundPaidOtherwise(story);
    await lookUp(giver);
    expect((await giver.post('/api/erase-my-data', { email: giver.email })).status).toBe(200);
    const rows = await db().select().from(allocations).where(eq(allocations.refundId, share.id));
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toMatch(/Transfer|closed/);
    await inTheBooks();
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
    const found = await audited();
    expect(found.matches).toBe(false);
    expect(found.why(stray)).toBe('a refund that fits no contribution');
    expect(await wasQueued(giver.email, 'refund-receipt')).toBe(false);
    const one = await anAdministrator(story);
    const shown = textOf((await one.page('/admin/people')).body);
    expect(shown).toContain(stray);
    await keep(stray);
    expect(await inTheBooks('review')).toEqual([review]);
    expect((await audited()).matches).toBe(true);
  });

  it('and fails again, is as if it had never been', async () => {
    const { share } = await aRefundPaidOtherwise(story);
    const [review] = await inTheBooks('review');
    const stray = await arrivesLate(share);
    await control(story, `refunds/${stray}`, { outcome: 'failed' });
    await unmatchedIs(stray, 'returned');
    expect((await refundNow(share.id))?.status).toBe('paid_otherwise');
    expect(await inTheBooks('review')).toEqual([review]);
    const one = await anAdministrator(story);
    expect(textOf((await one.page('/admin/people')).body)).not.toContain(stray);
    expect((await audited()).matches).toBe(true);
  });
});

describe('what is kept of it', () => {
  it('is nothing about somebody who had themselves erased before', async () => {
    const { share, giver } = await aFailedRefund(story);
    await lookUp(giver);
    expect((await giver.post('/api/erase-my-data', { email: giver.email })).status).toBe(200);
    const one = await anAdministrator(story);
    const form = paidOtherwise(share.id);
    expect((await ask(one, form)).status).toBe(200);
    const own = eq(allocations.refundId, share.id);
    const rows = await db().select().from(allocations).where(own);
    expect(rows).toMatchObject([{ reference: '', reason: '' }]);
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
      sql`update allocations set amount_cents = amount_cents + ${cents}
          where withdrawn_at is null and unmatched_id is null`;
    const open = (cents: number) =>
      sql`update unmatched set open_cents = open_cents + ${cents} where id = ${stray}`;
    expect(await foundBy(more(1), more(-1))).toEqual([
      'a refund that was paid outside Stripe was paid whole, and once',
      'what the bank paid beyond tests, and what was lost, is what was allocated so',
    ]);
    expect(await foundBy(open(1), open(-1))).toEqual([
      'what came in unmatched is allocated, contested, come back, or open',
      'what is unmatched is the review account',
    ]);
    await inTheBooks();
    await keep(stray);
  });
});
