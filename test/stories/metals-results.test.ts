import { and, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { db } from '#app/database/db.server.ts';
import { writeFeed } from '#app/feed.server.ts';
import { compareResultsWithLog } from '#app/intake/compare-results-with-log.server.ts';
import { rateAnew } from '#app/intake/rate-anew.server.ts';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { allTested, countTestedProducts } from '#app/results/read/risk-levels.server.ts';
import {
  labMeasurements,
  labSamples,
  logLeaves,
  products,
  resultEvidence,
  resultRevisions,
  testedProducts,
  testedRatings,
} from '#db/schema.ts';
import { registerProductTest } from '#test/support/acts.ts';
import { changeProduct, rowsWhere, changeRows } from '#test/support/gifts.ts';
import { anAdministrator } from '#test/support/administrator.ts';
import {
  confirmedIn,
  hiddenIn,
  publishSeen as publish,
  seePreview,
  textOf,
} from '#test/support/desk.ts';
import { received } from '#test/support/inbox.ts';
import { longFile, wideFile } from '#test/support/lab-file.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile } from '#test/support/samples-file.ts';
import { aProduct, says, useStory } from '#test/support/story.ts';
import { aRegistration, buys, gives, goes, TO_CHECKED } from '#test/support/testing.ts';
import { Visitor } from '#test/support/visitor.ts';

const story = useStory({}, uncompiledPages);

const BY = { actor: 'command line' } as const;
const LIMITS = 'Pb 2, Cd 1, As 5, Hg 1';

/** A test for metals of which two samples were bought and checked, and whoever paid for it. */
async function aCheckedTest({
  samples = 2,
  servingSizeG = 110 as number | null,
  itemOf = 0,
  foodClass = 'none of these',
} = {}) {
  const item = await aProduct();
  const test = await aProduct(item.name, 100);
  await changeProduct(test.id, { panel: 'metals', itemOf: itemOf || item.id, servingSizeG });
  const giver = new Visitor(story);
  await gives(giver, test.id, 100);
  const said = aRegistration({
    method: 'ICP-MS',
    limits: LIMITS,
    samples,
    foodClass,
  });
  expect(await registerProductTest(BY, test.id, said, 0)).toMatchObject({ ok: true });
  for (let number = 1; number <= samples; number += 1) {
    const lot = `L-${number}`;
    await goes(await buys(test.id, { lot, receipt: `r-${number}` }), ...TO_CHECKED);
  }
  return { id: test.id, item, giver };
}

const looked = (one: Visitor, file: string, id: number) => seePreview(story, one, file, id);

const leavesOf = async (id: number, form: string) => {
  const rows = await rowsWhere(
    logLeaves,
    and(eq(logLeaves.productId, id), eq(logLeaves.form, form)),
  );
  return rows.map(({ leaf }) => JSON.parse(leaf) as Record<string, unknown>);
};

const testedRow = async (id: number) =>
  (await db().select().from(testedProducts).where(eq(testedProducts.originalId, id)))[0];

/** Golden case 1 and 2, of two samples: 3 µg/kg of lead, 12 of cadmium; `Pb` of the second. */
const filled = (id: number, lead: string, more: Record<string, string> = {}) =>
  ['3', lead].map((Pb, at) => ({
    sample: `${id}-${at + 1}`,
    Pb,
    Cd: '12',
    As: '<5',
    Hg: '<1',
    limit_kind: 'LOQ',
    unit: 'µg/kg',
    ...more,
  }));

describe('results of a test for metals', () => {
  it('are published from the template, said of each substance, sealed so, and corrected', async () => {
    const { id, item, giver } = await aCheckedTest({ foodClass: 'bottled water' });
    const one = await anAdministrator(story);
    const template = await one.get(`/api/testing/${id}/results-template`);
    expect(template.body).toMatch(
      /^sample,type,of,lot_no,laboratory,accreditation,analysis_method_metals,unit,limit_kind,basis,Pb,Cd,As,Hg\r\n/,
    );
    const first = await looked(one, wideFile(...filled(id, '3')), id);
    // 3 × 110 ng is 0.33 of 2.2 µg, 0.5 µg, and 14 kg × 0.5 µg; 12 × 110 × 7 ng is 9.24 of 35 µg.
    const lead =
      'One serving a day is within FDA’s daily amount of lead for children (15%) and within California’s warning threshold for lead (66%). EFSA names no tolerable amount; this serving is one twenty-first of the dose at which a child may lose one IQ point. For lead no authority calls any amount safe.';
    const cadmium =
      'Seven servings a week are within EFSA’s tolerable weekly intake of cadmium (26%). Up to three servings a day stay within it; four or more a day are above it.';
    expect(first.shown).toContain(`what is said of it: nothing → ${lead} ${cadmium}`);
    expect(first.shown).toContain('revision 1, first results');
    expect(await publish(one, first)).toMatchObject({ status: 200 });

    const row = await testedRow(id);
    const amount = (lowerNgG: number, upperNgG: number, loqNgG: number | null) => ({
      lowerNgG,
      upperNgG,
      highestUpperNgG: upperNgG,
      highestLowerNgG: lowerNgG,
      samples: 2,
      of: 2,
      loqNgG,
    });
    const [found, none] = [
      (ngG: number) => amount(ngG, ngG, null),
      (ngG: number) => amount(0, ngG, ngG),
    ];
    expect(row).toMatchObject({
      panel: 'metals',
      productId: id,
      name: `Brand ${item.name}`,
      servingSizeG: 110,
    });
    expect(row?.assessments).toEqual({
      amounts: { pb: found(3), cd: found(12), as: none(5), hg: none(1) },
    });
    const stored = await db()
      .select({
        sample: labSamples.sampleId,
        lot: labSamples.lot,
        key: labMeasurements.chemicalKey,
        reported: labMeasurements.reported,
      })
      .from(labMeasurements)
      .innerJoin(labSamples, eq(labSamples.id, labMeasurements.labSampleId))
      .where(eq(labSamples.testedProductId, id));
    expect(
      stored
        .filter(({ sample }) => sample === `${id}-1`)
        .toSorted((a, b) => (a.key < b.key ? -1 : 1)),
    ).toEqual(
      [
        ['as', '<5'],
        ['cd', '12'],
        ['hg', '<1'],
        ['pb', '3'],
      ].map(([key, reported]) => ({
        sample: `${id}-1`,
        lot: 'L-1',
        key,
        reported,
      })),
    );
    expect(
      await db().select().from(testedRatings).where(eq(testedRatings.original_id, id)),
    ).toEqual([]);
    const [revision] = await rowsWhere(resultRevisions, eq(resultRevisions.originalId, id));
    expect(revision?.rows.split('\n')[0]).toMatch(
      /\tPb_ng_g\tCd_ng_g\tAs_ng_g\tHg_ng_g\t.*serving_size_g$/,
    );
    expect(revision?.rows).not.toMatch(/DEHP|phthalates/);
    expect(await db().$count(resultEvidence, eq(resultEvidence.originalId, id))).toBe(1);
    const [leaf, ...others] = await leavesOf(id, 'publication');
    expect(others).toEqual([]);
    expect(leaf).toMatchObject({
      form: 'openassay/publication/2',
      samples: 2,
      rule: { version: 'metals-limits', date: '2026-11-30' },
      eater: { weight_kg: 14 },
      sentence: expect.stringMatching(
        /^One serving a day is within FDA.* EPA’s reference dose .* methylmercury /,
      ),
    });
    expect((leaf!.sentence as string).startsWith(`${lead} ${cadmium}`)).toBe(true);
    expect(leaf).not.toHaveProperty('levels');
    expect(leaf!.sentence).not.toContain('Measured above');
    const mail = await received(giver.email, 'results-published');
    expect(mail.text.replaceAll(/\s+/g, ' ')).toContain('lead, cadmium, arsenic, and mercury');
    expect(mail.text).not.toMatch(/plastic(?!list)|Low|Medium|High/);
    // Nothing of it is among plastics' levels, tables, and files.
    expect((await allTested()).map(({ originalId }) => originalId)).not.toContain(id);
    expect(await countTestedProducts()).toBe((await allTested()).length);
    for (const file of ['/api/published/samples', '/samples.csv', '/measurements.csv'])
      expect(await (await fetch(story.url + file)).text()).not.toContain(`${id}-1`);
    expect(await rateAnew()).toBe(0);

    const wrong = await looked(one, wideFile(...filled(id, '9')), id);
    expect(wrong.shown).toContain('a correction, needs a reason');
    expect(wrong.shown).toContain(`sample ${id}-2, Pb_ng_g: 3 → 9`);
    // 6 × 110 ng on the mean is 132% of 0.5 µg, and the highest of them 198%.
    const became =
      'Compared with California’s warning threshold for lead, what is eaten was within it and';
    expect(wrong.shown).toContain(`Product ${id}: ${became} becomes above it.`);
    // 9 is above FDA's 5 µg/kg of bottled water, and 3 is not.
    const byFood = 'FDA’s limit for lead in bottled water (5 µg/kg)';
    const measured = `Compared with ${byFood}, what was measured was above it in no sample and`;
    const nowAbove = 'above it in one of two samples';
    expect(wrong.shown).toContain(`Product ${id}: ${measured} becomes ${nowAbove}.`);
    expect(wrong.shown).toContain('2 people will be emailed'.replace('2 people', '1 person'));
    const reason = 'The laboratory had mistaken two vials.';
    expect(await publish(one, wrong, { reason })).toMatchObject({ status: 200 });
    const [correction] = await leavesOf(id, 'correction');
    expect(correction).toMatchObject({ revision: 2, reason });
    expect(correction!.sentence).toContain('above California’s warning threshold for lead (132%');
    const above = `Measured above ${byFood} in one of two samples.`;
    expect((correction!.sentence as string).endsWith(above)).toBe(true);
    expect((await testedRow(id))?.assessments).toMatchObject({
      amounts: { pb: { lowerNgG: 6, upperNgG: 6, highestUpperNgG: 9, highestLowerNgG: 9 } },
    });
    const told = await received(giver.email, 'results-corrected');
    expect(told.text.replaceAll(/\s+/g, ' ')).toContain(`${became} is above it now.`);
    expect(told.text.replaceAll(/\s+/g, ' ')).toContain(`${measured} is ${nowAbove} now.`);
    expect(told.text.replaceAll(/\s+/g, ' ')).toContain(correction!.sentence as string);
    expect(told.text).not.toMatch(/plastic chemicals|Low does not|level/);
    const transparency = textOf((await new Visitor(story).page('/transparency')).body);
    expect(transparency).toContain(
      `California’s warning threshold for lead: from within it to above it`,
    );
    expect(transparency).toContain(`Sample ${id}-2, Pb: from 3 to 9 (ng/g)`);
    const feed = await writeFeed(story.url);
    expect(transparency).toMatch(/Product \d+ \(metals\)/);
    expect(feed).toMatch(/Corrected: [^<]*\(metals\)<.*Tested: [^<]*\(metals\)</s);
    expect(feed).toContain('Its results for lead, cadmium, arsenic, and mercury are published.');
    expect(transparency).toContain(`${byFood}: from above it in no sample to ${nowAbove}`);
    const revised = async (number: number) =>
      (await fetch(`${story.url}/api/plasticlist/${id}/revisions/${number}`)).json();
    expect(await revised(1)).toMatchObject({
      revision: { number: 1 },
      product: {
        panel: 'metals',
        sentence: leaf!.sentence,
        samples: [{}, { concentrations: { pb: '3' } }],
      },
    });
    expect(await revised(2)).toMatchObject({
      product: { sentence: correction!.sentence, samples: [{}, { concentrations: { pb: '9' } }] },
    });
    expect(await revised(3)).toEqual({ error: 'These results were never published' });
    expect(await compareResultsWithLog()).toMatchObject({ found: [] });
    expect(await makeRelease()).toHaveProperty('made');
    // What is stored otherwise than it follows is found, and mended.
    await changeRows(testedProducts, eq(testedProducts.originalId, id), {
      assessments: { amounts: {} },
    });
    expect((await compareResultsWithLog()).found).toEqual([
      `Levels of product ${id} do not follow from its results.`,
    ]);
    expect(await rateAnew()).toBe(1);
    expect(await compareResultsWithLog()).toMatchObject({ found: [] });
  });

  it('are published from a line for each result, inorganic arsenic among them, without what is not used', async () => {
    const { id } = await aCheckedTest();
    const one = await anAdministrator(story);
    const lines = filled(id, '<2', { As: '20', iAs: '9' });
    const seen = await looked(one, longFile(...lines.map((line) => ({ ...line, limit: '1' }))), id);
    expect(await publish(one, seen)).toMatchObject({ status: 200 });
    const amounts = (await testedRow(id))?.assessments as { amounts: Record<string, object> };
    expect(Object.keys(amounts.amounts).toSorted()).toEqual(['as', 'cd', 'hg', 'ias', 'pb']);
    expect(amounts.amounts).toMatchObject({
      ias: { lowerNgG: 9, upperNgG: 9, samples: 2 },
      pb: { lowerNgG: 1.5, upperNgG: 2.5, highestUpperNgG: 3, samples: 2, loqNgG: 2 },
    });
    const [leaf] = await leavesOf(id, 'publication');
    // 9 × 110 ng a day is 0.99 of 14 × 0.06 µg.
    expect(leaf!.sentence).toContain('above EPA’s reference dose for inorganic arsenic (118%)');
    const without = wideFile(...lines.map((line, at) => (at === 1 ? { ...line, Pb: '900' } : line)))
      .replace('sample,', 'not_used,sample,')
      .replace(`\n${id}-1`, `\n,${id}-1`)
      .replace(`\n${id}-2`, `\nThe vial broke,${id}-2`);
    const again = await looked(one, without, id);
    expect(again.shown).toContain('counts in no average: “The vial broke”');
    expect(await publish(one, again, { reason: 'A vial broke.' })).toMatchObject({ status: 200 });
    const now = (await testedRow(id))?.assessments;
    expect(now).toMatchObject({ amounts: { pb: { lowerNgG: 3, highestUpperNgG: 3, samples: 1 } } });
    const [correction] = await leavesOf(id, 'correction');
    expect(correction).toMatchObject({
      not_used: [{ sample: `${id}-2`, reason: 'The vial broke' }],
    });
    expect(await compareResultsWithLog()).toMatchObject({ found: [] });
  });

  it('are read by what the product is tested for', async () => {
    const { id, item } = await aCheckedTest();
    const one = await anAdministrator(story);
    const plastic = await looked(one, productFile({ id: `${id}-1` }), id);
    expect(plastic.shown).toContain(
      `product ${id} is a test for metals, and these are results for plastic chemicals`,
    );
    const shape = await looked(one, wideFile({ sample: `${id}-1` }), id);
    expect(shape.shown).toContain('"DEHP" is not a column of the template');
    expect(shape.shown).toContain('the column "Pb" is missing');
    const metal = await looked(one, wideFile(...filled(item.id, '3')), item.id);
    expect(metal.shown).toContain('these are not the headings of the template');
    const own = productFile({ id: `${item.id}-1` }).replaceAll(/D\w+_ng_g/g, 'Pb_ng_g');
    expect((await looked(one, own, item.id)).shown).toContain('appears twice');
  });

  it('with a slip of the unit are asked about, and not published unless that is confirmed', async () => {
    const { id } = await aCheckedTest();
    const one = await anAdministrator(story);
    const seen = await looked(one, wideFile(...filled(id, '<0.002', { Hg: '<1.5' })), id);
    const asked = `These are not the limits that were registered, in ng/g. Check unit and basis: Hg of ${id}-1 (<1.5 µg/kg, limit 1.5 ng/g; registered 1); Pb of ${id}-2 (<0.002 µg/kg, limit 0.002 ng/g; registered 2); Hg of ${id}-2 (<1.5 µg/kg, limit 1.5 ng/g; registered 1).`;
    expect(confirmedIn(seen.body)).toContain(asked);
    // All of 2 × 4 are typed again, in the unit of the file.
    expect(seen.shown).toContain(`Pb of ${id}-2, in µg/kg`);
    const others = confirmedIn(seen.body).filter((text) => text !== asked);
    expect(await publish(one, seen, { confirm: others })).toMatchObject({ status: 400 });
    const typed = { [`typed-pb-${id}-2`]: '<2' };
    expect(await publish(one, seen, typed)).toMatchObject({
      status: 409,
      shown: expect.stringContaining(
        `What you typed differs from the file: Pb of ${id}-2, in µg/kg`,
      ),
    });
    expect(await testedRow(id)).toBeUndefined();
  });

  it('of powder are compared with what is fed of it, once the label’s figure is known', async () => {
    const one = await anAdministrator(story);
    const { id: unknown } = await aCheckedTest({ samples: 1, servingSizeG: 22, itemOf: 1 });
    const line = { Pb: '9', Cd: '<1', As: '<5', Hg: '<1' };
    const file = (id: number) => wideFile({ ...line, sample: `${id}-1`, unit: 'µg/kg' });
    const publishes = async (id: number) => {
      expect(await publish(one, await looked(one, file(id), id))).toMatchObject({ status: 200 });
      return (await leavesOf(id, 'publication'))[0];
    };
    expect(await publishes(unknown)).toMatchObject({
      eater: { weight_kg: 5 },
      sentence:
        'What that comes to can’t be said, because nobody has said how much a gram of it makes.',
    });

    const { id } = await aCheckedTest({ samples: 1, servingSizeG: 22, itemOf: 227 });
    const edits = async (asFedPerG: string) => {
      const page = `/admin/products/${id}`;
      const { body } = await one.page(page);
      const [row] = await db().select().from(products).where(eq(products.id, id));
      const { name, brand, category, productUrl } = row!;
      const fields = { name, brand: brand!, category, productUrl: productUrl ?? '', asFedPerG };
      const seen = hiddenIn(body, 'seen');
      return one.page(page, {
        intent: 'edit',
        seen,
        servingSizeG: '22',
        servingSizeUnit: '',
        upc: '',
        ...fields,
      });
    };
    for (const wrong of ['0.9', '31', 'x'])
      expect((await edits(wrong)).body).toContain('A number from 1 to 30');
    expect((await edits('7.5')).status).toBe(303);
    expect(confirmedIn((await looked(one, file(id), id)).body)).toContain(
      `Product ${id}: Grams as fed of a gram: registered as unknown, and now 7.5.`,
    );
    // 9 ÷ 7.5 × 800 g is 0.96 of 2.2 µg, and of 0.5 µg.
    expect((await publishes(id))?.sentence).toContain(
      'One day of formula (800 g as fed) is within FDA’s daily amount of lead for children (44%) and above California’s warning threshold for lead (192%).',
    );
    const refused = await edits('8');
    expect(refused).toMatchObject(
      says(409, 'Its results for metals are published, so this stays as it is.'),
    );
    expect(await compareResultsWithLog()).toMatchObject({ found: [] });
  });
});
