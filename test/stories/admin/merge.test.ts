import { and, eq, sql } from 'drizzle-orm';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { createProduct } from '#app/catalogue/create-product.server.ts';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { markMerged } from '#app/catalogue/product-standing.server.ts';
import { postOrderFee } from '#app/funding/post-fee.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { ReceiptSheet } from '#app/contributions/receipt-sheet.tsx';
import { receiptFor } from '#app/contributions/receipt.server.ts';
import { renderMail } from '#app/emails/send-mails.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { db, inTransaction, sqlState } from '#app/database/db.server.ts';
import { adminActions, emailSubscriptions, mails, products, refundRequests } from '#db/schema.ts';
import { aFollow, anOff } from '#test/support/topics.ts';
import { changeProduct, rowsWhere, addRows, changeRows } from '#test/support/gifts.ts';
import { balanceOf, mailsTo, pays, raisedIs, refunded, sharesOf } from '#test/support/books.ts';
import { disputeIs } from '#test/support/refund-desk.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';
import { begins } from '#test/support/testing.ts';

const story = useStory();
const BY = { actor: 'command line' } as const;

const follow = (productId: number, email: string, browserHash = email) =>
  addRows(emailSubscriptions, aFollow(`product:${productId}`, email, browserHash));

const mute = (productId: number, emailNormalised: string) =>
  addRows(emailSubscriptions, anOff(`product:${productId}`, emailNormalised));

const merge = (gone: { id: number }, survivor: { id: number }) =>
  mergeProducts(BY, gone.id, survivor.id);

describe('merging a duplicate', () => {
  it('moves its money, its fees and its contributors to the product that stays', async () => {
    const [gone, survivor] = [await aProduct('Twice'), await aProduct('Once')];
    const [both, one] = [new Visitor(story), new Visitor(story)];
    // One payment for the two of them, as somebody makes who sees both on the list.
    const twice = await pays(both, [gone.id, 300], [survivor.id, 100]);
    await pays(one, [gone.id, 125]);
    const feesBefore =
      (await balanceOf(`fees:${gone.id}`)) + (await balanceOf(`fees:${survivor.id}`));
    expect(await merge(gone, survivor)).toEqual({
      ok: true,
      isNew: true,
      movedCents: 42_500,
      excessCents: 0,
      contributions: 2,
      follows: 0,
    });
    expect(await productNow(survivor.id)).toMatchObject({
      raisedCents: 52_500,
      level: 1,
      contributorCount: 2,
    });
    expect(await productNow(gone.id)).toMatchObject({
      raisedCents: 0,
      contributorCount: 0,
      mergedInto: survivor.id,
      removedReason: 'merged',
    });
    expect(await balanceOf(`product:${survivor.id}`)).toBe(52_500);
    expect(await balanceOf(`fees:${gone.id}`)).toBe(0);
    expect(await balanceOf(`fees:${survivor.id}`)).toBe(feesBefore);
    expect(await sharesOf(twice.id)).toMatchObject([
      { productId: survivor.id, amountCents: expect.any(Number), status: 'paid' },
      { productId: survivor.id, amountCents: expect.any(Number), status: 'paid' },
    ]);
    expect((await audit()).matches).toBe(true);
    // A refund of what was given to the duplicate is a refund from the survivor.
    const moved = (await sharesOf(twice.id)).find((share) => share.paidForProductId === gone.id)!;
    expect((await requestRefund(moved.id, { reason: 'requested' })).accepted).toBe(true);
    await refunded(moved.id);
    expect(await productNow(survivor.id)).toMatchObject({
      raisedCents: 22_500,
      contributorCount: 2,
    });
    expect((await audit()).matches).toBe(true);
  });

  it('leads its address, its page and what is asked of it to the survivor', async () => {
    const [gone, survivor] = [await aProduct('Old code'), await aProduct('New code')];
    await merge(gone, survivor);
    const visitor = new Visitor(story);
    const { body } = await visitor.get(`/api/products/${gone.id}`);
    expect(body).toMatchObject({ id: survivor.id, name: 'New code', removed_reason: null });
    const { body: list } = await visitor.get('/api/products?search=old%20code');
    expect(list.items).toEqual([]);
    const cart = [{ productId: gone.id, amount: 5 }];
    const validated = await visitor.post('/api/validate-cart', { cart });
    const message = `Old code was listed twice and has been merged into New code. Add that one instead, at ${story.url}/product/${survivor.id}.`;
    expect(validated.body.removedItems).toMatchObject([{ reason: 'not_available', message }]);
    await changeProduct(survivor.id, { hiddenAt: new Date() });
    const hidden = await visitor.post('/api/validate-cart', { cart });
    expect(hidden.body.removedItems[0]?.message).toMatch(/^New code is hidden/);
    await changeProduct(survivor.id, { hiddenAt: null });
    expect((await visitor.commit([gone.id, 5])).status).toBe(404);
    const followed = { product_id: gone.id, email: visitor.email };
    expect((await visitor.post('/api/follows', followed)).status).toBe(404);
  });

  it('stays what was paid for on receipts', async () => {
    const [gone, survivor] = [await aProduct('Paid for'), await aProduct('Merged since')];
    const visitor = new Visitor(story);
    const order = await pays(visitor, [gone.id, 30], [survivor.id, 10]);
    await merge(gone, survivor);
    const [share] = await sharesOf(order.id);
    const merged_into = { id: survivor.id, name: 'Merged since' };
    const paid = { name: 'Paid for', product_id: gone.id, amount: 30, merged_into };
    const own = { name: 'Merged since', product_id: survivor.id, amount: 10, merged_into: null };
    const receipt = await receiptFor(visitor.email, share!.id);
    expect(receipt?.lines).toHaveLength(2);
    expect(receipt?.lines).toEqual(
      expect.arrayContaining([expect.objectContaining(paid), expect.objectContaining(own)]),
    );
    const sheet = renderToStaticMarkup(createElement(ReceiptSheet, { receipt: receipt! }));
    expect(sheet).toContain(`now product ${survivor.id}, Merged since`);
    const { id } = await control(story, 'dispute', { payment_intent: order.paymentIntentId });
    // Both were one person's: they leave the product once, and come back once.
    await disputeIs(id, 'needs_response');
    expect(await productNow(survivor.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect((await audit()).matches).toBe(true);
    await control(story, `dispute/${id}/close`, { outcome: 'won' });
    await disputeIs(id, 'won');
    expect(await productNow(survivor.id)).toMatchObject({
      raisedCents: 4_000,
      contributorCount: 1,
    });
    expect((await audit()).matches).toBe(true);
  });

  it('that is merged itself leads on: every code means the last one', async () => {
    const [a, b, c] = [await aProduct(), await aProduct(), await aProduct('Last')];
    const visitor = new Visitor(story);
    const order = await pays(visitor, [a.id, 30], [b.id, 20], [c.id, 10]);
    await merge(a, b);
    await merge(b, c);
    expect((await visitor.get(`/api/products/${a.id}`)).body.name).toBe('Last');
    expect(
      (await sharesOf(order.id)).map((share) => [share.productId, share.paidForProductId]),
    ).toEqual(
      expect.arrayContaining([
        [c.id, a.id],
        [c.id, b.id],
        [c.id, null],
      ]),
    );
    expect(await productNow(c.id)).toMatchObject({ raisedCents: 6_000, contributorCount: 1 });
    expect((await audit()).matches).toBe(true);
  });

  it('sends back what the survivor does not need, to the cent, and says so', async () => {
    const [gone, survivor] = [await aProduct('Too much'), await aProduct('Nearly full')];
    const [early, late, latest] = [new Visitor(story), new Visitor(story), new Visitor(story)];
    await pays(new Visitor(story), [survivor.id, 1_000]);
    const first = await pays(early, [gone.id, 200]);
    story.advance(60);
    const second = await pays(late, [gone.id, 100]);
    story.advance(60);
    const third = await pays(latest, [gone.id, 50]);
    await follow(survivor.id, 'waiting@example.org');
    expect(await merge(gone, survivor)).toMatchObject({ movedCents: 27_500, excessCents: 7_500 });
    expect(await productNow(survivor.id)).toMatchObject({
      raisedCents: 127_500,
      level: 3,
      contributorCount: 3,
      testingStatus: 'Testing in Progress',
    });
    expect(await sharesOf(first.id)).toMatchObject([{ amountCents: 20_000, status: 'paid' }]);
    const [stored, part] = await sharesOf(second.id);
    expect(stored).toMatchObject({ amountCents: 7_500, status: 'paid', isExcess: false });
    expect(part).toMatchObject({ amountCents: 2_500, isExcess: true });
    const [whole] = await sharesOf(third.id);
    expect(whole).toMatchObject({ amountCents: 5_000, isExcess: true });
    await refunded(part!.id);
    await refunded(whole!.id);
    expect(await balanceOf('refunds')).toBe(0);
    expect(await mailsTo(early.email)).toEqual(['goal-reached', 'receipt']);
    expect(await mailsTo(late.email)).toEqual([
      'goal-reached',
      'merged-excess',
      'receipt',
      'refund-receipt',
    ]);
    expect(await mailsTo(latest.email)).toEqual(['merged-excess', 'receipt', 'refund-receipt']);
    expect(await mailsTo('waiting@example.org')).toEqual(['goal-reached']);
    expect((await audit()).matches).toBe(true);
  });

  it('tells of each merge what that merge sends back', async () => {
    const [a, b, survivor] = [await aProduct('A'), await aProduct('B'), await aProduct('Full', 20)];
    const visitor = new Visitor(story);
    await pays(new Visitor(story), [survivor.id, 20]);
    await pays(visitor, [a.id, 30], [b.id, 50]);
    for (const gone of [a, b]) await merge(gone, survivor);
    const letters = await db()
      .select()
      .from(mails)
      .where(and(eq(mails.toEmail, visitor.email), eq(mails.name, 'merged-excess')))
      .orderBy(mails.createdAt);
    const written = await Promise.all(
      letters.map(({ name, params, toEmail }) =>
        renderMail({ name, params: params as Record<string, string>, toEmail }),
      ),
    );
    expect(written).toMatchObject([
      { subject: '$30 of your payment will be refunded' },
      { subject: '$50 of your payment will be refunded' },
    ]);
  });

  it('keeps room for those who are paying for the survivor, and sends nothing back for them', async () => {
    const [gone, survivor] = [await aProduct('Dup', 100), await aProduct('Reserved', 100)];
    await pays(new Visitor(story), [gone.id, 60]);
    const buyer = new Visitor(story);
    const committed = await buyer.commit([survivor.id, 70]);
    // What they may not pay would be missing, had it been sent back.
    expect(await merge(gone, survivor)).toEqual({ ok: false, why: 'survivor_being_paid_for' });
    const small = await aProduct('Small dup', 100);
    await pays(new Visitor(story), [small.id, 10]);
    expect(await merge(small, survivor)).toMatchObject({ movedCents: 1_000, excessCents: 0 });
    await buyer.payOnHostedPage(committed.body.sessionId);
    await raisedIs(survivor.id, 8_000);
    expect(await merge(gone, survivor)).toMatchObject({ movedCents: 2_000, excessCents: 4_000 });
    await eventually(
      () => balanceOf('refunds'),
      (cents) => cents === 0,
    );
    expect((await audit()).matches).toBe(true);
  });

  it('waits for nobody: while it is being paid for it is refused, and nothing has changed', async () => {
    const [gone, survivor] = [await aProduct(), await aProduct()];
    const buyer = new Visitor(story);
    const committed = await buyer.commit([gone.id, 20]);
    expect(await merge(gone, survivor)).toEqual({ ok: false, why: 'being_paid_for' });
    expect((await productNow(gone.id)).mergedInto).toBeNull();
    await buyer.payOnHostedPage(committed.body.sessionId);
    await raisedIs(gone.id, 2_000);
    expect(await merge(gone, survivor)).toMatchObject({ ok: true, movedCents: 2_000 });
  });

  it('moves follows and stops, and nobody hears twice or who wanted to hear no more', async () => {
    const [gone, survivor] = [await aProduct(), await aProduct('Heard of', 100)];
    await follow(gone.id, 'only@example.org');
    await follow(gone.id, 'both@example.org');
    await follow(survivor.id, 'both@example.org');
    await mute(gone.id, 'stopped@example.org');
    await mute(gone.id, 'keen@example.org');
    await follow(survivor.id, 'keen@example.org');
    await mute(survivor.id, 'quiet@example.org');
    await follow(gone.id, 'quiet@example.org');
    const stopped = new Visitor(story);
    await pays(stopped, [gone.id, 10]);
    await mute(gone.id, stopped.email);
    const ofGone = eq(emailSubscriptions.topic, `product:${gone.id}`);
    const [known] = await rowsWhere(
      emailSubscriptions,
      and(ofGone, eq(emailSubscriptions.email, 'only@example.org')),
    );
    expect(await merge(gone, survivor)).toMatchObject({ follows: 2 });
    expect(await db().$count(emailSubscriptions, ofGone)).toBe(0);
    const [moved] = await rowsWhere(emailSubscriptions, eq(emailSubscriptions.id, known!.id));
    expect(moved).toMatchObject({ topic: `product:${survivor.id}` });
    const giver = new Visitor(story);
    await pays(giver, [survivor.id, 90]);
    const told = await db()
      .select({ email: mails.toEmail })
      .from(mails)
      .where(
        and(
          eq(mails.name, 'goal-reached'),
          sql`(${mails.params} ->> 'productId')::int = ${survivor.id}`,
        ),
      );
    expect(told.map(({ email }) => email).toSorted()).toEqual(
      ['both@example.org', 'keen@example.org', 'only@example.org', giver.email].toSorted(),
    );
  });

  it('lets a refund in flight go on, and one that is asked for be decided', async () => {
    const [gone, survivor] = [await aProduct(), await aProduct()];
    const visitor = new Visitor(story);
    const back = await pays(visitor, [gone.id, 40]);
    const asked = await pays(visitor, [gone.id, 60]);
    const [share] = await sharesOf(back.id);
    const [wished] = await sharesOf(asked.id);
    await db().insert(refundRequests).values({ contributionId: wished!.id });
    const [requested, merged] = await Promise.all([
      requestRefund(share!.id, { reason: 'requested' }),
      merge(gone, survivor),
    ]);
    expect([requested.accepted, merged.ok]).toEqual([true, true]);
    await refunded(share!.id);
    expect(await productNow(survivor.id)).toMatchObject({ raisedCents: 6_000 });
    expect(await begins(survivor.id)).toEqual({
      ok: false,
      why: 'not_funded',
    });
    expect((await requestRefund(wished!.id, { reason: 'requested' })).accepted).toBe(true);
    await refunded(wished!.id);
    expect(await productNow(survivor.id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
    expect((await audit()).matches).toBe(true);
  });

  it('brings contested money to the survivor when it is won, and not when it is lost', async () => {
    const [gone, survivor] = [await aProduct(), await aProduct()];
    const won = await pays(new Visitor(story), [gone.id, 70]);
    const lost = await pays(new Visitor(story), [gone.id, 30]);
    const later = await pays(new Visitor(story), [gone.id, 11]);
    const contest = async (order: typeof won) => {
      const payment = { payment_intent: order.paymentIntentId };
      const { id } = await control(story, 'dispute', payment);
      await disputeIs(id, 'needs_response');
      return id as string;
    };
    const close = async (id: string, outcome: string) => {
      await control(story, `dispute/${id}/close`, { outcome });
      await disputeIs(id, outcome);
    };
    const [toWin, toLose] = [await contest(won), await contest(lost)];
    expect(await merge(gone, survivor)).toMatchObject({ movedCents: 1_100, contributions: 3 });
    // One that is contested only afterwards is taken from the survivor.
    const toWinLater = await contest(later);
    expect((await productNow(survivor.id)).raisedCents).toBe(0);
    await close(toWin, 'won');
    await close(toLose, 'lost');
    await close(toWinLater, 'won');
    expect(await productNow(survivor.id)).toMatchObject({
      raisedCents: 8_100,
      contributorCount: 2,
    });
    expect((await productNow(gone.id)).raisedCents).toBe(0);
    expect((await audit()).matches).toBe(true);
  });

  it('refuses one whose testing has begun, and gives all back where the other’s has', async () => {
    const [begun, other] = [await aProduct('Begun', 50), await aProduct('Other', 100)];
    await pays(new Visitor(story), [begun.id, 50]);
    expect(await begins(begun.id)).toEqual({ ok: true });
    const order = await pays(new Visitor(story), [other.id, 30]);
    expect(await merge(begun, other)).toEqual({ ok: false, why: 'testing_begun' });
    const fees = async () => [
      await balanceOf(`fees:${begun.id}`),
      await balanceOf(`fees:${other.id}`),
    ];
    const feesBefore = await fees();
    expect(feesBefore[1]).toBeLessThan(0);
    expect(await merge(other, begun)).toMatchObject({ movedCents: 0, excessCents: 3_000 });
    // It got none of the money, and none of what Stripe kept of it.
    expect(await fees()).toEqual(feesBefore);
    const { id: transactionId } = await control(story, 'transactions', {
      type: 'stripe_fee',
      amount: -70,
    });
    const late = { transactionId, cents: 70 };
    await inTransaction((tx) => postOrderFee(tx, order.id, late));
    expect(await fees()).toEqual([feesBefore[0], feesBefore[1]! - 70]);
    const [share] = await sharesOf(order.id);
    await refunded(share!.id);
    expect(await productNow(begun.id)).toMatchObject({ raisedCents: 5_000, contributorCount: 1 });
    expect((await audit()).matches).toBe(true);
  });

  it('has the survivor bear the fees of what it takes, to the cent, and of nothing else', async () => {
    const [gone, survivor] = [await aProduct('With fees'), await aProduct('Small', 100)];
    const back = await pays(new Visitor(story), [gone.id, 40]);
    const [share] = await sharesOf(back.id);
    expect((await requestRefund(share!.id, { reason: 'requested' })).accepted).toBe(true);
    await refunded(share!.id);
    for (const dollars of [70, 61]) await pays(new Visitor(story), [gone.id, dollars]);
    const fees = async () =>
      (await balanceOf(`fees:${gone.id}`)) + (await balanceOf(`fees:${survivor.id}`));
    const before = await fees();
    expect(await merge(gone, survivor)).toMatchObject({ movedCents: 10_000, excessCents: 3_100 });
    expect(await fees()).toBe(before);
    // $100 of the $171 that were paid for it, the $40 that had gone back among them.
    expect(await balanceOf(`fees:${survivor.id}`)).toBe(Math.round((before * 10_000) / 17_100));
    expect((await audit()).matches).toBe(true);
  });

  it.each([
    ['itself', 'same', async () => [7_001, 7_001]],
    ['what there is not', 'unknown', async () => [7_001, 99_999]],
    ['no number', 'unknown', async () => [7_001, Number.NaN]],
    ['a demonstration', 'demo', async () => [7_001, 7_002]],
    ['one that was removed', 'survivor_removed', async () => [7_001, 7_003]],
    ['from one that was removed', 'removed', async () => [7_003, 7_001]],
  ])('refuses %s', async (_, why, pair) => {
    const row = { name: 'x', searchText: 'x' };
    const gone = { removedAt: new Date(), removedReason: 'removed' };
    await db()
      .insert(products)
      .values([
        { id: 7_001, ...row },
        { id: 7_002, ...row, isDemo: true },
        { id: 7_003, ...row, ...gone },
      ])
      .onConflictDoNothing();
    const [from, into] = (await pair()) as [number, number];
    expect(await mergeProducts(BY, from, into)).toEqual({ ok: false, why });
  });

  it('happens once, however often it is asked for at once, and either way round', async () => {
    const [gone, survivor] = [await aProduct('Racing'), await aProduct('Staying')];
    for (const dollars of [5, 6, 7]) await pays(new Visitor(story), [gone.id, dollars]);
    await pays(new Visitor(story), [survivor.id, 9]);
    const merges = await Promise.all(Array.from({ length: 4 }, () => merge(gone, survivor)));
    expect(merges.filter((one) => one.ok && one.isNew)).toHaveLength(1);
    expect(merges.filter((one) => one.ok && !one.isNew)).toHaveLength(3);
    expect((await productNow(survivor.id)).raisedCents).toBe(2_700);
    const rows = await db()
      .select({ action: adminActions.action })
      .from(adminActions)
      .where(sql`subject in (${`product ${gone.id}`}, ${`product ${survivor.id}`})`);
    expect(rows.map(({ action }) => action).toSorted()).toEqual([
      'merge-product',
      'receive-product',
    ]);

    const [left, right] = [await aProduct('Left'), await aProduct('Right')];
    await pays(new Visitor(story), [left.id, 5], [right.id, 6]);
    const crossed = await Promise.all([merge(left, right), merge(right, left)]);
    expect(crossed.filter((one) => one.ok)).toHaveLength(1);
    const raised = [
      (await productNow(left.id)).raisedCents,
      (await productNow(right.id)).raisedCents,
    ];
    expect(raised.toSorted()).toEqual([0, 1_100]);
    expect((await audit()).matches).toBe(true);
  });

  it('holds while payments, refunds and follows come in between', async () => {
    const [gone, survivor] = [await aProduct('Busy'), await aProduct('Calm')];
    const earlier = await pays(new Visitor(story), [gone.id, 50]);
    const [share] = await sharesOf(earlier.id);
    const buyers = Array.from({ length: 3 }, () => new Visitor(story));
    await Promise.all([
      ...buyers.map((buyer) => buyer.fund([gone.id, 10], [survivor.id, 20]).catch(() => undefined)),
      buyers[0]!.post('/api/follows', { product_id: gone.id, email: buyers[0]!.email }),
      requestRefund(share!.id, { reason: 'requested' }),
      merge(gone, survivor),
    ]);
    await eventually(
      () => merge(gone, survivor),
      (merged) => merged.ok,
    );
    await eventually(
      async () => (await productNow(survivor.id)).reservedCents,
      (reserved) => reserved === 0,
    );
    expect((await productNow(gone.id)).raisedCents).toBe(0);
    const ofGone = eq(emailSubscriptions.topic, `product:${gone.id}`);
    expect(await db().$count(emailSubscriptions, ofGone)).toBe(0);
  });

  it('is seen by a payment that lists the same page at that moment', async () => {
    const [gone, survivor] = [await aProduct('Racing page'), await aProduct('Its survivor')];
    const urlKey = 'shop.example/racing';
    await changeProduct(gone.id, { urlKey });
    const fields = {
      name: 'Racing page',
      brand: 'Brand',
      category: 'Category',
      upc: null,
      servingSizeG: null,
    };
    const submitted = { ...fields, urlKey, productUrl: `https://${urlKey}` };
    let listing: Promise<{ id: number }> | undefined;
    await inTransaction(async (tx) => {
      await lockProducts(tx, [gone.id, survivor.id]);
      listing = inTransaction(async (other) => {
        const listed = await createProduct(other, submitted);
        // What it is no longer is let go: who holds its survivor may want it.
        const { id } = gone;
        await db().execute(sql`select from products where id = ${id} for no key update nowait`);
        return listed;
      });
      await eventually(
        async () =>
          (
            await db().execute(sql`select from pg_stat_activity
              where datname = current_database() and wait_event_type = 'Lock'`)
          ).rowCount,
        (waiting) => waiting === 1,
      );
      await markMerged(tx, gone.id, survivor.id);
    });
    expect(await listing).toMatchObject({ id: survivor.id, removedAt: null });
  });

  it('is never undone', async () => {
    const [gone, survivor] = [await aProduct(), await aProduct()];
    await merge(gone, survivor);
    const own = eq(products.id, gone.id);
    const undo = changeRows(products, own, {
      mergedInto: null,
      removedAt: null,
      removedReason: null,
    });
    await expect(undo).rejects.toSatisfy((error) => sqlState(error) === '23001');
  });
});
