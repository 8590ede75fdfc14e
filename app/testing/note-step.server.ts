import { sealAll } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import type { ActDone } from './act.ts';
import type { Operation, Said } from './acts.ts';
import { dayRefusal } from './day-refusal.ts';
import type { Refused, TestRefusal } from './refusals.ts';
import { sealedStep, statesSame } from './sealed-acts.ts';
import { STEPS } from './steps.ts';
import { currentSteps, lockSample, ofSample, type StepRow } from './store.server.ts';
import { testSteps } from '#db/schema.ts';

/** The next step of samples, each once and in order: of all of them, or of none. */
export const noteSteps: Operation<'note-step'> = async (tx, _productId, said) => {
  const subjects: string[] = [];
  for (const sampleId of said.samples.split(' ')) {
    const noted = await noteStep(tx, sampleId, said);
    if (!noted.ok) return noted;
    if (!noted.isRepeated) subjects.push(...(noted.subjects ?? []));
  }
  return { ok: true, isRepeated: subjects.length === 0, subjects };
};

async function noteStep(
  tx: Tx,
  sampleId: string,
  { samples: _samples, ...said }: Said<'note-step'>,
): Promise<ActDone | Refused> {
  const found = await lockSample(tx, sampleId);
  if (!found) return { ok: false, why: 'unknown' };
  const { sample } = found;
  const rows = await currentSteps(tx, [sampleId]);
  const standing = rows.filter(({ isVoid }) => !isVoid);
  const same = standing.find(({ step }) => step === said.step);
  if (same) {
    const isRepeated = statesSame({ ...same, lot: null, bestBefore: null }, said);
    return isRepeated ? { ok: true, isRepeated } : { ok: false, why: 'noted_already' };
  }
  const why = whyNotNow(standing, said, rows);
  if (why) return { ok: false, why };
  const undone = rows.find(({ step, isVoid }) => isVoid && step === said.step);
  const anew = undone && { corrects: undone.id, reason: undone.reason };
  await tx.insert(testSteps).values({ ...said, ...anew, sampleId, notedAt: now() });
  await sealAll(tx, [sealedStep(sample, said, false)]);
  return { ok: true, subjects: [ofSample(sample)] };
}

/** `rows`: with what did not happen after all. */
function whyNotNow(
  standing: StepRow[],
  { step, day, note }: Omit<Said<'note-step'>, 'samples'>,
  rows: StepRow[],
): TestRefusal | undefined {
  const done = standing.map((row) => row.step);
  if (done.includes('given-up')) return 'given_up';
  if (done.includes('published')) return 'published';
  // Results that were in once are known, whatever is said of that later.
  const isMeasured = rows.some((row) => row.step === 'results-in');
  if (step === 'given-up' && isMeasured) return 'measured';
  if (step === 'given-up' && !note) return 'no_note';
  const before = step === 'given-up' ? undefined : STEPS[STEPS.indexOf(step) - 1];
  if (before && !done.includes(before)) return 'out_of_order';
  const last = standing
    .map((row) => row.day)
    .toSorted()
    .at(-1);
  return dayRefusal(day, { now: now(), before: last });
}
