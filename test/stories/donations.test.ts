import { and, eq, like, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { createManageLink } from '#app/donations/manage-link.server.ts';
import * as messages from '#app/donations/messages.ts';
import { recordFailedInvoice, recordInvoice } from '#app/donations/record-invoice.server.ts';
import {
  syncSilentSubscriptions,
  syncSubscription,
} from '#app/donations/sync-subscription.server.ts';
import { audit } from '#app/admin/audit/audit.server.ts';
import { isOpenQuestion } from '#app/admin/audit/audit.ts';
import { subscriptionKind } from '#app/donations/donation-kinds.server.ts';
import { defineOrderKind } from '#app/funding/order-kinds.server.ts';
import { pruneTokens } from '#app/mail/tokens.server.ts';
import { renderMail } from '#app/emails/send-mails.server.ts';
import { postMissingFees } from '#app/funding/reconciling/post-missing-fees.server.ts';
import { recordDispute } from '#app/funding/disputes/record-dispute.server.ts';
import { recordRefund } from '#app/funding/refunds/record-refund.server.ts';
import { fulfil } from '#app/funding/checkout/fulfil.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { advanceClock, now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { EMAIL_INVALID } from '#app/platform/messages.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, ledgerEntries, mails, orders, subscriptions, tokens } from '#db/schema.ts';
import { orderIn, orderOf } from '#test/support/books.ts';
import {
  changeProduct,
  changeRows,
  aRow,
  rowNow,
  sharesOf,
  rowsWhere,
} from '#test/support/gifts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { eventually, refuses, says, useStory, withSettings } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);
const DAY_S = 86_400;
const MONTH_S = 32 * DAY_S;

/** A later test's jump of the clock must not renew what an earlier one began. */
afterEach(async () => {
  story.sandbox.setWebhookUrls([`${story.url}/api/stripe/webhook`]);
  for await (const { id } of stripe().subscriptions.list({ limit: 100 })) {
    await stripe().subscriptions.cancel(id);
  }
  await quiet();
});

describe('a form without scripts', () => {
  it.each([
    { give: 'once', amount: '12', kind: 'donation' },
    { give: '', amount: '20.9', kind: 'subscription' },
  ])('leads to the hosted page of a $kind', async ({ kind, ...form }) => {
    const visitor = new Visitor(story);
    const led = await visitor.page('/donate', { intent: 'give', ...form });
    const location = led.headers.get('location') ?? '';
    expect([led.status, location]).toEqual([303, expect.stringContaining('/c/pay/cs_test_')]);
    expect(new URL(location).origin).toBe(story.sandbox.url);
    const sessionId = location.split('/').at(-1) ?? '';
    const [order] = await db().select().from(orders).where(eq(orders.sessionId, sessionId));
    expect(order).toMatchObject({ kind, amountCents: Math.floor(Number(form.amount)) * 100 });
  });

  it('comes back as it was typed where the amount is refused', async () => {
    const visitor = new Visitor(story);
    for (const amount of ['4', '', '5e2', '"><b>']) {
      const refused = await visitor.page('/donate', { intent: 'give', amount });
      expect(refused).toMatchObject(says(400, messages.MONTHLY_MINIMUM));
      expect(refused.body).not.toContain('"><b>');
    }
    const once = await visitor.page('/donate?give=once', {
      intent: 'give',
      give: 'once',
      amount: '7.5',
    });
    expect(once.body).toContain(messages.DONATION_NOT_WHOLE);
    expect(once.body).toMatch(/value="7\.5"/);
  });

  it('asks for a link, with the same answer for every address', async () => {
    const { email } = new Visitor(story);
    const asked = await new Visitor(story).page('/donate', { intent: 'manage', email });
    expect(asked).toMatchObject(says(200, messages.LINK_SENT));
    const [mail] = await db().delete(mails).where(eq(mails.toEmail, email)).returning();
    expect(mail?.name).toBe('manage-link');
    const refused = await new Visitor(story).page('/donate', { intent: 'manage', email: 'x' });
    expect(refused).toMatchObject(says(400, EMAIL_INVALID));
  });
});

describe('the amount of a donation', () => {
  it.each([
    ['subscription', '4.99', messages.MONTHLY_MINIMUM],
    ['subscription', '1e999', messages.MONTHLY_MAXIMUM],
    ['donation', '20.5', messages.DONATION_NOT_WHOLE],
    ['donation', '4', messages.DONATION_MINIMUM],
    ['subscription', 'null', messages.MONTHLY_MINIMUM],
  ])('of a %s: %s is refused', async (kind, amount, error) => {
    const path = `/api/create-${kind}-checkout`;
    const refused = await new Visitor(story).post(path, `{"amount":${amount}}`);
    expect(refused).toMatchObject(refuses(400, error));
  });

  it('a new checkout of a kind ends the last one of that kind, and no other', async () => {
    const visitor = new Visitor(story);
    const start = (path: string) => visitor.post(`/api/${path}`, { amount: 5 });
    const first = (await start('create-donation-checkout')).body.sessionId;
    const monthly = (await start('create-subscription-checkout')).body.sessionId;
    await start('create-donation-checkout');
    expect((await orderOf(first))?.status).toBe('expired');
    expect((await orderOf(monthly))?.status).toBe('open');
  });
});

describe('a one-time donation', () => {
  it('goes to the donations account, to no product, and is shown', async () => {
    const visitor = new Visitor(story);
    const before = await donatedCents();
    const sessionId = await donate(visitor, 40);
    const shown = await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(shown).toMatchObject({
      status: 200,
      body: {
        checkoutData: {
          kind: 'donation',
          totalAmount: 40,
          email: visitor.email,
          products: [],
          subscriptionId: null,
        },
      },
    });
    const order = await orderOf(sessionId);
    const given = await rowsWhere(contributions, eq(contributions.orderId, order!.id));
    expect(given).toMatchObject([{ productId: null, amountCents: 4000, status: 'paid' }]);
    expect(await mailsTo(visitor.email)).toEqual(['receipt']);
    expect((await donatedCents()) - before).toBe(4000);
  });

  it('for what is closest in a category is laid on products at once, and the rest is a donation', async () => {
    const own = await aRow(2_500, { category: 'Dairy' });
    onTestFinished(async () => {
      await changeProduct(own, { hiddenAt: now() });
    });
    const visitor = new Visitor(story);
    const before = await donatedCents();
    const sessionId = await donate(visitor, 40, { purpose: 'closest:dairy' });
    const session = await stripe().checkout.sessions.retrieve(sessionId);
    expect(session).toMatchObject({
      metadata: { purpose: 'closest:dairy' },
      allowed_payment_method_types: ['card'],
    });
    const shown = await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(shown.body.checkoutData).toMatchObject({
      kind: 'donation',
      totalAmount: 40,
      products: [{ productId: own, amount: 25 }],
    });
    const order = (await orderOf(sessionId))!;
    expect((await sharesOf(order.id)).map((one) => [one.productId, one.amountCents])).toEqual(
      expect.arrayContaining([
        [own, 2_500],
        [null, 1_500],
      ]),
    );
    expect(await rowNow(own)).toMatchObject({ testingStatus: 'Testing in Progress' });
    const letter = await written('receipt', order.id);
    expect(letter).toMatch(/RECEIPT FOR YOUR GIFT.*Product \d+.*\$25.*Donation.*\$15/);

    expect((await donatedCents()) - before).toBe(1_500);
    const report = await audit();
    expect(report.entries.filter(({ product_id: of }) => of === own)).toMatchObject([
      { product_id: own, stripe_total: 25, discrepancy: 0 },
    ]);
    expect(report.donations.discrepancy).toBe(0);
    expect(await checkLedger()).toEqual([]);
  });

  it.each(['1001', 'closest:', 'closest:water', 'closest:nothing', 'whatever', ''])(
    'is never for %j',
    async (purpose) => {
      for (const kind of ['donation', 'subscription']) {
        const path = `/api/create-${kind}-checkout`;
        const refused = await new Visitor(story).post(path, { amount: 20, purpose });
        const error = messages.PURPOSE_UNKNOWN;
        expect(refused).toMatchObject(refuses(400, error));
      }
    },
  );

  it('by a bank account counts when the money comes, and not at all when it does not', async () => {
    const before = await donatedCents();
    for (const outcome of ['succeeded', 'failed'] as const) {
      const visitor = new Visitor(story);
      const { body } = await visitor.post('/api/create-donation-checkout', { amount: 10 });
      await visitor.payOnHostedPage(body.sessionId, undefined, {
        method: 'us_bank_account',
        bank_outcome: 'wait',
      });
      const awaiting = await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`);
      expect(awaiting.status).toBe(202);
      await control(story, `async/${body.sessionId}`, { outcome });
      const ended = outcome === 'succeeded' ? 'paid' : 'failed';
      await orderIn(ended, body.sessionId);
    }
    expect((await donatedCents()) - before).toBe(1000);
  });
});

describe('a monthly donation', () => {
  it('is recorded once, though webhooks come ten times and race the success page', async () => {
    await control(story, 'webhooks', { duplicate: 9 });
    const visitor = new Visitor(story);
    const before = await donatedCents();
    const sessionId = await donateMonthly(visitor, 20);
    const session = await stripe().checkout.sessions.retrieve(sessionId);
    await Promise.all([
      ...[1, 2, 3].map(() => visitor.get(`/api/checkout-success?session_id=${sessionId}`)),
      recordInvoice(String(session.invoice)),
      recordInvoice(String(session.invoice)),
      fulfil(sessionId),
      syncSubscription(String(session.subscription)),
    ]);
    await quiet();
    await control(story, 'webhooks', { duplicate: 0 });
    expect(await ordersOf(String(session.subscription))).toMatchObject([
      { kind: 'subscription', status: 'paid', amountCents: 2000, invoiceId: session.invoice },
    ]);
    expect((await donatedCents()) - before).toBe(2000);
    expect(await rowOf(sessionId)).toMatchObject({
      amountCents: 2000,
      status: 'active',
      email: visitor.email,
      cancelAtPeriodEnd: false,
      currentPeriodEnd: expect.any(Date),
    });
    expect(await mailsTo(visitor.email)).toEqual(['receipt']);
    const shown = await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(shown.body.checkoutData).toMatchObject({
      kind: 'subscription',
      products: [],
      subscriptionId: session.subscription,
      customerId: session.customer,
    });
  });

  it('has its row whether its subscription or its payment is heard of first', async () => {
    story.sandbox.setWebhookUrls([]);
    const early = await donateMonthly(new Visitor(story), 15);
    const session = await stripe().checkout.sessions.retrieve(early);
    await syncSubscription(String(session.subscription));
    expect((await orderOf(early))?.status).toBe('open');
    expect(await subscriptionRow(String(session.subscription))).toMatchObject({ status: 'active' });
    await fulfil(early);
    expect(await rowOf(early)).toMatchObject({ amountCents: 1500 });

    // A cancellation that was told while there was no row to write it to.
    const late = await donateMonthly(new Visitor(story), 16);
    const { subscription } = await stripe().checkout.sessions.retrieve(late);
    await stripe().subscriptions.update(String(subscription), { cancel_at_period_end: true });
    await fulfil(late);
    await rowIs(late, (row) => row?.cancelAtPeriodEnd === true);
  });

  it('began when Stripe says, whichever of the two is heard of first', async () => {
    const { id } = (await rowOf(await begun(new Visitor(story), 18)))!;
    // The payment is a moment younger, or more where its bank takes long.
    await changeRows(subscriptions, eq(subscriptions.id, id), { createdAt: now() });
    await syncSubscription(id);
    const { created } = await stripe().subscriptions.retrieve(id);
    expect((await subscriptionRow(id))?.createdAt).toEqual(new Date(created * 1_000));
  });

  it('is paid each month, each payment an order of its own, booked once', async () => {
    const visitor = new Visitor(story);
    const before = await donatedCents();
    const sessionId = await begun(visitor, 30);
    const { id } = (await rowOf(sessionId))!;
    for (const month of [1, 2, 3]) {
      story.advance(MONTH_S);
      await paidTimes(id, month + 1);
    }
    await quiet();
    const paid = await ordersOf(id);
    expect(paid.map((order) => [order.kind, order.status, order.amountCents])).toEqual([
      ['subscription', 'paid', 3000],
      ...[1, 2, 3].map(() => ['renewal', 'paid', 3000]),
    ]);
    expect((await donatedCents()) - before).toBe(12_000);
    expect(await mailsTo(visitor.email)).toEqual(Array(4).fill('receipt'));
    const invoices = await stripe().invoices.list({ subscription: id });
    await Promise.all(
      invoices.data.flatMap((invoice) => [recordInvoice(invoice.id), recordInvoice(invoice.id)]),
    );
    expect(await ordersOf(id)).toHaveLength(4);
    expect((await donatedCents()) - before).toBe(12_000);
    const row = await rowOf(sessionId);
    const seen = await stripe().subscriptions.retrieve(id);
    expect(row?.currentPeriodEnd?.getTime()).toBe(
      (seen.items.data[0]?.current_period_end ?? 0) * 1000,
    );
  });

  it('that is for what is closest funds it, once an invoice, and another purpose from the next payment on', async () => {
    const [near, far] = [await aRow(2_500), await aRow(60_000)];
    const visitor = new Visitor(story);
    const before = await donatedCents();
    const sessionId = await begun(visitor, 20, { purpose: 'closest' });
    const { id, purpose } = (await rowOf(sessionId))!;
    expect(purpose).toBe('closest');
    expect((await stripe().subscriptions.retrieve(id)).metadata.purpose).toBe('closest');
    const shown = await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(shown.body.checkoutData.products).toMatchObject([{ productId: near, amount: 20 }]);
    // Told ten times, and by the reconciler.
    await control(story, 'webhooks', { duplicate: 9 });
    story.advance(MONTH_S);
    await paidTimes(id, 2);
    const [latest] = (await stripe().invoices.list({ subscription: id })).data;
    await Promise.all([1, 2, 3].map(() => recordInvoice(latest!.id)));
    await quiet();
    await control(story, 'webhooks', { duplicate: 0 });
    expect(await rowNow(near)).toMatchObject({ raisedCents: 2_500, contributorCount: 1 });
    expect(await rowNow(far)).toMatchObject({ raisedCents: 1_500 });
    const report = await audit();
    expect(report.entries.filter(({ product_id: of }) => [near, far].includes(of))).toMatchObject([
      { product_id: near, stripe_total: 25, discrepancy: 0 },
      { product_id: far, stripe_total: 15, discrepancy: 0 },
    ]);
    const [renewal] = (await ordersOf(id)).filter(({ kind }) => kind === 'renewal');
    const mail = await written('receipt', renewal!.id);
    expect(mail).toMatch(
      /Your \w+ gift completed the \w+ sample of Product \d+, and with it the goal/,
    );

    const link = new URL(await createManageLink(visitor.email));
    const token = link.searchParams.get('token') ?? '';
    const change = (more: object) =>
      new Visitor(story).post('/api/monthly-purpose', { token, subscriptionId: id, ...more });
    for (const [more, status, error] of [
      [{ purpose: '900000999' }, 400, messages.PURPOSE_UNKNOWN],
      [{ purpose: String(near) }, 400, messages.PURPOSE_UNKNOWN],
      [{ purpose: 'closest', subscriptionId: 'sub_other' }, 404, messages.NO_SUCH_DONATION],
      [{ purpose: 'closest', token: `${token}x` }, 403, messages.LINK_INVALID],
    ] as const) {
      expect(await change(more)).toMatchObject({ status, body: { error } });
    }
    const page = await new Visitor(story).page(link.pathname + link.search, {
      intent: 'purpose',
      subscription: id,
      purpose: 'project',
    });
    expect(page).toMatchObject(says(200, messages.PURPOSE_CHANGED));
    expect((await rowOf(sessionId))?.purpose).toBe('project');
    // A database that was set back has the earlier choice until Stripe is asked.
    story.sandbox.setWebhookUrls([]);
    const own = eq(subscriptions.id, id);
    await db().update(subscriptions).set({ purpose: 'closest' }).where(own);
    story.advance(MONTH_S);
    const [next] = (await stripe().invoices.list({ subscription: id })).data;
    await recordInvoice(next!.id);
    expect(await donatedCents()).toBe(before + 2_000);
    expect(await checkLedger()).toEqual([]);
  });

  it('a renewal heard of before the checkout records both', async () => {
    story.sandbox.setWebhookUrls([]);
    const before = await donatedCents();
    const sessionId = await donateMonthly(new Visitor(story), 11);
    const subscriptionId = String(
      (await stripe().checkout.sessions.retrieve(sessionId)).subscription,
    );
    story.advance(MONTH_S);
    const [renewal] = (await stripe().invoices.list({ subscription: subscriptionId })).data;
    expect(renewal?.billing_reason).toBe('subscription_cycle');
    await recordInvoice(renewal!.id);
    expect((await ordersOf(subscriptionId)).map(({ kind }) => kind).toSorted()).toEqual([
      'renewal',
      'subscription',
    ]);
    expect((await donatedCents()) - before).toBe(2200);
  });

  /** Two months of a donation that no webhook told of: the first contested, the second refunded. */
  async function unheard() {
    story.sandbox.setWebhookUrls([]);
    const sessionId = await donateMonthly(new Visitor(story), 30);
    const { subscription } = await stripe().checkout.sessions.retrieve(sessionId);
    story.advance(MONTH_S);
    const { data } = await stripe().invoicePayments.list({ status: 'paid', limit: 2 });
    const [renewed, first] = data.map(({ payment }) => String(payment.payment_intent));
    const refund = await stripe().refunds.create({ payment_intent: renewed! });
    const dispute = await control(story, 'dispute', { payment_intent: first });
    return { subscription: String(subscription), refund, dispute };
  }

  it('a refund or dispute of a payment that nobody has told of yet records that first', async () => {
    const before = await donatedCents();
    const { subscription, refund, dispute } = await unheard();
    await recordRefund(refund.id);
    await recordDispute(dispute.id);
    expect((await ordersOf(subscription)).map(({ kind }) => kind).toSorted()).toEqual([
      'renewal',
      'subscription',
    ]);
    expect((await donatedCents()) - before).toBe(0);
    await postMissingFees(); // of the bank payment that failed before
    expect((await audit()).matches).toBe(true);
  });

  it('a refund and a dispute told of before anybody knows their payments wait, and are taken up with them', async () => {
    const before = await donatedCents();
    const { subscription, refund, dispute } = await unheard();
    await control(story, `dispute/${dispute.id}/close`, { outcome: 'lost' });
    // As if Stripe did not say yet what the payments are of.
    defineOrderKind('subscription', { ...subscriptionKind, recordUnnamed: async () => false });
    await recordRefund(refund.id);
    await recordDispute(dispute.id);
    await postMissingFees();
    expect(await checkLedger()).toEqual([]);
    defineOrderKind('subscription', subscriptionKind);
    const invoices = await stripe().invoices.list({ subscription });
    await recordInvoice(invoices.data[0]!.id);
    await eventually(donatedCents, (cents) => cents === before);
    const report = await eventually(audit, ({ matches }) => matches);
    expect([report?.matches, report?.unattributed]).toEqual([true, expect.any(Array)]);
  });

  it('a failed payment is told once, and counts when it is paid after all', async () => {
    const visitor = new Visitor(story);
    const before = await donatedCents();
    const sessionId = await begun(visitor, 12);
    const { id } = (await rowOf(sessionId))!;
    await control(story, `subscriptions/${id}/payments`, { outcome: 'fail' });
    story.advance(MONTH_S);
    await rowIs(sessionId, (row) => row?.status === 'past_due');
    await eventually(
      () => mailsTo(visitor.email),
      (sent) => sent.includes('renewal-failed'),
    );
    const [invoice] = (await stripe().invoices.list({ subscription: id })).data;
    await recordInvoice(invoice!.id);
    await Promise.all([recordFailedInvoice(invoice!.id), recordFailedInvoice(invoice!.id)]);
    story.advance(4 * DAY_S);
    await quiet();
    expect(await mailsTo(visitor.email)).toEqual(['receipt', 'renewal-failed']);
    expect((await donatedCents()) - before).toBe(1200);

    await control(story, `subscriptions/${id}/payments`, { outcome: 'succeed' });
    await control(story, `subscriptions/${id}/retry`, {});
    await rowIs(sessionId, (row) => row?.status === 'active');
    await paidTimes(id, 2);
    expect((await donatedCents()) - before).toBe(2400);
    // The failure is told late, when there is none any more.
    await db()
      .delete(mails)
      .where(like(mails.dedupeKey, `renewal-failed:${invoice!.id}`));
    await recordFailedInvoice(invoice!.id);
    expect(await mailsTo(visitor.email)).toEqual(['receipt', 'receipt']);
  });

  it('that is never paid again ends, and its donor is told', async () => {
    const visitor = new Visitor(story);
    const sessionId = await begun(visitor, 13);
    const { id } = (await rowOf(sessionId))!;
    await control(story, `subscriptions/${id}/payments`, { outcome: 'fail' });
    story.advance(MONTH_S + 20 * DAY_S);
    await rowIs(sessionId, (row) => row?.endedAt !== null);
    await quiet();
    expect((await mailsTo(visitor.email)).toSorted()).toEqual([
      'receipt',
      'renewal-failed',
      'subscription-ended',
    ]);
    expect(await rowOf(sessionId)).toMatchObject({ status: 'canceled' });
  });

  it('cancelled, taken back and cancelled again: told each time, and once that it ended', async () => {
    const visitor = new Visitor(story);
    const sessionId = await begun(visitor, 14);
    const row = (await rowOf(sessionId))!;
    const portal = await openPortal(visitor, { customerId: row.customerId, sessionId });
    await portal('cancel', row.id);
    await rowIs(sessionId, (row) => row?.cancelAtPeriodEnd === true);
    // Taken back before it is written, the email of it would say nothing true any more.
    await quiet();
    await portal('resume', row.id);
    await rowIs(sessionId, (row) => row?.cancelAtPeriodEnd === false);
    story.advance(60);
    await portal('cancel', row.id);
    await rowIs(sessionId, (row) => row?.cancelAtPeriodEnd === true);
    await Promise.all([syncSubscription(row.id), syncSubscription(row.id)]);
    story.advance(MONTH_S);
    await rowIs(sessionId, (row) => row?.endedAt !== null);
    await quiet();
    expect(await mailsTo(visitor.email)).toEqual([
      'receipt',
      'subscription-ending',
      'subscription-ending',
      'subscription-ended',
    ]);
    expect(await ordersOf(row.id)).toHaveLength(1);
  });

  it('goes on rightly with every webhook lost, once Stripe is asked', async () => {
    story.sandbox.setWebhookUrls([]);
    const visitor = new Visitor(story);
    const sessionId = await donateMonthly(visitor, 17);
    await visitor.get(`/api/checkout-success?session_id=${sessionId}`);
    const { id } = (await rowOf(sessionId))!;
    await rowIs(sessionId, (row) => row?.currentPeriodEnd !== null);
    await stripe().subscriptions.update(id, { cancel_at_period_end: true });
    await syncSilentSubscriptions();
    expect(await rowOf(sessionId)).toMatchObject({ cancelAtPeriodEnd: false });
    story.advance(MONTH_S);
    await syncSilentSubscriptions();
    expect(await rowOf(sessionId)).toMatchObject({ status: 'canceled', endedAt: expect.any(Date) });
  });

  it('stays what our own order says where its metadata at Stripe is emptied, or another’s', async () => {
    const sessionId = await begun(new Visitor(story), 20);
    const { id } = (await rowOf(sessionId))!;
    for (const [months, order_id] of [
      [1, ''],
      [2, crypto.randomUUID()],
    ] as const) {
      await stripe().subscriptions.update(id, { metadata: { order_id } });
      story.advance(MONTH_S);
      await paidTimes(id, months + 1);
    }
    await quiet();
    const report = await audit();
    expect([report.differences, report.unattributed.filter(isOpenQuestion)]).toEqual([[], []]);
  });

  it('of another site on the same account is none of ours', async () => {
    const count = async () => (await db().select().from(orders)).length;
    const [ordersBefore, before] = [await count(), await donatedCents()];
    const { id } = await stripe().checkout.sessions.create({
      mode: 'subscription',
      success_url: `${story.url}/success`,
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: 900,
            recurring: { interval: 'month' },
            product_data: { name: 'Something else' },
          },
        },
      ],
    });
    await new Visitor(story).payOnHostedPage(id);
    const { subscription, invoice } = await stripe().checkout.sessions.retrieve(id);
    await recordInvoice(String(invoice));
    await recordFailedInvoice(String(invoice));
    await syncSubscription(String(subscription));
    story.advance(MONTH_S);
    await quiet();
    expect(await subscriptionRow(String(subscription))).toBeUndefined();
    expect([await count(), await donatedCents()]).toEqual([ordersBefore, before]);
  });
});

describe('the portal', () => {
  it('opens for a customer and the session they came from, in the browser that paid it alone', async () => {
    const [anna, ben] = [new Visitor(story), new Visitor(story)];
    const [annas, bens] = [await begun(anna, 20), await begun(ben, 21)];
    const unpaid = (await anna.post('/api/create-subscription-checkout', { amount: 9 })).body;
    const customerId = (await rowOf(annas))!.customerId;
    const own = await anna.post('/api/create-portal-session', { customerId, sessionId: annas });
    expect(own).toMatchObject({
      status: 200,
      body: { url: expect.stringContaining(`${story.sandbox.url}/p/session/`) },
    });
    expect(await (await fetch(own.body.url)).text()).toContain(`href="${story.url}/donate"`);
    const refusals = await Promise.all(
      [
        {},
        { customerId },
        { sessionId: annas },
        { customerId, sessionId: bens },
        { customerId: 'cus_nobody', sessionId: annas },
        { customerId, sessionId: 'cs_test_nothing' },
        { customerId, sessionId: unpaid.sessionId },
        { customerId, sessionId: annas, token: 'not-a-link' },
        { customerId: 'cus_nobody', sessionId: 'cs_test_nothing' },
        { customerId, sessionId: annas },
      ].map((claim) => ben.post('/api/create-portal-session', claim)),
    );
    for (const { status, body } of refusals) {
      expect({ status, body }).toEqual({ status: 403, body: { error: messages.PORTAL_REFUSED } });
    }
    const wrong = await ben.post('/api/create-portal-session', { customerId: [customerId] });
    expect(wrong.status).toBe(400);
  });

  it('says so when the provider does not open one', async () => {
    const visitor = new Visitor(story);
    const sessionId = await begun(visitor, 22);
    const { customerId } = (await rowOf(sessionId))!;
    const answered = await withSettings({ STRIPE_SECRET_KEY: 'sk_test_of_another_account' }, () =>
      visitor.post('/api/create-portal-session', { customerId, sessionId }),
    );
    expect(answered).toMatchObject(refuses(502, messages.PORTAL_FAILED));
  });

  it('is not asked for without end', async () => {
    const visitor = new Visitor(story);
    const statuses = [];
    for (let at = 0; at < 31; at++) {
      statuses.push((await visitor.post('/api/create-portal-session', {})).status);
    }
    expect([statuses[0], statuses.at(-1)]).toEqual([403, 429]);
  });
});

describe('a mailed link', () => {
  it('works by forms without scripts: it shows its donations, and leads to the portal', async () => {
    const visitor = new Visitor(story);
    const sessionId = await begun(visitor, 27);
    const { customerId } = (await rowOf(sessionId))!;
    const other = (await rowOf(await begun(new Visitor(story), 28)))!;
    const { pathname, search } = new URL(await createManageLink(visitor.email));
    const anyone = new Visitor(story);
    const page = (form?: Record<string, string>) => anyone.page(pathname + search, form);
    const shown = await page();
    expect(shown).toMatchObject(says(200, '$27'));
    expect(shown.body).not.toContain('$28');
    expect(shown.body).toContain(`name="customer" value="${customerId}"`);
    expect(shown.headers.get('cache-control')).toBe('no-store');
    expect(shown.body).not.toContain(search.replace('?token=', ''));
    const led = await page({ intent: 'portal', customer: customerId });
    expect(led.status).toBe(303);
    expect(led.headers.get('location')).toContain(`${story.sandbox.url}/p/session`);
    const refused = await page({ intent: 'portal', customer: other.customerId });
    expect(refused).toMatchObject(says(403, '$27'));
    story.advance(11 * 60);
    for (const late of [await page(), await page({ intent: 'portal', customer: customerId })]) {
      expect(late).toMatchObject(says(403, messages.LINK_INVALID));
      expect(late.body).not.toContain('$27');
    }
  });

  it('shows and opens the donations of its address, as often as asked, for 10 minutes', async () => {
    const visitor = new Visitor(story);
    const sessionId = await begun(visitor, 23);
    const { customerId } = (await rowOf(sessionId))!;
    const other = await begun(new Visitor(story), 24);
    const url = new URL(await createManageLink(visitor.email));
    expect(url.origin + url.pathname).toBe(`${story.url}/donate/manage`);
    const token = url.searchParams.get('token') ?? '';
    const stored = await db().select().from(tokens);
    expect(JSON.stringify(stored)).not.toContain(token);

    const anyone = new Visitor(story);
    const look = () => anyone.post('/api/monthly-donations', { token });
    const open = (more = {}) => anyone.post('/api/create-portal-session', { token, ...more });
    for (const found of [await look(), await look()]) {
      expect(found.body).toEqual({
        donations: [
          {
            id: (await rowOf(sessionId))!.id,
            customerId,
            purpose: 'project',
            amount: 23,
            status: 'active',
            isEnding: false,
            periodEnd: expect.any(String),
            endedAt: null,
          },
        ],
        purposes: expect.arrayContaining([
          { value: 'project', text: messages.PURPOSE_PROJECT },
          { value: 'closest', text: messages.PURPOSE_CLOSEST },
        ]),
      });
      expect(found.headers.get('cache-control')).toBe('no-store');
    }
    expect((await open({ customerId })).status).toBe(200);
    expect((await open()).status).toBe(200);
    const notTheirs = await open({ customerId: (await rowOf(other))!.customerId });
    expect(notTheirs).toMatchObject(refuses(403, messages.PORTAL_REFUSED));
    expect((await anyone.post('/api/monthly-donations', { token: `${token}x` })).status).toBe(403);

    story.advance(11 * 60);
    expect(await look()).toMatchObject(refuses(403, messages.LINK_INVALID));
    expect(await open({ customerId })).toMatchObject({ status: 403 });
    story.advance(2 * DAY_S);
    await pruneTokens();
    expect(await linksNow()).toEqual([]);
  });

  it('is answered alike for every address; who gives nothing is told so by email', async () => {
    const donor = new Visitor(story);
    await begun(donor, 25);
    const stranger = new Visitor(story);
    const ask = async (email: string) => {
      const { status, body, headers } = await stranger.post('/api/send-manage-link', { email });
      const names = [...headers.keys()].filter((name) => name !== 'set-cookie');
      return { status, body, names };
    };
    await ask('nobody@example.org');
    const [known, unknown] = [
      await ask(` ${donor.email.toUpperCase()} `),
      await ask('nobody-at-all@example.org'),
    ];
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200, body: { message: messages.LINK_SENT } });
    await eventually(
      () => mailsTo(donor.email),
      (sent) => sent.includes('manage-link'),
    );
    await quiet();
    const asked = await db().select().from(mails).where(eq(mails.name, 'manage-link'));
    expect(asked.filter(({ sentAt }) => sentAt)).toHaveLength(3);
    expect((await linksNow()).map(({ subject }) => subject)).toEqual([donor.email]);
    for (const email of ['', 'nobody', 7, null, `${'a'.repeat(250)}@example.org`]) {
      const refused = await stranger.post('/api/send-manage-link', { email });
      expect(refused).toMatchObject(refuses(400, EMAIL_INVALID));
    }
  });

  it('is all that a success address gives another browser, and goes to whoever paid', async () => {
    const donor = new Visitor(story);
    const sessionId = await begun(donor, 26);
    const stranger = new Visitor(story);
    const shown = await stranger.get(`/api/checkout-success?session_id=${sessionId}`);
    expect(shown.body.checkoutData).toMatchObject({
      kind: 'subscription',
      totalAmount: 26,
      email: 'v•••@e•••.org',
      subscriptionId: null,
      customerId: null,
      isOwn: false,
    });
    expect(JSON.stringify(shown.body)).not.toContain(donor.email);

    const mailed = async () =>
      (await mailsTo(donor.email)).filter((name) => name === 'manage-link');
    const asked = await stranger.post('/api/send-order-link', { sessionId });
    const unknown = await stranger.post('/api/send-order-link', { sessionId: 'cs_test_nothing' });
    for (const { status, body } of [asked, unknown]) {
      expect({ status, body }).toEqual({ status: 200, body: { message: messages.LINK_SENT } });
    }
    expect(await mailed()).toHaveLength(1);
    // So does the form of the page.
    const formed = await stranger.page(`/success?session_id=${sessionId}`, {});
    expect(formed.status).toBe(200);
    expect(await mailed()).toHaveLength(2);
  });

  it('is none where the donation has ended, which the email says', async () => {
    const visitor = new Visitor(story);
    const sessionId = await begun(visitor, 26);
    await stripe().subscriptions.cancel((await rowOf(sessionId))!.id);
    await rowIs(sessionId, (row) => row?.endedAt !== null);
    await visitor.post('/api/send-manage-link', { email: visitor.email });
    await quiet();
    expect(await mailsTo(visitor.email)).toContain('manage-link');
    expect((await linksNow()).map(({ subject }) => subject)).not.toContain(visitor.email);
  });
});

it('a clock of ours that runs ahead ends no donation', async () => {
  const visitor = new Visitor(story);
  const sessionId = await begun(visitor, 27);
  advanceClock(MONTH_S * 1000);
  await syncSilentSubscriptions();
  advanceClock(-MONTH_S * 1000);
  expect(await rowOf(sessionId)).toMatchObject({ status: 'active', endedAt: null });
});

async function donate(visitor: Visitor, amount: number, more = {}): Promise<string> {
  return paid(visitor, '/api/create-donation-checkout', amount, more);
}

/** Begins a monthly donation at the provider; our side hears of it by webhook. */
async function donateMonthly(visitor: Visitor, amount: number, more = {}): Promise<string> {
  return paid(visitor, '/api/create-subscription-checkout', amount, more);
}

async function paid(visitor: Visitor, path: string, amount: number, more = {}): Promise<string> {
  const { status, body } = await visitor.post(path, { amount, ...more });
  if (status !== 200) throw new Error(JSON.stringify(body));
  const page = await visitor.payOnHostedPage(body.sessionId);
  if (page.status !== 303) throw new Error(`the hosted page answered ${page.status}`);
  return body.sessionId;
}

/** A monthly donation that is recorded and described. */
async function begun(visitor: Visitor, amount: number, more = {}): Promise<string> {
  const sessionId = await donateMonthly(visitor, amount, more);
  await rowIs(sessionId, (row) => row !== undefined && row.currentPeriodEnd !== null);
  await orderIn('paid', sessionId);
  return sessionId;
}

/** Opens the portal and returns what its forms do. */
async function openPortal(visitor: Visitor, claim: object) {
  const { body } = await visitor.post('/api/create-portal-session', claim);
  return async (action: 'cancel' | 'resume', subscription: string) => {
    const form = new URLSearchParams({ action, subscription });
    const response = await fetch(body.url, { method: 'POST', body: form, redirect: 'manual' });
    expect(response.status).toBe(303);
  };
}

/** Waits until every webhook is delivered and every job is done. */
async function quiet(): Promise<void> {
  await eventually(
    async () => {
      const { deliveries } = (await control(story, 'state')) as {
        deliveries: Record<string, number>;
      };
      const { rows } = await db().execute<{ waiting: number }>(
        sql`select count(*)::int as waiting from pgboss.job
            where state in ('created', 'retry', 'active') and start_after <= now()`,
      );
      return [deliveries.pending ?? 0, rows[0]?.waiting ?? 0];
    },
    ([pending, waiting]) => pending === 0 && waiting === 0,
  );
}

async function ordersOf(subscriptionId: string) {
  return db()
    .select()
    .from(orders)
    .where(and(eq(orders.subscriptionId, subscriptionId), eq(orders.status, 'paid')))
    .orderBy(orders.paidAt);
}

/** The monthly donation that a checkout began. */
async function rowOf(sessionId: string) {
  const order = await orderOf(sessionId);
  const [row] = await rowsWhere(
    subscriptions,
    eq(subscriptions.orderId, order?.id ?? '00000000-0000-0000-0000-000000000000'),
  );
  return row;
}

const rowIs = (sessionId: string, until: (row: Awaited<ReturnType<typeof rowOf>>) => boolean) =>
  eventually(() => rowOf(sessionId), until);

/** Waits until so many payments of a monthly donation are recorded. */
const paidTimes = (id: string, count: number) =>
  eventually(
    () => ordersOf(id),
    (found) => found.length === count,
  );

async function subscriptionRow(id: string) {
  const [row] = await db().select().from(subscriptions).where(eq(subscriptions.id, id));
  return row;
}

/** The text of a mail about an order, as it leaves, in one line. */
async function written(name: string, orderId: string): Promise<string> {
  const [row] = await rowsWhere(mails, eq(mails.dedupeKey, `${name}:${orderId}`));
  const mail = await renderMail(row!);
  return 'text' in mail ? mail.text.replaceAll(/\s+/g, ' ') : JSON.stringify(mail);
}

/** Links to manage donations, as they are stored. */
async function linksNow() {
  return db().select().from(tokens).where(eq(tokens.purpose, 'manage-link'));
}

/** The names of the mails queued to an address, oldest first. */
async function mailsTo(email: string): Promise<string[]> {
  const rows = await db()
    .select({ name: mails.name })
    .from(mails)
    .where(and(eq(mails.toEmail, email), eq(mails.isWithheld, false)))
    .orderBy(mails.createdAt);
  return rows.map(({ name }) => name);
}

async function donatedCents(): Promise<number> {
  const [row] = await db()
    .select({ cents: sql<number>`coalesce(sum(${ledgerEntries.amountCents}), 0)::int` })
    .from(ledgerEntries)
    .where(eq(ledgerEntries.account, 'donations'));
  return row?.cents ?? 0;
}
