import { and, between, eq } from 'drizzle-orm';
import { beforeAll, describe, expect, it } from 'vitest';
import { audit } from '#app/admin/audit/audit.server.ts';
import { mergeProducts } from '#app/admin/products/merge-products.ts';
import { loadMergePreview } from '#app/admin/products/load-product.server.ts';
import { MERGE_REFUSALS } from '#app/admin/products/messages.ts';
import { findSameTest } from '#app/catalogue/create-product.server.ts';
import { editProduct, fieldsOf, stateOf } from '#app/catalogue/edit-product.server.ts';
import { productFromRow, productRows } from '#app/catalogue/product-row.server.ts';
import { removeProduct } from '#app/catalogue/product-standing.server.ts';
import { findNamed } from '#app/catalogue/search/find-named.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { searchable } from '#app/kit/text.ts';
import { sitePhotos } from '#app/pictures/product-photos.server.ts';
import { keepPhoto } from '#app/pictures/uploaded-photos.server.ts';
import { findFullReport } from '#app/results/read/tested-report.server.ts';
import { hidden } from '#app/funding/messages.ts';
import * as messages from '#app/submissions/messages.ts';
import { fdaFound } from '#app/surveys/fda-found.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { topicsOf } from '#app/subscriptions/topic-kinds.server.ts';
import { metals } from '#app/toxicology/panels/metals.ts';
import { productPhotos, products, testedProducts } from '#db/schema.ts';
import { addFirstProducts } from '#cli/first-data.ts';
import { orderIn, paysAt, pays } from '#test/support/books.ts';
import { changeProduct, addRows } from '#test/support/gifts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { aProduct, productNow, refuses, useStory } from '#test/support/story.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const TESTED = 'Oatly Oatmilk Full Fat Chilled in Carton';

beforeAll(async () => {
  const tested = { originalId: 58, name: TESTED, tags: [], searchText: searchable(TESTED) };
  await db().insert(testedProducts).values(tested);
});

/** A further test of an item, for metals. */
async function aMetalsTest(itemOf: number, name?: string, round = 1) {
  const test = await aProduct(name, 825);
  await changeProduct(test.id, { panel: 'metals', itemOf, round });
  return productNow(test.id);
}

/** What the tests of an item have in common. */
const called = ({
  name,
  brand,
  category,
  servingSizeG,
  searchText,
}: typeof products.$inferSelect) => ({
  name,
  brand,
  category,
  servingSizeG,
  searchText,
});

let nth = 0;
const aSubmission = <More extends object>(more: More = {} as More) => ({
  name: `Rice ${++nth}`,
  product_url: `https://shop.example/p/rice-${nth}`,
  amount: 30,
  ...more,
});
const submit = (submissionData: object) => new Visitor(story).submit(submissionData);
async function lists(submissionData: object) {
  const visitor = new Visitor(story);
  const { status, body } = await visitor.submit(submissionData);
  expect([status, body.error]).toEqual([200, undefined]);
  await paysAt(visitor, body.sessionId);
  return body.sessionId as string;
}
const named = (name: string) =>
  db().select().from(products).where(eq(products.name, name)).orderBy(products.id);

describe('adding a product to be tested for metals', () => {
  it('that is on the list for plastics is a further test of it, without its page and barcode', async () => {
    const data = aSubmission({ upc: '036000291452' });
    await lists(data);
    const metal = { ...data, name: 'Whatever it is called', panel: 'metals', upc: '' };
    const sessionId = await lists(metal);
    const [item] = await named(data.name);
    expect((await named(data.name)).slice(1)).toMatchObject([
      {
        panel: 'metals',
        round: 1,
        itemOf: item!.id,
        urlKey: null,
        upc: null,
        targetCents: 82_500,
        levels: 3,
        raisedCents: 3_000,
      },
    ]);
    expect(item).toMatchObject({ panel: 'plastics', itemOf: null, targetCents: 127_500 });
    const { metadata } = await stripe().checkout.sessions.retrieve(sessionId);
    expect(metadata).toMatchObject({ panel_1: 'metals', item_1: String(item!.id) });
    const again = await submit({ ...data, name: 'Again', panel: 'metals' });
    expect(again).toMatchObject(refuses(409, messages.alreadyListed(`${data.name} (metals)`)));
    const plastics = await submit({ ...data, name: 'Again' });
    expect(plastics.body).toMatchObject({ existing: { id: item!.id, name: data.name } });
    expect((await audit()).matches).toBe(true);
  });

  it('is listed once where two pay for it at the same moment', async () => {
    const data = aSubmission();
    await lists(data);
    const [one, two] = [new Visitor(story), new Visitor(story)];
    const metal = { ...data, panel: 'metals' };
    const opened = [await one.submit(metal), await two.submit(metal)];
    const ids = opened.map(({ body }) => body.sessionId as string);
    await Promise.all([one.payOnHostedPage(ids[0]!), two.payOnHostedPage(ids[1]!)]);
    await Promise.all(ids.map((id) => orderIn('paid', id)));
    const [item, ...tests] = await named(data.name);
    expect(tests).toMatchObject([{ panel: 'metals', itemOf: item!.id, raisedCents: 6_000 }]);
  });

  it('that nobody knows is an item of its own, of which plastics are a further test', async () => {
    const data = aSubmission({ panel: 'metals', upc: '012345678905' });
    await lists(data);
    const [item] = await named(data.name);
    expect(item).toMatchObject({ panel: 'metals', itemOf: null, upc: '00012345678905' });
    await lists({ ...aSubmission(), name: 'By its barcode', upc: '012345678905' });
    const [, test] = await named(data.name);
    expect(test).toMatchObject({ panel: 'plastics', itemOf: item!.id, targetCents: 127_500 });
    const found = await new Visitor(story).get('/api/products-alike?name=012345678905');
    expect(found.body.items).toMatchObject([{ id: test!.id, item: item!.id }]);
  });

  it('that PlasticList tested is a further test of that; for plastics it is tested already', async () => {
    await lists(aSubmission({ name: TESTED, panel: 'metals' }));
    const [test] = await named(TESTED);
    expect(test).toMatchObject({ panel: 'metals', round: 1, itemOf: 58 });
    const { status, body } = await submit(aSubmission({ name: TESTED }));
    expect([status, body.existing?.id, body.error]).toEqual([
      409,
      58,
      messages.alreadyTested(TESTED),
    ]);
    // Another product of the same name is no test of it.
    await lists(aSubmission({ name: TESTED, panel: 'metals', another: true }));
    expect((await named(TESTED))[1]).toMatchObject({ panel: 'metals', itemOf: null });
  });

  it('is called as its item is, whatever its submitter calls it', async () => {
    const data = aSubmission({ upc: '036000291513', serving_size_g: 30 });
    await lists(data);
    await lists({
      ...aSubmission(),
      name: 'Buy here',
      upc: data.upc,
      serving_size_g: 99,
      panel: 'metals',
    });
    const [item, test] = await named(data.name);
    expect(test).toMatchObject({ ...called(item!), panel: 'metals', servingSizeG: 30 });
    expect(await named('Buy here')).toEqual([]);
  });

  it('by another page or barcode than its item has is known by them too, and keeps the site from no start', async () => {
    const item = await aProduct('Nutri Loops');
    const own = aSubmission({ name: 'Nutri Loops', panel: 'metals', upc: '036000291506' });
    await lists(own);
    const test = (await named('Nutri Loops')).find(({ panel }) => panel === 'metals');
    expect(test).toMatchObject({ itemOf: item.id, urlKey: null, productUrl: own.product_url });
    const anew = { name: 'Nutri Loops 12 oz', panel: 'metals' };
    for (const same of [{ product_url: own.product_url }, { upc: own.upc }]) {
      const again = await submit({ ...aSubmission(), ...anew, ...same });
      expect([again.status, again.body.existing?.id]).toEqual([409, test!.id]);
      const plastics = await submit({ ...aSubmission(), ...anew, ...same, panel: 'plastics' });
      expect([plastics.status, plastics.body.existing?.id]).toEqual([409, item.id]);
    }
    await addFirstProducts();
    expect(await productNow(test!.id)).toMatchObject({ urlKey: null });
  });

  it('of what PlasticList tested is known by its page; for plastics that is tested already', async () => {
    const [test] = await named(TESTED);
    const again = { ...aSubmission(), product_url: test!.productUrl };
    const metals = await submit({ ...again, panel: 'metals' });
    expect([metals.status, metals.body.existing?.id]).toEqual([409, test!.id]);
    const { status, body } = await submit(again);
    expect([status, body.existing?.id]).toEqual([409, 58]);
  });

  it('is refused while its item is hidden', async () => {
    const item = await aProduct('Ham hock');
    await changeProduct(item.id, { hiddenAt: new Date() });
    const { status, body } = await submit(aSubmission({ name: 'Ham hock', panel: 'metals' }));
    expect([status, body.error]).toEqual([409, hidden('Ham hock')]);
  });

  it('takes what its goal takes, and says so', async () => {
    const refused = await submit(aSubmission({ panel: 'metals', amount: 826 }));
    expect(refused.body.error).toBe('Contribution amount must be between $25 and $825');
    expect(refused.body.error).toBe(messages.amountOutOfRange(metals));
    expect((await submit(aSubmission({ panel: 'metals', amount: 825 }))).status).toBe(200);
    expect((await submit(aSubmission({ panel: 'lead' }))).status).toBe(400);
    const gun = await submit(aSubmission({ panel: 'metals', name: 'Glock 19 pistol' }));
    expect(gun.body.error).not.toContain('plastic');
  });

  it('is chosen on the form, whose goal and price follow', async () => {
    const visitor = new Visitor(story);
    const { body } = await visitor.page('/add-product?panel=metals');
    expect(body).toContain('It is tested once $825 has been raised.');
    expect(body.replaceAll('<!-- -->', '')).toContain('Three samples at $275 each, bought');
    expect(body).toMatch(/checked=""[^>]*value="metals"/);
    const plain = await visitor.page('/add-product');
    expect(plain.body).toContain('It is tested once $1,275 has been raised.');
    const { name, product_url } = aSubmission();
    const typed = { name, product_url, upc: '', serving_size_g: '', comments: '', amount: '900' };
    const refused = await visitor.page('/add-product', { ...typed, panel: 'metals' });
    expect(refused.body).toContain(messages.amountOutOfRange(metals));
    expect(refused.body).toContain('It is tested once $825 has been raised.');
    const led = await visitor.page('/add-product', { ...typed, amount: '800', panel: 'metals' });
    expect(led.status).toBe(303);
  });
});

describe('what an item is called', () => {
  const edit = (id: number, row: typeof products.$inferSelect, change: object) =>
    inTransaction((tx) =>
      editProduct(tx, id, { ...fieldsOf(row), ...change }, stateOf(fieldsOf(row))),
    );

  it('is changed in all of its tests at once, whichever is edited', async () => {
    const item = await aProduct('Old name');
    const metal = await aMetalsTest(item.id, 'Old name');
    const change = { name: 'New name', brand: 'New brand', category: 'Pantry', servingSizeG: 45 };
    expect(await edit(metal.id, metal, change)).toMatchObject({
      kind: 'done',
      ids: [item.id, metal.id],
    });
    for (const id of [item.id, metal.id]) {
      expect(await productNow(id)).toMatchObject({ ...change, searchText: 'new name\nnew brand' });
    }
  });

  it('is written where it was changed alone', async () => {
    const item = await aProduct('Own name');
    const metal = await aMetalsTest(item.id, 'Another name');
    await changeProduct(item.id, { brand: 'Own brand', servingSizeG: 30 });
    await changeProduct(metal.id, { servingSizeG: 99 });
    const now = await productNow(metal.id);
    expect((await edit(metal.id, now, { category: 'Pantry' })).kind).toBe('done');
    expect(await productNow(item.id)).toMatchObject({
      name: 'Own name',
      brand: 'Own brand',
      category: 'Pantry',
      servingSizeG: 30,
      searchText: 'own name\nown brand',
    });
  });

  it('and its serving stays as it is where any of its tests is published', async () => {
    const item = await aProduct('Published');
    const metal = await aMetalsTest(item.id, 'Published');
    await db().insert(testedProducts).values({
      originalId: item.id,
      productId: item.id,
      name: 'Published',
      tags: [],
      servingSizeG: 30,
      searchText: 'published',
    });
    expect(await edit(metal.id, metal, { servingSizeG: 31 })).toEqual({
      kind: 'published',
      servingG: 30,
    });
    expect((await edit(metal.id, metal, { servingSizeG: 30 })).kind).toBe('done');
  });

  it('its barcode is kept with its first test alone', async () => {
    const item = await aProduct('With a barcode');
    const metal = await aMetalsTest(item.id, 'With a barcode');
    expect((await edit(metal.id, metal, { upc: '00036000291469' })).kind).toBe('unchanged');
    expect((await edit(item.id, item, { upc: '00036000291469' })).kind).toBe('done');
    expect(await productNow(metal.id)).toMatchObject({ upc: null });
  });
});

const photo = { bytes: Buffer.from('x'), version: 'v', widthPx: 9, heightPx: 9 };

describe('a further test', () => {
  it('has the photo of its item, and is of its kind', async () => {
    const metal = await aMetalsTest(58, 'Of another round', 7);
    await inTransaction((tx) => keepPhoto(tx, 58, photo));
    await sitePhotos().uploads.refresh();
    const [row] = await productRows([metal.id]);
    expect(productFromRow(row!).image_url).toBe('/images/0058.webp?v=v');
    const topics = await inTransaction((tx) => topicsOf(tx, metal.id, true));
    expect(topics).toEqual([`product:${metal.id}`, 'kind:plant-milk']);
  });
});

describe('an item whose first test is taken off the list', () => {
  const codes = { urlKey: 'shop.example/p/handed', upc: '00036000291476' };

  it('goes on under the eldest of the others, with page, barcode and photo', async () => {
    const item = await aProduct('Handed on');
    const { id: metal } = await aMetalsTest(item.id);
    const { id: later } = await aMetalsTest(item.id, 'Handed on', 2);
    const page = `https://${codes.urlKey}`;
    await changeProduct(item.id, { ...codes, productUrl: page });
    await inTransaction((tx) => keepPhoto(tx, item.id, photo));
    await inTransaction((tx) => removeProduct(tx, item.id, 'removed'));
    expect(await productNow(metal)).toMatchObject({ itemOf: null, ...codes });
    expect(await productNow(later)).toMatchObject({ itemOf: metal, urlKey: null });
    expect(await productNow(item.id)).toMatchObject({ urlKey: null, upc: null });
    expect(await productNow(metal)).toMatchObject({ productUrl: page });
    const own = eq(productPhotos.productId, metal);
    expect(await db().$count(productPhotos, own)).toBe(1);
    expect(await findSameTest({ ...codes, panel: 'metals' })).toMatchObject({
      item: metal,
      test: { id: later },
    });
    // For plastics it may be added anew.
    expect(await findSameTest(codes)).toEqual({ item: metal });
  });

  it('gives its page back for good, also over starts, so that it can be added anew', async () => {
    const data = aSubmission();
    await lists(data);
    const [item] = await named(data.name);
    await inTransaction((tx) => removeProduct(tx, item!.id, 'removed'));
    await addFirstProducts();
    expect(await productNow(item!.id)).toMatchObject({ urlKey: null });
    // A start of the version before gave it back.
    await changeProduct(item!.id, { urlKey: item!.urlKey });
    const refused = await submit({ ...data, panel: 'metals' });
    expect(refused).toMatchObject(refuses(409, messages.wasRemoved(data.name)));
    await changeProduct(item!.id, { urlKey: null });
    await lists({ ...data, panel: 'metals' });
    const anew = { panel: 'metals', itemOf: null, urlKey: item!.urlKey, raisedCents: 3_000 };
    expect((await named(data.name))[1]).toMatchObject(anew);
  });

  it('is not keyed at a start once its heir has another page', async () => {
    const data = aSubmission();
    await lists(data);
    await lists({ ...data, panel: 'metals' });
    const [item, metal] = await named(data.name);
    await inTransaction((tx) => removeProduct(tx, item!.id, 'removed'));
    await changeProduct(metal!.id, {
      urlKey: 'other.example/p/1',
      productUrl: 'https://other.example/p/1',
    });
    await addFirstProducts();
    expect(await productNow(item!.id)).toMatchObject({ itemOf: metal!.id, urlKey: null });
  });

  it('or is merged, leaves the report of another its photo and its other tests', async () => {
    const first = await aProduct('Reported', 825);
    await changeProduct(first.id, { panel: 'metals' });
    const { id } = await aProduct('Reported');
    await changeProduct(id, {
      itemOf: first.id,
      testingStatus: 'Tested',
      testingBegunAt: new Date(),
    });
    const tested = { originalId: id, productId: id, name: 'Reported', searchText: 'reported' };
    await addRows(testedProducts, { ...tested, tags: [] });
    await inTransaction((tx) => keepPhoto(tx, first.id, photo));
    const other = await aProduct('Its duplicate', 825);
    await changeProduct(other.id, { panel: 'metals' });
    await mergeProducts({ actor: 'command line' }, first.id, other.id);
    const report = async () => {
      await sitePhotos().uploads.refresh();
      return findFullReport(String(id));
    };
    const of = (code: number) => ({
      item: code,
      report: { product_url: `/images/${code}.webp?v=v` },
    });
    expect(await report()).toMatchObject(of(other.id));
    await inTransaction((tx) => removeProduct(tx, other.id, 'removed'));
    expect(await report()).toMatchObject(of(id));
    const metal = await aMetalsTest(id, 'Reported');
    const { body } = await new Visitor(story).page(`/plasticlist/${id}`);
    expect(body).toContain(`/product/${metal.id}`);
  });

  it('because it cannot be tested keeps them, and the others can still be funded', async () => {
    const item = await aProduct('Untestable');
    const metal = await aMetalsTest(item.id);
    const own = { urlKey: 'shop.example/p/untestable', upc: null };
    await changeProduct(item.id, own);
    await inTransaction((tx) => removeProduct(tx, item.id, 'untestable'));
    expect(await productNow(item.id)).toMatchObject({ urlKey: own.urlKey });
    expect((await findSameTest(own)).test?.id).toBe(item.id);
    expect((await findSameTest({ ...own, panel: 'metals' })).test?.id).toBe(metal.id);
    await pays(new Visitor(story), [metal.id, 40]);
  });
});

describe('merging items', () => {
  const BY = { actor: 'command line' } as const;

  it('is refused of tests for different panels, or of different rounds', async () => {
    const [item, other] = [await aProduct(), await aProduct()];
    const metal = await aMetalsTest(item.id);
    expect(await mergeProducts(BY, metal.id, other.id)).toEqual({ ok: false, why: 'other_test' });
    expect(await loadMergePreview(metal.id, other.id)).toEqual({
      error: MERGE_REFUSALS.other_test,
    });
    await changeProduct(other.id, { round: 2 });
    expect(await mergeProducts(BY, other.id, item.id)).toEqual({ ok: false, why: 'other_test' });
  });

  it('takes along the further tests of the duplicate that the other has none of', async () => {
    const [gone, survivor] = [await aProduct('Listed twice'), await aProduct('Listed')];
    const metal = await aMetalsTest(gone.id, 'Listed twice');
    await pays(new Visitor(story), [metal.id, 40]);
    expect(await loadMergePreview(gone.id, survivor.id)).toMatchObject({ too: [] });
    expect(await mergeProducts(BY, gone.id, survivor.id)).toMatchObject({ ok: true });
    expect(await productNow(metal.id)).toMatchObject({ itemOf: survivor.id, raisedCents: 4_000 });
    const [row] = await productRows([metal.id]);
    expect(productFromRow(row!)).toMatchObject({ panel: 'metals', item: survivor.id });
    expect((await audit()).matches).toBe(true);
  });

  it('is refused before those that the other has too are merged, and leaves none behind', async () => {
    const [gone, survivor] = [await aProduct('Both twice'), await aProduct('Both')];
    const [twice, once] = [await aMetalsTest(gone.id), await aMetalsTest(survivor.id)];
    await changeProduct(survivor.id, { urlKey: 'shop.example/p/both' });
    const refused = { ok: false, why: 'others_first', too: [twice.id] };
    expect(await mergeProducts(BY, gone.id, survivor.id)).toEqual(refused);
    expect(await loadMergePreview(gone.id, survivor.id)).toEqual({
      error: `${MERGE_REFUSALS.others_first} In the way: ${twice.id}.`,
    });
    // Whichever of the two stays is the survivor's in the end.
    await pays(new Visitor(story), [once.id, 40]);
    expect(await mergeProducts(BY, once.id, twice.id)).toMatchObject({ ok: true });
    expect(await mergeProducts(BY, gone.id, survivor.id)).toMatchObject({ ok: true });
    expect(await productNow(twice.id)).toMatchObject({ itemOf: survivor.id, raisedCents: 4_000 });
    expect(await findNamed('Both twice', 'metals')).toMatchObject({
      item: survivor.id,
      test: { id: twice.id },
    });
    const product_url = 'https://shop.example/p/both';
    const again = await submit(aSubmission({ product_url, panel: 'metals' }));
    expect([again.status, again.body.existing?.id]).toEqual([409, twice.id]);
    expect((await audit()).matches).toBe(true);
  });

  it('takes along what was merged or removed before, so that nothing is of a merged item', async () => {
    const [gone, survivor] = [await aProduct('Long gone'), await aProduct('Stays')];
    const [twice, once] = [await aMetalsTest(gone.id), await aMetalsTest(survivor.id)];
    const last = await aMetalsTest(gone.id, 'Untestable', 2);
    await mergeProducts(BY, twice.id, once.id);
    await inTransaction((tx) => removeProduct(tx, last.id, 'untestable'));
    expect(await mergeProducts(BY, gone.id, survivor.id)).toMatchObject({ ok: true });
    for (const { id } of [twice, once, last])
      expect(await productNow(id)).toMatchObject({ itemOf: survivor.id });
  });

  it('is refused where a first test for plastics would be one of what PlasticList tested', async () => {
    const first = await aProduct('First for metals', 825);
    await changeProduct(first.id, { panel: 'metals', round: 5 });
    const { id: plastics } = await aProduct('First for metals');
    await changeProduct(plastics, { itemOf: first.id });
    const ofTested = await aMetalsTest(58, 'Of PlasticList’s', 5);
    const refused = { ok: false, why: 'others_first', too: [plastics] };
    expect(await mergeProducts(BY, first.id, ofTested.id)).toEqual(refused);
    expect(await mergeProducts(BY, ofTested.id, first.id)).toMatchObject({ ok: true });
    expect(await productNow(plastics)).toMatchObject({ itemOf: first.id, round: 1 });
  });

  it('of one whose first test stays says that the first is to be merged as well', async () => {
    const [item, other] = [await aProduct(), await aProduct()];
    const [one, two] = [await aMetalsTest(item.id), await aMetalsTest(other.id)];
    expect(await loadMergePreview(one.id, two.id)).toMatchObject({ too: [item.id] });
  });
});

describe('the first tests for metals', () => {
  it('are of items on the list, as they are called now', async () => {
    await addFirstProducts();
    const seeds = and(eq(products.panel, 'metals'), between(products.id, 1101, 1112));
    await db().delete(products).where(seeds);
    await changeProduct(1022, { name: 'Edited', brand: 'Edited brand', servingSizeG: 41 });
    await mergeProducts({ actor: 'command line' }, 1017, 1022);
    await inTransaction((tx) => removeProduct(tx, 1043, 'removed'));
    await inTransaction((tx) => removeProduct(tx, 1045, 'untestable'));
    expect(await addFirstProducts()).toBe(9);
    const tests = await db().select().from(products).where(seeds).orderBy(products.id);
    expect(tests.map(({ itemOf }) => itemOf)).toEqual([1022, 1048, 1060, 1, 13, 52, 68, 138, 186]);
    const edited = { name: 'Edited', brand: 'Edited brand', servingSizeG: 41 };
    expect(tests[0]).toMatchObject({ ...edited, searchText: 'edited\nedited brand' });
  });

  /** `test/oracle/surveys` holds the sentences themselves to FDA’s rows. */
  it.each([
    [1109, 52, 113],
    [1107, 1, 22],
    [1110, 68, 45],
    [1111, 138, 142],
  ])('%i says before giving what FDA found in such food', async (code, item, servingG) => {
    const [first, ...lines] = fdaFound(item, servingG).replaceAll('**', '').trim().split('\n');
    const text = await (await fetch(`${story.url}/product/${code}.md`)).text();
    expect(text.split('What FDA found.')).toHaveLength(2);
    for (const line of [first!, ...lines]) expect(text).toContain(line.trim().slice('- '.length));
    expect(lines).toHaveLength(item < 60 ? 4 : 0);
    if (lines.length === 0) expect(text).toContain('have no rows of this kind');
    expect(text.includes('Total arsenic can’t answer rice')).toBe(item === 68);
  });

  it('of plastics says nothing of FDA', async () => {
    const text = await (await fetch(`${story.url}/product/1044.md`)).text();
    expect(text).toContain('Before you give');
    expect(text).not.toContain('What FDA found');
  });
});
