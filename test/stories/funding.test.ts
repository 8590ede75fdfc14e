import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { SERVING_UNKNOWN } from '#app/catalogue/product-messages.ts';
import { configure } from '#app/config.ts';
import { openSession } from '#app/funding/checkout-session.server.ts';
import { present } from '#app/kit/assert.ts';
import { now } from '#app/platform/clock.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { ledgerEntries, mails } from '#db/schema.ts';
import { orderIn, paysAt, orderOf } from '#test/support/books.ts';
import { changeProduct } from '#test/support/gifts.ts';
import {
  aProduct,
  environmentNow,
  productNow,
  refuses,
  useStory,
  WEBHOOK_SECRET,
} from '#test/support/story.ts';
import { control, Visitor } from '#test/support/visitor.ts';

const story = useStory();

describe('the line of money', () => {
  it('leads from a commit to raised amounts, level, contributors, ledger and queued mail', async () => {
    const [soup, soap] = [await aProduct('Soup'), await aProduct('Soap')];
    const visitor = new Visitor(story);
    const committed = await visitor.commit([soup.id, 430], [soap.id, 20]);
    expect(committed.status).toBe(200);
    // Nobody is offered another currency than what was asked for.
    const session = await stripe().checkout.sessions.retrieve(committed.body.sessionId);
    expect(session.adaptive_pricing).toEqual({ enabled: false });
    expect((await productNow(soup.id)).reservedCents).toBe(43_000);
    const paid = await visitor.payOnHostedPage(committed.body.sessionId);
    expect(paid.location).toBe(`${story.url}/success?session_id=${committed.body.sessionId}`);

    const order = await orderIn('paid', committed.body.sessionId);
    expect(await productNow(soup.id)).toMatchObject({
      raisedCents: 43_000,
      reservedCents: 0,
      level: 1,
      contributorCount: 1,
      testingStatus: 'Untested',
    });
    expect(await productNow(soap.id)).toMatchObject({ raisedCents: 2_000, level: 0 });
    const entries = await db().select().from(ledgerEntries);
    expect(entries.filter((entry) => entry.account === `product:${soup.id}`)).toMatchObject([
      { amountCents: 43_000 },
    ]);
    const queued = await db().select().from(mails).where(eq(mails.toEmail, visitor.email));
    expect(queued.map((mail) => mail.name)).toEqual(['receipt']);

    const success = await visitor.get(`/api/checkout-success?session_id=${order?.sessionId}`);
    expect(success.body).toEqual({
      success: true,
      checkoutData: {
        kind: 'funding',
        totalAmount: 450,
        email: visitor.email,
        products: [
          { productId: soup.id, name: 'Soup', brand: 'Brand', amount: 430 },
          { productId: soap.id, name: 'Soap', brand: 'Brand', amount: 20 },
        ],
        subscriptionId: null,
        customerId: null,
        isOwn: true,
      },
    });

    const elsewhere = await new Visitor(story).get(
      `/api/checkout-success?session_id=${order?.sessionId}`,
    );
    expect(elsewhere.body.checkoutData).toEqual({
      ...success.body.checkoutData,
      email: 'v•••@e•••.org',
      isOwn: false,
    });
  });

  it('tells before paying that a serving size is unknown, and asks for the same session again once it is known', async () => {
    const [soup, soap] = [await aProduct('Soup'), await aProduct('Soap')];
    const knows = (id: number) => changeProduct(id, { servingSizeG: 40 });
    await knows(soap.id);
    // Results for metals are no percentage of a daily limit in any case.
    const metals = await aProduct('Soup');
    const asMetals = { panel: 'metals', itemOf: soup.id };
    await changeProduct(metals.id, asMetals);
    const { body } = await new Visitor(story).commit([soup.id, 20], [soap.id, 5], [metals.id, 5]);
    const { data } = await stripe().checkout.sessions.listLineItems(body.sessionId, {
      expand: ['data.price.product'],
    });
    expect(data.map(({ price }) => price?.product)).toMatchObject([
      { name: 'Testing of Soup', description: SERVING_UNKNOWN },
      { name: 'Testing of Soap', description: null },
      { name: 'Testing of Soup (metals)', description: null },
    ]);
    const hosted = await (await fetch(`${story.sandbox.url}/c/pay/${body.sessionId}`)).text();
    expect(hosted.split(SERVING_UNKNOWN)).toHaveLength(2);

    await knows(soup.id);
    const order = present(await orderOf(body.sessionId), 'the order');
    expect((await openSession(order)).id).toBe(body.sessionId);
  });

  it('counts a contributor once, whatever the spelling of the address', async () => {
    const product = await aProduct();
    const first = new Visitor(story);
    await orderIn('paid', await first.fund([product.id, 10]));
    const { body } = await first.commit([product.id, 15]);
    await first.payOnHostedPage(body.sessionId, undefined, { email: first.email.toUpperCase() });
    await orderIn('paid', body.sessionId);
    await orderIn('paid', await new Visitor(story).fund([product.id, 5]));
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 3_000, contributorCount: 2 });
  });

  it('starts testing in the payment that reaches the goal, and tells every contributor', async () => {
    const product = await aProduct();
    const [first, second] = [new Visitor(story), new Visitor(story)];
    await orderIn('paid', await first.fund([product.id, 1_000]));
    await orderIn('paid', await second.fund([product.id, 275]));
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 127_500,
      level: 3,
      testingStatus: 'Testing in Progress',
    });
    const told = await db().select().from(mails).where(eq(mails.name, 'goal-reached'));
    expect(told.map((mail) => mail.toEmail).sort()).toEqual([first.email, second.email].sort());
  });

  it('leaves everything as it was when the card is declined, and takes another card', async () => {
    const product = await aProduct();
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 50]);
    const declined = await visitor.payOnHostedPage(body.sessionId, '4000000000000002');
    expect(declined.status).not.toBe(303);
    const early = await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`);
    expect(early).toMatchObject(refuses(409, 'This checkout has not been paid.'));
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 0, reservedCents: 5_000 });
    await paysAt(visitor, body.sessionId);
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 5_000, reservedCents: 0 });
  });
});

describe('webhooks', () => {
  it('are taken with the old secret and the new one while it is rotated', async () => {
    const product = await aProduct();
    configure({ ...environmentNow(), STRIPE_WEBHOOK_SECRET: `whsec_new,${WEBHOOK_SECRET}` });
    await orderIn('paid', await new Visitor(story).fund([product.id, 10]));
    configure({ ...environmentNow(), STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET });
    expect((await productNow(product.id)).raisedCents).toBe(1_000);
  });
});

describe('a reservation', () => {
  it('keeps others out, says so, and comes back when the session expires', async () => {
    const product = await aProduct('Last hundred', 100);
    const [first, second] = [new Visitor(story), new Visitor(story)];
    const { body } = await first.commit([product.id, 100]);
    const blocked = await second.commit([product.id, 1]);
    expect(blocked).toMatchObject(refuses(409, expect.stringContaining('being paid for')));
    expect(blocked.body.removedItems).toMatchObject([{ reason: 'being_paid_for' }]);
    const shown = await second.get(`/api/products/${product.id}`);
    expect(shown.body).toMatchObject({ current_amount: 0, reserved_amount: 100 });

    story.advance(32 * 60);
    await orderIn('expired', body.sessionId);
    expect((await productNow(product.id)).reservedCents).toBe(0);
    expect((await second.commit([product.id, 1])).status).toBe(200);
  });

  it('gives way to a new commit of the same browser, which ends the earlier session', async () => {
    const product = await aProduct('Mine', 100);
    const visitor = new Visitor(story);
    const first = await visitor.commit([product.id, 100]);
    const second = await visitor.commit([product.id, 80]);
    expect(second.status).toBe(200);
    expect((await orderOf(first.body.sessionId))?.status).toBe('expired');
    expect((await visitor.payOnHostedPage(first.body.sessionId)).status).not.toBe(303);
    expect((await productNow(product.id)).reservedCents).toBe(8_000);
  });

  it('records the earlier checkout where it was paid before the new commit', async () => {
    const product = await aProduct('Twice', 100);
    const visitor = new Visitor(story);
    await control(story, 'webhooks', { duplicate: 0 });
    const first = await visitor.commit([product.id, 60]);
    await visitor.payOnHostedPage(first.body.sessionId);
    const second = await visitor.commit([product.id, 60]);
    expect(second.status).toBe(409);
    expect(second.body).toMatchObject({
      error: 'Twice can take only $40 right now.',
      validItems: [{ productId: product.id, amount: 40, current_amount: 60 }],
    });
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 6_000, reservedCents: 0 });
  });
});

describe('a list that no longer fits', () => {
  it('removes what others have fully funded, with the sentence of the catalogue', async () => {
    const [full, open] = [await aProduct('Full', 50), await aProduct('Open')];
    await orderIn('paid', await new Visitor(story).fund([full.id, 50]));
    const visitor = new Visitor(story);
    const validated = await visitor.post('/api/validate-cart', {
      cart: [
        { productId: full.id, amount: 5, name: 'Full' },
        { productId: open.id, amount: 1_275, name: 'Open' },
      ],
    });
    expect(validated.body.validItems).toMatchObject([{ productId: open.id, amount: 1_275 }]);
    expect(validated.body.removedItems).toMatchObject([
      { productId: full.id, name: 'Full', reason: 'fully_funded' },
    ]);
    const mixed = await visitor.commit([full.id, 5], [open.id, 5]);
    expect(mixed).toMatchObject(
      refuses(409, "Some items were removed as they've been fully funded: Full"),
    );
    const all = await visitor.commit([full.id, 5]);
    expect(all.body.error).toBe(
      'All items in your cart have been fully funded by others. Please select different products.',
    );
    expect((await productNow(open.id)).reservedCents).toBe(0);
  });
});

describe('what unfinished checkouts may hold', () => {
  const someProducts = (count: number) =>
    Promise.all(Array.from({ length: count }, () => aProduct()));
  const inFull = (products: { id: number }[]) =>
    products.map(({ id }): [number, number] => [id, 1_275]);
  const reservedOf = async (products: { id: number }[]) => {
    const now = await Promise.all(products.map(({ id }) => productNow(id)));
    return now.reduce((sum, { reservedCents }) => sum + reservedCents, 0);
  };
  /** Goes in with a new cookie from one address. */
  const from = (address: string) => new Visitor(story, address);
  const tooMany = expect.stringMatching(
    /^Too many checkouts from your network are unfinished. Finish one of them, or try again in \d+ minutes\.$/,
  );

  it('is bounded for one payment: what fits is offered, and the rest for a second one', async () => {
    const products = await someProducts(12);
    const visitor = new Visitor(story);
    const refused = await visitor.commit(...inFull(products));
    expect(refused).toMatchObject({
      status: 409,
      body: {
        error:
          'One payment can take up to 10 products and $2,550 right now. The rest stays on your list for a second payment.',
      },
    });
    expect(refused.body.validItems).toMatchObject([
      { productId: products[0]!.id, amount: 1_275 },
      { productId: products[1]!.id, amount: 1_275 },
    ]);
    expect(refused.body.removedItems).toHaveLength(10);
    expect(refused.body.removedItems[0]).toMatchObject({ reason: 'next_payment', amount: 1_275 });
    expect(await reservedOf(products)).toBe(0);

    const small = products.map(({ id }): [number, number] => [id, 1]);
    const tooMany = await visitor.commit(...small);
    expect(tooMany.body.validItems).toHaveLength(10);
    await orderIn('paid', await visitor.fund(...small.slice(0, 10)));
    expect((await visitor.commit(...small.slice(10))).status).toBe(200);
  });

  it('is bounded for an address, whose newcomers are told when to come again, and for nobody elsewhere', async () => {
    const products = await someProducts(9);
    for (const at of [0, 2, 4, 6]) {
      const { status } = await from('203.0.113.1').commit(...inFull(products.slice(at, at + 2)));
      expect(status).toBe(200);
    }
    const last = inFull(products.slice(8));
    const refused = await from('203.0.113.1').commit(...last);
    expect(refused).toMatchObject(refuses(429, tooMany));
    const wait = Number(refused.headers.get('retry-after'));
    expect(refused.body.error).toContain(`in ${wait / 60} minutes`);
    expect((await from('203.0.113.2').commit(...last)).status).toBe(200);
  });

  it('counts what was held just before the hashes of addresses changed', async () => {
    const products = await someProducts(9);
    const weekSeconds = 7 * 86_400;
    story.advance(weekSeconds - (Math.ceil(now().getTime() / 1000) % weekSeconds) - 5);
    for (const at of [0, 2, 4, 6]) {
      await from('203.0.121.1').commit(...inFull(products.slice(at, at + 2)));
    }
    story.advance(10);
    expect((await from('203.0.121.1').commit([products[8]!.id, 1])).status).toBe(429);
  });

  it('is sixty checkouts for an address, whatever they are for, but for a browser that has paid before', async () => {
    const address = '203.0.122.1';
    const [product] = await someProducts(1);
    const regular = from(address);
    await orderIn('paid', await regular.fund([product!.id, 5]));
    const donate = (visitor: Visitor) =>
      visitor.post('/api/create-donation-checkout', { amount: 20 });
    for (let at = 0; at < 60; at += 1) expect((await donate(from(address))).status).toBe(200);
    for (const refused of [
      await donate(from(address)),
      await from(address).commit([product!.id, 1]),
    ]) {
      expect(refused).toMatchObject(refuses(429, tooMany));
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await regular.commit([product!.id, 1])).status).toBe(200);
  });

  it('is what their own bound allows where a browser has paid before, whoever shares its network', async () => {
    const products = await someProducts(10);
    const address = '203.0.115.1';
    const regular = from(address);
    await orderIn('paid', await regular.fund([products[0]!.id, 5]));
    for (const at of [1, 3, 5, 7]) {
      const { status } = await from(address).commit(...inFull(products.slice(at, at + 2)));
      expect(status).toBe(200);
    }
    expect((await from(address).commit([products[9]!.id, 1])).status).toBe(429);
    expect((await regular.commit([products[9]!.id, 1_275])).status).toBe(200);
  });
});

describe('the way back from the hosted page', () => {
  const wayBack = async (sessionId: string) => {
    const page = await (await fetch(`${story.sandbox.url}/c/pay/${sessionId}`)).text();
    const address = /href="([^"]+)">Cancel and go back/.exec(page)?.[1] ?? '';
    expect(address).toMatch(`${story.url}/`);
    return address.replaceAll('&amp;', '&').slice(story.url.length);
  };

  it("ends the checkout for the order's own browser, and for nobody else", async () => {
    const product = await aProduct('Turned back', 100);
    const [visitor, other] = [new Visitor(story), new Visitor(story)];
    const { body } = await visitor.commit([product.id, 100]);
    const path = await wayBack(body.sessionId);

    expect((await other.commit([product.id, 1])).status).toBe(409);
    const led = await other.send('GET', path);
    expect(led).toMatchObject({ status: 303 });
    expect(led.headers.get('location')).toBe('/cart');
    for (const [name, value] of [
      ['Sec-Purpose', 'prefetch'],
      ['Purpose', 'prefetch'],
      ['Sec-Fetch-Dest', 'image'],
    ] as const) {
      expect((await visitor.send('GET', path, undefined, { [name]: value })).status).toBe(403);
    }
    const headers = { Cookie: visitor.cookie };
    expect((await fetch(story.url + path, { method: 'HEAD', headers })).status).toBe(403);
    expect((await productNow(product.id)).reservedCents).toBe(10_000);

    const back = await visitor.send('GET', path, undefined, { 'Sec-Fetch-Dest': 'document' });
    expect(back).toMatchObject({ status: 303 });
    expect(back.headers.get('location')).toBe('/cart?checkout=canceled');
    expect((await orderOf(body.sessionId))?.status).toBe('expired');
    expect((await visitor.payOnHostedPage(body.sessionId)).status).toBe(410);
    expect((await productNow(product.id)).reservedCents).toBe(0);
    expect((await other.commit([product.id, 100])).status).toBe(200);
    const again = await visitor.send('GET', path);
    expect(again.headers.get('location')).toBe('/cart?checkout=canceled');
  });

  it('counts a payment that was quicker, and leads to its order', async () => {
    const product = await aProduct('Paid and left');
    const visitor = new Visitor(story);
    await control(story, 'webhooks', { pause: true });
    const { body } = await visitor.commit([product.id, 40]);
    const path = await wayBack(body.sessionId);
    await visitor.payOnHostedPage(body.sessionId);
    const back = await visitor.send('GET', path);
    await control(story, 'webhooks', { pause: false });
    expect(back.headers.get('location')).toBe(`/success?session_id=${body.sessionId}`);
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 4_000, reservedCents: 0 });
  });

  it('leads back, and holds on, where the payment provider cannot be asked', async () => {
    const product = await aProduct('Unreachable');
    const visitor = new Visitor(story);
    const { body } = await visitor.commit([product.id, 40]);
    const path = await wayBack(body.sessionId);
    await control(story, 'faults', { fail: { status: 503, percent: 100 } });
    const back = await visitor.send('GET', path);
    await control(story, 'faults', { fail: null });
    expect(back.headers.get('location')).toBe('/cart');
    expect((await productNow(product.id)).reservedCents).toBe(4_000);
    expect((await visitor.send('GET', '/checkout/cancel?order=nonsense')).status).toBe(303);
  });
});

it('a contribution is paid by card, or by a wallet that holds one, and not by bank debit', async () => {
  const product = await aProduct();
  const visitor = new Visitor(story);
  const { body } = await visitor.commit([product.id, 10]);
  const typed = { name: 'New', product_url: 'https://www.target.com/p/new-one', amount: 25 };
  const submission = await visitor.submit(typed);
  for (const { sessionId } of [body, submission.body]) {
    const page = await visitor.payOnHostedPage(sessionId, '', { method: 'us_bank_account' });
    expect(page.location).toBeNull();
    expect(await orderOf(sessionId)).toMatchObject({ status: 'open' });
  }
});
