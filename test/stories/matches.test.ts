import { and, eq, sql } from 'drizzle-orm';
import { afterEach, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { readToDo } from '#app/admin/todo/read-todo.server.ts';
import { beginTesting } from '#app/funding/begin-testing.server.ts';
import { closeMatches } from '#app/funding/matching/close-matches.server.ts';
import { matchKey } from '#app/funding/matching/match-key.server.ts';
import * as messages from '#app/funding/matching/match-messages.ts';
import { allMatches, findMatch } from '#app/funding/matching/read-matches.server.ts';
import { refundRemovedProducts } from '#app/funding/refunds/refund-product.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { everythingUnder, erasePerson } from '#app/my-data/personal-data.ts';
import { db } from '#app/platform/database/db.server.ts';
import { contributions, disputes, mails, orders, refunds } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { paidOtherwise, refundIn, textOf } from '#test/support/desk.ts';
import { received } from '#test/support/inbox.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { actsOf, ask } from '#test/support/refund-desk.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);
const DAY_MS = 86_400_000;
const dayIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const TODAY = dayIn(0);

/** What is left of a test's matches ends with it. */
afterEach(async () => {
  for (const { id } of await allMatches()) await close(id);
  await closeMatches();
});

const close = (id: number) =>
  db().execute(sql`update products set removed_at = now(), removed_reason = 'removed'
    where id = ${id} and removed_at is null`);

function typed(sponsor: Visitor, more: Record<string, string> = {}) {
  const form = { intent: 'make', form: 'new', asked: 'any', brand: '', sum: '500', most: '20' };
  const whose = { gifts: '', end: dayIn(30), name: 'Quiet Mill', email: sponsor.email };
  return { ...form, ...whose, unused: 'sponsor', ...more };
}

/** A match as an administrator makes it: its number, and the path of the page on which it is paid. */
async function aMatch(one: Visitor, sponsor: Visitor, more: Record<string, string> = {}) {
  const made = await one.page('/admin/matches', typed(sponsor, more));
  expect(made.status, textOf(made.body)).toBe(200);
  const id = (await allMatches())[0]!.id;
  return { id, path: `/matches/${id}/pay?key=${matchKey(id)}` };
}

const note = (one: Visitor, match: number, more: Record<string, string> = {}) =>
  one.page('/admin/matches', {
    intent: 'note-payment',
    form: `payment-${match}`,
    match: String(match),
    amount: '500',
    day: TODAY,
    reference: `wire ${match}`,
    ...more,
  });

/** Pays as a browser without scripts does; the session. */
async function pay(sponsor: Visitor, path: string): Promise<string> {
  const led = await sponsor.page(path, {});
  expect(led.status, led.body).toBe(303);
  const sessionId = led.headers.get('location')?.split('/').at(-1) ?? '';
  expect((await sponsor.payOnHostedPage(sessionId)).status).toBe(303);
  return sessionId;
}

/** A mail’s text without its lines. */
const flat = (text: string) => text.replaceAll(/\s+/g, ' ');

const entriesOf = async (...ids: number[]) => {
  const report = await audit();
  expect(report.problems).toEqual([]);
  expect(report.matches, JSON.stringify(report.differences)).toBe(true);
  const found = ids.map((id) => report.entries.find(({ product_id }) => product_id === id));
  return { report, found };
};

describe('a match', () => {
  it('is made at the desk, paid on the hosted page, and gives its sponsor back what it did not use', async () => {
    const one = await anAdministrator(story);
    const sponsor = new Visitor(story);
    const { id, path } = await aMatch(one, sponsor);
    const desk = textOf((await one.page('/admin/matches')).body);
    expect(desk).toContain(`${story.url}${path}`);
    expect(desk).toContain('not paid yet');

    const page = textOf((await sponsor.page(path)).body);
    expect(page).toContain('matched dollar for dollar, up to $20 a gift');
    expect(page).toContain('goes back to you: to the card you paid with');
    expect(page).toContain('Everybody reads that the match is from Quiet Mill.');
    expect(page).toContain('By paying, you accept the terms');
    const sessionId = await pay(sponsor, path);
    const receipt = await received(sponsor.email, 'receipt');
    expect(receipt.subject).toBe('Receipt for your match: $500');
    expect(flat(receipt.text)).toContain('Match for any product');
    expect(flat(receipt.text)).toContain('What is unused then goes back to you');
    expect(flat(receipt.text)).not.toMatch(/365 days|goal/);
    expect(receipt.html).toContain(`/matches/${id}`);
    expect((await sponsor.get(`/api/checkout-success?session_id=${sessionId}`)).body).toMatchObject(
      {
        checkoutData: { kind: 'sponsorship', products: [{ productId: id, amount: 500 }] },
      },
    );
    expect(await findMatch(id)).toMatchObject({ raisedCents: 50_000, leftCents: 50_000 });
    const its = (await sponsor.page(`/matches/${id}`)).body;
    expect(its).toMatch(/<a [^>]*href="\/"[^>]*>Find a product to give to<\/a>/);
    const shown = textOf(its);
    expect(shown).toContain('$500 remains.');
    expect(shown).toContain('From Quiet Mill.');
    expect(shown).not.toContain(sponsor.email);

    // A second payment finds nothing to be paid.
    const again = await sponsor.page(path, {});
    expect([again.status, textOf(again.body)]).toEqual([
      409,
      expect.stringContaining(messages.MATCH_PAID),
    ]);
    const { found } = await entriesOf(id);
    expect(found).toMatchObject([{ stripe_total: 500, supabase_amount: 500, discrepancy: 0 }]);

    const closed = await one.page('/admin/matches', {
      intent: 'close',
      match: String(id),
      sure: 'yes',
    });
    expect(closed.status).toBe(200);
    // It goes where its terms say, and by no other way.
    expect(await refundRemovedProducts()).toBe(0);
    expect(await refundUnfunded()).toEqual({ refunded: 0, warned: 0 });
    expect(await closeMatches()).toBe(50_000);
    const [share] = await db().select().from(contributions).where(eq(contributions.productId, id));
    await refundIn(share!.id, 'succeeded');
    const ended = await received(sponsor.email, 'match-ended');
    expect(ended.subject).toBe('What your match did: Match for any product');
    expect(ended.text).toContain('It was added to no gift.');
    expect(ended.html).not.toContain('$0');
    expect(ended.text).toMatch(/Unused, back to you\s+\$500/);
    const back = await received(sponsor.email, 'refund-receipt');
    expect(flat(back.text)).toContain('because your match has ended and did not use it');
    expect(flat(back.text)).not.toContain('goal');
    // A page that everybody shares is kept for a moment.
    const over = await eventually(
      async () => textOf((await sponsor.page(`/matches/${id}`)).body),
      (text) => text.includes('This match has ended.'),
    );
    expect(over).toContain('Unused: $500 back to the sponsor.');
    expect(over).not.toContain('Nothing yet');
    expect(over).not.toContain('Find a product');
    const refused = await sponsor.page(path, {});
    expect(textOf(refused.body)).toContain(messages.MATCH_CLOSED);
    await entriesOf(id);
    expect(await actsOf(one)).toMatchObject([
      { action: 'make-match', subject: `product ${id}`, after: { sum: 500, most: 20 } },
      { action: 'close-match', subject: `product ${id}`, before: { has: 500, promised: 0 } },
    ]);
    expect(JSON.stringify(await actsOf(one))).not.toMatch(/Quiet Mill|@/);
  });

  it.each([
    ['no sum', { sum: '' }, messages.TERMS_REFUSALS.sum],
    ['a sum of nothing', { sum: '0' }, messages.TERMS_REFUSALS.sum],
    ['cents', { sum: '500.50' }, messages.TERMS_REFUSALS.sum],
    ['words', { most: 'twenty' }, messages.TERMS_REFUSALS.most],
    ['nothing a gift', { most: '0' }, messages.TERMS_REFUSALS.most],
    ['no gifts', { gifts: '0' }, messages.TERMS_REFUSALS.gifts],
    ['an end in the past', { end: dayIn(-1) }, messages.TERMS_REFUSALS.end_past],
    ['an end far off', { end: dayIn(400) }, messages.TERMS_REFUSALS.end_far],
    ['no end', { end: 'soon' }, messages.TERMS_REFUSALS.no_end],
    ['a long name', { name: 'x'.repeat(121) }, messages.TERMS_REFUSALS.name],
    ['no address', { email: 'nobody' }, messages.TERMS_REFUSALS.email],
    ['no such kind', { asked: 'nonsense' }, messages.TERMS_REFUSALS.kind],
    ['no such brand', { asked: 'brand', brand: 'None' }, messages.TERMS_REFUSALS.kind],
    ['no such pool', { unused: '900000009' }, messages.TERMS_REFUSALS.unused_to],
  ])('is not made with %s; what was typed stays', async (_, wrong, sentence) => {
    const one = await anAdministrator(story);
    const before = (await allMatches()).length;
    const form = typed(new Visitor(story), { name: 'Kept "as" typed', sum: '777', ...wrong });
    const { status, body } = await one.page('/admin/matches', form);
    expect([status, textOf(body)]).toEqual([400, expect.stringContaining(sentence)]);
    for (const field of ['sum', 'most', 'gifts', 'end', 'name', 'email', 'brand'] as const) {
      expect(body).toContain(`value="${form[field].replaceAll('"', '&quot;')}"`);
    }
    expect(await allMatches()).toHaveLength(before);
    expect(await actsOf(one)).toEqual([]);
  });

  it('takes "$1,200" as a sum, and shows nobody a page without its key', async () => {
    const one = await anAdministrator(story);
    const sponsor = new Visitor(story);
    const { id, path } = await aMatch(one, sponsor, { sum: '$1,200', name: '' });
    expect(await findMatch(id)).toMatchObject({ sumCents: 120_000, sponsorName: null });
    const key = matchKey(id);
    const wrong = [`${key}x`, key.slice(1), matchKey(id + 1), '', 'é'.repeat(43)];
    for (const other of wrong) {
      const there = `/matches/${id}/pay?key=${encodeURIComponent(other)}`;
      expect((await sponsor.page(there)).status).toBe(404);
      const called = await sponsor.post('/api/create-sponsor-checkout', { match: id, key: other });
      expect([called.status, called.body.error]).toEqual([404, messages.NO_SUCH_MATCH]);
    }
    expect((await sponsor.page(`/matches/${id + 1}/pay?key=${key}`)).status).toBe(404);
    expect((await sponsor.page(`/matches/${id + 1}`)).status).toBe(404);
    expect((await sponsor.page('/matches/900000001')).status).toBe(404);
    const open = await sponsor.page(path);
    expect(textOf(open.body)).toContain('everybody reads that the sponsor is not named');
    // Nobody has agreed to anything yet, so nobody else sees whose it is to be.
    expect((await sponsor.page(`/matches/${id}`)).status).toBe(404);
    // Whoever turns back is where they can still pay.
    const led = await sponsor.post('/api/create-sponsor-checkout', { match: id, key });
    const [order] = await db()
      .select()
      .from(orders)
      .where(eq(orders.sessionId, led.body.sessionId));
    const back = await sponsor.send('GET', `/checkout/cancel?order=${order!.id}`);
    expect([back.status, back.headers.get('location'), back.body]).toEqual([
      303,
      path,
      expect.anything(),
    ]);
    await db().execute(sql`update matches set ends_at = now() where id = ${id}`);
    const late = await sponsor.page(path, {});
    expect([late.status, textOf(late.body)]).toEqual([
      409,
      expect.stringContaining(messages.MATCH_ENDED),
    ]);
  });

  it('tells nobody of its end that nothing was paid in for', async () => {
    const one = await anAdministrator(story);
    const [sponsor, other] = [new Visitor(story), new Visitor(story)];
    const { id } = await aMatch(one, sponsor);
    const paid = await aMatch(one, other, { unused: 'project' });
    await note(one, paid.id);
    await close(id);
    await close(paid.id);
    await closeMatches();
    await received(other.email, 'match-ended');
    expect(await db().select().from(mails).where(eq(mails.toEmail, sponsor.email))).toEqual([]);
  });

  it('says that all of it is used where it is, and takes no payment too small for a card', async () => {
    const one = await anAdministrator(story);
    const [sponsor, giver] = [new Visitor(story), new Visitor(story)];
    const terms = { sum: '50', most: '50', name: 'Quiet Mill Inc.' };
    const { id, path } = await aMatch(one, sponsor, terms);
    await note(one, id, { amount: '49.60' });
    const refused = await sponsor.page(path, {});
    expect([refused.status, textOf(refused.body)]).toEqual([
      409,
      expect.stringContaining('All but $0.40 of this match has been paid in'),
    ]);
    const product = await aProduct();
    await giver.fund([product.id, 50]);
    await eventually(
      () => findMatch(id),
      (match) => match?.raisedCents === 0,
    );
    const page = textOf((await giver.page(`/matches/${id}`)).body);
    expect(page).toContain('All of its money is used');
    expect(page).toMatch(/From Quiet Mill Inc\.(?!\.)/);
  });

  it('gives back a payment that comes once it is closed', async () => {
    const one = await anAdministrator(story);
    const sponsor = new Visitor(story);
    const { id, path } = await aMatch(one, sponsor);
    const led = await sponsor.page(path, {});
    await close(id);
    await sponsor.payOnHostedPage(led.headers.get('location')!.split('/').at(-1)!);
    const told = await received(sponsor.email, 'excess');
    expect(flat(told.text)).toContain('The match was closed while you were paying.');
    expect(flat(told.text)).not.toContain('others funded');
    const [share] = await eventually(
      () => db().select().from(contributions).where(eq(contributions.productId, id)),
      (found) => found.length > 0,
    );
    await refundIn(share!.id, 'succeeded');
    await entriesOf(id);
  });
});

describe('a match whose payment is contested while its product is merged into one in testing', () => {
  it.each([
    ['won', 500],
    ['lost', 0],
  ] as const)(
    'has all that is its own, in the books as at Stripe, once that is %s',
    async (outcome, dollars) => {
      const one = await anAdministrator(story);
      const [sponsor, giver] = [new Visitor(story), new Visitor(story)];
      const { id, path } = await aMatch(one, sponsor);
      const sessionId = await pay(sponsor, path);
      await eventually(
        () => findMatch(id),
        (match) => match?.raisedCents === 50_000,
      );
      const [gone, survivor] = [await aProduct(), await aProduct('In testing', 10)];
      await giver.fund([gone.id, 20]);
      await eventually(
        () => productNow(gone.id),
        ({ raisedCents }) => raisedCents === 4_000,
      );
      await giver.fund([survivor.id, 10]);
      await eventually(
        () => productNow(survivor.id),
        ({ raisedCents }) => raisedCents === 1_000,
      );
      expect(await db().transaction((tx) => beginTesting(tx, survivor.id))).toEqual({ ok: true });
      const [order] = await db().select().from(orders).where(eq(orders.sessionId, sessionId));
      const { id: disputeId } = await control(story, 'dispute', {
        payment_intent: order!.paymentIntentId,
      });
      const disputeIs = (until: (found?: typeof disputes.$inferSelect) => boolean) =>
        eventually(
          async () => (await db().select().from(disputes).where(eq(disputes.id, disputeId)))[0],
          until,
        );
      await disputeIs((found) => found?.withdrawnCents === 50_000);
      const merged = await mergeProducts({ actor: 'command line' }, gone.id, survivor.id);
      expect(merged).toMatchObject({ ok: true, movedCents: 0, excessCents: 2_000 });
      await entriesOf(survivor.id);
      await control(story, `dispute/${disputeId}/close`, { outcome });
      await disputeIs((found) => found?.status === outcome);
      const { found } = await entriesOf(survivor.id, id);
      expect(found[0]).toMatchObject({ supabase_amount: 10, discrepancy: 0 });
      expect(found[1]).toMatchObject({
        stripe_total: dollars,
        supabase_amount: dollars,
        ledger_amount: dollars,
        discrepancy: 0,
      });
    },
  );
});

describe('what a sponsor paid outside Stripe', () => {
  it('is noted with its receipt, counts for what it was added to, and is never in what Stripe has', async () => {
    const one = await anAdministrator(story);
    const [sponsor, giver] = [new Visitor(story), new Visitor(story)];
    const before = (await audit()).paid_outside ?? 0;
    const { id } = await aMatch(one, sponsor);
    expect((await note(one, id)).status).toBe(200);
    expect((await received(sponsor.email, 'receipt')).subject).toBe('Receipt for your match: $500');
    const product = await aProduct();
    await giver.fund([product.id, 20]);
    await eventually(
      () => productNow(product.id),
      ({ raisedCents }) => raisedCents === 4_000,
    );
    const { report, found } = await entriesOf(product.id, id);
    expect(found).toMatchObject([
      {
        stripe_total: 20,
        supabase_amount: 40,
        ledger_amount: 40,
        paid_outside: 20,
        discrepancy: 0,
      },
      { stripe_total: 0, supabase_amount: 480, paid_outside: 480, discrepancy: 0, owed: 0 },
    ]);
    expect(report.paid_outside).toBe(before + 500);
    expect(textOf((await giver.page(`/matches/${id}`)).body)).toContain(
      '$20 to 1 gift for 1 product.',
    );

    await close(id);
    await closeMatches();
    const owed = await entriesOf(id);
    expect(owed.report.paid_outside).toBe(before + 20);
    const [refund] = await db()
      .select()
      .from(refunds)
      .where(and(eq(refunds.paymentIntentId, ''), eq(refunds.status, 'failed')));
    expect(refund).toMatchObject({ amountCents: 48_000, status: 'failed' });
    const people = textOf((await one.page('/admin/people')).body);
    expect(people).toContain('It was not paid through Stripe.');
    expect(people).not.toContain('Stripe tries the same card');
    const waits = (await readToDo()).map(({ text }) => text);
    expect(waits).toContainEqual(
      expect.stringMatching(/^Pay the refund of \$480 .* another way, as/),
    );
    expect(waits).not.toContainEqual(expect.stringContaining('Send the failed refund'));
    const ended = await received(sponsor.email, 'match-ended');
    expect(flat(ended.text)).toContain('$20 of your money was added to 1 gift for 1 product.');
    const paid = await ask(one, paidOtherwise(refund!.id));
    expect([paid.status, paid.said]).toEqual([200, expect.stringContaining('paid outside Stripe')]);
    const told = await received(sponsor.email, 'refund-otherwise');
    expect(flat(told.text)).toMatch(/We paid it on \w+ \d/);
    expect(flat(told.text)).not.toContain('could not go back');
    await entriesOf(id, product.id);

    // Their payment has no checkout that could be canceled.
    const cancel = await sponsor.send('GET', `/checkout/cancel?order=${refund!.orderId}`);
    expect(cancel.headers.get('location')).toBe('/cart');
    expect(await actsOf(one)).toMatchObject([
      { action: 'make-match' },
      { action: 'note-sponsor-payment', after: { amount: 500, paidOn: TODAY } },
      { action: 'allocate-unmatched' },
    ]);
    const mine = JSON.stringify(await everythingUnder(sponsor.email));
    expect(mine).toContain(`wire ${id}`);
    expect(await erasePerson(sponsor.email, 'x')).toBe('erased');
    expect(JSON.stringify(await findMatch(id))).not.toMatch(/Quiet Mill|visitor-/);
  });

  it('is a donation in the books, and in no total of Stripe’s, where the terms give it to the project', async () => {
    const one = await anAdministrator(story);
    const before = (await audit()).donations;
    const { id } = await aMatch(one, new Visitor(story), { unused: 'project' });
    await note(one, id);
    await close(id);
    await closeMatches();
    const { report } = await entriesOf(id);
    expect(report.donations).toMatchObject({
      stripe_total: before.stripe_total,
      ledger_amount: before.ledger_amount + 500,
      discrepancy: 0,
      paid_outside: (before.paid_outside ?? 0) + 500,
    });
  });

  it.each([
    ['no amount', { amount: '' }, 400, 'Enter an amount'],
    ['nothing', { amount: '0' }, 400, 'The amount must be more than zero.'],
    ['no receipt', { reference: ' ' }, 400, 'The number of the receipt is missing.'],
    ['a day to come', { day: dayIn(3) }, 400, 'The day of a payment cannot be to come.'],
    ['no day', { day: '' }, 400, 'Enter a day'],
    ['no such match', { match: '800999999' }, 404, messages.NO_SUCH_MATCH],
    ['nonsense', { match: 'x' }, 404, messages.NO_SUCH_MATCH],
  ])('is not noted with %s; what was typed stays', async (_, wrong, status, sentence) => {
    const one = await anAdministrator(story);
    const { id } = await aMatch(one, new Visitor(story));
    const refused = await note(one, id, { reference: 'wire kept', amount: '321.50', ...wrong });
    expect([refused.status, textOf(refused.body)]).toEqual([
      status,
      expect.stringContaining(sentence),
    ]);
    if (!('reference' in wrong)) expect(refused.body).toContain('value="wire kept"');
    expect(await findMatch(id)).toMatchObject({ raisedCents: 0 });
  });

  it('is noted once for a receipt, and not once the match is closed', async () => {
    const one = await anAdministrator(story);
    const { id } = await aMatch(one, new Visitor(story));
    expect((await note(one, id)).status).toBe(200);
    const twice = await note(one, id);
    expect([twice.status, textOf(twice.body)]).toEqual([
      409,
      expect.stringContaining('has been recorded for this match already'),
    ]);
    const unsure = await one.page('/admin/matches', { intent: 'close', match: String(id) });
    expect(unsure.status).toBe(400);
    expect(await findMatch(id)).toMatchObject({ raisedCents: 50_000, closedAt: null });
    await one.page('/admin/matches', { intent: 'close', match: String(id), sure: 'yes' });
    const late = await note(one, id, { reference: 'late' });
    expect([late.status, textOf(late.body)]).toEqual([409, expect.stringContaining('is closed')]);
    const again = await one.page('/admin/matches', {
      intent: 'close',
      match: String(id),
      sure: 'yes',
    });
    expect(again.status).toBe(409);
    expect((await productNow(id)).raisedCents).toBe(50_000);
  });
});
