import { PassThrough } from 'node:stream';
import { text } from 'node:stream/consumers';
import { asc } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';
import {
  correctTestStep,
  endProductTest,
  registerProductTest,
} from '#app/admin/testing/order-tests.server.ts';
import { importSamples } from '#app/intake/import-samples.server.ts';
import { findTesting } from '#app/testing/find-testing.server.ts';
import { findDesk } from '#app/testing/testing-desk.server.ts';
import { db } from '#app/database/db.server.ts';
import { advanceClock } from '#app/platform/clock.server.ts';
import { logLeaves } from '#db/schema.ts';
import { asOwner } from '#test/support/database.ts';
import { productFile } from '#test/support/samples-file.ts';
import { useStory } from '#test/support/story.ts';
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

const story = useStory();
const BY = { actor: 'command line' } as const;

async function audited() {
  const out = new PassThrough();
  const code = await printAudit(out, new PassThrough());
  out.end();
  const lines = (await text(out)).split('\n');
  return { code, of: lines.filter((line) => /BESIDE|the log/.test(line)) };
}

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
        'Compared with the log: 19 entries, results of 1 product, 16 acts of tests. All stand as they were sealed.',
      ],
    });

    const measured = `update lab_measurements set value_ng_g`;
    const [now, revision] = ['Results of product', `Revision 1 of product ${id}`];
    const beside: [does: string, undo: string, found: string][] = [
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
        `update tested_ratings set risk = 'High' where family = 'bisphenols'`,
        `update tested_ratings set risk = 'N/A' where family = 'bisphenols'`,
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
        'but not noted so: {"accreditation":"AT-1234","form":"openassay/registration/1",',
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
    for (const [does, undo, found] of beside) {
      await writes(does);
      const { code, of } = await audited();
      expect([does, code, of.join('\n')]).toEqual([does, 1, expect.stringContaining(found)]);
      await writes(undo);
    }
    await writes(
      `create table gone as select * from test_steps where lot = 'L-2'; delete from test_steps where lot = 'L-2'`,
    );
    expect((await audited()).of[0]).toMatch(
      /^BESIDE THE LOG: Sealed as entry \d+, but not noted so/,
    );
    await writes(
      'insert into test_steps overriding system value select * from gone; drop table gone',
    );
  });

  it('agrees after a clock went back by a day, and no entry is dated before the one before it', async () => {
    const { id } = (await aFundedProduct(story, 100, { isRegistered: false })).product;
    advanceClock(-86_400_000);
    try {
      expect(await registerProductTest(BY, id, aRegistration(), 0)).toMatchObject({ ok: true });
      const sample = await buys(id, { lot: 'L-7' });
      await goes(sample, ...TO_CHECKED);
      const rows = productFile({ id: `${id}-1`, DEHP_ng_g: '<5' });
      expect(await importSamples(rows, { about: id })).toMatchObject({ ok: true });
    } finally {
      advanceClock(86_400_000);
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
    expect((await audited()).of[0]).toContain('BESIDE THE LOG: Noted, but not sealed so');
  });
});
