import { eq } from 'drizzle-orm';
import { sealAll } from '#app/log/seal.server.ts';
import { findRow } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Operation } from './acts.ts';
import { dayRefusal } from './day-refusal.ts';
import type { TestRefusal } from './refusals.ts';
import { begunWith } from './register-test.server.ts';
import { sealedStep, statesSame } from './sealed-acts.ts';
import { currentSteps, endingOf, lockSample, ofSample, type StepRow } from './store.server.ts';
import { testSteps } from '#db/schema.ts';

/** Puts another row in the place of a step, with its reason: both stay. */
export const correctStep: Operation<'correct-step'> = async (
  tx,
  _productId,
  { row: stepId, ...said },
) => {
  const isId = Number.isSafeInteger(stepId);
  const row = isId ? await findRow(testSteps, eq(testSteps.id, stepId), tx) : undefined;
  const found = row && (await lockSample(tx, row.sampleId));
  if (!found) return { ok: false, why: 'unknown' };
  const { sample, product } = found;
  if (row.step === 'published') return { ok: false, why: 'published' };
  const correction = { ...said, isVoid: said.isVoid ?? false };
  const isSame = (one: StepRow) => statesSame(one, correction) && one.isVoid === correction.isVoid;
  const rows = await currentSteps(tx, [sample.id]);
  const before = rows.find(({ id }) => id === stepId);
  if (!before) {
    const by = await findRow(testSteps, eq(testSteps.corrects, stepId), tx);
    return by && by.reason === said.reason && isSame(by)
      ? { ok: true, isRepeated: true }
      : { ok: false, why: 'corrected_meanwhile' };
  }
  if (isSame(before)) return { ok: false, why: 'unchanged' };
  // A test that has ended has no sample that goes on.
  if (said.isVoid && (await endingOf(tx, product.id))) return { ok: false, why: 'ended' };
  const why = whyNotSo(rows, before, correction, await begunWith(tx, product));
  if (why) return { ok: false, why };
  const { sampleId, step, day, place, lot, note } = before;
  const corrected = { ...correction, sampleId, step, corrects: stepId, notedAt: now() };
  await tx.insert(testSteps).values(corrected);
  await sealAll(tx, [sealedStep(sample, corrected, true)]);
  return { ok: true, subjects: [ofSample(sample)], before: { step, day, place, lot, note } };
};

function whyNotSo(
  rows: StepRow[],
  before: StepRow,
  { day, isVoid }: { day: string; isVoid: boolean },
  begun: Awaited<ReturnType<typeof begunWith>>,
): TestRefusal | undefined {
  const standing = rows.filter((row) => !row.isVoid);
  const at = standing.indexOf(before);
  // What did not happen is noted again by its own step, once it has.
  if (at < 0) return 'not_last';
  if (isVoid) return before.step === 'bought' || at < standing.length - 1 ? 'not_last' : undefined;
  const [earlier, later] = [standing[at - 1]?.day, standing[at + 1]?.day];
  return dayRefusal(day, { now: now(), ...begun, before: earlier, after: later });
}
