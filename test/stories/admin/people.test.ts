import { and, eq, inArray, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';
import { noteDeliveries } from '#app/mail/mailbox.server.ts';
import { configure } from '#app/config.ts';
import { settleOverdueOrders } from '#app/funding/checkout/settle-order.server.ts';
import { pruneMessages, takeMessage } from '#app/contact/contact-message.server.ts';
import {
  ANSWER_SENT,
  MESSAGE_ANSWERED,
  MESSAGE_MISSING,
  MESSAGE_SENT,
  MESSAGE_TOO_LONG,
  MESSAGES_FULL,
} from '#app/contact/contact-messages.ts';
import { erasePerson, everythingUnder } from '#app/contributions/my-data/personal-data.ts';
import { advanceClock, now, resetClock } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { deliver } from '#app/mail/mail-transport.server.ts';
import { EMAIL_INVALID, waitOf } from '#app/platform/messages.ts';
import { readToDo, tellMonth, tellWhatWaits } from '#app/admin/todo/read-todo.server.ts';
import { noticeKinds } from '#app/mail/notice-kinds.ts';
import {
  notifyAdministrators,
  pruneNotices,
  queueDailyNotices,
} from '#app/mail/notify-administrators.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import {
  adminNotices,
  adminUsers,
  contactMessages,
  emailSubscriptions,
  mailboxes,
  mails,
  orders,
  rateLimits,
  refundRequests,
} from '#db/schema.ts';
import { orderIn } from '#test/support/books.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import {
  aDeadMail,
  aDispute,
  aFailedRefund,
  aGift,
  aPaymentUnderReview,
  aRefundRequest,
  aReservation,
  refundIn,
  textOf,
  wasQueued,
} from '#test/support/desk.ts';
import { lookUp, queuedFor, received } from '#test/support/inbox.ts';
import { startMailServer } from '#test/support/mail-server.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { actsOf, ask, keeping, shareNow } from '#test/support/refund-desk.ts';
import { allowMadeUpMoney, asOwner } from '#test/support/database.ts';
import {
  aProduct,
  environmentNow,
  eventually,
  productNow,
  refuses,
  says,
  shows,
  useStory,
  withSettings,
} from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { changeRows } from '#test/support/gifts.ts';

const story = useStory({}, uncompiledPages);
allowMadeUpMoney();

const search = (one: Visitor, sought: string) => ask(one, { intent: 'search', sought });

describe('an unfinished checkout', () => {
  const reason = 'It has blocked this product all day.';

  it('is ended with a reason, at Stripe too, and frees what it held', async () => {
    const { id, sessionId, product, visitor } = await aReservation(story);
    const one = await anAdministrator(story);
    const form = { intent: 'end-reservation', form: `end-${id}`, order: id };
    const refused = await ask(one, form);
    expect(refused).toMatchObject(shows(400, 'Say why you are ending it.'));
    const done = await ask(one, { ...form, reason });
    expect(done).toMatchObject(shows(200, 'It can no longer be paid'));
    expect((await productNow(product.id)).reservedCents).toBe(0);
    const session = await stripe().checkout.sessions.retrieve(sessionId);
    expect(session.status).toBe('expired');
    expect(await actsOf(one)).toEqual([
      expect.objectContaining({
        action: 'end-reservation',
        subject: `order ${id}`,
        after: { status: 'ended', amount: 60, reason },
      }),
    ]);
    expect((await ask(one, { ...form, reason })).shown).toContain('It has already ended.');
    expect((await visitor.commit([product.id, 100])).status).toBe(200);
  });

  it('that was paid meanwhile is recorded instead', async () => {
    const { id, sessionId, product, visitor } = await aReservation(story);
    const one = await anAdministrator(story);
    await control(story, 'webhooks', { down: true });
    await visitor.payOnHostedPage(sessionId);
    const done = await ask(one, { intent: 'end-reservation', order: id, reason });
    await control(story, 'webhooks', { down: false });
    expect(done).toMatchObject(shows(409, 'It has been paid, and the payment is recorded.'));
    expect(await productNow(product.id)).toMatchObject({ reservedCents: 0, raisedCents: 6_000 });
    expect(await actsOf(one)).toEqual([]);
  });

  it('is not ended where that cannot be written down', async () => {
    const { id, sessionId, product } = await aReservation(story);
    const one = await anAdministrator(story);
    await asOwner(`alter table admin_actions add constraint full_disk
      check (action <> 'end-reservation') not valid`);
    const { status } = await ask(one, { intent: 'end-reservation', order: id, reason });
    await asOwner('alter table admin_actions drop constraint full_disk');
    expect(status).toBe(500);
    expect((await productNow(product.id)).reservedCents).toBe(6_000);
    const session = await stripe().checkout.sessions.retrieve(sessionId);
    expect(session.status).toBe('open');
  });

  it('ends by itself where its process dies in between, or Stripe does not answer', async () => {
    const { id, sessionId, product } = await aReservation(story);
    const one = await anAdministrator(story);
    const path = `/v1/checkout/sessions/${sessionId}/expire`;
    await control(story, 'faults', { fail: { status: 500, percent: 100, path, method: 'post' } });
    const done = await ask(one, { intent: 'end-reservation', order: id, reason });
    await control(story, 'faults', { fail: null });
    expect(done).toMatchObject(shows(200, 'Stripe did not answer.'));
    expect(await actsOf(one)).toMatchObject([{ action: 'end-reservation' }]);
    expect((await productNow(product.id)).reservedCents).toBe(6_000);
    // Two seconds early, not by a moved clock: what the site hears of Stripe's then would be wrong later.
    await settleOverdueOrders('open', -2);
    expect((await productNow(product.id)).reservedCents).toBe(0);
  });
});

describe('looking for payments', () => {
  it('finds them by address, however it is spelled, and by every number of Stripe’s', async () => {
    const { giver, order, share, product, sessionId } = await aGift(story);
    const bystander = await aGift(story);
    const one = await anAdministrator(story);
    for (const sought of [
      giver.email,
      ` ${giver.email.toUpperCase()} `,
      sessionId,
      order.paymentIntentId ?? '',
      order.id,
      share.id,
    ]) {
      const { status, shown } = await search(one, sought);
      expect([sought, status]).toEqual([sought, 200]);
      expect(shown).toContain(giver.email);
      expect(shown).toContain(`$40 ${product.id} ${product.name} paid`);
      expect(shown).not.toContain(bystander.giver.email);
    }
  });

  it('writes down that it was by an address, never which', async () => {
    const { giver, order, sessionId } = await aGift(story);
    const one = await anAdministrator(story);
    await search(one, giver.email);
    await search(one, sessionId);
    const acts = await actsOf(one);
    expect(acts).toMatchObject([
      { action: 'search-contributions', subject: 'payments of an address' },
      { action: 'search-contributions', subject: `payments of ${sessionId}` },
    ]);
    expect(acts.map(({ after }) => after)).toEqual([
      { orders: [order.id] },
      { orders: [order.id] },
    ]);
    expect(JSON.stringify(acts)).not.toContain('@');
  });

  it('keeps addresses out of every address of the page', async () => {
    const { giver } = await aGift(story);
    const one = await anAdministrator(story);
    const { body } = await search(one, giver.email);
    const links = [...body.matchAll(/(?:href|action|src)="([^"]*)"/g)].map(([, to]) => to ?? '');
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((to) => /@|%40/.test(to))).toEqual([]);
    // And a request that has one in its address finds nothing by it.
    const asked = await one.page(`/admin/people?sought=${encodeURIComponent(giver.email)}`);
    expect(textOf(asked.body)).not.toContain('Searched as');
  });

  it.each(['', 'c', '%', 'x'.repeat(301)])('is refused for %j', async (sought) => {
    const one = await anAdministrator(story);
    const { status, shown } = await search(one, sought);
    expect(status).toBe(400);
    expect(shown).toContain('That is too little to search by');
    expect(await actsOf(one)).toEqual([]);
  });

  it('finds a person as one asks: address, card, product, amount, or day', async () => {
    const typed = {
      email: 'cara.mia@example.org',
      card_name: 'Çelik O’Mia',
      name: 'Oat cream 50%',
    };
    const { order, product } = await aGift(story, 73, '5555555555554444', typed);
    const stranger = await aGift(story, 74);
    const one = await anAdministrator(story);
    const day = new Date(order.paidAt ?? '').toISOString().slice(0, 10);
    await changeRows(orders, eq(orders.id, order.id), { paidAt: new Date('2026-01-05T12:00:00Z') });
    for (const [sought, takenFor] of [
      ['ara.MIA@', 'part of an address'],
      ['mia@example.org', 'part of an address'],
      ['çelik mia', 'a name on a card'],
      ['4444', 'the last four digits of a card'],
      ['5555 5555 5555 4444', 'the last four digits of a card'],
      ['OAT cream', 'words of a product’s name'],
      [`#${product.id}`, `product ${product.id}`],
      ['$73', 'an amount of $73'],
      ['73.00', 'an amount of $73'],
      ['Jan 5, 2026', 'January 5, 2026 (UTC)'],
      ['2026-01-05', 'January 5, 2026 (UTC)'],
    ] as const) {
      const { status, shown } = await search(one, sought);
      expect([sought, status]).toEqual([sought, 200]);
      expect(shown).toContain('cara.mia@example.org');
      expect(shown).toContain(takenFor);
      expect(shown).not.toContain(stranger.order.id);
    }
    for (const sought of ['%ara_mia%@', 'cara_mia', 'c%k mia', 'Jan 6, 2026', '$72.99', '4445']) {
      const { shown } = await search(one, sought);
      expect([sought, shown.includes(order.id)]).toEqual([sought, false]);
    }
    expect((await search(one, day)).shown).toContain(stranger.order.id);
    // Neither what was typed nor whom it found by name stands in the trail.
    const acts = JSON.stringify(await actsOf(one)).replaceAll(
      /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g,
      'id',
    );
    expect(acts).toContain('payments of an amount, a product, or the last four digits of a card');
    expect(acts).not.toMatch(/mia|Oat|5555|4444/i);
    expect(await erasePerson('cara.mia@example.org', '')).toBe('erased');
    expect((await search(one, 'çelik')).shown).not.toContain(order.id);
  });

  it('still finds by the rest where Stripe does not answer, and says so', async () => {
    const { order } = await aGift(story, 75, undefined, { name: 'Cardless tea' });
    const one = await anAdministrator(story);
    const path = '/v1/charges';
    await control(story, 'faults', { fail: { status: 503, percent: 100, path } });
    const { shown } = await search(one, 'cardless');
    await control(story, 'faults', { fail: null });
    expect(shown).toContain('Stripe did not answer');
    expect(shown).toContain(order.id);
  });

  it('shows the newest hundred, and says that there are more', async () => {
    const { order } = await aGift(story);
    const one = await anAdministrator(story);
    const { id: _, sessionId: __, ...like } = order;
    const more = Array.from({ length: 101 }, (_each, at) => ({
      ...like,
      paymentIntentId: null,
      amountCents: 7_777,
      createdAt: new Date(at * 1000),
    }));
    const made = await db().insert(orders).values(more).returning({ id: orders.id });
    const { shown } = await search(one, '$77.77');
    const ids = made.map(({ id }) => id);
    await db().delete(orders).where(inArray(orders.id, ids));
    expect(shown).toContain('There are more. These are the newest hundred.');
    expect(ids.filter((id) => shown.includes(id))).toEqual(ids.slice(1));
  });

  it('is not needed for the latest payments, each of which opens in full', async () => {
    const { giver, order, product } = await aGift(story, 76);
    const one = await anAdministrator(story);
    const desk = await one.page('/admin/people');
    expect(textOf(desk.body)).toContain(
      `$76 from ${giver.email} for ${product.id} ${product.name}`,
    );
    expect(await actsOf(one)).toEqual([]);
    expect(desk.body).toContain(`name="sought" value="${order.id}"`);
  });

  it('says so where there is nothing', async () => {
    const one = await anAdministrator(story);
    expect((await search(one, 'nobody@example.org')).shown).toContain('No payments found.');
  });
});

describe('a refund', () => {
  it('of one contribution goes the usual line, once, and shows the payments again', async () => {
    const { giver, share, product } = await aGift(story);
    const one = await anAdministrator(story);
    // What it does stands beside its button, with the fee that the books have of the payment.
    expect((await search(one, share.id)).shown).toContain(
      `Send $40 to ${giver.email}? It stops counting for ${product.id} ${product.name} right away. Stripe keeps its fee of $1.46.`,
    );
    const form = {
      intent: 'refund-contribution',
      contribution: share.id,
      reason: 'duplicate',
      note: 'paid in both browsers',
      sought: giver.email,
    };
    const { status, shown } = await ask(one, form);
    expect(status).toBe(200);
    expect(shown).toContain('The money is being refunded');
    expect(shown).toContain(giver.email);
    await refundIn(share.id, 'succeeded');
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    const again = await ask(one, form);
    expect(again).toMatchObject(shows(409, 'It has already been refunded'));
    expect((await actsOf(one)).filter(({ action }) => action === 'refund-contribution')).toEqual([
      {
        action: 'refund-contribution',
        subject: `contribution ${share.id}`,
        before: { status: 'paid' },
        after: {
          status: 'refund_pending',
          amount: 40,
          product: product.id,
          reason: 'duplicate',
          has_note: true,
        },
      },
    ]);
    expect((await audit()).matches).toBe(true);
  });

  it('pressed by two at once is made once', async () => {
    const { share } = await aGift(story);
    const both = [await anAdministrator(story), await anAdministrator(story)];
    const form = { intent: 'refund-contribution', contribution: share.id, reason: 'requested' };
    const pressed = await Promise.all(both.map((one) => ask(one, form)));
    expect(pressed.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const rows = await Promise.all(both.map(actsOf));
    expect(rows.flat()).toHaveLength(1);
  });

  it.each([
    ['an unknown reason', 400, 'Choose a reason', { reason: 'unfunded_365_days' }],
    ['no reason', 400, 'Choose a reason', { reason: '' }],
    ['an unknown contribution', 409, 'There is no such payment.', { contribution: 'x' }],
  ])('is refused for %s, and not written down', async (_, status, sentence, more) => {
    const { share } = await aGift(story);
    const one = await anAdministrator(story);
    const form = { intent: 'refund-contribution', contribution: share.id, reason: 'requested' };
    const refused = await ask(one, { ...form, ...more });
    expect(refused).toMatchObject(shows(status, sentence));
    expect(await actsOf(one)).toEqual([]);
    expect((await shareNow(share.id))?.status).toBe('paid');
  });

  it('that failed is sent again, and the overview leads to it', async () => {
    const one = await anAdministrator(story);
    const { share, giver } = await aFailedRefund(story);
    const overview = (await one.page('/admin')).body as string;
    expect(overview).toMatch(
      /<a href="\/admin\/people#failed-refunds"[^>]*>Send the failed refund of \$50 for /,
    );
    const listed = textOf((await one.page('/admin/people')).body);
    expect(listed).toContain(share.id);
    expect(listed).toContain(`Send $50 to ${giver.email} again?`);
    const form = { intent: 'retry-refund', refund: share.id };
    const pressed = await one.page('/admin/people', form);
    expect(pressed.status).toBe(200);
    const sent = await eventually(
      () => refundIn(share.id, 'queued', 'pending'),
      (refund) => refund?.status === 'pending',
    );
    expect(sent).toMatchObject({ attempt: 2 });
    expect((await one.page('/admin/people', form)).status).toBe(409);
    expect((await actsOf(one)).map(({ action }) => action)).toEqual(['retry-refund']);
    expect((await audit()).matches).toBe(true);
  });

  it('of a payment under review', async () => {
    const { giver, order } = await aPaymentUnderReview(story);
    const one = await anAdministrator(story);
    expect((await search(one, giver.email)).shown).toContain('review');
    const letter = await received(giver.email, 'under-review');
    expect(letter.subject).toBe('Your payment of $50 is being looked into');
    expect(letter.text).toMatch(/has\s+not been counted for any product/);
    expect(textOf((await one.page('/admin')).body)).toMatch(
      /unmatched \$50 at Stripe|to decide on, the oldest/,
    );
    const listed = textOf((await one.page('/admin/people')).body);
    expect(listed).toMatch(new RegExp(`\\$50 paid, ${giver.email} for .*: paid in usd`));
    expect(listed).toContain('Refund a payment at Stripe, and it leaves this list by itself.');
    await stripe().refunds.create({ payment_intent: order.paymentIntentId ?? '' });
    await refundIn(order.id, 'succeeded');
    expect(textOf((await one.page('/admin/people')).body)).not.toContain('$50 paid');
    expect((await ask(one, keeping(order.paymentIntentId ?? ''))).status).toBe(409);
  });
});

describe('a contributor’s request', () => {
  it('is shown with who asks, why and for what, and granted', async () => {
    const { giver, request, share, product } = await aRefundRequest(story, 'Bought <b>twice</b>.');
    const one = await anAdministrator(story);
    const { body } = await one.page('/admin/people');
    expect(textOf(body)).toContain(`$40 for ${product.id} ${product.name}, ${giver.email}`);
    expect(textOf(body)).toContain(
      `Send $40 to ${giver.email}? It stops counting for ${product.id} ${product.name} right away. Stripe keeps its fee of $1.46. Declining sends`,
    );
    expect(body).toContain('Bought &lt;b&gt;twice&lt;/b&gt;.');
    const granted = await ask(one, {
      intent: 'grant-refund',
      request: request.id,
      note: 'Gladly.',
    });
    expect(granted.status).toBe(200);
    await refundIn(share.id, 'succeeded');
    const [now] = await db().select().from(refundRequests).where(eq(refundRequests.id, request.id));
    expect(now).toMatchObject({ status: 'granted', note: 'Gladly.' });
    expect((await ask(one, { intent: 'grant-refund', request: request.id })).status).toBe(409);
    expect(await actsOf(one)).toMatchObject([
      {
        action: 'grant-refund',
        subject: `refund request ${request.id}`,
        after: { status: 'granted', contribution: share.id, amount: 40, has_note: true },
      },
    ]);
  });

  it('is declined with words only, and the contributor is told', async () => {
    const { giver, request, share } = await aRefundRequest(story);
    const one = await anAdministrator(story);
    const form = { intent: 'decline-refund', request: request.id };
    const silent = await ask(one, { ...form, note: '  ' });
    expect(silent).toMatchObject(shows(400, 'Say why it is declined'));
    expect(await actsOf(one)).toEqual([]);
    expect((await ask(one, { ...form, note: 'The sample is bought.' })).status).toBe(200);
    expect(await wasQueued(giver.email, 'refund-declined')).toBe(true);
    expect((await shareNow(share.id))?.status).toBe('paid');
    expect(await actsOf(one)).toMatchObject([
      { action: 'decline-refund', after: { status: 'declined', has_note: true } },
    ]);
    expect((await ask(one, { ...form, note: 'Again.' })).shown).toContain('already been decided');
  });
});

describe('a dispute', () => {
  it('is listed with whose it is, what is held, and by when to answer it at Stripe', async () => {
    const { giver, id, product } = await aDispute(story);
    const one = await anAdministrator(story);
    expect((await one.page('/admin')).body).toContain('href="/admin/people#disputes"');
    const { body } = await one.page('/admin/people');
    const shown = textOf(body);
    expect(shown).toContain(`${giver.email} for ${product.id} ${product.name}`);
    expect(shown).toMatch(new RegExp(`${id}, \\$40 held back, opened 20.* answer at Stripe by 20`));
    // The sandbox has no page to answer it on.
    expect(body).not.toContain('dashboard.stripe.com');
    expect(await actsOf(one)).toEqual([]);
  });
});

describe('the overview', () => {
  it('has what waits, is reserved, and failed, without anybody’s address', async () => {
    const mail = await aDeadMail();
    const { giver, request } = await aRefundRequest(story);
    const { product } = await aGift(story);
    await giver.commit([product.id, 33]);
    await giver.post('/api/create-donation-checkout', { amount: 5_000 });
    const isFunding = and(eq(orders.status, 'open'), eq(orders.kind, 'funding'));
    const open = await db().select().from(orders).where(isFunding);
    const dollars = open.reduce((sum, { amountCents }) => sum + amountCents, 0) / 100;
    const one = await anAdministrator(story);
    const shown = textOf((await one.page('/admin')).body);
    expect(shown).toContain(
      `Reserved, not paid yet $${dollars} in ${open.length} order${open.length === 1 ? '' : 's'}, the oldest from 20`,
    );
    expect(shown).toMatch(/Last webhook \d{4}-/);
    expect(shown).toMatch(/Decide whether \$40 for|refund requests to decide/);
    expect(shown).toContain('connection refused');
    expect(shown.replaceAll(one.email, '')).not.toContain('@');
    expect(request.status).toBe('open');
    const form = { intent: 'retry-mail', mail: mail.id };
    expect((await one.page('/admin', form)).status).toBe(200);
    expect((await one.page('/admin', form)).status).toBe(409);
    expect(await actsOf(one)).toMatchObject([{ action: 'retry-mail', subject: `mail ${mail.id}` }]);
  });
});

describe('administrators are told by email', () => {
  // What goes to many at once waits for the clock.
  beforeEach(async () => void (await db().delete(adminUsers)));

  const flat = (text: string) => text.replaceAll(/\s+/g, ' ');
  const noticesOf = (one: Visitor) =>
    db().select().from(adminNotices).where(eq(adminNotices.email, one.email));
  const choose = (one: Visitor, time: string, more: Record<string, string> = {}) => {
    const times = Object.fromEntries(noticeKinds.map((kind) => [kind, time]));
    return one.page('/admin/account', { intent: 'choose-notices', ...times, ...more });
  };

  /** A product that its payer submitted. */
  async function aSubmission() {
    const giver = new Visitor(story);
    const submitted = await giver.submit({
      name: `Told tea ${Date.now()}`,
      product_url: `https://shop.example/told-${Date.now()}`,
      amount: 25,
    });
    await giver.payOnHostedPage(submitted.body.sessionId);
    return { giver };
  }

  /** A product that reaches its goal. */
  async function aGoal() {
    const product = await aProduct('Told soup', 30);
    const giver = new Visitor(story);
    await giver.fund([product.id, 30]);
    return { giver };
  }

  it.each([
    [
      'a dispute, with its deadline',
      aDispute,
      /^Dispute over \$40: answer by \w+ \d+, \d{4}$/,
      'Evidence is due at Stripe by',
    ],
    ['a failed refund', aFailedRefund, /^A refund of \$50 failed$/, '/admin/people#failed-refunds'],
    [
      'a payment under review',
      aPaymentUnderReview,
      /^A payment of \$50 is unmatched$/,
      '/admin/people#unmatched',
    ],
    [
      'a request for a refund',
      aRefundRequest,
      /^Refund requested: \$40$/,
      '/admin/people#requests',
    ],
    ['a goal that was reached', aGoal, /^Goal reached: Told soup$/, '/admin/testing/'],
    ['a submitted product', aSubmission, /^Submitted: Told tea \d+$/, '/admin/products/'],
  ])('of %s, without its payer’s address', async (_, happens, subject, shown) => {
    const one = await anAdministrator(story);
    await choose(one, 'at-once');
    const { giver } = await happens(story);
    const mail = await received(one.email, 'notice');
    expect(mail.subject).toMatch(subject);
    expect(mail.html + flat(mail.text)).toContain(shown);
    expect(mail.html).not.toContain(giver.email);
    expect(mail.html).not.toMatch(/undefined|NaN|\[object/);
    expect(await queuedFor(one.email, 'notice')).toHaveLength(1);
  });

  it('once more of a bank’s question that becomes a dispute', async () => {
    const one = await anAdministrator(story);
    await choose(one, 'at-once');
    const giver = new Visitor(story);
    const product = await aProduct('Asked about');
    const sessionId = await giver.fund([product.id, 40]);
    const order = await orderIn('paid', sessionId);
    const { id } = await control(story, 'dispute', {
      payment_intent: order?.paymentIntentId,
      inquiry: true,
    });
    const told = (count: number) =>
      eventually(
        () => queuedFor(one.email, 'notice'),
        (queued) => queued.length === count,
      );
    await told(1);
    await control(story, `dispute/${id}/close`, { outcome: 'lost' });
    await told(2);
  });

  it('on the first, and once, of what the month before brought, whose file is on the overview', async () => {
    const one = await anAdministrator(story);
    await aGift(story);
    const { rows } = await db().execute<{ at: string }>(
      sql`select max(created_at) as at from ledger_transactions`,
    );
    const booked = new Date(rows[0]!.at);
    const first = Date.UTC(booked.getUTCFullYear(), booked.getUTCMonth() + 1, 1, 12);
    advanceClock(first - now().getTime());
    try {
      await tellMonth();
      await tellMonth();
      const { subject, text: told } = await received(one.email, 'notice');
      const month = booked.toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });
      expect(subject).toBe(`The books of ${month} ${booked.getUTCFullYear()}`);
      expect(flat(told)).toMatch(
        /in UTC: .*payments \$[\d,.]+.*At its end \$[\d,.]+ was at Stripe/,
      );
      expect(await queuedFor(one.email, 'notice')).toHaveLength(1);
      advanceClock(8 * 86_400_000);
      await tellMonth();
      expect(await queuedFor(one.email, 'notice')).toHaveLength(1);
    } finally {
      resetClock();
    }
    expect((await one.page('/admin')).body).toContain('href="/api/books/months"');
    const file = await one.get('/api/books/months');
    expect(String(file.body)).toContain(`${booked.toISOString().slice(0, 7)},payments,stripe,-`);
  });

  it('unless they chose otherwise: what waits on them right away, the rest once a day', async () => {
    const one = await anAdministrator(story);
    const form = (await one.page('/admin/account')).body as string;
    const chosen = [...form.matchAll(/<option value="([^"]+)" selected/g)].map(([, time]) => time);
    expect(chosen).toEqual([...Array(11).fill('at-once'), ...Array(3).fill('daily')]);
    await Promise.all([aGoal(), aSubmission()]);
    await eventually(
      () => noticesOf(one),
      (found) => found.length === 2,
    );
    expect(await queuedFor(one.email, 'notice')).toEqual([]);
  });

  it('once a day of all that can wait, each in one email, and on no day that has nothing', async () => {
    const one = await anAdministrator(story);
    await choose(one, 'daily');
    await queueDailyNotices();
    expect(await queuedFor(one.email, 'daily-notices')).toEqual([]);
    const [{ giver }] = [await aRefundRequest(story), await aGoal()];
    await eventually(
      () => noticesOf(one),
      (found) => found.length === 2,
    );
    await Promise.all([queueDailyNotices(), queueDailyNotices()]);
    const mail = await received(one.email, 'daily-notices');
    expect(mail.subject).toBe('2 notices for administrators');
    expect(flat(mail.text)).toMatch(/Refund requested: \$40.*Goal reached: Told soup/);
    expect(mail.html).not.toContain(giver.email);
    await queueDailyNotices();
    expect(await queuedFor(one.email, 'daily-notices')).toHaveLength(1);
    expect(await queuedFor(one.email, 'notice')).toEqual([]);
    await db()
      .update(adminNotices)
      .set({ happenedAt: new Date(Date.now() - 31 * 86_400_000) });
    await pruneNotices();
    expect(await noticesOf(one)).toEqual([]);
  });

  it('once a day of what waits, above what happened, and not where nothing does', async () => {
    const [one, never] = [await anAdministrator(story), await anAdministrator(story)];
    await choose(one, 'daily');
    await choose(never, 'never');
    const { giver } = await aRefundRequest(story);
    const asked = (await readToDo()).find(({ kind }) => kind === 'refund-request');
    expect(asked?.when, 'the day by which it is decided').toMatch(/by \w+ \d+, 20/);
    await tellWhatWaits();
    await tellWhatWaits();
    expect((await noticesOf(one)).map(({ kind }) => kind)).toEqual(['refund-requested', 'to-do']);
    expect(await noticesOf(never)).toEqual([]);
    await queueDailyNotices();
    const mail = await received(one.email, 'daily-notices');
    expect(flat(mail.text)).toMatch(
      /things to do, first: .*(Decide whether|refund requests to decide).*Refund requested: \$40/,
    );
    expect(mail.html).toMatch(/href="[^"]*\/admin\/people#requests"/);
    expect(mail.html).not.toContain(giver.email);
  });

  it('not of what they do not want, or stopped wanting before the daily email', async () => {
    const [never, changed] = [await anAdministrator(story), await anAdministrator(story)];
    await choose(never, 'never');
    await choose(changed, 'daily');
    const { request } = await aRefundRequest(story);
    await choose(changed, 'never');
    await queueDailyNotices();
    for (const one of [never, changed]) {
      expect(await queuedFor(one.email, 'notice')).toEqual([]);
      expect(await queuedFor(one.email, 'daily-notices')).toEqual([]);
      expect(await noticesOf(one)).toEqual([]);
    }
    expect(request.status).toBe('open');
  });

  it('with the happening or not at all, and once of it', async () => {
    const one = await anAdministrator(story);
    const { product } = await aGift(story);
    await choose(one, 'daily', { submission: 'at-once' });
    const params = { productId: product.id };
    const tell = (undone: boolean) =>
      inTransaction(async (tx) => {
        for (const kind of ['submission', 'goal-reached'] as const) {
          await notifyAdministrators(tx, kind, { params, key: `test-${product.id}` });
        }
        if (undone) throw new Error('undone');
      });
    await expect(tell(true)).rejects.toThrow('undone');
    expect([await queuedFor(one.email, 'notice'), await noticesOf(one)]).toEqual([[], []]);
    await Promise.all([tell(false), tell(false)]);
    expect(await queuedFor(one.email, 'notice')).toHaveLength(1);
    expect(await noticesOf(one)).toHaveLength(1);
  });

  it('as their own page says, and what they change there stands in the trail', async () => {
    const one = await anAdministrator(story);
    const saved = await choose(one, 'at-once', { audit: 'never' });
    expect(saved.status).toBe(200);
    expect(textOf(saved.body)).toContain('Your email settings are saved.');
    expect(await actsOf(one)).toMatchObject([
      {
        action: 'choose-notices',
        before: { audit: 'at-once', submission: 'daily', 'goal-reached': 'daily' },
        after: { audit: 'never', submission: 'at-once', 'goal-reached': 'at-once' },
      },
    ]);
    const { body } = await one.page('/admin/account');
    expect(body).toMatch(/name="audit".*?<option value="never" selected/s);
    expect((await choose(one, 'hourly')).status).toBe(400);
    expect(await actsOf(one)).toHaveLength(1);
  });
});

describe('a message by the form on Contact', () => {
  const HELLO = 'The serving of milk is wrong.\r\nIt says "30 g" <b>.';
  const write = (one: Visitor, more: Record<string, string> = {}) =>
    one.page('/contact', { intent: 'message', email: one.email, text: HELLO, ...more });
  const stored = () => db().select().from(contactMessages);

  beforeEach(async () => {
    await db().delete(contactMessages);
    await db().delete(rateLimits);
  });

  it('reaches the desk and each administrator, whose answer goes to its sender', async () => {
    const one = await anAdministrator(story);
    const writer = new Visitor(story);
    const sent = await write(writer);
    expect(sent).toMatchObject(says(200, MESSAGE_SENT));
    expect(sent.headers.get('cache-control')).toBe('no-store');
    expect(sent.body).not.toContain(writer.email);
    const notice = await received(one.email, 'notice');
    expect(notice).toMatchObject({
      subject: 'A visitor wrote to you',
      text: expect.stringContaining('The serving of milk is wrong.\n\nIt says "30 g" <b>.'),
      replyTo: writer.email,
    });
    const desk = await one.page('/admin/people');
    expect(desk.body).toContain(
      'The serving of milk is wrong.\nIt says &quot;30 g&quot; &lt;b&gt;.',
    );
    expect(desk.body).toContain(`mailto:${writer.email}`);
    const [message] = await stored();
    const answered = await ask(one, { intent: 'answer-message', message: message!.id });
    expect(answered).toMatchObject(shows(200, MESSAGE_ANSWERED));
    expect((await one.page('/admin/people')).body).not.toContain(writer.email);
    const again = await ask(one, { intent: 'answer-message', message: message!.id });
    expect(again.status).toBe(404);
  });

  it('is tied to a product and answered from the desk, and shown there with who did and when', async () => {
    const one = await anAdministrator(story);
    const writer = new Visitor(story);
    const about = await aProduct('Written about');
    await write(writer);
    const [message] = await stored();
    const desk = (more: object) => ask(one, { message: message!.id, ...more });
    const form = `answer-${message!.id}`;
    const wrong = { form, intent: 'answer-message', product: '99999', text: 'Typed and kept' };
    expect(await desk(wrong)).toMatchObject(shows(400, 'Typed and kept'));
    expect((await desk({ intent: 'tie-message', product: String(about.id) })).status).toBe(200);
    const text = 'It is 28 g.\r\nWe have mended it.';
    expect(await desk({ intent: 'answer-message', text, product: '' })).toMatchObject(
      shows(200, ANSWER_SENT),
    );
    expect(await received(writer.email, 'message-answer')).toMatchObject({
      text: expect.stringMatching(
        /It is 28 g\.\n\nWe have mended it\.[^]*The serving of milk is wrong/,
      ),
    });
    const page = (await one.page(`/admin/products/${about.id}`)).body.replaceAll('<!-- -->', '');
    expect(page).toContain('The serving of milk is wrong.');
    expect(page).toMatch(new RegExp(`answered [^<]* by ${one.email}`));
    expect(page).toContain('It is 28 g.\nWe have mended it.');
    expect(page).not.toContain(writer.email);
    const again = await desk({ intent: 'answer-message', text: 'Twice' });
    expect(again.status).toBe(404);
    await lookUp(writer);
    const own = (await writer.get('/api/my-data')).body.messages;
    expect(own).toMatchObject([{ answer: 'It is 28 g.\nWe have mended it.' }]);
  });

  it('leaves by a mail server with its sender to answer to, whatever the site’s own address is', async () => {
    const server = await startMailServer();
    onTestFinished(() => server.close());
    await withSettings({ SMTP_URL: server.url, SUPPORT_EMAIL: 'help@site.example' }, async () => {
      const mail = { subject: 'S', html: '<p>T</p>', text: 'T' };
      await deliver('one', 'a@site.example', { ...mail, replyTo: 'writer@example.org' });
      await deliver('two', 'a@site.example', mail);
    });
    const answers = server.delivered.map(({ source }) => /^Reply-To: (.*?)\r?$/m.exec(source)?.[1]);
    expect(answers).toEqual(['writer@example.org', 'help@site.example']);
  });

  it('is one, however often it is sent', async () => {
    const writer = new Visitor(story);
    await write(writer);
    expect((await write(writer, { email: writer.email.toUpperCase() })).status).toBe(200);
    expect(await stored()).toHaveLength(1);
    await write(writer, { text: 'Another.' });
    expect(await stored()).toHaveLength(2);
  });

  it.each([
    [{ email: 'nobody' }, 400, EMAIL_INVALID],
    [{ text: ' \n ' }, 400, MESSAGE_MISSING],
    [{ text: 'x'.repeat(4_001) }, 400, MESSAGE_TOO_LONG],
  ])(
    'that does not fit is refused with a sentence, and stays typed',
    async (more, status, shown) => {
      const writer = new Visitor(story);
      const refused = await write(writer, more);
      expect(refused).toMatchObject(says(status, shown));
      expect(refused.body).toContain(`value="${'email' in more ? more.email : writer.email}"`);
      if (!('text' in more)) expect(refused.body).toContain('It says &quot;30 g&quot; &lt;b&gt;.');
      expect(await stored()).toEqual([]);
    },
  );

  it('has room for 4,000 characters, however a browser counts new lines', async () => {
    expect((await write(new Visitor(story), { text: 'x\r\n'.repeat(2_000) })).status).toBe(200);
  });

  it('is limited, with a sentence, and stays typed', async () => {
    const writer = new Visitor(story);
    const statuses = [];
    for (let turn = 0; turn < 6; turn += 1) {
      statuses.push((await write(writer, { text: `Message ${turn}` })).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await write(writer);
    expect(refused.body).toContain('It says &quot;30 g&quot;');
    const wait = Number(refused.headers.get('retry-after'));
    expect(refused.body).toContain(`Please try again in ${waitOf(wait)}.`);
    const form = { email: writer.email, text: HELLO };
    const asScript = await writer.page('/contact.data', form);
    expect(asScript.status).toBe(429);
    expect(await stored()).toHaveLength(5);
  });

  it('comes from the site’s own page alone', async () => {
    const writer = new Visitor(story);
    const from = { Origin: 'https://elsewhere.example', 'Sec-Fetch-Site': 'cross-site' };
    const form = { email: writer.email, text: HELLO };
    for (const path of ['/contact', '/contact.data']) {
      expect((await writer.page(path, form, from)).status).toBe(403);
    }
    expect(await stored()).toEqual([]);
  });

  it('is its sender’s to see and to erase, with the emails that passed it on', async () => {
    const one = await anAdministrator(story);
    const writer = new Visitor(story);
    await write(writer, { text: 'Of one who goes.' });
    await received(one.email, 'notice');
    // Who has never done anything else gets the code that opens their data.
    await lookUp(writer);
    expect((await writer.get('/api/my-data')).body.messages).toHaveLength(1);
    expect((await everythingUnder(writer.email)).messages).toMatchObject([
      { text: 'Of one who goes.' },
    ]);
    const isLeft = async () => {
      const text = JSON.stringify(await db().select().from(mails));
      return [writer.email, 'Of one who goes.'].map((words) => text.includes(words));
    };
    expect(await isLeft()).toEqual([true, true]);
    expect(await erasePerson(writer.email, '')).toBe('erased');
    expect(await stored()).toEqual([]);
    expect(await isLeft()).toEqual([false, false]);
  });

  it('has the oldest answered ones make room for it, and is refused rather than one lost that nobody answered', async () => {
    let visitors = 0;
    const aVisitor = () => ({ browserHash: `${++visitors}`, addressHash: `${visitors}` });
    const typed = (name: string) => ({ email: `${name}@example.org`, text: name });
    const budget = 3 * 600; // three of them, each with some 550 bytes
    const send = async (name: string) =>
      (await takeMessage(typed(name), aVisitor(), { budgetBytes: budget })).status;
    const answerIt = (name: string) => {
      advanceClock(1000);
      return changeRows(contactMessages, eq(contactMessages.text, name), { answeredAt: now() });
    };
    const names = async () => (await stored()).map(({ text }) => text).toSorted();
    onTestFinished(resetClock);
    for (const name of ['a', 'b', 'c']) expect(await send(name)).toBe(200);
    expect(await takeMessage(typed('d'), aVisitor(), { budgetBytes: budget })).toMatchObject(
      refuses(503, MESSAGES_FULL),
    );
    for (const name of ['b', 'a']) await answerIt(name);
    expect(await names()).toEqual(['a', 'b', 'c']);
    expect([await send('d'), await names()]).toEqual([200, ['a', 'c', 'd']]);
    expect([await send('e'), await names()]).toEqual([200, ['c', 'd', 'e']]);
    expect([await send('f'), await names()]).toEqual([503, ['c', 'd', 'e']]);
  });

  it('is kept for 180 days', async () => {
    await write(new Visitor(story));
    try {
      advanceClock(179 * 86_400_000);
      await pruneMessages();
      expect(await stored()).toHaveLength(1);
      advanceClock(2 * 86_400_000);
      await pruneMessages();
      expect(await stored()).toEqual([]);
    } finally {
      resetClock();
    }
  });
});

describe('email that comes back after the mail server took it', () => {
  const SECRET = 'what-the-mail-service-sends';
  let before = {};
  const tell = (body: object, secret = SECRET) =>
    new Visitor(story).post('/api/returned-mail', body, { Authorization: `Bearer ${secret}` });
  const boxOf = async (email: string) =>
    (await db().select().from(mailboxes).where(eq(mailboxes.emailNormalised, email)))[0];
  const sentTo = (email: string) =>
    eventually(
      () => queuedFor(email, 'goal-reached'),
      (rows) => rows.every(({ sentAt, deadAt }) => sentAt ?? deadAt),
    );
  const write = (email: string, productId: number) =>
    inTransaction((tx) =>
      queueMails(tx, [
        {
          name: 'goal-reached',
          toEmail: email,
          params: { productId },
          dedupeKey: crypto.randomUUID(),
        },
      ]),
    );

  beforeEach(() => {
    before = environmentNow();
    configure({ ...before, MAIL_WEBHOOK_SECRET: SECRET });
  });
  afterEach(() => void configure(before));

  it('is told by whoever has the secret, where one is set, and of nobody who got none', async () => {
    const email = 'stranger-to-us@example.org';
    const bounce = { email, kind: 'bounce' };
    expect(await tell(bounce)).toMatchObject({ status: 200, body: { noted: false } });
    expect(await boxOf(email)).toBeUndefined();
    expect((await tell({ email, kind: 'soft' })).status).toBe(400);
    const wrong = await tell(bounce, `${SECRET}!`);
    expect([wrong.status, wrong.headers.get('set-cookie')]).toEqual([403, null]);
    const guesser = new Visitor(story);
    const guesses = [];
    for (let at = 0; at < 61; at += 1)
      guesses.push(await guesser.post('/api/returned-mail', bounce));
    expect(guesses.map(({ status }) => status)).toEqual([...Array<number>(60).fill(403), 429]);
    configure(before);
    const unset = await tell(bounce, '');
    expect(unset).toMatchObject(
      refuses(403, expect.stringContaining('MAIL_WEBHOOK_SECRET is not set')),
    );
  });

  it('that bounced ends what is not asked for; what is about a refund is read among the contributions', async () => {
    const { giver, product, share } = await aGift(story);
    const { email } = giver;
    await write(email, product.id);
    const [letter] = await sentTo(email);
    expect(letter?.sentAt).not.toBeNull();
    const reason = `550 5.1.1 <${email}> is unknown`;
    const told = { email: email.toUpperCase(), kind: 'bounce', reason };
    await tell({ ...told, message_id: `<${letter!.id}@site.example>` });
    // That a relay takes the next receipt shows nothing.
    await noteDeliveries([email]);
    await write(email, product.id);
    expect((await sentTo(email)).map(({ deadAt }) => deadAt !== null)).toEqual([true, true]);
    await requestRefund(share.id, { reason: 'requested' });
    await refundIn(share.id, 'succeeded');
    const receipt = await eventually(
      async () => (await queuedFor(email, 'refund-receipt'))[0],
      (mail) => mail?.deadAt != null,
    );
    expect(receipt).toMatchObject({ sentAt: null, isWithheld: true });
    const one = await anAdministrator(story);
    const desk = textOf((await one.page('/admin/people')).body);
    expect(desk).toContain(`${email} It bounced`);
    expect(desk).toContain('550 5.1.1 … is unknown');
    expect(desk).toContain('Not told: 2 × goal-reached, 1 × refund-receipt');
    // A day later a code is tried; who gives it has read it.
    advanceClock(86_400_000);
    try {
      await lookUp(giver);
    } finally {
      resetClock();
    }
    expect(await boxOf(email)).toMatchObject({ bouncedAt: null, returned: null });
    const list = textOf((await giver.page('/view-contributions')).body);
    expect(list).toContain('What we wrote to you about refunds');
    expect(list).toContain('could not be delivered by email');
    expect(list).toContain('$40');
    const other = await aGift(story);
    await lookUp(other.giver);
    expect(textOf((await other.giver.page('/view-contributions')).body)).not.toContain(
      'What we wrote to you about refunds',
    );
  });

  it('that was reported as spam ends news and follows, not what is about money, until it is lifted', async () => {
    const { giver, product, share } = await aGift(story);
    const { email } = giver;
    await giver.post('/api/follows', { product_id: product.id, email });
    await giver.post('/api/subscribers', { email });
    await tell({ email, kind: 'complaint' });
    const theirs = eq(emailSubscriptions.email, email);
    expect(await db().$count(emailSubscriptions, theirs)).toBe(0);
    await write(email, product.id);
    expect((await sentTo(email))[0]).toMatchObject({ sentAt: null, isWithheld: true });
    await requestRefund(share.id, { reason: 'requested' });
    await received(email, 'refund-receipt');
    const one = await anAdministrator(story);
    const form = { intent: 'lift-returned', form: `lift-${email}`, email };
    expect((await ask(one, form)).shown).toContain('Say why emails can go there again.');
    expect((await ask(one, { ...form, reason: 'It was a mistake.' })).status).toBe(200);
    expect(await boxOf(email)).toMatchObject({ bouncedAt: null, stoppedAt: null });
    const [act] = await actsOf(one);
    expect(act).toMatchObject({ action: 'lift-returned', after: { reason: 'It was a mistake.' } });
    expect(JSON.stringify(act)).not.toContain('@');
    await giver.post('/api/follows', { product_id: product.id, email });
    await write(email, product.id);
    expect((await sentTo(email))[0]?.sentAt).not.toBeNull();
  });
});
