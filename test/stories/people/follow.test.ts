import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { UNKNOWN_PRODUCT } from '#app/subscriptions/messages.ts';
import { EMAIL_INVALID } from '#app/platform/messages.ts';
import { db } from '#app/database/db.server.ts';
import { emailSubscriptions, mails } from '#db/schema.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { received } from '#test/support/inbox.ts';
import { changeProduct } from '#test/support/gifts.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, refuses, says, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const follow = (visitor: Visitor, product_id: number, email = visitor.email) =>
  visitor.post('/api/follows', { product_id, email });
const found = (visitor: Visitor, productId: number, email = visitor.email) =>
  visitor.get(`/api/follows?product_id=${productId}&email=${encodeURIComponent(email)}`);

describe('following a product', () => {
  it('is there for this browser, until it ends it', async () => {
    const { id } = await aProduct();
    const visitor = new Visitor(story);
    expect((await found(visitor, id)).body).toEqual({ follow: null });
    const made = await follow(visitor, id);
    expect(made).toMatchObject({ status: 201, body: { product_id: id } });
    expect((await found(visitor, id)).body).toEqual({ follow: made.body });
    expect((await found(visitor, id, visitor.email.toUpperCase())).body).toEqual({
      follow: made.body,
    });
    expect(await visitor.delete(`/api/follows/${made.body.id}`)).toMatchObject({ status: 200 });
    expect((await found(visitor, id)).body).toEqual({ follow: null });
    expect((await visitor.delete(`/api/follows/${made.body.id}`)).status).toBe(404);
  });

  it('works by a form without scripts, with the same answers', async () => {
    const { id } = await aProduct();
    const visitor = new Visitor(story);
    const { email } = visitor;
    const refused = await visitor.page(`/product/${id}`, { email: 'x"y' });
    expect(refused).toMatchObject(says(400, EMAIL_INVALID));
    expect(refused.body).toContain('value="x&quot;y"');
    const taken = await visitor.page(`/product/${id}`, { email });
    expect(taken).toMatchObject(says(201, 'You follow '));
    expect(taken.body).not.toContain(email);
    expect((await found(visitor, id)).body.follow).toMatchObject({ product_id: id });
    expect((await visitor.page('/product/999999', { email })).status).toBe(404);
  });

  it('is looked at and ended by the same form, which finds the follow by itself', async () => {
    const { id } = await aProduct();
    const visitor = new Visitor(story);
    const { email } = visitor;
    await follow(visitor, id);
    const states: unknown[] = [];
    for (const intent of ['look', 'unfollow', 'unfollow', 'look']) {
      const { status } = await visitor.page(`/product/${id}`, { intent, email });
      states.push([status, (await found(visitor, id)).body.follow !== null]);
    }
    expect(states).toEqual([
      [200, true],
      [200, false],
      [200, false],
      [200, false],
    ]);
    const refused = await visitor.page(`/product/${id}`, { intent: 'unfollow', email: 'nobody' });
    expect(refused.status).toBe(400);
  });

  it('by a form on the page of a duplicate that was merged is sent on, and nothing of it is lost', async () => {
    const [gone, into] = [await aProduct(), await aProduct()];
    const set = { mergedInto: into.id, removedAt: new Date(), removedReason: 'merged' };
    await changeProduct(gone.id, set);
    const visitor = new Visitor(story);
    const form = { email: visitor.email, topic: `product:${gone.id}` };
    const sent = await visitor.page(`/product/${gone.id}`, form);
    expect([sent.status, sent.headers.get('location')]).toEqual([308, `/product/${into.id}`]);
    expect((await visitor.page(`/product/${into.id}`, form)).status).toBe(201);
    expect((await found(visitor, into.id)).body.follow).toMatchObject({ product_id: into.id });
  });

  it('twice is once, however the address is written', async () => {
    const { id } = await aProduct();
    const visitor = new Visitor(story);
    const first = await follow(visitor, id);
    const second = await follow(visitor, id, ` ${visitor.email.toUpperCase()} `);
    expect(second).toMatchObject({ status: 201, body: first.body });
    const rows = eq(emailSubscriptions.topic, `product:${id}`);
    expect(await db().$count(emailSubscriptions, rows)).toBe(1);
  });

  it('nobody sees or ends another’s follow, not by its id and not by the address', async () => {
    const { id } = await aProduct();
    const [owner, stranger] = [new Visitor(story), new Visitor(story)];
    const own = await follow(owner, id);
    await follow(stranger, id); // a cookie of its own
    expect((await found(stranger, id, owner.email)).body).toEqual({ follow: null });
    expect((await stranger.delete(`/api/follows/${own.body.id}`)).status).toBe(404);
    expect((await found(new Visitor(story), id, owner.email)).body).toEqual({ follow: null });
    // Following in somebody else's name answers as ever, and ending that leaves theirs alone.
    const forged = await follow(stranger, id, owner.email);
    expect(forged.status).toBe(201);
    expect(forged.body.id).not.toBe(own.body.id);
    expect((await stranger.delete(`/api/follows/${forged.body.id}`)).status).toBe(200);
    expect((await found(owner, id)).body).toEqual({ follow: own.body });
  });

  it('at the end of a report is for when it is tested again, until a link ends it', async () => {
    const sample = { product_id: '8', DEHP_ng_g: '200' };
    const file = (...ids: string[]) => samplesFile(...ids.map((id) => ({ id, ...sample })));
    await importSamples(file('8-1'));
    const visitor = new Visitor(story);
    const { email } = visitor;
    const refused = await visitor.page('/plasticlist/8', { email: 'nobody' });
    expect(refused).toMatchObject(says(400, EMAIL_INVALID));
    const taken = await visitor.page('/plasticlist/8', { email });
    expect(taken).toMatchObject(says(201, 'You follow '));
    const again = await follow(visitor, 8);
    expect(again).toMatchObject({ status: 201, body: { product_id: 8 } });
    expect((await found(visitor, 8)).body).toEqual({ follow: again.body });
    expect((await found(new Visitor(story), 8, email)).body).toEqual({ follow: null });
    expect((await follow(visitor, 9)).status).toBe(404);
    expect(
      await db().$count(emailSubscriptions, eq(emailSubscriptions.emailNormalised, email)),
    ).toBe(1);

    await importSamples(file('8-1', '8-2', '8-3'), { reason: 'A second purchase.' });
    const { subject, text, headers } = await received(email, 'results-corrected');
    expect(subject).toBe('Tested again: Tap Water');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'Tap Water was tested again: 2 more samples. The reason for the change: A second purchase. Phthalates Still: can’t tell, Medium to High;',
    );
    const stop = /^<(.*)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(stop).toContain('from=product-8');
    const { searchParams } = new URL(stop);
    const token = searchParams.get('token') ?? '';
    const before = await visitor.post('/api/mail-preferences', { token });
    expect(before.body.follows).toEqual([{ product_id: 8, name: 'Tap Water' }]);
    const body = 'List-Unsubscribe=One-Click';
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const clicked = await fetch(stop, { method: 'POST', headers: form, body });
    expect(clicked.status).toBe(200);
    expect((await found(visitor, 8)).body).toEqual({ follow: null });
  });

  it('of a kind is told of the results of its products, by the letters and the stop of a product', async () => {
    const sample = { product_id: '57', product: 'Almond milk', DEHP_ng_g: '200' };
    const file = (...ids: string[]) => samplesFile(...ids.map((id) => ({ id, ...sample })));
    await importSamples(file('57-1'));
    const visitor = new Visitor(story);
    const { email } = visitor;
    const page = '/plasticlist/kinds/plant-milk';
    const taken = await visitor.page(page, { email });
    expect(taken).toMatchObject(says(201, 'You follow plant milk.'));
    const own = await visitor.post('/api/follows', { kind: 'plant-milk', email });
    expect(own).toMatchObject({ status: 201, body: { kind: 'plant-milk' } });
    const asked = `/api/follows?kind=plant-milk&email=${encodeURIComponent(email)}`;
    expect((await visitor.get(asked)).body).toEqual({ follow: own.body });
    expect((await new Visitor(story).get(asked)).body).toEqual({ follow: null });
    expect((await visitor.post('/api/follows', { kind: 'rockets', email })).status).toBe(404);
    expect((await visitor.post('/api/follows', { email })).status).toBe(400);
    expect(
      await db().$count(emailSubscriptions, eq(emailSubscriptions.emailNormalised, email)),
    ).toBe(1);

    // Who follows the product, too, hears once, as of the product.
    const both = new Visitor(story);
    await follow(both, 57);
    await both.post('/api/follows', { kind: 'plant-milk', email: both.email });
    await importSamples(file('57-1', '57-2', '57-3'), { reason: 'A second purchase.' });
    const { subject, text, headers } = await received(email, 'results-corrected');
    expect(subject).toBe('Tested again: Almond milk');
    expect(text.replaceAll(/\s+/g, ' ')).toContain(
      'You get this because you follow plant milk, which it belongs to.',
    );
    const theirs = await db().select().from(mails).where(eq(mails.toEmail, both.email));
    expect(theirs).toHaveLength(1);
    expect((await received(both.email, 'results-corrected')).text).toContain(
      'because you follow Almond milk',
    );
    const stop = /^<(.*)>$/.exec(headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '';
    expect(stop).toContain('from=kind-plant-milk');
    const token = new URL(stop).searchParams.get('token') ?? '';
    const before = await visitor.post('/api/mail-preferences', { token });
    expect(before.body).toMatchObject({
      follows: [],
      kinds: [{ key: 'plant-milk', name: 'Plant milk' }],
    });
    expect((await visitor.page(new URL(stop).pathname + new URL(stop).search)).body).toContain(
      'Stop emails about plant milk',
    );
    const body = 'List-Unsubscribe=One-Click';
    const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
    expect((await fetch(stop, { method: 'POST', headers: form, body })).status).toBe(200);
    expect((await visitor.get(asked)).body).toEqual({ follow: null });
    await importSamples(file('57-1', '57-2', '57-3', '57-4'), { reason: 'A third purchase.' });
    expect(await db().select().from(mails).where(eq(mails.toEmail, email))).toHaveLength(1);
  });

  it('sends nothing by itself', async () => {
    const { id } = await aProduct();
    const visitor = new Visitor(story);
    await follow(visitor, id);
    expect(await db().select().from(mails).where(eq(mails.toEmail, visitor.email))).toEqual([]);
  });

  it('of what does not exist, or under what is no address, is refused in a sentence', async () => {
    const { id } = await aProduct();
    const visitor = new Visitor(story);
    expect(await follow(visitor, 987_654)).toMatchObject(refuses(404, UNKNOWN_PRODUCT));
    for (const code of [1e12, 1.5, -1, 0]) expect((await follow(visitor, code)).status).toBe(404);
    for (const topic of ['news', 'everything', 'constructor', `report:${id}`, `product:0${id}`]) {
      const { status } = await visitor.post('/api/follows', { topic, email: visitor.email });
      expect([topic, status]).toEqual([topic, 404]);
    }
    const odd = { topic: 'product:1;--', email: visitor.email };
    expect((await visitor.post('/api/follows', odd)).status).toBe(400);
    for (const code of ['1001', true, [1001], null]) {
      const refused = await visitor.post('/api/follows', { product_id: code, email: 'a@b.cd' });
      expect(refused).toMatchObject(refuses(400, UNKNOWN_PRODUCT));
    }
    for (const email of ['', 'nobody', 'a@b', 'a b@example.org', 'a@example.org\r\nBcc: b@c.d']) {
      const refused = await follow(visitor, id, email);
      expect(refused).toMatchObject(refuses(400, EMAIL_INVALID));
    }
    expect((await follow(visitor, id, `${'a'.repeat(250)}@example.org`)).status).toBe(400);
    expect((await visitor.delete('/api/follows/1')).status).toBe(404);
    expect((await visitor.get('/api/follows?product_id=x&email=a@example.org')).status).toBe(400);
  });

  it('fills nobody’s mailbox: an address takes thirty a day, from wherever they come', async () => {
    const { id } = await aProduct();
    const email = 'flooded@example.org';
    let taken = 0;
    for (let at = 0; at < 32; at += 1) {
      // What stands behind a plus leads to the same mailbox.
      const answered = await follow(new Visitor(story), id, email.replace('@', `+${at}@`));
      if (answered.status === 201) taken += 1;
      else expect(answered).toMatchObject({ status: 429 });
    }
    expect(taken).toBe(30);
  });

  it('from one address leaves the mailbox’s share to others', async () => {
    const { id } = await aProduct();
    const email = 'one-network@example.org';
    const statuses = [];
    for (let at = 0; at < 17; at += 1) {
      const neighbour = new Visitor(story, '203.0.114.1');
      statuses.push((await follow(neighbour, id, email)).status);
    }
    expect(statuses).toEqual([...Array(15).fill(201), 429, 429]);
    expect((await follow(new Visitor(story), id, email)).status).toBe(201);
  });
});
