import { eq, like } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { searchable } from '#app/kit/text.ts';
import * as messages from '#app/submissions/messages.ts';
import { NO_TEXT } from '#app/platform/messages.ts';
import { db } from '#app/database/db.server.ts';
import { mails, products, productSubmissions, refunds, testedProducts } from '#db/schema.ts';
import { orderIn, paysAt } from '#test/support/books.ts';
import { changeProduct, rowsWhere } from '#test/support/gifts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productNow, refuses, says, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

let nth = 0;

/** A submission that nobody has made yet. */
const aSubmission = (more: object = {}) => ({
  name: `Soup ${++nth}`,
  brand: 'Claimed',
  category: 'Claimed',
  upc: '',
  product_url: `www.amazon.com/Soup/dp/B0${String(nth).padStart(8, '0')}?utm_source=x`,
  comments: '',
  amount: 30,
  ...more,
});

const TESTED = 'Oatly Oatmilk Full Fat Chilled in Carton';

beforeAll(async () => {
  const tested = { originalId: 58, name: TESTED, tags: [], searchText: searchable(TESTED) };
  await db().insert(testedProducts).values(tested);
});

const named = async (name: string) => db().select().from(products).where(eq(products.name, name));

describe('adding a product by a form without scripts', () => {
  /** What a browser sends of the form: texts alone, and no brand. */
  const typed = (more: Record<string, string> = {}) => {
    const { name, product_url } = aSubmission();
    const fields = { name, product_url, upc: '', serving_size_g: '28.5', comments: '' };
    return { ...fields, amount: '30', ...more };
  };
  const send = (form: Record<string, string>) => new Visitor(story).page('/add-product', form);

  it('leads to the hosted page, and lists it once that is paid', async () => {
    const form = typed();
    const led = await send(form);
    const location = led.headers.get('location') ?? '';
    expect([led.status, location]).toEqual([303, expect.stringContaining('/c/pay/cs_test_')]);
    expect(await named(form.name)).toEqual([]);
    const sessionId = location.split('/').at(-1) ?? '';
    await new Visitor(story).payOnHostedPage(sessionId);
    await orderIn('paid', sessionId);
    expect(await named(form.name)).toMatchObject([
      { brand: 'Amazon', servingSizeG: 28.5, raisedCents: 3_000 },
    ]);
  });

  it('comes back as it was typed, with what to mend beside its field', async () => {
    const form = typed({ amount: '7', comments: '"><b>why' });
    const { status, body } = await send(form);
    expect(status).toBe(400);
    expect(body).toContain(messages.amountOutOfRange());
    expect(body).toContain(`value="${form.name}"`);
    expect(body).toContain('value="7"');
    expect(body).toContain('&quot;&gt;&lt;b&gt;why');
  });

  it('names the product that is listed or tested already, unless it is another', async () => {
    const visitor = new Visitor(story);
    const data = aSubmission();
    const { body } = await visitor.submit(data);
    await paysAt(visitor, body.sessionId);
    const [listed] = await named(data.name);
    const refused = await send(typed({ product_url: data.product_url }));
    expect(refused).toMatchObject(says(409, messages.alreadyListed(data.name)));
    expect(refused.body).toContain(`href="/product/${listed!.id}"`);
    expect(refused.body).not.toContain(messages.ANOTHER);
    const alike = await send(typed({ name: data.name }));
    expect(alike).toMatchObject(says(409, 'name="another" value="yes"'));
    expect((await send(typed({ name: data.name, another: 'yes' }))).status).toBe(303);
    const tested = await send(typed({ name: TESTED }));
    expect(tested.body).toContain('href="/plasticlist/58"');
  });
});

describe('adding a product', () => {
  it('lists it once its first contribution is paid, and not before', async () => {
    const visitor = new Visitor(story);
    const data = aSubmission({
      upc: '036000291452',
      comments: 'Please <b>test</b>',
      amount: 430,
      serving_size_g: 28.5,
    });
    const { status, body } = await visitor.submit(data);
    expect(status).toBe(200);
    expect(await named(data.name)).toEqual([]);
    await paysAt(visitor, body.sessionId);
    const [product, ...others] = await named(data.name);
    expect(others).toEqual([]);
    expect(product).toMatchObject({
      brand: 'Amazon',
      category: 'General merchandise',
      upc: '00036000291452',
      servingSizeG: 28.5,
      raisedCents: 43_000,
      level: 1,
      contributorCount: 1,
      targetCents: 127_500,
      testingStatus: 'Untested',
    });
    const success = await visitor.get(`/api/checkout-success?session_id=${body.sessionId}`);
    expect(success.body.checkoutData).toMatchObject({
      totalAmount: 430,
      products: [{ productId: product!.id, name: data.name, brand: 'Amazon', amount: 430 }],
    });
    const found = await visitor.get(`/api/products?search=${encodeURIComponent(data.name)}`);
    expect(found.body.items).toMatchObject([{ id: product!.id, current_amount: 430 }]);
    const told = await db().select().from(mails).where(eq(mails.toEmail, visitor.email));
    expect(told.map((mail) => mail.name)).toEqual(['receipt']);
    expect((await audit()).matches).toBe(true);
  });

  it('leaves nothing behind where its checkout is abandoned', async () => {
    const data = aSubmission();
    const { body } = await new Visitor(story).submit(data);
    story.advance(1_900);
    await orderIn('expired', body.sessionId);
    expect(await named(data.name)).toEqual([]);
    const stored = await rowsWhere(productSubmissions, eq(productSubmissions.name, data.name));
    expect(stored).toMatchObject([{ productId: null }]);
  });

  it('offers what is listed already to be funded instead, however it is spelt', async () => {
    const visitor = new Visitor(story);
    const data = aSubmission({ upc: '4006381333931' });
    const { body } = await visitor.submit(data);
    await paysAt(visitor, body.sessionId);
    const [product] = await named(data.name);
    const id = /B0\d{8}/.exec(data.product_url)?.[0];
    for (const again of [
      aSubmission({ product_url: `https://smile.amazon.com/gp/product/${id}/ref=abc` }),
      aSubmission({ upc: '04006381333931' }),
    ]) {
      const refused = await new Visitor(story).submit(again);
      expect(refused).toMatchObject({
        status: 409,
        body: {
          error: messages.alreadyListed(data.name),
          existing: { id: product!.id, name: data.name, current_amount: 30, target_amount: 1275 },
        },
      });
    }
    await changeProduct(product!.id, {
      removedAt: new Date(),
      removedReason: 'removed',
      raisedCents: product!.raisedCents,
    });
    const removed = await new Visitor(story).submit(aSubmission({ upc: '4006381333931' }));
    expect(removed).toMatchObject(refuses(409, messages.wasRemoved(data.name)));
    await changeProduct(product!.id, { removedAt: null, removedReason: null });
  });

  it.each([
    ['to fund', (name: string) => name.toUpperCase(), messages.alreadyListed],
    ['to fund, after its brand', (name: string) => `Ama-zon ${name}!`, messages.alreadyListed],
    ['tested', () => '  oatly Oat-milk FULL-FAT chilled in carton', messages.alreadyTested],
  ])(
    'offers what is listed under exactly that name, %s, unless it is another',
    async (kind, spelled, sentence) => {
      const visitor = new Visitor(story);
      const data = aSubmission({ name: `Crème-Soup No. ${nth}` });
      const { body } = await visitor.submit(data);
      await paysAt(visitor, body.sessionId);
      const [listed] = await named(data.name);
      const known =
        kind === 'tested' ? { id: 58, name: TESTED } : { id: listed!.id, name: data.name };
      const again = aSubmission({ name: spelled(data.name) });
      expect(await new Visitor(story).submit(again)).toMatchObject({
        status: 409,
        body: { error: sentence(known.name), existing: known, may_be_another: true },
      });
      const another = await new Visitor(story).submit({ ...again, another: true });
      expect(another.status).toBe(200);
    },
  );

  it('by two at once makes one product with both contributions, the excess of which goes back', async () => {
    const shared = aSubmission({ amount: 1_000 });
    const [one, two] = [new Visitor(story), new Visitor(story)];
    const first = await one.submit(shared);
    const second = await two.submit({ ...shared, name: `${shared.name} again`, amount: 400 });
    expect([first.status, second.status]).toEqual([200, 200]);
    await Promise.all([
      one.payOnHostedPage(first.body.sessionId),
      two.payOnHostedPage(second.body.sessionId),
    ]);
    await Promise.all([
      orderIn('paid', first.body.sessionId),
      orderIn('paid', second.body.sessionId),
    ]);
    const made = [...(await named(shared.name)), ...(await named(`${shared.name} again`))];
    expect(made).toHaveLength(1);
    expect(await productNow(made[0]!.id)).toMatchObject({
      raisedCents: 127_500,
      contributorCount: 2,
      testingStatus: 'Testing in Progress',
    });
    const shown = await Promise.all([
      one.get(`/api/checkout-success?session_id=${first.body.sessionId}`),
      two.get(`/api/checkout-success?session_id=${second.body.sessionId}`),
    ]);
    const told = shown.flatMap(({ body }) => body.checkoutData.products);
    expect(told.map(({ excess }: { excess?: number }) => excess).toSorted()).toEqual([
      125,
      undefined,
    ]);
    await settleRefunds();
    const back = await db().select().from(refunds);
    expect(back).toMatchObject([{ amountCents: 12_500, reason: 'excess', status: 'succeeded' }]);
    expect((await audit()).matches).toBe(true);
  });
});

describe('which product a submission is', () => {
  /** Opens a checkout for each before any is paid, so that none of the products is there yet. */
  async function open(...submissions: object[]) {
    const visitors = submissions.map(() => new Visitor(story));
    const opened = await Promise.all(submissions.map((data, at) => visitors[at]!.submit(data)));
    return opened.map(({ status, body }, at) => {
      expect(status).toBe(200);
      return async () => {
        await visitors[at]!.payOnHostedPage(body.sessionId);
        return orderIn('paid', body.sessionId);
      };
    });
  }

  it('follows its barcode where two shops have it', async () => {
    const [one, two] = [
      aSubmission({ upc: '049000028911' }),
      aSubmission({ upc: '0049000028911' }),
    ];
    await Promise.all((await open(one, two)).map((pay) => pay()));
    const made = [...(await named(one.name)), ...(await named(two.name))];
    expect(made).toMatchObject([{ upc: '00049000028911', raisedCents: 6_000 }]);
  });

  it('follows its page rather than its barcode, and keeps the barcode where it was', async () => {
    const [byPage, byBarcode] = [aSubmission(), aSubmission({ upc: '012345678905' })];
    const both = aSubmission({ product_url: byPage.product_url, upc: byBarcode.upc });
    for (const pay of await open(byPage, byBarcode, both)) await pay();
    expect(await named(both.name)).toEqual([]);
    expect(await named(byPage.name)).toMatchObject([{ upc: null, raisedCents: 6_000 }]);
    expect(await named(byBarcode.name)).toMatchObject([{ raisedCents: 3_000 }]);
  });

  it('is none where that was taken off meanwhile: the money goes back', async () => {
    const data = aSubmission();
    const [early, late] = await open(data, data);
    await early!();
    const [product] = await named(data.name);
    await refundProduct(product!.id, { reason: 'untestable' });
    const order = await late!();
    await settleRefunds();
    const back = await db().select().from(refunds).where(eq(refunds.orderId, order!.id));
    const owed = { amountCents: 3_000, reason: 'excess_removed', status: 'succeeded' };
    expect(back).toMatchObject([owed]);
    expect((await audit()).matches).toBe(true);
  });

  it('gets a code that is free', async () => {
    const [before, data] = [aSubmission(), aSubmission()];
    const [first, second] = await open(before, data);
    await first!();
    const id = (await named(before.name))[0]!.id;
    const taken = [id + 1, id + 2].map((code) => ({
      id: code,
      name: 'Taken',
      searchText: 'taken',
    }));
    await db().insert(products).values(taken);
    await second!();
    expect(await named(data.name)).toMatchObject([{ id: id + 3, raisedCents: 3_000 }]);
  });

  it('by six at once, with two barcodes across three pages, waits in no circle', async () => {
    const upcs = ['5012345678900', '5449000000996'];
    const pages = [1, 2, 3].map((page) => `example.com/race/${page}`);
    const people = Array.from({ length: 6 }, () => new Visitor(story));
    const opened = await Promise.all(
      people.map((person, at) =>
        person.submit(aSubmission({ product_url: pages[at % 3], upc: upcs[at % 2], amount: 400 })),
      ),
    );
    expect(opened.map(({ status }) => status)).toEqual(Array(6).fill(200));
    await Promise.all(people.map((one, at) => one.payOnHostedPage(opened[at]!.body.sessionId)));
    await Promise.all(opened.map(({ body }) => orderIn('paid', body.sessionId)));
    const made = await db().select().from(products).where(like(products.urlKey, '%/race/%'));
    // Each barcode joins pages: how many products there are depends on who came first.
    expect(made.length).toBeGreaterThan(0);
    await settleRefunds();
    expect((await audit()).matches).toBe(true);
  });
});

describe('a submission that does not fit', () => {
  it.each([
    [{ amount: 0 }, messages.amountOutOfRange()],
    [{ amount: -5 }, messages.amountOutOfRange()],
    [{ amount: 24 }, messages.amountOutOfRange()],
    [{ amount: 1276 }, messages.amountOutOfRange()],
    [{ amount: 25.5 }, messages.WHOLE_DOLLARS_ONLY],
    [{ amount: '5e2' }, messages.amountOutOfRange()],
    [{ amount: null }, messages.amountOutOfRange()],
    [{ amount: undefined }, messages.amountOutOfRange()],
    [{ amount: 1e21 }, messages.amountOutOfRange()],
    [{ name: ' \u202E ' }, messages.NAME_MISSING],
    [{ name: 'x'.repeat(201) }, messages.NAME_TOO_LONG],
    [{ name: 'Soup [test]' }, messages.NAME_RESERVED],
    [{ product_url: '' }, messages.URL_MISSING],
    [{ product_url: 'javascript:alert(1)' }, messages.URL_INVALID],
    [{ product_url: 'https://amazon.com@evil.example/p' }, messages.URL_INVALID],
    [{ product_url: `https://example.com/${'x'.repeat(2_000)}` }, messages.URL_TOO_LONG],
    [{ comments: 'x'.repeat(2_001) }, messages.COMMENTS_TOO_LONG],
    [{ serving_size_g: -1 }, messages.SERVING_INVALID],
    [{ upc: 'abc' }, messages.UPC_INVALID],
    [{ upc: `0123${' '.repeat(26)}4565` }, messages.UPC_INVALID],
    [{ name: 7 }, messages.SUBMISSION_INVALID],
  ])('%j is refused in words, and nothing is stored', async (wrong, sentence) => {
    const before = (await db().select().from(productSubmissions)).length;
    const refused = await new Visitor(story).submit(aSubmission(wrong));
    expect(refused).toMatchObject(refuses(400, sentence));
    expect((await db().select().from(productSubmissions)).length).toBe(before);
  });

  it('as a whole is refused too', async () => {
    const visitor = new Visitor(story);
    expect((await visitor.post('/api/create-product-submission-checkout', {})).status).toBe(400);
  });
});

describe('what a stranger writes', () => {
  it('is text: markup in a name stays what it was typed as, and a page names no shop', async () => {
    const visitor = new Visitor(story);
    const name = `<img src=x onerror=alert(1)> ${++nth}`;
    const product_url = `https://evil.example/amazon.com/${nth}`;
    const { body } = await visitor.submit(aSubmission({ name, product_url }));
    await paysAt(visitor, body.sessionId);
    const [product] = await named(name);
    const answered = await visitor.get(`/api/products/${product!.id}`);
    expect(answered.body).toMatchObject({ name, brand: null, category: 'Unknown' });
    expect(answered.headers.get('content-type')).toContain('application/json');
  });

  it('is refused where it holds what no text can hold, and nothing is stored', async () => {
    const visitor = new Visitor(story);
    for (const more of [
      { upc: '12\u00003' },
      { comments: 'One\u0000\r\nTwo' },
      { name: '\uD800' },
    ]) {
      const data = aSubmission(more);
      expect(await visitor.submit(data)).toMatchObject(refuses(400, NO_TEXT));
      const { name } = productSubmissions;
      const stored = await db().select().from(productSubmissions).where(eq(name, data.name));
      expect(stored).toEqual([]);
    }
    // Written as three characters, it is text.
    const product_url = `https://example.com/%00/${nth}?a=%00`;
    expect((await visitor.submit(aSubmission({ product_url }))).status).toBe(200);
  });
});
