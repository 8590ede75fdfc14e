import { forEverybody } from '#app/log/forms.ts';
import { seal } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { dayRefusal, type DayRefusal } from './day-refusal.ts';
import { stepBefore, stepFacts, type LaterStep } from './steps.ts';
import { currentSteps, lockSample, type TestSampleRow, type StepRow } from './store.server.ts';
import { testSteps } from '#db/schema.ts';

export interface Noted {
  step: LaterStep;
  day: string;
  /** The carrier, the laboratory. */
  place: string | null;
  /** How it was measured, and under which accreditation: of results that are in alone. */
  method?: string | null;
  accreditation?: string | null;
  note: string | null;
}

type StepRefusal =
  | DayRefusal
  | 'unknown'
  /** Another day or place stands there: that is a correction. */
  | 'noted_already'
  /** A step comes before it. */
  | 'out_of_order'
  | 'given_up'
  | 'published'
  /** Who gives a sample up says why. */
  | 'no_note'
  /** Its results are in: they are published, used or not. */
  | 'measured';

export type StepNoted =
  | { ok: true; sample: TestSampleRow; isRepeated: boolean }
  | { ok: false; why: StepRefusal };

/** What a step states. */
const stated = ['day', 'place', 'method', 'accreditation', 'note'] as const;

/** The next step of a sample, each once and in order. */
export async function noteStep(tx: Tx, sampleId: string, typed: Noted): Promise<StepNoted> {
  const noted = forEverybody(typed);
  const found = isUuid(sampleId) ? await lockSample(tx, sampleId) : undefined;
  if (!found) return { ok: false, why: 'unknown' };
  const { sample } = found;
  const rows = await currentSteps(tx, [sampleId]);
  const standing = rows.filter(({ isVoid }) => !isVoid);
  const same = standing.find(({ step }) => step === noted.step);
  if (same) {
    const isRepeated = stated.every((field) => same[field] === (noted[field] ?? null));
    return isRepeated ? { ok: true, sample, isRepeated } : { ok: false, why: 'noted_already' };
  }
  const why = whyNotNow(standing, noted, rows);
  if (why) return { ok: false, why };
  const undone = rows.find(({ step, isVoid }) => isVoid && step === noted.step);
  await tx.insert(testSteps).values({
    ...noted,
    sampleId,
    ...(undone ? { corrects: undone.id, reason: undone.reason } : {}),
    notedAt: now(),
  });
  await seal(tx, 'step', {
    product: sample.productId,
    sample: sample.number,
    step: noted.step,
    ...stepFacts(noted),
  });
  return { ok: true, sample, isRepeated: false };
}

/** `rows`: with what did not happen after all. */
function whyNotNow(
  standing: StepRow[],
  { step, day, note }: Noted,
  rows: StepRow[],
): StepRefusal | undefined {
  const done = standing.map((row) => row.step);
  if (done.includes('given-up')) return 'given_up';
  if (done.includes('published')) return 'published';
  // Results that were in once are known, whatever is said of that later.
  const isMeasured = rows.some((row) => row.step === 'results-in');
  if (step === 'given-up' && isMeasured) return 'measured';
  if (step === 'given-up' && !note) return 'no_note';
  const before = step === 'given-up' ? undefined : stepBefore(step);
  if (before && !done.includes(before)) return 'out_of_order';
  const last = standing
    .map((row) => row.day)
    .toSorted()
    .at(-1);
  return dayRefusal(day, { now: now(), ...(last ? { before: last } : {}) });
}
