import { eq } from 'drizzle-orm';
import { forEverybody } from '#app/log/forms.ts';
import { seal } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { dayRefusal, type DayRefusal } from './day-refusal.ts';
import { begunWith } from './register-test.server.ts';
import { stepFacts } from './steps.ts';
import {
  currentSteps,
  endingOf,
  lockSample,
  type TestSampleRow,
  type StepRow,
} from './store.server.ts';
import { testSteps } from '#db/schema.ts';

/** A step as it should have been noted. */
export interface StepCorrection {
  day: string;
  place: string | null;
  lot: string | null;
  bestBefore?: string | null;
  method?: string | null;
  accreditation?: string | null;
  note: string | null;
  /** It did not happen: possible for the last step of a sample, its purchase apart. */
  isVoid: boolean;
  reason: string;
}

export type StepCorrected =
  | { ok: true; sample: TestSampleRow; before: StepRow; isRepeated: boolean }
  | {
      ok: false;
      why:
        | DayRefusal
        | 'unknown'
        | 'no_reason'
        | 'unchanged'
        /** Somebody else was first: what stands now is to be looked at again. */
        | 'corrected_meanwhile'
        | 'not_last'
        | 'ended'
        /** It follows from the publication of results and is corrected nowhere. */
        | 'published';
    };

/** Puts another row in the place of a step, with its reason: both stay. */
export async function correctStep(
  tx: Tx,
  stepId: number,
  typed: StepCorrection,
): Promise<StepCorrected> {
  const correction = forEverybody(typed);
  const [row] = Number.isSafeInteger(stepId)
    ? await tx.select().from(testSteps).where(eq(testSteps.id, stepId))
    : [];
  const found = row && (await lockSample(tx, row.sampleId));
  if (!found) return { ok: false, why: 'unknown' };
  const { sample, product } = found;
  if (correction.reason === '') return { ok: false, why: 'no_reason' };
  if (row.step === 'published') return { ok: false, why: 'published' };
  const rows = await currentSteps(tx, [sample.id]);
  const before = rows.find(({ id }) => id === stepId);
  if (!before) {
    const [by] = await tx.select().from(testSteps).where(eq(testSteps.corrects, stepId));
    return by && by.reason === correction.reason && isSame(by, correction)
      ? { ok: true, sample, before: row, isRepeated: true }
      : { ok: false, why: 'corrected_meanwhile' };
  }
  if (isSame(before, correction)) return { ok: false, why: 'unchanged' };
  // A test that has ended has no sample that goes on.
  if (correction.isVoid && (await endingOf(tx, product.id))) return { ok: false, why: 'ended' };
  const why = whyNotSo(rows, before, correction, await begunWith(tx, product));
  if (why) return { ok: false, why };
  const { sampleId, step } = before;
  await tx
    .insert(testSteps)
    .values({ ...correction, sampleId, step, corrects: stepId, notedAt: now() });
  await seal(tx, 'step-correction', {
    product: product.id,
    sample: sample.number,
    step,
    ...stepFacts(correction),
    ...(correction.isVoid && { did_not_happen: true }),
    reason: correction.reason,
  });
  return { ok: true, sample, before, isRepeated: false };
}

const stated = [
  'day',
  'place',
  'lot',
  'bestBefore',
  'method',
  'accreditation',
  'note',
  'isVoid',
] as const;

function isSame(row: StepRow, correction: StepCorrection): boolean {
  return stated.every((field) => row[field] === (correction[field] ?? null));
}

function whyNotSo(
  rows: StepRow[],
  before: StepRow,
  { day, isVoid }: StepCorrection,
  begun: { fundedAt?: Date; registeredAt?: Date },
): DayRefusal | 'not_last' | undefined {
  const standing = rows.filter((row) => !row.isVoid);
  const at = standing.indexOf(before);
  // What did not happen is noted again by its own step, once it has.
  if (at < 0) return 'not_last';
  if (isVoid) return before.step === 'bought' || at < standing.length - 1 ? 'not_last' : undefined;
  const [earlier, later] = [standing[at - 1]?.day, standing[at + 1]?.day];
  return dayRefusal(day, {
    now: now(),
    ...begun,
    ...(earlier ? { before: earlier } : {}),
    ...(later ? { after: later } : {}),
  });
}
