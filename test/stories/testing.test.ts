import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { askForRefund } from '#app/funding/refunds/ask-for-refund.server.ts';
import { declineRefund } from '#app/funding/refunds/decide-refund.server.ts';
import { markTested } from '#app/funding/begin-testing.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { emailSubscriptions, mails } from '#db/schema.ts';
import { anOff } from '#test/support/topics.ts';
import { changeProduct, addRows } from '#test/support/gifts.ts';
import { aProduct, productNow, useStory } from '#test/support/story.ts';
import { aFundedProduct, begins, gives } from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';

const story = useStory();

async function follow(visitor: Visitor, productId: number, email = visitor.email) {
  const answered = await visitor.post('/api/follows', { product_id: productId, email });
  if (answered.status !== 201) throw new Error(JSON.stringify(answered.body));
}

/** Who was queued a mail of this name about a product, in order: a person twice stands twice. */
async function told(name: string, productId: number): Promise<string[]> {
  const rows = await db().select().from(mails).where(eq(mails.name, name));
  return rows
    .filter(({ params }) => (params as { productId?: number }).productId === productId)
    .map(({ toEmail }) => toEmail.toLowerCase())
    .toSorted();
}

const publish = (productId: number) => inTransaction((tx) => markTested(tx, productId));

describe('testing that begins', () => {
  it('is noted for good, once, and told to followers and contributors', async () => {
    const { product, giver, share } = await aFundedProduct(story);
    const follower = new Visitor(story);
    await follow(follower, product.id);
    const beginning = await Promise.all([
      begins(product.id),
      begins(product.id),
      begins(product.id),
    ]);
    expect(beginning.filter(({ ok }) => ok)).toHaveLength(1);
    expect(beginning.filter((one) => !one.ok && one.why === 'begun')).toHaveLength(2);
    expect(await productNow(product.id)).toMatchObject({
      testingStatus: 'Testing in Progress',
      testingBegunAt: expect.any(Date),
    });
    const people = [giver.email, follower.email].toSorted();
    expect(await told('testing-begun', product.id)).toEqual(people);
    const rows = await db().select().from(mails).where(eq(mails.name, 'testing-begun'));
    expect(rows.map(({ dedupeKey }) => dedupeKey)).toContain(
      `testing-begun:${product.id}:${giver.email}`,
    );
    const refusal = { accepted: false, why: 'testing_begun' };
    expect(await requestRefund(share.id, { reason: 'requested' })).toEqual(refusal);
    expect(await askForRefund(share.id, giver.email, '')).toEqual({
      ok: false,
      why: 'testing_begun',
    });
    expect((await refundProduct(product.id, { reason: 'removed' })).removal).toBe('testing_begun');
  });

  it('is refused for what is unknown, removed, not fully funded or a [TEST] product', async () => {
    for (const id of [0, -1, 1.5, Number.NaN, 2 ** 40, 123_456]) {
      expect(await begins(id)).toEqual({ ok: false, why: 'unknown' });
    }
    const short = await aProduct(undefined, 100);
    await gives(new Visitor(story), short.id, 99);
    expect(await begins(short.id)).toEqual({ ok: false, why: 'not_funded' });
    expect((await productNow(short.id)).testingBegunAt).toBeNull();
    const { product } = await aFundedProduct(story);
    await refundProduct(product.id, { reason: 'untestable' });
    expect(await begins(product.id)).toEqual({ ok: false, why: 'removed' });
    const demo = await aProduct('[TEST]');
    await changeProduct(demo.id, { isDemo: true });
    expect(await begins(demo.id)).toEqual({ ok: false, why: 'unknown' });
    expect(await told('testing-begun', short.id)).toEqual([]);
    expect(await told('testing-begun', product.id)).toEqual([]);
  });
});

describe('whom a product concerns', () => {
  it('one mail a person, in however many browsers and spellings, as follower and contributor', async () => {
    const { product, giver } = await aFundedProduct(story);
    const [here, there] = [new Visitor(story), new Visitor(story)];
    await follow(here, product.id, 'One.Reader@example.org');
    await follow(there, product.id, 'one.reader@EXAMPLE.org');
    await follow(there, product.id, giver.email.toUpperCase());
    const theirs = eq(emailSubscriptions.topic, `product:${product.id}`);
    expect(await db().$count(emailSubscriptions, theirs)).toBe(3);
    await begins(product.id);
    expect(await told('testing-begun', product.id)).toEqual(
      [giver.email, 'one.reader@example.org'].toSorted(),
    );
  });

  it('leaves out who stopped mails of this product, and nobody else’s', async () => {
    const { product, giver } = await aFundedProduct(story);
    const [muted, elsewhere] = [new Visitor(story), new Visitor(story)];
    await follow(muted, product.id);
    await follow(elsewhere, product.id);
    const other = await aProduct();
    await addRows(emailSubscriptions, [
      anOff(`product:${product.id}`, muted.email),
      anOff(`product:${product.id}`, giver.email),
      anOff(`product:${other.id}`, elsewhere.email),
    ]);
    await begins(product.id);
    await publish(product.id);
    expect(await told('testing-begun', product.id)).toEqual([elsewhere.email]);
    expect(await told('results-published', product.id)).toEqual([elsewhere.email]);
  });

  it('leaves out whose money went back and who follows no more', async () => {
    const product = await aProduct(undefined, 100);
    const [gone, stays, left] = [new Visitor(story), new Visitor(story), new Visitor(story)];
    const share = await gives(gone, product.id, 60);
    await gives(stays, product.id, 40);
    await requestRefund(share.id, { reason: 'requested' });
    const filler = new Visitor(story);
    await gives(filler, product.id, 60);
    const followed = await left.post('/api/follows', { product_id: product.id, email: left.email });
    await left.delete(`/api/follows/${followed.body.id}`);
    await begins(product.id);
    expect(await told('testing-begun', product.id)).toEqual([stays.email, filler.email].toSorted());
  });
});

describe('openassay testing begin', () => {
  const run = (...args: string[]) => runTyped('testing', ...args);

  it('begins it, and says why it cannot', async () => {
    const { product, giver, share } = await aFundedProduct(story);
    const code = String(product.id);
    const asking = await askForRefund(share.id, giver.email, '');
    if (!asking.ok) throw new Error(asking.why);
    expect(await run('begin', code)).toMatchObject({
      code: 1,
      sentence: expect.stringContaining('Refund requests are open. Decide them first'),
    });
    expect(await publish(product.id)).toEqual({ ok: false, why: 'requests_open' });
    await declineRefund(asking.request.id, 'No.');
    expect((await run('begin', code)).code).toBe(0);
    expect((await productNow(product.id)).testingBegunAt).not.toBeNull();
    expect((await run('begin', code)).sentence).toBe('Its first sample has already been bought.\n');
    expect((await run('begin', 'soup')).code).toBeUndefined();
    expect((await run('begin')).code).toBeUndefined();
    expect((await run('dance', code)).code).toBeUndefined();
  });
});
