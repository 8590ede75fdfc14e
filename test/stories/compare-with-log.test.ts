import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { asc, eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import { latestAudit, startNightlyAudit } from '#app/admin/audit/audit-runs.server.ts';
import { compareWithLog } from '#app/admin/audit/compare-with-log.server.ts';
import { changeFields } from '#app/admin/products/change-product.server.ts';
import {
  correctTestStep,
  endProductTest,
  noteTestStep,
  registerProductTest,
} from '#test/support/acts.ts';
import { changeProduct } from '#test/support/gifts.ts';
import { fieldsOf, stateOf } from '#app/catalogue/edit-product.server.ts';
import { typedOf } from '#app/catalogue/product-fields.ts';
import { makeRelease } from '#app/data/releases/make-release.server.ts';
import { measurementsTable, samplesTable } from '#app/data/tables/sample-rows.server.ts';
import { db, snapshot } from '#app/database/db.server.ts';
import type { Administrator, Visitor } from '#app/http/call.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { answerMessage } from '#app/contact/contact-message.server.ts';
import { confirmObjection, publishReply, takeObjection } from '#app/contact/objections.server.ts';
import { findLabSamples } from '#app/results/lab-facts/lab-samples.server.ts';
import { findTestedReport } from '#app/results/read/tested-report.server.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { contactMessages, logLeaves, products } from '#db/schema.ts';
import { asOwner } from '#test/support/database.ts';
import { uncompiledPages } from '#test/support/pages.ts';
import { productFile, samplesFile } from '#test/support/samples-file.ts';
import { eventually, useStory } from '#test/support/story.ts';
import { Visitor as Browser } from '#test/support/visitor.ts';
import {
  aFundedProduct,
  aRegistration,
  buys,
  day,
  goes,
  isGivenUp,
  TO_CHECKED,
} from '#test/support/testing.ts';
import { printAudit } from '#cli/audit.ts';

const story = useStory({}, uncompiledPages);

const leavesOf = (id: number) =>
  db().select().from(logLeaves).where(eq(logLeaves.productId, id)).orderBy(logLeaves.index);
const BY = { actor: 'command line' } as const;

async function audited() {
  const out = new PassThrough();
  const code = await printAudit(out, new PassThrough());
  out.end();
  const lines = (await text(out)).split('\n');
  return { code, of: lines.filter((line) => /BESIDE|the log/.test(line)) };
}

/** What it says of the log alone, in its words. */
const beside = async () =>
  (await compareWithLog()).found.map((one) => `BESIDE THE LOG: ${one}`).join('\n');

/** As the owner of the database, whom no trigger stops. */
const writes = (statement: string) =>
  asOwner(`set session_replication_role = replica; ${statement}`);

describe('what pages say of a test, compared with the log', () => {
  it('agrees after all that a test can go through, and names what was changed beside the log', async () => {
    const { id } = (await aFundedProduct(story)).product;
    const changed = aRegistration({
      samples: 2,
      reason: 'One is enough, write to lab@example.org.',
    });
    expect(await registerProductTest(BY, id, changed, 1)).toMatchObject({ ok: true });
    const { registrations } = (await findTesting(id))!;
    expect(registrations.at(-1)?.reason).toBe('One is enough, write to [address].');
    const [first, lost] = [await buys(id), await buys(id, { lot: 'L-2', note: 'on sale' })];
    await goes(first, 'shipped');
    const steps = async () => (await findDesk(id)).samples[0]!.steps;
    const correct = async (step: string, more: object) => {
      const { id: stepId } = (await steps()).find((one) => one.step === step)!;
      const asItIs = { day: day(), place: null, lot: null, note: null, isVoid: false };
      return correctTestStep(BY, stepId, { ...asItIs, reason: 'a slip', ...more });
    };
    expect(await correct('bought', { place: 'Other Shop', lot: 'L-1' })).toMatchObject({
      ok: true,
    });
    expect(await correct('shipped', { isVoid: true })).toMatchObject({ ok: true });
    story.advance(120);
    await goes(first, ...TO_CHECKED);
    await isGivenUp(lost);
    const rows = productFile({ id: `${id}-1`, DEHP_ng_g: '<5' });
    expect(await importSamples(rows, { about: id })).toMatchObject({ ok: true });
    const paper = {
      kind: 'certificate',
      fileName: 'c.pdf',
      content: Buffer.from('%PDF-1.4'),
    } as const;
    const corrected = productFile({ id: `${id}-1`, DEHP_ng_g: '<5', BPA_ng_g: '7' });
    const reason = 'Mistyped.';
    expect(await importSamples(corrected, { about: id, reason, evidence: [paper] })).toMatchObject({
      ok: true,
    });
    const other = (await aFundedProduct(story)).product.id;
    await isGivenUp(await buys(other));
    expect(await endProductTest(BY, other, 'It burst.')).toMatchObject({ ok: true });
    expect(await audited()).toEqual({
      code: 0,
      of: [
        'Compared with the log: 19 entries, results of 1 product, 16 acts of tests, 0 objections, 0 releases. All stand as they were sealed.',
      ],
    });

    const measured = `update lab_measurements set value_ng_g`;
    const [now, revision] = ['Results of product', `Revision 1 of product ${id}`];
    const changes: [does: string, undo: string, found: string][] = [
      [
        `${measured} = 0.5 where reported = '<5'`,
        `${measured} = 5 where reported = '<5'`,
        `${now} ${id} are not those that were published last.`,
      ],
      [
        `update result_revisions set rows = replace(rows, '<5', '<4') where number = 1`,
        `update result_revisions set rows = replace(rows, '<4', '<5') where number = 1`,
        `${revision} is not as entry`,
      ],
      [
        `update result_revisions set published_at = published_at - interval '1 year' where number = 1`,
        `update result_revisions set published_at = published_at + interval '1 year' where number = 1`,
        `${revision} is not as entry`,
      ],
      [
        `update result_revisions set number = 3 where number = 2`,
        `update result_revisions set number = 2 where number = 3`,
        `Revision 3 of product ${id} was never sealed.\nBESIDE THE LOG: Revision 2 of product ${id}, entry`,
      ],
      [
        `update tested_products set assessments = jsonb_set(assessments, '{child,bisphenols,risk}', '"High"')`,
        `update tested_products set assessments = jsonb_set(assessments, '{child,bisphenols,risk}', '"N/A"')`,
        `Levels of product ${id} do not follow from its results.`,
      ],
      [
        `insert into result_evidence values (${id}, 1, 'certificate', 'a.pdf', 'made up')`,
        `delete from result_evidence where file_name = 'a.pdf'`,
        `Never sealed: certificate of revision 1 of product ${id}`,
      ],
      [
        `update test_registrations set registered_at = registered_at - interval '1 day' where number = 1 and product_id = ${id}`,
        `update test_registrations set registered_at = registered_at + interval '1 day' where number = 1 and product_id = ${id}`,
        'but not noted so: {"accreditation":"AT-1234","form":"registration",',
      ],
      [
        `update test_steps set lot = 'L-9' where lot = 'L-2'`,
        `update test_steps set lot = 'L-2' where lot = 'L-9'`,
        `"lot":"L-9","note":"on sale","place":"Corner Shop","product":${id},"sample":2}`,
      ],
      [
        `update test_steps set day = '2026-01-02' where step = 'published'`,
        `update test_steps set day = '${day()}' where step = 'published'`,
        `product ${id} published on 2026-01-02`,
      ],
      [
        `update test_endings set reason = 'Nobody wanted it.'`,
        `update test_endings set reason = 'It burst.'`,
        '"reason":"Nobody wanted it."}',
      ],
      [
        `update log_leaves set leaf = replace(leaf, 'on sale', 'on offer'); update test_steps set note = 'on offer' where note = 'on sale'`,
        `update log_leaves set leaf = replace(leaf, 'on offer', 'on sale'); update test_steps set note = 'on sale' where note = 'on offer'`,
        'BESIDE THE LOG: Entry 3 was changed.',
      ],
      [
        `update log_leaves set form = 'release' where index = 3`,
        `update log_leaves set form = 'purchase' where index = 3`,
        'BESIDE THE LOG: Entry 3 was changed.',
      ],
      [
        `update log_leaves set index = 900 where index = 18`,
        `update log_leaves set index = 18 where index = 900`,
        'BESIDE THE LOG: Entries 18 to 899 are missing.',
      ],
      [
        `create table cut as select * from log_leaves where index = 18; delete from log_leaves where index = 18`,
        `insert into log_leaves select * from cut; drop table cut`,
        'BESIDE THE LOG: Entry 18 is missing.',
      ],
    ];
    for (const [does, undo, found] of changes) {
      await writes(does);
      expect([does, await beside()]).toEqual([does, expect.stringContaining(found)]);
      await writes(undo);
    }
    await writes(
      `create table cut as select * from test_steps where lot = 'L-2'; delete from test_steps where lot = 'L-2'`,
    );
    const { code, of } = await audited();
    const unnoted = expect.stringMatching(/^BESIDE THE LOG: Sealed as entry \d+, but not noted so/);
    expect([code, of[0]]).toEqual([1, unnoted]);
    await writes(
      `insert into test_steps overriding system value select * from cut; drop table cut`,
    );
  });

  it('agrees after a clock went back by an hour, and no entry is dated before the one before it', async () => {
    const { id } = (await aFundedProduct(story, 100, { isRegistered: false })).product;
    advanceClock(-3_600_000);
    try {
      expect(await registerProductTest(BY, id, aRegistration(), 0)).toMatchObject({ ok: true });
      const sample = await buys(id, { lot: 'L-7' });
      await goes(sample, ...TO_CHECKED);
      const rows = productFile({ id: `${id}-1`, DEHP_ng_g: '<5' });
      expect(await importSamples(rows, { about: id })).toMatchObject({ ok: true });
    } finally {
      advanceClock(3_600_000);
    }
    expect(await audited()).toEqual({
      code: 0,
      of: [expect.stringContaining('All stand as they were sealed.')],
    });
    const leaves = await db()
      .select({ leaf: logLeaves.leaf })
      .from(logLeaves)
      .orderBy(asc(logLeaves.index));
    const times = leaves.map(({ leaf }) => (JSON.parse(leaf) as { at: string }).at);
    expect(times).toEqual(times.toSorted());
    // What follows a clock that was set right is compared by its time again.
    await writes(
      `update test_registrations set registered_at = registered_at + interval '2 days' where product_id = ${id}`,
    );
    expect(await beside()).toContain('BESIDE THE LOG: Noted, but not sealed so');
    await writes(
      `update test_registrations set registered_at = registered_at - interval '2 days' where product_id = ${id}`,
    );
  });
});

describe('names, objections, and releases, compared with the log', () => {
  it('agree as they are, after a name was given by an administrator, too, and are found where changed', async () => {
    const { id } = (await aFundedProduct(story)).product;
    await goes(await buys(id), ...TO_CHECKED);
    expect(await importSamples(productFile({ id: `${id}-1` }), { about: id })).toMatchObject({
      ok: true,
    });
    const [one, other] = [901, 902];
    const teas = [one, other].map((code) => {
      return { id: `n-${code}`, product_id: String(code), product: `Tea ${code}`, tags: 'tea' };
    });
    expect(await importSamples(samplesFile(...teas), { source: 'Somebody' })).toMatchObject({
      ok: true,
    });
    const [row] = await db().select().from(products).where(eq(products.id, id));
    const { name } = row!;
    const fields = fieldsOf(row!);
    const typed = { ...typedOf(fields), name: `${name} and more` };
    story.advance(5);
    const administrator = { id: crypto.randomUUID(), email: 'one@example.org' } as Administrator;
    expect(await changeFields(administrator, id, typed, stateOf(fields))).toMatchObject({
      status: 200,
    });
    // An objection with its answer, and a maker's reply.
    const messageOf = async (text: string) =>
      (await db().select().from(contactMessages).where(eq(contactMessages.text, text)))[0]!.id;
    const visitor = { addressHash: 'a', browserHash: 'b' } as Visitor;
    const email = 'ada@example.org';
    await takeObjection(one, { email, text: 'Lot 7 was never sold.', ground: 'lot' }, visitor);
    const objection = await messageOf('Lot 7 was never sold.');
    expect(await confirmObjection(objection, visitor)).toMatchObject({ status: 200 });
    const answered = { text: 'It was, see x@example.org.', product: '', upheld: 'no' };
    expect(await answerMessage(administrator, objection, answered)).toMatchObject({ status: 200 });
    await takeObjection(one, { email, text: 'We changed it.', ground: 'maker' }, visitor);
    const reply = { product: String(one), maker: 'Tea Ltd.', isSure: true };
    expect(
      await publishReply(administrator, await messageOf('We changed it.'), reply),
    ).toMatchObject({ status: 200 });
    const released = await makeRelease();
    const release = 'made' in released ? released.made : '';
    const { code, of } = await audited();
    expect([code, of]).toEqual([
      0,
      [expect.stringMatching(/1 objection, 1 release\. All stand as they were sealed\.$/)],
    ]);

    const called = (product: number, as: string, was: string) =>
      `Product ${product} is called “${as}”, and was sealed as “${was}”.`;
    const part = `release_parts set content = content || '\\x20'::bytea`;
    const changes: [does: string, undo: string, found: string][] = [
      [
        `update tested_products set name = case original_id when ${one} then 'Tea ${other}' else 'Tea ${one}' end where original_id in (${one}, ${other})`,
        `update tested_products set name = 'Tea ' || original_id where original_id in (${one}, ${other})`,
        called(one, `Tea ${other}`, `Tea ${one}`),
      ],
      [
        `update tested_products set search_text = 'poison' where original_id = ${one}`,
        `update tested_products set search_text = 'tea ${one}' where original_id = ${one}`,
        called(one, `Tea ${one}`, `Tea ${one}`),
      ],
      [
        `update tested_products set tags = '{formula}' where original_id = ${one}`,
        `update tested_products set tags = '{tea}' where original_id = ${one}`,
        `Tags or notes of product ${one} are not those that were sealed.`,
      ],
      [
        `update tested_products set name = 'Poison' where original_id = ${id}`,
        `update tested_products set name = (select name from saved where id = ${id}) where original_id = ${id}`,
        `Product ${id} is called “Poison”`,
      ],
      [
        `update products set name = 'Poison' where id = ${id}; update tested_products set name = 'Poison', search_text = 'poison' where original_id = ${id}`,
        `update products set name = '${name} and more' where id = ${id}; update tested_products set name = s.name, search_text = s.search_text from saved s where original_id = s.id`,
        `Product ${id} is called “Poison”`,
      ],
      [
        `update ${part} where release = '${release}' and file = 'measurements.csv'`,
        `update release_parts set content = substr(content, 1, length(content) - 1) where release = '${release}' and file = 'measurements.csv'`,
        `measurements.csv of release ${release} was changed.`,
      ],
      [
        `update releases set contents = replace(contents::text, '"sha256": "', '"sha256": "0')::jsonb`,
        `update releases set contents = replace(contents::text, '"sha256": "0', '"sha256": "')::jsonb`,
        `of release ${release} was changed.`,
      ],
      [
        `update releases set sha256 = repeat('0', 64)`,
        `update releases set sha256 = (select leaf::jsonb ->> 'sha256' from log_leaves where form = 'release')`,
        `Open data ${release} is not the one that was sealed.`,
      ],
      [
        `update releases set name = '2020-01-01'`,
        `update releases set name = '${release}'`,
        `Open data ${release} is missing.`,
      ],
      [
        `update contact_messages set text = 'Nothing.' where id = '${objection}'`,
        `update contact_messages set text = 'Lot 7 was never sold.' where id = '${objection}'`,
        'has this otherwise than the desk.',
      ],
      [
        `update contact_messages set ground = 'figure' where id = '${objection}'`,
        `update contact_messages set ground = 'lot' where id = '${objection}'`,
        'has this otherwise than the desk.',
      ],
      [
        `update contact_messages set answer = 'You are right.' where id = '${objection}'`,
        `update contact_messages set answer = 'It was, see x@example.org.' where id = '${objection}'`,
        'has this otherwise than the desk.',
      ],
      [
        `update contact_messages set text = 'We are sorry.' where text = 'We changed it.'`,
        `update contact_messages set text = 'We changed it.' where text = 'We are sorry.'`,
        'has this otherwise than the desk.',
      ],
      [
        `create table cut as select * from contact_messages where id = '${objection}'; delete from contact_messages where id = '${objection}'`,
        `insert into contact_messages select * from cut; drop table cut`,
        'is missing.',
      ],
      [
        `insert into contact_messages select gen_random_uuid(), email, email_normalised, 'Made up.', 'x', created_at, answered_at, answer, about_product_id, ground, confirmed_at, repeat('1', 64) from contact_messages where id = '${objection}'`,
        `delete from contact_messages where text = 'Made up.'`,
        'or its answer, was never sealed.',
      ],
    ];
    await writes(
      `create table saved as select original_id as id, name, search_text from tested_products where original_id = ${id}`,
    );
    for (const [does, undo, found] of changes) {
      await writes(does);
      expect([does, await beside()]).toEqual([does, expect.stringContaining(found)]);
      await writes(undo);
    }
    expect(await beside()).toBe('');
    // The nightly audit finds it, too, and says so at the desk.
    await writes(changes[0]![0]);
    await startNightlyAudit();
    const run = await eventually(
      () => latestAudit(),
      (latest) => latest?.status === 'done',
    );
    expect(JSON.stringify(run?.report?.problems)).toContain('was sealed as');
    expect(run?.report?.matches).toBe(false);
    await writes(`${changes[0]![1]}; drop table saved`);
  });
});

describe('a sample that was measured', () => {
  it('cannot be given up, and is published in no figure with its sealed reason where it must not count', async () => {
    const { id } = (await aFundedProduct(story)).product;
    await changeProduct(id, { servingSizeG: 240 });
    const samples = [
      await buys(id),
      await buys(id, { lot: 'L-2' }),
      await buys(id, { lot: 'L-3' }),
    ];
    for (const sample of samples) await goes(sample, ...TO_CHECKED);
    const givesUp = () => {
      const lost = { step: 'given-up' as const, day: day(), place: null, note: 'Too high.' };
      return noteTestStep(BY, samples[2]!, lost);
    };
    expect(await givesUp()).toEqual({ ok: false, why: 'measured' });
    const steps = (await findDesk(id)).samples[2]!.steps;
    for (const step of ['checked', 'results-in'])
      await correctTestStep(BY, steps.find((row) => row.step === step)!.id, {
        day: day(),
        place: null,
        lot: null,
        note: null,
        isVoid: true,
        reason: 'Not so.',
      });
    expect(await givesUp()).toEqual({ ok: false, why: 'measured' });
    await goes(samples[2]!, 'results-in', 'checked');
    const found = ['1', '2', '3'].map((at) => {
      return { id: `${id}-${at}`, lot_no: `L-${at}`, DEHP_ng_g: at === '3' ? '90000' : '40' };
    });
    const two = productFile(found[0]!, found[1]!);
    expect(await importSamples(two, { about: id })).toMatchObject({ because: 'samples_missing' });
    const why = 'The bag had burst, says lab@example.org.';
    const header = productFile().trimEnd();
    const all = productFile(...found)
      .trimEnd()
      .split('\n')
      .map(
        (line) =>
          `${line},${line === header ? 'not_used' : line.includes(`${id}-3`) ? `"${why}"` : ''}\n`,
      )
      .join('');
    const doubt = `${id}-3 counts in no average: “${why}”`;
    expect(await importSamples(all, { about: id, confirmed: [] })).toMatchObject({
      doubts: expect.arrayContaining([doubt]),
    });
    expect(await importSamples(all, { about: id })).toMatchObject({ ok: true, samples: 3 });
    const report = (await findTestedReport(String(id)))!;
    expect(report.samples.map((one) => one.id)).toEqual([`${id}-1`, `${id}-2`]);
    expect(report.samples_not_used).toMatchObject([{ id: `${id}-3`, reason: why }]);
    expect(report.samples_not_used?.[0]?.test_results[0]?.dehp_ng_g).toBe(90_000);
    // 40 ng/g in both that count: 9,600 ng in 240 g, of 700,000.
    expect(report.risk.phthalates_tdi_percent).toBeCloseTo((40 * 240) / 7_000, 9);
    expect((await findLabSamples(id))?.map((one) => one.not_used)).toEqual([
      undefined,
      undefined,
      why,
    ]);
    const rowsOf = async (table: { rows: (tx: never) => AsyncIterable<unknown[]> }) => {
      const rows: unknown[] = [];
      await snapshot(async (tx) => {
        for await (const some of table.rows(tx as never)) rows.push(...some);
      });
      return rows as { sample_id: string; not_used: string | null }[];
    };
    for (const table of [samplesTable([id]), measurementsTable([id])]) {
      const own = (await rowsOf(table)).filter((row) => row.not_used === why);
      expect(new Set(own.map((row) => row.sample_id))).toEqual(new Set([`${id}-3`]));
    }
    const page = (await new Browser(story).page(`/plasticlist/${id}`)).body as string;
    expect(page).toContain('Measured, not used: The bag had burst');
    const leaf = (await leavesOf(id)).findLast(({ form }) => form === 'publication')!;
    expect(JSON.parse(leaf.leaf)).toMatchObject({
      form: 'openassay/publication/2',
      samples: 3,
      not_used: [{ sample: `${id}-3`, reason: 'The bag had burst, says [address].' }],
    });
    expect(await importSamples(two, { about: id, reason: 'Mistyped.' })).toMatchObject({
      because: 'samples_missing',
    });
    expect(await audited()).toMatchObject({ code: 0 });
    await writes(`update lab_samples set provenance = provenance - 'not_used'`);
    expect(await beside()).toContain(
      `Results of product ${id} are not those that were published last.`,
    );
  });
});
