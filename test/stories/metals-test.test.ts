import { desc, eq } from 'drizzle-orm';
import { expect, it } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { selectTested } from '#app/results/read/risk-levels.server.ts';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { compareTestsWithLog } from '#app/testing/compare-tests-with-log.server.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { adminActions, logLeaves, products, testedProducts } from '#db/schema.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import { changeProduct } from '#test/support/gifts.ts';
import { registerProductTest } from '#test/support/acts.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile } from '#test/support/samples-file.ts';
import { aProduct, useStory } from '#test/support/story.ts';
import {
  aRegistration,
  buys,
  gives,
  goes,
  registrationFields,
  TO_CHECKED,
} from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';
import { runTyped } from '#test/commands/run-typed.ts';

const story = useStory({}, uncompiledPages);

const BY = { actor: 'command line' } as const;
const METALS = {
  panel: '4 metals: lead, cadmium, arsenic, and mercury',
  method: 'ICP-MS',
  foodClass: 'dry infant cereal',
};
/** The same as a form has it. */
const { foodClass: food_class, ...TYPED } = METALS;
const FORM = { ...TYPED, food_class };
const LIMITS = 'Pb 2, Cd 0.5, As 5, Hg 1';

/** A further test of an item, for metals, with its money. */
async function aFundedMetalsTest() {
  const item = await aProduct();
  const test = await aProduct(item.name, 100);
  const asMetals = { panel: 'metals', itemOf: item.id };
  await changeProduct(test.id, asMetals);
  await gives(new Visitor(story), test.id, 100);
  return { item, id: test.id };
}

const leavesOf = async (id: number) => {
  const rows = await db()
    .select()
    .from(logLeaves)
    .where(eq(logLeaves.productId, id))
    .orderBy(logLeaves.index);
  return rows.map(({ leaf }) => JSON.parse(leaf) as Record<string, unknown>);
};

it('is registered with what the laboratory can measure down to, of each metal, in a form of its own', async () => {
  const { item, id } = await aFundedMetalsTest();
  const administrator = await anAdministrator(story);
  const path = `/admin/testing/${id}`;
  const desk = (await administrator.page(path)).body;
  expect(desk).toContain(`>${item.name} (metals)</h1>`);
  expect(desk).toContain('value="4 metals: lead, cadmium, arsenic, and mercury"');
  expect(desk).toContain('Limits of quantification, in micrograms per kilogram');
  const form = { intent: 'register', form: 'register', seen: '0', ...registrationFields() };
  const wrong = ['', 'Pb 2', 'Pb 2, Cd 0.5, As 5, Hg 0', 'Pb 2, Cd 1, As 5, Pb 1', 'none'];
  const absurd = ['1000000', '1.23456', '0.0000'].map((lead) => `Pb ${lead}, Cd 1, As 5, Hg 1`);
  for (const limits of [...wrong, ...absurd]) {
    const { status, body } = await administrator.page(path, { ...form, ...FORM, limits });
    expect([limits, status]).toEqual([limits, 409]);
    expect(body).toContain('State the laboratory’s limit of quantification for each substance');
  }
  expect(await leavesOf(id)).toEqual([]);
  expect(desk).toContain('<option value="dry infant rice cereal">dry infant rice cereal</option>');
  const classes: [string, string][] = [
    ['', 'Say which class of food it is, or “none of these.”'],
    ['cereal', 'There is no such food class.'],
  ];
  for (const [food, sentence] of classes) {
    const { body } = await administrator.page(path, {
      ...form,
      ...FORM,
      limits: LIMITS,
      food_class: food,
    });
    expect(body).toContain(sentence);
  }
  expect(await leavesOf(id)).toEqual([]);
  const sent = { ...form, ...FORM, limits: 'hg: 1, pb=2, As 5, Cd 0.50' };
  expect((await administrator.page(path, sent)).status).toBe(303);
  // The same again, in another order, is the same.
  const again = { ...sent, limits: LIMITS };
  expect((await administrator.page(path, again)).status).toBe(303);
  const [leaf, ...others] = await leavesOf(id);
  expect(others).toEqual([]);
  expect(leaf).toMatchObject({
    form: 'openassay/panel-registration/1',
    name: item.name,
    panel: METALS.panel,
    limits_ug_kg: { Pb: 2, Cd: 0.5, As: 5, Hg: 1 },
    food_class: 'dry infant cereal',
    rule: { version: 'metals-limits', date: '2026-11-30' },
  });
  expect(leaf).not.toHaveProperty('limits');
  const [action] = await db().select().from(adminActions).orderBy(desc(adminActions.id)).limit(1);
  expect(action?.after).toMatchObject({ limits: sent.limits });

  const reason = 'The laboratory measures lower';
  const lower = aRegistration({ ...METALS, limits: LIMITS.replace('Pb 2', 'Pb 1'), reason });
  expect(await registerProductTest(BY, id, lower, 1)).toMatchObject({ ok: true });
  const { registrations } = (await findTesting(id))!;
  expect(registrations.map(({ log_entry: entry }) => typeof entry)).toEqual(['number', 'number']);
  const lines = Object.fromEntries(registrations.at(-1)!.lines);
  expect(lines).toMatchObject({
    'Tested for': METALS.panel,
    'Limits of quantification': 'As 5 µg/kg, Cd 0.5 µg/kg, Hg 1 µg/kg, Pb 1 µg/kg',
    'Food class': 'dry infant cereal',
    'Judged by': 'rule metals-limits of November 30, 2026',
  });
  expect(lines).not.toHaveProperty('Levels');
  // A command begins with what stands.
  const words = ['testing', 'register', String(id), '--method', 'ICP-MS/MS', '--reason', 'better'];
  expect((await runTyped(...words)).code).toBe(0);
  const stands = { limits_ug_kg: { Pb: 1 }, food_class: 'dry infant cereal' };
  expect((await leavesOf(id)).at(-1)).toMatchObject(stands);
  expect((await runTyped(...words, '--food-class', 'none of these')).code).toBe(0);
  expect((await leavesOf(id)).at(-1)).toMatchObject({ ...stands, food_class: 'none of these' });

  await buys(id);
  expect(await compareTestsWithLog()).toMatchObject({ looked: 5, found: [] });
  const everybody = (await new Visitor(story).page(`/product/${id}`)).body;
  for (const text of ['Judged by', 'Pb 1 µg/kg', `Changed: ${reason}`])
    expect(everybody).toContain(text);
  expect((await new Visitor(story).page('/tests')).body).toContain(`${item.name} (metals)`);
  expect(await (await fetch(`${story.url}/tests.md`)).text()).toContain(`${item.name} (metals)`);
});

it('is refused where it can’t see what it must, or taken with a reason that everybody can read', async () => {
  const { id } = await aFundedMetalsTest();
  const own = eq(products.id, id);
  await db().update(products).set({ servingSizeG: 110 }).where(own);
  const administrator = await anAdministrator(story);
  const path = `/admin/testing/${id}`;
  const desk = (await administrator.page(path)).body;
  expect(desk).toContain(
    'Asked about: one serving (110 g) a day, for a child of 14 kg. Must see: FDA’s daily amount of lead for children (needs 20 µg/kg); EFSA’s tolerable weekly intake of cadmium (needs 45.4 µg/kg);',
  );
  expect(desk).toContain('Good to see: California’s warning threshold for lead (needs 4.54 µg/kg)');
  expect(desk).not.toContain('unseen_because');

  const form = { intent: 'register', form: 'register', seen: '0', ...registrationFields() };
  const high = { ...form, ...FORM, limits: 'Pb 20.1, Cd 45.46, As 5, Hg 1' };
  const refused = await administrator.page(path, high);
  expect(refused.status).toBe(409);
  expect(refused.body).toContain(
    'Can’t see: FDA’s daily amount of lead for children (needs 20 µg/kg, has 20.1); EFSA’s tolerable weekly intake of cadmium (needs 45.4 µg/kg, has 45.46). State lower limits',
  );
  expect(refused.body).toContain('name="unseen_because"');
  expect(await leavesOf(id)).toEqual([]);

  // As much as it needs is enough, and then there is nothing to give a reason for.
  const limits = 'Pb 20, Cd 45.45, As 5, Hg 1';
  const enough = { ...high, limits, unseen_because: 'Cheaper' };
  expect((await administrator.page(path, enough)).status).toBe(303);
  const [first] = await leavesOf(id);
  expect(first).toMatchObject({ limits_ug_kg: { Pb: 20, Cd: 45.45 }, serving_g: 110 });
  expect(first).not.toHaveProperty('kind');
  expect(first).not.toHaveProperty('unseen_because');
  const linesNow = async () =>
    Object.fromEntries((await findTesting(id))!.registrations.at(-1)!.lines);
  expect(await linesNow()).toMatchObject({
    'Can see':
      'FDA’s daily amount of lead for children (needs 20 µg/kg, has 20); EFSA’s tolerable weekly intake of cadmium (needs 45.45 µg/kg, has 45.45); EPA’s reference dose for inorganic arsenic (needs 7.63 µg/kg, has 5 by the total, which never shows that it is above); EFSA’s tolerable weekly intake of methylmercury (needs 23.6 µg/kg, has 1 by the total, which never shows that it is above); EFSA’s tolerable weekly intake of inorganic mercury (needs 72.7 µg/kg, has 1 by the total, which never shows that it is above)',
    'Can’t see': 'California’s warning threshold for lead (needs 4.54 µg/kg, has 20)',
  });

  const words = ['testing', 'register', String(id), '--reason', 'Another laboratory'];
  const higher = [...words, '--limits', LIMITS.replace('Pb 2', 'Pb 25')];
  const failed = await runTyped(...higher);
  expect([failed.code, failed.sentence]).toEqual([
    1,
    expect.stringContaining('lead for children (needs 20 µg/kg, has 25). State lower limits'),
  ]);
  const because = 'Nobody else was free, says lab@example.org';
  expect((await runTyped(...higher, '--unseen-because', because)).code).toBe(0);
  const said = 'Nobody else was free, says [address]';
  expect((await leavesOf(id)).at(-1)).toMatchObject({ unseen_because: said });
  expect(await linesNow()).toMatchObject({ 'Why it can’t see more': said });
  const everybody = (await new Visitor(story).page(`/product/${id}`)).body;
  for (const text of [said, 'lead for children (needs 20 µg/kg, has 25)'])
    expect(everybody).toContain(text);
  // What stands is kept by what changes something else, and goes where it is true no more.
  expect((await runTyped(...words, '--method', 'ICP-MS/MS')).code).toBe(0);
  expect((await leavesOf(id)).at(-1)).toMatchObject({ unseen_because: said, method: 'ICP-MS/MS' });
  // The question that was sealed stays, whatever becomes of the item.
  await db().update(products).set({ servingSizeG: 11 }).where(own);
  expect((await linesNow())['Asked about']).toContain('110 g');
  expect((await runTyped(...words, '--limits', LIMITS)).code).toBe(0);
  const last = (await leavesOf(id)).at(-1);
  expect(last).toMatchObject({ serving_g: 11, limits_ug_kg: { Pb: 2 } });
  expect(last).not.toHaveProperty('unseen_because');
  expect(await compareTestsWithLog()).toMatchObject({ found: [] });
});

it('says that nothing can be said where nobody knows how much is eaten, and of tuna one serving a week', async () => {
  const seenBy = async (itemOf: number | null, servingSizeG: number | null) => {
    const { id } = await aFundedMetalsTest();
    const set = { servingSizeG, ...(itemOf && { itemOf }) };
    await changeProduct(id, set);
    const said = aRegistration({ ...METALS, limits: 'Pb 30, Cd 90, As 15, Hg 90' });
    expect(await registerProductTest(BY, id, said, 0)).toMatchObject({ ok: true });
    const lines = (await findTesting(id))!.registrations[0]!.lines;
    return [(await leavesOf(id))[0]?.kind, Object.fromEntries(lines)] as const;
  };
  const [noKind, unknown] = await seenBy(null, null);
  expect([noKind, unknown['Can see']]).toEqual([
    undefined,
    'can’t be said, because nobody has said how much one serving is',
  ]);
  expect(unknown).not.toHaveProperty('Can’t see');
  const [formula, powder] = await seenBy(1, 22);
  expect([formula, powder['Can see']]).toEqual([
    'infant-formula',
    'can’t be said, because nobody has said how much a gram of it makes',
  ]);
  const { id } = await aFundedMetalsTest();
  const own = eq(products.id, id);
  await db().update(products).set({ itemOf: 227, asFedPerG: 7.5 }).where(own);
  const lead = aRegistration({ ...METALS, limits: 'Pb 20.7, Cd 16, As 2, Hg 7' });
  expect(await registerProductTest(BY, id, lead, 0)).toMatchObject({
    why: 'unseen',
    // 2.75 µg/kg of what is fed, 7.5 times as much of the powder
    about: expect.stringContaining('lead for children (needs 20.6 µg/kg, has 20.7).'),
  });
  const enough = { ...lead, limits: 'Pb 20.625, Cd 16, As 2, Hg 7' };
  expect(await registerProductTest(BY, id, enough, 0)).toMatchObject({ ok: true });
  expect((await leavesOf(id))[0]).toMatchObject({ kind: 'infant-formula', as_fed_per_g: 7.5 });
  const made = Object.fromEntries((await findTesting(id))!.registrations[0]!.lines);
  expect(made['Powder']).toBe('7.5 g as fed per gram, by the label');
  const [fish, tuna] = await seenBy(138, 56);
  expect(fish).toBe('tuna');
  expect(tuna['Asked about']).toBe('one serving (56 g) a week, for a child of 14 kg');
  expect(tuna['Can see']).toContain('cadmium (needs 625 µg/kg, has 90)');
});

it('is unlike a test for plastic chemicals, whose registration has no limits and stays as it was', async () => {
  const { id } = await aProduct(undefined, 100);
  await gives(new Visitor(story), id, 100);
  const administrator = await anAdministrator(story);
  expect((await administrator.page(`/admin/testing/${id}`)).body).not.toContain('name="limits"');
  const said = aRegistration({ limits: LIMITS });
  expect(await registerProductTest(BY, id, said, 0)).toEqual({ ok: false, why: 'has_levels' });
  expect(await registerProductTest(BY, id, aRegistration(), 0)).toMatchObject({ ok: true });
  const [leaf] = await leavesOf(id);
  expect(Object.keys(leaf!)).toEqual([
    'accreditation', 'at', 'form', 'laboratory', 'method', 'name', 'number', 'pack', 'panel',
    'payers', 'product', 'rule', 'samples', 'scope', 'shops', 'variant',
  ]); // prettier-ignore
  expect(leaf!.form).toBe('openassay/registration/1');
  expect((await findTesting(id))!.registrations[0]!.lines.at(-1)![0]).toBe('Levels');
});

it('stands in tables with what it is for and of which item, in the last columns', async () => {
  const { item, id } = await aFundedMetalsTest();
  for (const [file, code] of [
    ['/tests.csv', id],
    ['/products.csv', id],
  ] as const) {
    const text = await (await fetch(story.url + file)).text();
    const lines = text.split('\r\n');
    expect(lines[0]).toMatch(/,source,license,panel,item$/);
    expect(lines.find((line) => line.startsWith(`${code},`))).toMatch(
      new RegExp(`,CC-BY-4.0,metals,${item.id}$`),
    );
  }
  expect(await makeRelease()).toHaveProperty('made');
});

it('is named on the report of its item, and the report’s item is that of its row', async () => {
  const item = await aProduct(undefined, 100);
  await gives(new Visitor(story), item.id, 100);
  await goes(await buys(item.id), ...TO_CHECKED);
  // Its first test is PlasticList's: this one is of the same item.
  const others = [
    { panel: 'plastics', round: 2, itemOf: 16 },
    { panel: 'plastics', round: 1, itemOf: null },
  ];
  for (const set of others) {
    await changeProduct(item.id, set);
    const reason = `Of ${set.itemOf}.`;
    const file = productFile({ id: `${item.id}-1`, DEHP_ng_g: String(set.round) });
    expect(await importSamples(file, { about: item.id, reason })).toMatchObject({ ok: true });
    const own = eq(testedProducts.originalId, item.id);
    const [row] = await selectTested(db(), own);
    expect([row?.panel, row?.itemOf]).toEqual(['plastics', set.itemOf]);
  }
  const address = `/plasticlist/${item.id}`;
  expect((await new Visitor(story).page(address)).body).not.toContain('Also to fund');
  const sister = await aProduct(item.name, 825);
  const asMetals = { panel: 'metals', itemOf: item.id };
  await changeProduct(sister.id, asMetals);
  const page = await (await fetch(`${story.url}${address}.md?weight=adult`)).text();
  expect(page).toContain(`Also to fund: [metals](${story.url}/product/${sister.id})`);
});
