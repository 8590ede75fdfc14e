import { and, eq, gt, inArray } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { listProducts } from '#app/catalogue/list/list-products.server.ts';
import { isUnlisted } from '#app/catalogue/product-meta.ts';
import { db } from '#app/database/db.server.ts';
import { settleRefunds } from '#app/funding/refunds/send-refund.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { listRiskLevels } from '#app/results/read/risk-levels.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import {
  adminActions,
  contributions,
  mails,
  products,
  refunds,
  testedProducts,
} from '#db/schema.ts';
import { paysAt, pays } from '#test/support/books.ts';
import { changeProduct, rowsWhere, addRows } from '#test/support/gifts.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { hiddenIn, textOf } from '#test/support/desk.ts';
import { samplesFile } from '#test/support/samples-file.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, eventually, productNow, useStory } from '#test/support/story.ts';
import { registers } from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const pageOf = ({ id }: { id: number }) => `/admin/products/${id}`;

/** What a page says, without the marks that its server leaves between texts. */
const wordsOf = ({ body }: { body: string }) => body.replaceAll('<!-- -->', '');

/** The merge's form as its page shows it, with the box ticked. */
async function mergeFormOf(one: Visitor, gone: { id: number }, survivor: { id: number }) {
  const { body } = await one.page(`${pageOf(gone)}?into=${survivor.id}`);
  const hidden = (name: string) =>
    new RegExp(`name="${name}" value="(\\d+)"`).exec(body)?.[1] ?? '';
  return {
    intent: 'merge',
    into: String(survivor.id),
    movedCents: hidden('movedCents'),
    excessCents: hidden('excessCents'),
    sure: 'yes',
  };
}

/** The fields as the form would send them, some of them changed. */
async function formOf(one: Visitor, product: { id: number }, changes: Record<string, string> = {}) {
  const { body } = await one.page(pageOf(product));
  const seen = /name="seen" value="([^"]+)"/.exec(body)?.[1] ?? '';
  const row = await productNow(product.id);
  return {
    intent: 'edit',
    seen,
    name: row.name,
    brand: row.brand ?? '',
    category: row.category,
    servingSizeG: row.servingSizeG === null ? '' : String(row.servingSizeG),
    servingSizeUnit: row.servingSizeUnit ?? '',
    productUrl: row.productUrl ?? '',
    upc: row.upc ?? '',
    ...changes,
  };
}

const historyOf = ({ id }: { id: number }) =>
  db()
    .select()
    .from(adminActions)
    .where(eq(adminActions.subject, `product ${id}`))
    .orderBy(adminActions.id);

/** What a search finds; answers themselves are shared for a second. */
const listed = async (search: string) => (await listProducts({ search })).items.map(({ id }) => id);

/** The form that takes a product off the list, without the sum that it was drawn with. */
const REMOVAL = { intent: 'remove', sure: 'yes' };

describe('the list of all products', () => {
  it('finds any of them, whatever its state, by words, code and barcode', async () => {
    const one = await anAdministrator(story);
    const plain = await aProduct('Fiddlehead plain');
    const hidden = await aProduct('Fiddlehead hidden');
    const removed = await aProduct('Fiddlehead removed');
    const merged = await aProduct('Fiddlehead merged');
    await changeProduct(plain.id, { upc: '00012345678905' });
    await one.page(pageOf(hidden), { intent: 'hide' });
    await one.page(pageOf(removed), { ...REMOVAL, raisedCents: '0' });
    await one.page(pageOf(merged), await mergeFormOf(one, merged, plain));
    const found = async (query: string) => {
      const { status, body } = await one.page(`/admin/products?${query}`);
      expect(status).toBe(200);
      return [plain, hidden, removed, merged]
        .filter(({ id }) => body.includes(`href="/admin/products/${id}"`))
        .map(({ name }) => name.replace('Fiddlehead ', ''));
    };
    expect(await found('search=fiddlehead')).toEqual(['plain', 'hidden', 'removed', 'merged']);
    expect(await found('search=fiddlehead&state=listed')).toEqual(['plain']);
    expect(await found('search=fidlehead&state=listed')).toEqual(['plain']);
    expect(await found('search=fiddlehead&state=hidden')).toEqual(['hidden']);
    expect(await found('search=fiddlehead&state=removed')).toEqual(['removed']);
    expect(await found('search=fiddlehead&state=merged')).toEqual(['merged']);
    expect(await found(`search=${removed.id}`)).toEqual(['removed']);
    for (const barcode of ['12345678905', '0+12345-67890+5', '00012345678905'])
      expect(await found(`search=${barcode}`), barcode).toEqual(['plain']);
    expect(await found('search=no_such%25thing')).toEqual([]);
    expect(await found('search=fiddlehead&page=2')).toEqual([]);
    expect((await one.page('/admin/products?page=nonsense&state=nonsense')).status).toBe(200);
  });

  it('says so where there is no product of a code', async () => {
    const one = await anAdministrator(story);
    for (const code of ['999999', 'x', '0', '99999999999', '-1']) {
      expect((await one.page(`/admin/products/${code}`)).status).toBe(404);
      expect((await one.page(`/admin/products/${code}/photo`)).status).toBe(404);
      const posted = await one.page(`/admin/products/${code}`, { intent: 'hide' });
      expect(posted.status).toBe(404);
    }
  });
});

describe('changing a product', () => {
  it('is seen on its page and in search, and its history says who, before and after', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Old nettle soup');
    const order = await pays(new Visitor(story), [product.id, 30]);
    const saved = await one.page(
      pageOf(product),
      await formOf(one, product, {
        name: ' New  nettle soup ',
        brand: 'Åsa & Co',
        servingSizeG: '28.5',
        servingSizeUnit: 'bowl',
        productUrl: 'https://www.shop.example/nettle?utm_source=x',
      }),
    );
    expect(saved.status).toBe(303);
    expect(saved.headers.get('location')).toBe(`${pageOf(product)}?done=saved`);
    const { body } = await new Visitor(story).get(`/api/products/${product.id}`);
    expect(body).toMatchObject({
      name: 'New nettle soup',
      brand: 'Åsa & Co',
      serving_size_g: 28.5,
      serving_size_unit: 'bowl',
      current_amount: 30,
    });
    expect(await listed('asa co')).toEqual([]);
    expect(await listed('åsa co')).toEqual([product.id]);
    expect(await listed('old nettle')).toEqual([]);
    const [row] = await historyOf(product);
    expect(row).toMatchObject({
      actor: one.email,
      action: 'edit-product',
      before: { name: 'Old nettle soup', brand: 'Brand', servingSizeG: null },
      after: { name: 'New nettle soup', brand: 'Åsa & Co', servingSizeG: 28.5 },
    });
    expect(row!.after).not.toHaveProperty('category');
    const page = await one.page(`${pageOf(product)}?done=saved`);
    for (const message of ['Saved.', one.email, 'Old nettle soup', 'Serving size (g)']) {
      expect(wordsOf(page)).toContain(message);
    }
    // Its page is known: whoever submits it is sent to this product.
    expect((await productNow(product.id)).urlKey).toBe('shop.example/nettle');
    expect(order?.status).toBe('paid');
    expect((await audit()).matches).toBe(true);
  });

  it.each([
    ['name', '   ', 'Enter the name of the product.'],
    ['name', 'x'.repeat(201), 'At most 200 characters.'],
    ['name', '[test] soup', 'Names with [TEST] are kept for demonstrations.'],
    ['servingSizeG', '-5', 'A number of grams above 0'],
    ['servingSizeG', '1e9', 'A number of grams above 0'],
    ['servingSizeG', 'a spoon', 'A number of grams above 0'],
    ['upc', '12345', 'The 8, 12, 13, or 14 digits printed under the barcode'],
    ['productUrl', 'javascript:alert(1)', 'This is not a web address'],
    ['productUrl', 'https://user:pass@shop.example/', 'This is not a web address'],
  ])('refuses %s %j, with what was typed', async (name, value, sentence) => {
    const one = await anAdministrator(story);
    const product = await aProduct('Stays');
    const form = await formOf(one, product, { brand: 'Typed brand', [name]: value });
    const refused = await one.page(pageOf(product), form);
    expect(refused.status).toBe(400);
    expect(wordsOf(refused)).toContain(sentence);
    expect(wordsOf(refused)).toContain('value="Typed brand"');
    expect(await productNow(product.id)).toMatchObject({ name: 'Stays', brand: 'Brand' });
    expect(await historyOf(product)).toEqual([]);
  });

  it('writes nothing where nothing is changed', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct();
    const saved = await one.page(pageOf(product), await formOf(one, product));
    expect(saved.headers.get('location')).toBe(`${pageOf(product)}?done=unchanged`);
    expect(await historyOf(product)).toEqual([]);
  });

  it('refuses a page that is another product’s, unless the two were merged', async () => {
    const one = await anAdministrator(story);
    const [first, second] = [await aProduct('First'), await aProduct('Second')];
    const productUrl = 'https://shop.example/the-same';
    await one.page(pageOf(first), await formOf(one, first, { productUrl }));
    const form = await formOf(one, second, { productUrl });
    const refused = await one.page(pageOf(second), form);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain(`product ${first.id}`);
    await one.page(pageOf(first), await mergeFormOf(one, first, second));
    const saved = await one.page(pageOf(second), form);
    expect(saved.status).toBe(303);
    expect((await productNow(second.id)).urlKey).toBe('shop.example/the-same');
    const merged = await one.page(pageOf(first), await formOf(one, first, { name: 'Back' }));
    expect(merged.status).toBe(409);
  });

  it('refuses a barcode that is another product’s, unless the two were merged', async () => {
    const one = await anAdministrator(story);
    const [first, second] = [await aProduct('Coded'), await aProduct('Uncoded')];
    const saved = await one.page(
      pageOf(first),
      await formOf(one, first, { upc: '0 36000 29145 2' }),
    );
    expect(saved.status).toBe(303);
    expect((await productNow(first.id)).upc).toBe('00036000291452');
    expect(wordsOf(await one.page(pageOf(first)))).toContain('value="036000291452"');
    const form = await formOf(one, second, { upc: '036000291452' });
    const refused = await one.page(pageOf(second), form);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain(`Product ${first.id} already has that barcode.`);
    await one.page(pageOf(first), await mergeFormOf(one, first, second));
    expect((await one.page(pageOf(second), form)).status).toBe(303);
    expect((await productNow(second.id)).upc).toBe('00036000291452');
    expect((await productNow(first.id)).upc).toBeNull();
  });

  it('is refused where somebody was faster, says what it is now, and loses nothing', async () => {
    const [one, other] = [await anAdministrator(story), await anAdministrator(story)];
    const product = await aProduct('Contended');
    const mine = await formOf(one, product, { name: 'Mine', category: 'My category' });
    const theirs = await formOf(other, product, { name: 'Theirs' });
    expect((await other.page(pageOf(product), theirs)).status).toBe(303);
    const refused = await one.page(pageOf(product), mine);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain('Someone else has changed this product');
    expect(wordsOf(refused)).toContain('Name is now: Theirs');
    expect(wordsOf(refused)).toContain('value="Mine"');
    expect(wordsOf(refused)).toContain('value="My category"');
    expect(await productNow(product.id)).toMatchObject({ name: 'Theirs', category: 'Category' });
    // Saved again, knowing of it, it stands.
    const seen = /name="seen" value="([^"]+)"/.exec(refused.body)?.[1] ?? '';
    expect((await one.page(pageOf(product), { ...mine, seen })).status).toBe(303);
    expect(await productNow(product.id)).toMatchObject({ name: 'Mine', category: 'My category' });
    const rows = await historyOf(product);
    expect(rows.map(({ actor }) => actor)).toEqual([other.email, one.email]);
  });

  it('has one winner of many at once, while money comes in', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Raced');
    const form = await formOf(one, product);
    const buyer = new Visitor(story);
    const [order, ...answers] = await Promise.all([
      pays(buyer, [product.id, 12]),
      ...['A', 'B', 'C', 'D'].map((name) => one.page(pageOf(product), { ...form, name })),
    ]);
    expect(order?.status).toBe('paid');
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 409, 409, 409]);
    expect(await historyOf(product)).toHaveLength(1);
    expect((await productNow(product.id)).raisedCents).toBe(1_200);
  });
});

describe('changing a product whose results are published', () => {
  async function aTested(name: string, columns: Partial<typeof products.$inferInsert> = {}) {
    const product = await aProduct(name, 50);
    const set = { ...columns, brand: 'Brand' };
    await changeProduct(product.id, set);
    await pays(new Visitor(story), [product.id, 50]);
    await registers(product.id);
    const text = fileOf(product.id);
    expect(await importSamples(text)).toMatchObject({ ok: true });
    return product;
  }
  const fileOf = (id: number) =>
    samplesFile({
      id: `T${id}`,
      product_id: String(id),
      product: 'x',
      serving_size_g: '',
      DEHP_ng_g: '100',
    });

  it('renames it on the tested list too, and its results stay the ones published', async () => {
    const one = await anAdministrator(story);
    const product = await aTested('Soop', { category: 'Canned Food' });
    const form = await formOf(one, product, { name: 'Soup', category: 'Bowls' });
    expect((await one.page(pageOf(product), form)).status).toBe(303);
    const report = await findTestedReport(String(product.id));
    expect(report).toMatchObject({ name: 'Brand Soup', tags: ['bowls'] });
    expect(report?.revisions).toHaveLength(1);
    const found = async (search: string) => (await listRiskLevels({ search })).items.length;
    expect([await found('brand soup'), await found('soop')]).toEqual([1, 0]);
    // The same file is the same results under whatever name.
    expect(await importSamples(fileOf(product.id))).toMatchObject({ ok: true, unchanged: true });
    // Nothing else of it changed, so nothing of the list does.
    const unit = await formOf(one, product, { servingSizeUnit: 'bowl' });
    expect((await one.page(pageOf(product), unit)).status).toBe(303);
    expect((await findTestedReport(String(product.id)))?.name).toBe('Brand Soup');
  });

  it('leaves the serving to a correction', async () => {
    const one = await anAdministrator(story);
    const product = await aTested('Per serving', { servingSizeG: 30 });
    const form = await formOf(one, product, { servingSizeG: '300' });
    const refused = await one.page(pageOf(product), form);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain(
      'Its results are published for 30 g. Publish a correction instead.',
    );
    expect((await productNow(product.id)).servingSizeG).toBe(30);
    const bare = await aTested('No serving');
    const first = await one.page(pageOf(bare), await formOf(one, bare, { servingSizeG: '30' }));
    expect(wordsOf(first)).toContain('Its results are published without a serving size');
    // A catalogue that says otherwise all the same changes no figure.
    const { body: before } = await one.page(`/product/${product.id}`);
    await changeProduct(product.id, { servingSizeG: 300 });
    const { body: after } = await one.page(`/product/${product.id}`);
    const figures = (body: string) => body.match(/<td[^>]*>.*?<\/td>/gs) ?? [];
    expect(figures(before).length).toBeGreaterThan(0);
    expect(figures(after)).toEqual(figures(before));
    // Back to what is published it can be set.
    const back = await formOf(one, product, { servingSizeG: '30' });
    expect((await one.page(pageOf(product), back)).status).toBe(303);
  });
});

describe('hiding a product', () => {
  it('takes it out of lists and search, and its page says so, until it is shown again', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Hideaway biscuits');
    const visitor = new Visitor(story);
    await pays(visitor, [product.id, 40]);
    const hide = await one.page(pageOf(product), { intent: 'hide' });
    expect(hide.headers.get('location')).toBe(`${pageOf(product)}?done=hidden`);
    expect(await listed('hideaway')).toEqual([]);
    const shown = await visitor.get(`/api/products/${product.id}`);
    expect(shown.body).toMatchObject({ removed_reason: 'hidden', current_amount: 40 });
    const page = await visitor.page(`/product/${product.id}?now=${Date.now()}`);
    expect(wordsOf(page)).toContain('This product is hidden while we look into it.');
    expect((await visitor.commit([product.id, 5])).status).toBeGreaterThanOrEqual(400);
    const cart = [{ productId: product.id, amount: 5 }];
    const { body } = await visitor.post('/api/validate-cart', { cart });
    expect(body.removedItems).toMatchObject([
      {
        reason: 'not_available',
        message: expect.stringContaining(
          'is hidden while we look into it and cannot be funded right now.',
        ),
      },
    ]);
    const follow = { product_id: product.id, email: visitor.email };
    expect((await visitor.post('/api/follows', follow)).status).toBe(404);
    // A second request changes nothing and leaves no row.
    await one.page(pageOf(product), { intent: 'hide' });
    await one.page(pageOf(product), { intent: 'show' });
    expect(await listed('hideaway')).toEqual([product.id]);
    expect((await visitor.post('/api/follows', follow)).status).toBe(201);
    await pays(visitor, [product.id, 5]);
    expect((await historyOf(product)).map(({ action }) => action)).toEqual([
      'hide-product',
      'show-product',
    ]);
    expect((await audit()).matches).toBe(true);
  });

  it('honours a checkout that was open: its amount was reserved', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Being paid for', 100);
    const [buyer, waiting] = [new Visitor(story), new Visitor(story)];
    const open = await buyer.commit([product.id, 60]);
    const abandoned = await waiting.commit([product.id, 40]);
    await one.page(pageOf(product), { intent: 'hide' });
    await paysAt(buyer, open.body.sessionId);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 6_000,
      reservedCents: 4_000,
    });
    await one.page(pageOf(product), { intent: 'show' });
    await paysAt(waiting, abandoned.body.sessionId);
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 10_000,
      testingStatus: 'Testing in Progress',
    });
    expect((await audit()).matches).toBe(true);
  });
});

describe('taking a product off the list', () => {
  it('takes a box beside the button, sends everything back, and is written down once', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Not a product');
    const givers = [new Visitor(story), new Visitor(story)];
    for (const giver of givers) await pays(giver, [product.id, 25]);
    const unsure = await one.page(pageOf(product), { intent: 'remove', reason: 'removed' });
    expect(unsure.status).toBe(400);
    expect((await productNow(product.id)).removedAt).toBeNull();
    const form = { ...REMOVAL, reason: 'untestable', raisedCents: '5000' };
    const [first, second] = await Promise.all([
      one.page(pageOf(product), form),
      one.page(pageOf(product), form),
    ]);
    expect([first.status, second.status].toSorted()).toEqual([303, 409]);
    await eventually(
      async () =>
        db()
          .select()
          .from(refunds)
          .where(and(eq(refunds.reason, 'untestable'), eq(refunds.status, 'succeeded'))),
      (done) => done.length === 2,
    );
    expect(await productNow(product.id)).toMatchObject({
      raisedCents: 0,
      removedReason: 'untestable',
    });
    expect(await historyOf(product)).toMatchObject([
      {
        action: 'remove-product',
        actor: one.email,
        before: { raisedCents: 5_000, contributors: 2 },
        after: { reason: 'untestable' },
      },
    ]);
    expect((await one.page(pageOf(product), { intent: 'hide' })).status).toBe(409);
    expect((await audit()).matches).toBe(true);
  });

  it('refunds what was looked at and nothing else', async () => {
    const one = await anAdministrator(story);
    const { id } = await aProduct('Given to meanwhile', 1_275);
    const [page, rest] = [pageOf({ id }), REMOVAL];
    await pays(new Visitor(story), [id, 100]);
    const { body } = await one.page(page);
    const form = { ...rest, raisedCents: hiddenIn(body, 'raisedCents') };
    expect(form.raisedCents).toBe('10000');
    // Meanwhile somebody gives to it.
    await pays(new Visitor(story), [id, 900]);
    for (const stale of [form, rest]) {
      const refused = await one.page(page, stale);
      expect(refused.status).toBe(409);
      expect(wordsOf(refused)).toContain('now $1,000 would be refunded to 2 contributors');
      expect(hiddenIn(refused.body, 'raisedCents')).toBe('100000');
    }
    expect(await productNow(id)).toMatchObject({ raisedCents: 100_000, removedAt: null });
    const done = await one.page(page, { ...rest, raisedCents: '100000' });
    expect([200, 303]).toContain(done.status);
    expect(await productNow(id)).toMatchObject({ raisedCents: 0, contributorCount: 0 });
  });

  it('frees the pages and barcodes of its duplicates, too', async () => {
    const one = await anAdministrator(story);
    const [gone, survivor] = [await aProduct('Duplicate'), await aProduct('Made up')];
    const keys = { urlKey: 'shop.example/made-up', upc: '04006381333931' };
    await changeProduct(gone.id, keys);
    await one.page(pageOf(gone), await mergeFormOf(one, gone, survivor));
    expect(await productNow(gone.id)).toMatchObject({ ...keys, mergedInto: survivor.id });
    await one.page(pageOf(survivor), { ...REMOVAL, raisedCents: '0' });
    expect(await productNow(gone.id)).toMatchObject({ urlKey: null, upc: null });
  });

  it('is refused once testing has begun', async () => {
    const one = await anAdministrator(story);
    const product = await aProduct('Begun', 50);
    await pays(new Visitor(story), [product.id, 50]);
    const begun = { testingBegunAt: new Date() };
    await changeProduct(product.id, begun);
    const refused = await one.page(pageOf(product), { ...REMOVAL, raisedCents: '5000' });
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain('The first sample has been bought');
    expect(await historyOf(product)).toEqual([]);
  });
});

describe('merging on the page', () => {
  it('is looked at before, takes a box, and the old address leads to the survivor', async () => {
    const one = await anAdministrator(story);
    const [gone, survivor] = [await aProduct('Twice'), await aProduct('The one that stays', 100)];
    await pays(new Visitor(story), [gone.id, 70]);
    await pays(new Visitor(story), [survivor.id, 50]);
    const look = await one.page(`${pageOf(gone)}?into=${survivor.id}`);
    expect(wordsOf(look)).toContain('The one that stays');
    expect(wordsOf(look)).toContain('$50 would move, and $20 would be refunded');
    expect((await productNow(gone.id)).raisedCents).toBe(7_000);
    for (const [into, sentence] of [
      [String(gone.id), 'A product cannot be merged into itself.'],
      ['99', 'There is no such product.'],
      ['nonsense', 'There is no such product.'],
    ]) {
      expect(wordsOf(await one.page(`${pageOf(gone)}?into=${into}`))).toContain(sentence);
    }
    const unsure = await one.page(pageOf(gone), { intent: 'merge', into: String(survivor.id) });
    expect(unsure.status).toBe(400);
    const form = await mergeFormOf(one, gone, survivor);
    expect((await one.page(pageOf(gone), form)).status).toBe(303);
    // Sent again, as by a second press of the button, it says the same and does nothing.
    expect((await one.page(pageOf(gone), form)).status).toBe(303);
    const old = await new Visitor(story).page(`/product/${gone.id}`);
    expect(old.status).toBe(301);
    expect(old.headers.get('location')).toBe(`/product/${survivor.id}`);
    expect((await productNow(survivor.id)).raisedCents).toBe(10_000);
    const history = await one.page(pageOf(gone));
    expect(textOf(history.body)).toContain(`: Merge product, product ${gone.id}`);
    expect(wordsOf(history)).toContain(`merged into ${survivor.id}`);
    const told = await db().select().from(mails).where(eq(mails.name, 'merged-excess'));
    expect(told).toHaveLength(1);
    await eventually(
      async () => db().select().from(refunds).where(gt(refunds.amountCents, 0)),
      (all) => all.every(({ status }) => status === 'succeeded'),
    );
    expect((await audit()).matches).toBe(true);
  });

  it('does what was looked at and nothing else', async () => {
    const one = await anAdministrator(story);
    const [gone, survivor] = [await aProduct('Looked at'), await aProduct('Stays', 1000)];
    await pays(new Visitor(story), [gone.id, 500]);
    const form = await mergeFormOf(one, gone, survivor);
    expect(form).toMatchObject({ movedCents: '50000', excessCents: '0' });
    // Meanwhile most of it is given to the other one.
    await pays(new Visitor(story), [survivor.id, 900]);
    const refused = await one.page(`${pageOf(gone)}?into=${survivor.id}`, form);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain(
      'Something changed since you looked: now $100 would move, and $400 would be refunded',
    );
    expect(wordsOf(refused)).toContain('name="movedCents" value="10000"');
    expect((await productNow(gone.id)).raisedCents).toBe(50_000);
    const { movedCents: _, ...blind } = form;
    expect((await one.page(pageOf(gone), blind)).status).toBe(409);
    expect((await productNow(gone.id)).mergedInto).toBeNull();
    const again = await mergeFormOf(one, gone, survivor);
    expect((await one.page(pageOf(gone), again)).status).toBe(303);
    expect((await productNow(survivor.id)).raisedCents).toBe(100_000);
  });

  it('sends nothing back for a checkout that may lapse', async () => {
    const one = await anAdministrator(story);
    const [gone, survivor] = [await aProduct('Owed nothing'), await aProduct('Crowded', 100)];
    await pays(new Visitor(story), [gone.id, 60]);
    const looked = await mergeFormOf(one, gone, survivor);
    await new Visitor(story).commit([survivor.id, 100]);
    const refused = await one.page(`${pageOf(gone)}?into=${survivor.id}`, looked);
    expect(refused.status).toBe(409);
    expect(wordsOf(refused)).toContain('Someone is paying for the product to keep');
    expect(await productNow(gone.id)).toMatchObject({ raisedCents: 6_000, mergedInto: null });
    const look = await one.page(`${pageOf(gone)}?into=${survivor.id}`);
    expect(wordsOf(look)).not.toContain('Merge them');
  });
});

describe('what visitors write', () => {
  let nth = 0;
  /** Somebody who has added a product and paid for it. */
  async function aSubmission(comments: string) {
    const visitor = new Visitor(story);
    const submissionData = {
      name: `Sorrel soup ${++nth}`,
      product_url: `https://shop.example/sorrel/${nth}`,
      upc: `01234500000${nth}`,
      comments,
      amount: 30,
    };
    const { body } = await visitor.submit(submissionData);
    await paysAt(visitor, body.sessionId);
    const [product] = await rowsWhere(products, eq(products.name, submissionData.name));
    if (!product) throw new Error('no product');
    return { visitor, product };
  }
  const publicPage = async ({ id }: { id: number }) => {
    const response = await fetch(`${story.url}/product/${id}?${Math.random()}`);
    return (await response.text()).replaceAll('<!-- -->', '');
  };

  it('is not yet reviewed, and kept from search engines, until an administrator has pressed once; it is funded meanwhile', async () => {
    const { product } = await aSubmission('In glass, please.');
    const about = (await findProduct(product.id))!;
    expect(about.awaits_review).toBe(true);
    expect(isUnlisted(about)).toBe(true);
    expect(await publicPage(product)).toContain('Not yet reviewed');
    await pays(new Visitor(story), [product.id, 40]);
    expect(await productNow(product.id)).toMatchObject({ raisedCents: 7_000 });
    const one = await anAdministrator(story);
    const pressed = await one.page('/admin/submissions', {
      intent: 'look',
      product: String(product.id),
    });
    expect(pressed.status).toBe(200);
    expect(wordsOf(pressed)).not.toContain(product.name);
    expect(isUnlisted((await findProduct(product.id))!)).toBe(false);
    // A page is shared for a second.
    await eventually(
      () => publicPage(product),
      (page) => !page.includes('looked at'),
    );
    const [row, ...more] = await historyOf(product);
    expect(more).toEqual([]);
    expect(row).toMatchObject({ actor: one.email, action: 'look-at-product' });
    // Pressed again, also where a colleague was faster, nothing more is written.
    expect((await one.page(pageOf(product), { intent: 'look' })).status).toBe(303);
    expect(await historyOf(product)).toHaveLength(1);
  });

  it('stands in the queue and on the product’s desk, comments and barcode with it, and no address', async () => {
    const { product, visitor } = await aSubmission('Sold in <b>glass</b>\nand in tins.');
    const one = await anAdministrator(story);
    for (const page of ['/admin/submissions', pageOf(product)]) {
      const shown = wordsOf(await one.page(page));
      expect(shown).toContain('Sold in &lt;b&gt;glass&lt;/b&gt;\nand in tins.');
      expect(shown).toContain(`barcode: 01234500000${nth}`);
      expect(shown).toContain(`https://shop.example/sorrel/${nth}`);
      expect(shown).not.toContain(visitor.email);
    }
    // Off the list it needs no look, and what was written stays readable.
    await one.page(pageOf(product), { ...REMOVAL, raisedCents: '3000' });
    expect(wordsOf(await one.page('/admin/submissions'))).not.toContain(product.name);
    expect(wordsOf(await one.page(pageOf(product)))).toContain('and in tins.');
    const late = await one.page('/admin/submissions', {
      intent: 'look',
      product: String(product.id),
    });
    expect(late.status).toBe(409);
  });

  it('stands beside what is listed and tested under its name, the merge one press away', async () => {
    const { product } = await aSubmission('');
    const listed = await aProduct(product.name);
    await addRows(testedProducts, {
      originalId: 777,
      name: `${product.name} 12 oz`,
      tags: [],
      searchText: 'sorrel',
    });
    const one = await anAdministrator(story);
    const shown = wordsOf(await one.page('/admin/submissions'));
    expect(shown).toMatch(new RegExp(`Tested:[^]{0,99}/plasticlist/777"`));
    const [, press] = new RegExp(`href="([^"]*into=${listed.id}[^"]*)"`).exec(shown)!;
    expect(press).toBe(`${pageOf(product)}?into=${listed.id}#merge`);
    const preview = wordsOf(await one.page(press!.split('#')[0]!));
    expect(preview).toContain(`Merge ${product.id} into ${listed.id}, for good`);
    await db().delete(testedProducts).where(eq(testedProducts.originalId, 777));
  });

  it('is discarded with others by one press, with a reason; what was not looked at stays', async () => {
    const [junk, other, grown] = [
      await aSubmission(''),
      await aSubmission(''),
      await aSubmission(''),
    ];
    const one = await anAdministrator(story);
    await pays(new Visitor(story), [grown.product.id, 40]);
    const form = new URLSearchParams({ intent: 'discard', reason: 'removed' });
    const all = [junk, other, grown].map(({ product }) => product.id);
    for (const id of all) form.append('chosen', `${id}:3000`);
    const press = () =>
      fetch(`${story.url}/admin/submissions`, {
        method: 'POST',
        headers: { Cookie: one.cookie, Origin: story.url },
        body: form,
      });
    expect([(await press()).status, (await productNow(junk.product.id)).removedReason]).toEqual([
      400,
      null,
    ]);
    form.append('sure', 'yes');
    const pressed = await press();
    expect(pressed.status).toBe(409);
    const shown = await pressed.text();
    expect(shown).toContain('2 products taken off the list');
    expect(shown).toContain(`${grown.product.id}: Something changed since you looked`);
    const now = await Promise.all(all.map((id) => productNow(id)));
    expect(now.map(({ removedReason }) => removedReason)).toEqual(['removed', 'removed', null]);
    await settleRefunds();
    const given = await rowsWhere(contributions, inArray(contributions.productId, all));
    expect(given.map(({ status }) => status).toSorted()).toEqual([
      'paid',
      'paid',
      'refunded',
      'refunded',
    ]);
  });

  it('as a wish at the home sign-up is counted at the desk, spellings as one, without addresses', async () => {
    const people = Array.from({ length: 3 }, () => new Visitor(story));
    const queries = ['Oat  <i>milk</i>', 'oat <i>MILK</i>', 'tea'];
    for (const [at, { email }] of people.entries()) {
      await people[at]!.post('/api/subscribers', { email, query: queries[at], status: 'new' });
    }
    const one = await anAdministrator(story);
    const shown = wordsOf(await one.page('/admin/submissions'));
    expect(shown).toMatch(/oat &lt;i&gt;MILK&lt;\/i&gt;<\/span>[^\n]*?2 sign-ups, 0 confirmed/);
    expect(shown).toMatch(/tea<\/span>[^\n]*?1 sign-up, 0 confirmed/);
    for (const { email } of people) expect(shown).not.toContain(email);
  });
});
