import { eq, gte, like } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import calls from '#app/results/calls.ts';
import { kindNamed } from '#app/catalogue/kinds.ts';
import { upcKey } from '#app/catalogue/barcodes.ts';
import { searchText } from '#app/catalogue/product-keys.ts';
import { findListedAlike } from '#app/catalogue/search/find-alike.server.ts';
import {
  findClosestToGoal,
  findOpen,
  findToFund,
  newestToFund,
  toFundOf,
  untestedAmong,
} from '#app/catalogue/search/find-to-fund.server.ts';
import { addFurtherTests, addStarterProducts } from '#app/catalogue/seed-products.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { products, testedProducts, testedRatings } from '#db/schema.ts';
import { searchable } from '#app/kit/text.ts';
import { writeTestedProducts } from '#app/intake/store.server.ts';
import { selectTested } from '#app/results/read/risk-levels.server.ts';
import { allowMadeUpMoney, useDatabaseWithResults } from '#test/support/database.ts';
import { changeProduct, addRows } from '#test/support/gifts.ts';
import { openPage } from '#test/support/open-page.tsx';
import { findNearestTested } from '#app/results/kinds/nearest-tested.server.ts';
import { drawHits } from './draw-hits.server.tsx';
import { findEverything } from './find-everything.server.ts';
import { findTested } from './find-tested.server.ts';

useDatabaseWithResults();
allowMadeUpMoney();

beforeAll(async () => {
  const kinds = [
    ['Häagen-Dazs Vanilla Ice Cream (14 fl oz)', 'Häagen-Dazs', 'Ice Cream'],
    ['Nutella Hazelnut Spread with Cocoa', 'Nutella', 'Pantry'],
    ['Heinz Tomato Ketchup', 'Heinz', 'Condiments'],
  ] as const;
  const starters = kinds.map(([name, brand, category], at) => ({
    code: 1001 + at,
    name,
    brand,
    category,
    servingSizeG: null,
    servingSizeUnit: null,
    productUrl: null,
  }));
  await inTransaction((tx) => addStarterProducts(tx, starters));
});

describe('a search over everything finds among tested products', () => {
  test('by tag and by group', async () => {
    expect((await findTested('formula')).total).toBeGreaterThan(1);
    expect((await findTested('fast food burgers')).total).toBeGreaterThan(1);
    expect((await findTested('no such thing')).total).toBe(0);
  });
});

describe('a question is understood', () => {
  test.each([
    ['is oatly ok for toddler', 'oatly', 'plant-milk', [58]],
    ['Which infant formula is cleanest?', 'infant formula', 'infant-formula', [1, 227]],
    ['is fiji water safe', 'fiji water', 'bottled-water', [101, 115]],
  ])('%s', async (typed, asked, kind, ids) => {
    const found = await findEverything(typed);
    expect(found.asked).toBe(asked);
    expect(found.kinds[0]?.key).toBe(kind);
    const numbers = found.tested.items.map((row) => row.product_id);
    expect(numbers.toSorted((a, b) => a - b)).toEqual(ids);
  });

  test('a brand or another word leads to its kind', async () => {
    const similac = await findEverything('similac');
    expect(similac).toMatchObject({ tested: { total: 0 }, kinds: [{ key: 'infant-formula' }] });
    expect(similac.testedOfKind.map((row) => row.product_id)).toEqual([1, 227]);
    expect((await findEverything('7 up')).kinds[0]?.key).toBe('soda');
    expect((await findEverything('baby bottles')).kinds.map(({ key }) => key)).toEqual([
      'breast-milk',
    ]);
    expect((await findEverything('oat milks')).kinds.map(({ key }) => key)).toEqual(['plant-milk']);
  });

  test.each([
    ['apple sauce', 'apple-sauce'],
    ['applesauce', 'apple-sauce'],
    ['is BPA in cucumbers?', 'cucumbers'],
    ['eggs', 'eggs'],
    ['apple juice', 'juice'],
    ['tortilla chips', 'corn-chips'],
  ])('%j leads to what a survey found of it', async (typed, key) => {
    expect((await findEverything(typed)).kinds[0]?.key).toBe(key);
  });

  test('what nobody has added yet leads to its kind, and to no product beside it', async () => {
    await changeProduct(1002, { category: 'Pantry' });
    const found = await findEverything('avocado oil');
    expect(found).toMatchObject({ tested: { total: 0 }, testedOfKind: [] });
    expect(found.kinds).toEqual([{ key: 'cooking-oil', name: 'Cooking oil', isSurveyAlone: true }]);
    const { text } = await openPage('/search?q=avocado%20oil');
    expect(text).toContain('Cooking oil: what a survey found');
    expect(text).not.toContain('Not tested yet');
    expect(found.related).toEqual([]);
  });

  test.each(['lead', 'PFAS', 'microplastics', 'cadmium', 'what is safe', 'bpa', 'phthalates'])(
    '%j is answered on every page that searches, and nobody is asked to add it',
    async (typed) => {
      const { topic, asked } = await findEverything(typed);
      expect(asked).toBe(typed);
      expect(await drawHits(typed)).toContain(topic!.text.slice(0, 30));
      const near = await drawHits(typed, 'product');
      expect(near).toContain(topic!.text.slice(0, 30));
      expect(near).not.toContain('is called');
      const { text } = await openPage(`/search?q=${encodeURIComponent(typed)}`);
      expect(text).toContain(topic!.text.slice(0, 30));
      expect(text).not.toContain(`Add “`);
      expect(text).not.toContain('No product matches');
      const list = await openPage(`/plasticlist?search=${encodeURIComponent(typed)}`);
      expect(list.text).toContain(topic!.text.slice(0, 30));
      expect(list.text).not.toContain('No tested product matches');
    },
  );

  test('what is asked of a kind is answered, and the kind is found', async () => {
    const found = await findEverything('lead in chocolate');
    expect(found).toMatchObject({ asked: 'chocolate', kinds: [{ key: 'chocolate' }] });
    expect(found.topic?.text).toMatch(/^Lead, /);
    expect((await findEverything('cherios')).kinds).toMatchObject([{ key: 'cereal' }]);
  });

  test.each(['otaly', 'similac', 'similak'])(
    'the tested list says of %j that nothing matches only where it found nothing',
    async (typed) => {
      const { text } = await openPage(`/plasticlist?search=${typed}`);
      expect(text).toMatch(/Oatly|Enfamil/);
      expect(text).not.toContain('No tested product matches');
      expect(text).toContain(`Nothing else matches “${typed}”.`);
    },
  );

  test('where nothing is found, the list says so', async () => {
    const { text } = await openPage('/plasticlist?search=zzzz');
    expect(text).toContain('No tested product matches “zzzz”.');
  });

  test('a list in which nothing matches shows it as markup, and nothing where nothing is found', async () => {
    const drawn = await drawHits('oatly', 'product to fund');
    expect(drawn).toContain('No product to fund is called “oatly”. This is nearest:');
    expect(drawn).toContain('href="/plasticlist/58"');
    expect(drawn).toContain('href="/plasticlist/kinds/plant-milk"');
    expect(await drawHits('oatly')).not.toContain('is called');
    expect(await drawHits('zzzz', 'product to fund')).toBe('');
  });
});

describe('an item with tests for other panels is found once', () => {
  const METALS = 1_101;
  beforeAll(async () => {
    const test = (code: number, itemOf: number, name: string) => ({
      code,
      itemOf,
      panel: 'metals' as const,
      tested: {
        name,
        brand: 'Brand',
        category: 'Baby Food',
        servingSizeG: null,
        servingSizeUnit: null,
        productUrl: null,
      },
    });
    await inTransaction((tx) =>
      addFurtherTests(tx, [
        test(METALS, 1003, 'Heinz Tomato Ketchup'),
        test(1_109, 52, 'Gerber Baby Food Organic Carrot in Glass'),
      ]),
    );
    const alone = { id: 1_120, name: 'Quinoa Puffs', panel: 'metals', targetCents: 82_500 };
    const own = { upc: upcKey('073000000011'), searchText: searchText(alone.name, null) };
    await addRows(products, { ...alone, ...own });
    await changeProduct(1003, { upc: upcKey('073000000028') });
  });
  afterAll(async () => {
    await db().delete(products).where(gte(products.id, METALS));
    await changeProduct(1003, { upc: null });
  });

  test('to fund, with what else can be funded of it', async () => {
    for (const typed of ['heinz ketchup', '073000000028']) {
      const { toFund, further } = await findEverything(typed);
      expect(toFund).toMatchObject({ items: [{ id: 1003 }], total: 1 });
      expect(further).toMatchObject({ 1003: [{ id: METALS, panel: 'metals' }] });
    }
    const { text, html } = await openPage('/search?q=heinz');
    expect(text).toMatch(/Also to fund: metals ?, \$0 of \$825/);
    expect(html).toContain(`href="/product/${METALS}"`);
    expect(await drawHits('heinz', 'tested product')).toContain('Also to fund: ');
  });

  test('tested by PlasticList, and nothing more is said of what has one test', async () => {
    const carrot = await findEverything('gerber organic carrot');
    expect(carrot.toFund.items).toEqual([]);
    expect(carrot.further).toMatchObject({ 52: [{ id: 1_109 }] });
    expect(await drawHits('gerber organic carrot')).toContain('Also to fund: ');
    expect(await findEverything('oatly')).not.toHaveProperty('further');
    const { html } = await openPage('/search?q=carrot');
    expect(html.match(/>Gerber Baby Food Organic Carrot in Glass</g)).toHaveLength(1);
  });

  test('under its report alone, also where its item is hidden; by itself where that is not found', async () => {
    const hidden = { testingStatus: 'Tested', hiddenAt: new Date() };
    await changeProduct(1003, hidden);
    const [fiji] = await selectTested(db(), eq(testedProducts.originalId, 101));
    const name = 'Heinz Tomato Ketchup';
    const ketchup = { ...fiji!, originalId: 1003, name, searchText: searchable(name) };
    await inTransaction((tx) => writeTestedProducts(tx, [{ ...ketchup, productId: 1003 }]));
    const { tested, toFund, further } = await findEverything('heinz ketchup');
    expect(tested).toMatchObject({ items: [{ product_id: 1003 }], total: 1 });
    expect(toFund).toEqual({ items: [], total: 0 });
    expect(further).toMatchObject({ 1003: [{ id: METALS }] });
    await db().delete(testedRatings).where(eq(testedRatings.original_id, 1003));
    await db().delete(testedProducts).where(eq(testedProducts.originalId, 1003));
    const shown = { testingStatus: 'Untested', hiddenAt: null };
    await changeProduct(1003, shown);
    const renamed = { name: 'Karottenbrei', searchText: searchText('Karottenbrei', null) };
    await changeProduct(1_109, renamed);
    const other = await findEverything('karottenbrei');
    expect(other).toMatchObject({ tested: { total: 0 }, toFund: { items: [{ id: 1_109 }] } });
  });

  test('by itself where it has none for plastics, which searches of plastics do not have', async () => {
    for (const typed of ['quinoa puffs', 'puffs quinoa', '073000000011']) {
      const { toFund, further } = await findEverything(typed);
      expect(toFund).toMatchObject({ items: [{ id: 1_120 }], total: 1 });
      expect(further).toBeUndefined();
      expect(await findToFund(typed)).toEqual({ items: [], total: 0 });
      expect(await findOpen(typed)).toEqual({ ids: [], total: 0 });
    }
    expect(await drawHits('quinoa')).toContain('Quinoa Puffs (metals)');
    const { body } = await calls.findAlike.handle({ query: { name: 'Quinoa Puffs' } } as never);
    expect(body).toMatchObject({ items: [], tested: [] });
    const query = { name: 'Quinoa Puffs', panel: 'metals' };
    const metals = await calls.findAlike.handle({ query } as never);
    expect(metals.body).toMatchObject({ items: [{ id: 1_120 }], tested: [] });
  });

  test('and its test for metals by nobody who asks for plastics of its kind', async () => {
    const kind = { ...kindNamed('jam')!, products: [METALS] };
    expect(await toFundOf(kind)).toEqual([]);
    expect(await newestToFund(kind.products)).toEqual([]);
    expect(await untestedAmong(kind.products)).toEqual([]);
  });

  test('“metals” finds nothing that is only spelled like it', async () => {
    for (const typed of ['metals', 'metal']) {
      const { topic, tested, toFund } = await findEverything(typed);
      expect(topic?.text).toMatch(/^Lead, /);
      expect([tested.total, toFund.total]).toEqual([0, 0]);
    }
  });

  test.each(['metals', 'lead', 'heavy metals', 'cadmium', 'arsenic in rice', 'mercury in tuna'])(
    '%j leads to the tests for metals',
    async (typed) => {
      const { topic } = await findEverything(typed);
      expect(topic?.text).toContain('A test of a product for those four can be funded, for $825.');
      expect(topic?.links[0]?.to).toBe('/?panel=metals');
      expect(await drawHits(typed)).toContain('href="/?panel=metals"');
    },
  );
});

describe('every box that searches', () => {
  const JALAPENO = 1004;
  const upc = '012345678905';
  beforeAll(async () => {
    const [fiji] = await selectTested(db(), eq(testedProducts.originalId, 101));
    const name = 'Jalapeño Chips';
    const chips = { ...fiji!, originalId: 9_001, name, searchText: searchable(name) };
    await inTransaction((tx) => writeTestedProducts(tx, [chips]));
    const dip = { id: JALAPENO, name: 'Jalapeño Dip', brand: 'Nescafé', upc: upcKey(upc) };
    await addRows(products, { ...dip, searchText: searchText(dip.name, dip.brand) });
  });
  afterAll(async () => {
    await db().delete(products).where(eq(products.id, JALAPENO));
    await db().delete(testedRatings).where(eq(testedRatings.original_id, 9_001));
    await db().delete(testedProducts).where(eq(testedProducts.originalId, 9_001));
  });

  test.each(['Jalapeno', 'ＪＡＬＡＰＥＮＯ', 'jalapenno', 'Jala-peno'])(
    'finds by %j',
    async (typed) => {
      const { tested, toFund } = await findEverything(typed);
      expect(toFund.items.map(({ id }) => id)).toEqual([JALAPENO]);
      expect(tested.items.map((row) => row.product_id)).toEqual([9_001]);
      const query = { name: typed };
      const { body } = await calls.findAlike.handle({ query } as never);
      expect(body).toMatchObject({
        items: [{ id: JALAPENO }],
        tested: [{ product_id: 9_001, name: 'Jalapeño Chips' }],
      });
      const { text } = await openPage(`/plasticlist?search=${encodeURIComponent(typed)}`);
      expect(text).toContain(`No tested product is called “${typed}”. This is nearest:`);
      expect(text).toContain('Jalapeño Dip');
      const compared = await openPage(`/plasticlist/compare?add=${encodeURIComponent(typed)}`);
      expect(compared.text).toContain('This is nearest: Jalapeño Chips');
      expect((await findOpen(typed)).ids).toEqual([JALAPENO]);
    },
  );

  test('finds by a barcode', async () => {
    const { text } = await openPage(`/plasticlist?search=${upc}`);
    expect(text).toMatch(/With this barcode: .*Jalapeño Dip/);
    const { body } = await calls.findAlike.handle({ query: { name: upc } } as never);
    expect(body).toMatchObject({ items: [{ id: JALAPENO }], tested: [] });
    expect((await findOpen(upc)).ids).toEqual([JALAPENO]);
  });

  test('finds what can be funded now where money is to go there', async () => {
    const set = (raisedCents: number, testingStatus: string) =>
      changeProduct(JALAPENO, { raisedCents, testingStatus });
    await set(127_500, 'Testing in Progress');
    expect(await findOpen('jalapeno')).toEqual({ ids: [], total: 0 });
    expect(await findOpen('jalapeño')).toEqual({ ids: [], total: 0 });
    await set(0, 'Untested');
  });
});

describe('what is listed under a name like a new product’s', () => {
  test.each([
    ['Häagen-Dazs Vanilla Ice Cream (14 fl oz)', ['Häagen-Dazs Vanilla Ice Cream (14 fl oz)']],
    ['HEINZ tomato ketchup, 32 oz squeeze bottle', ['Heinz Tomato Ketchup']],
    ['Nutella & GO! Hazelnut Spread', []],
    ['Nutela hazelnut 750g', ['Nutella Hazelnut Spread with Cocoa']],
    ['Häagen-Dazs Strawberry Sorbet', []],
    ['14 oz', []],
    ['', []],
  ])('%j: %j', async (name, alike) => {
    expect((await findListedAlike(name)).map((product) => product.name)).toEqual(alike);
  });
});

describe('and among products to fund', () => {
  test.each(['zzzz', 'a_b', 'x'.repeat(200), '012345678905'])(
    '%j matches nothing',
    async (typed) => {
      expect(await findToFund(typed)).toEqual({ items: [], total: 0 });
    },
  );

  test('a slip is forgiven in the name of product 5,000, after a change of that name as well', async () => {
    const many = Array.from({ length: 5_000 }, (_, at) => ({
      name: `Tin ${at}`,
      searchText: at === 0 ? 'quixotic marzipan\nüsküdar' : `tin ${at}\n`,
    }));
    await db().insert(products).values(many);
    for (const typed of [
      'quixotik',
      'mrazipan quixotic',
      'marzpian',
      'marzapan',
      'uskdar',
      'us qu',
    ])
      expect((await findToFund(typed)).items, typed).toHaveLength(1);
    const { items } = await findToFund('quixotik');
    await changeProduct(items[0]!.id, { searchText: 'zwetschgenknoedel\n' });
    expect((await findToFund('zwetchgenknodel')).items).toEqual(items);
    await db().delete(products).where(like(products.name, 'Tin %'));
  });

  test('the barcode of a product, as it is printed, finds that product alone', async () => {
    await changeProduct(1003, { upc: upcKey('036000291452') });
    // As printed, with its first zero lost, and as longer forms of the same number.
    for (const typed of ['0 36000 29145 2', '36000291452', '0036000291452', '00036000291452']) {
      const { items } = await findToFund(typed);
      expect(
        items.map(({ id }) => id),
        typed,
      ).toEqual([1003]);
    }
  });

  test('none that is tested', async () => {
    const set = (testingStatus: string) => changeProduct(1003, { testingStatus });
    await set('Tested');
    for (const typed of ['heinz ketchup', 'ketchup heinz', '0 36000 29145 2']) {
      expect(await findToFund(typed), typed).toEqual({ items: [], total: 0 });
    }
    await set('Untested');
  });
});

describe('the product closest to its goal', () => {
  const open = {
    raisedCents: 90_000,
    reservedCents: 0,
    testingStatus: 'Untested',
    unreviewedSince: null,
    hiddenAt: null,
    removedAt: null,
    removedReason: null,
    isDemo: false,
  };
  const closest = async () => (await findClosestToGoal())?.id;

  test('is the one that lacks the least, once any has something', async () => {
    expect(await closest()).toBeUndefined();
    await changeProduct(1001, { raisedCents: 500 });
    await changeProduct(1002, open);
    await changeProduct(1003, { raisedCents: 1_000 });
    expect(await closest()).toBe(1002);
    // What lacks least, as everywhere: a lower goal may be closer.
    await changeProduct(1003, { targetCents: 42_500, raisedCents: 42_000 });
    expect(await closest()).toBe(1003);
    await changeProduct(1003, { targetCents: 127_500, raisedCents: 1_000 });
  });

  test.each<[string, Partial<typeof products.$inferInsert>]>([
    ['in testing', { testingStatus: 'Testing in Progress' }],
    ['that nobody looked at yet', { unreviewedSince: new Date() }],
    ['off the list', { hiddenAt: new Date() }],
    ['taken off for good', { removedAt: new Date(), removedReason: 'removed' }],
    ['for demonstration', { isDemo: true }],
  ])('is none %s; nor does a report name that to be funded', async (_, change) => {
    await changeProduct(1002, open);
    expect(await newestToFund([1002])).toHaveLength(1);
    await changeProduct(1002, change);
    expect(await closest()).toBe(1003);
    expect(await toFundOf({ ...kindNamed('jam')!, products: [1002] })).toEqual([]);
    expect(await newestToFund([1002])).toEqual([]);
  });

  test.each([
    ['with its goal reached', { raisedCents: 127_500 }],
    ['that others are paying for', { reservedCents: 37_500 }],
  ])('is none %s', async (_, change) => {
    await changeProduct(1002, open);
    await changeProduct(1002, change);
    expect(await closest()).toBe(1003);
    expect(await toFundOf({ ...kindNamed('jam')!, products: [1002] })).toEqual([]);
  });
});

test('products to fund of a kind come with the most first, and where no money stands by their age', async () => {
  const kind = { ...kindNamed('jam')!, products: [1001, 1003] };
  await changeProduct(1001, { raisedCents: 12_700 });
  await changeProduct(1003, { raisedCents: 100 });
  expect((await toFundOf(kind)).map(({ id }) => id)).toEqual([1001, 1003]);
  expect((await newestToFund(kind.products)).map(({ id }) => id)).toEqual([1003, 1001]);
  expect(Object.keys((await newestToFund(kind.products))[0] ?? {})).toEqual(['id', 'name']);
  expect((await untestedAmong(kind.products)).map(({ id }) => id)).toEqual([1001, 1003]);
});

describe('a product to fund names the tested products of its kind', () => {
  const nearest = async (id: number) =>
    (await findNearestTested(id))?.items.map((row) => row.product_id);

  test.each([
    ['Silk soymilk', 1011, [58, 57]],
    ['Häagen-Dazs ice cream', 1034, [25, 300, 24]],
    ['Cheese slices', 1051, [145]],
    ['StarKist tuna', 1022, [138]],
    ['Jif peanut butter, and nothing decades old', 1039, [48, 47]],
  ])('%s: in the order of the kind’s page', async (_, id, ids) => {
    expect(await nearest(id)).toEqual(ids);
  });

  test.each([
    ['cream cheese, not milk', 1053],
    ['baby wipes, not formula', 1041],
    ['iced tea, not boba', 1046],
    ['potato chips, not bars', 1058],
    ['what a visitor added', 2_000],
  ])('nothing for %s', async (_, id) => {
    expect(await findNearestTested(id)).toBeNull();
  });

  test('with what its test says in a sentence', async () => {
    const found = await findNearestTested(1022);
    expect(found?.kind).toEqual({ key: 'tuna', name: 'Tuna' });
    expect(found?.items[0]).toEqual({
      product_id: 138,
      name: 'Wild Planet Albacore Wild Tuna',
      verdict:
        'Bisphenols: high, above the European limit for BPA; within the U.S. (EPA) and German (BfR) limits for certain. Phthalates and substitutes: low.',
    });
  });
});
