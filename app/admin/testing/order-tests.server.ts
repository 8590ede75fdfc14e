import { administer, type Actor } from '#app/trail/trail.server.ts';
import { beginTesting, type Beginning } from '#app/funding/begin-testing.server.ts';
import {
  buySample,
  type Bought,
  type Purchase,
  type FromForm,
} from '#app/testing/buy-sample.server.ts';
import {
  correctStep,
  type StepCorrected,
  type StepCorrection,
} from '#app/testing/correct-step.server.ts';
import { endTest, type Ended } from '#app/testing/end-test.server.ts';
import {
  correctCost,
  noteCost,
  type Cost,
  type CostCorrected,
  type CostCorrection,
  type CostNoted,
} from '#app/testing/note-cost.server.ts';
import { noteStep, type Noted, type StepNoted } from '#app/testing/note-step.server.ts';
import { settleTest, type Settled } from '#app/testing/settle-test.server.ts';
import type { TestSampleRow } from '#app/testing/store.server.ts';

/*
 * The test of a funded product, as administrators and commands order and note it: each write with
 * its row of the trail. What was noted before, word for word, leaves none: nothing is written.
 */

/** Begins testing where no purchase is noted yet: nothing is refunded from then on. */
export async function beginTest(by: Actor, productId: number): Promise<Beginning> {
  return administer(by, async (tx, note) => {
    const begun = await beginTesting(tx, productId);
    if (begun.ok) {
      const subject = `product ${productId}`;
      await note({ action: 'begin-testing', subject, before: null, after: null });
    }
    return begun;
  });
}

export async function buyTestSample(
  by: Actor,
  productId: number,
  purchase: Purchase,
  form: FromForm = {},
): Promise<Bought> {
  return administer(by, async (tx, note) => {
    const bought = await buySample(tx, productId, purchase, form);
    if (bought.ok && !bought.isRepeated) {
      const subject = `product ${productId} sample ${bought.number}`;
      await note({ action: 'buy-sample', subject, before: null, after: purchase });
    }
    return bought;
  });
}

export async function noteTestStep(by: Actor, sampleId: string, step: Noted): Promise<StepNoted> {
  return noteTestSteps(by, [sampleId], step);
}

/** The same step of several samples, all of them or none: the first that refuses says why. */
export async function noteTestSteps(
  by: Actor,
  sampleIds: readonly string[],
  step: Noted,
): Promise<StepNoted> {
  const done = await administer(by, async (tx, note) => {
    let last: StepNoted = { ok: false, why: 'unknown' };
    let areAllRepeated = true;
    for (const sampleId of sampleIds) {
      last = await noteStep(tx, sampleId, step);
      if (!last.ok) throw new NotNoted(last);
      if (last.isRepeated) continue;
      areAllRepeated = false;
      const subject = subjectOf(last.sample);
      await note({ action: 'note-test-step', subject, before: null, after: step });
    }
    return last.ok ? { ...last, isRepeated: areAllRepeated } : last;
  }).catch((error: unknown) => {
    if (error instanceof NotNoted) return error.refusal;
    throw error;
  });
  return done;
}

/** Rolls back what was noted of other samples before. */
class NotNoted extends Error {
  refusal: Extract<StepNoted, { ok: false }>;
  constructor(refusal: Extract<StepNoted, { ok: false }>) {
    super('step refused');
    this.refusal = refusal;
  }
}

export async function correctTestStep(
  by: Actor,
  stepId: number,
  correction: StepCorrection,
): Promise<StepCorrected> {
  return administer(by, async (tx, note) => {
    const corrected = await correctStep(tx, stepId, correction);
    if (corrected.ok && !corrected.isRepeated) {
      const { step, day, place, lot, note: said } = corrected.before;
      await note({
        action: 'correct-test-step',
        subject: subjectOf(corrected.sample),
        before: { step, day, place, lot, note: said },
        after: correction,
      });
    }
    return corrected;
  });
}

export async function noteTestCost(
  by: Actor,
  productId: number,
  cost: Cost,
  isAnyway = false,
): Promise<CostNoted> {
  return administer(by, async (tx, note) => {
    const noted = await noteCost(tx, productId, cost, isAnyway);
    if (noted.ok && !noted.isRepeated) {
      const subject = `product ${productId}`;
      await note({ action: 'note-test-cost', subject, before: null, after: cost });
    }
    return noted;
  });
}

export async function correctTestCost(
  by: Actor,
  costId: string,
  correction: CostCorrection,
): Promise<CostCorrected> {
  return administer(by, async (tx, note) => {
    const corrected = await correctCost(tx, costId, correction);
    if (corrected.ok && !corrected.isRepeated) {
      const { kind, amountCents, paidOn, payee, receipt } = corrected.before;
      await note({
        action: 'correct-test-cost',
        subject: `product ${corrected.productId}`,
        before: { id: costId, kind, amountCents, paidOn, payee, receipt },
        after: correction,
      });
    }
    return corrected;
  });
}

/** Ends a test that will have no results; the reason is public. */
export async function endProductTest(by: Actor, productId: number, reason: string): Promise<Ended> {
  return administer(by, async (tx, note) => {
    const ended = await endTest(tx, productId, reason);
    if (ended.ok && !ended.isRepeated) {
      const subject = `product ${productId}`;
      await note({ action: 'end-test', subject, before: null, after: { reason } });
    }
    return ended;
  });
}

/** Closes a test's books; `leftCents` is what the administrator saw. */
export async function settleTestBooks(
  by: Actor,
  productId: number,
  leftCents: number,
): Promise<Settled> {
  return administer(by, async (tx, note) => {
    const settled = await settleTest(tx, productId, leftCents);
    if (settled.ok) {
      const { amountCents, reserveCents } = settled;
      await note({
        action: 'close-test-books',
        subject: `product ${productId}`,
        before: { leftCents },
        after: { amountCents, reserveCents },
      });
    }
    return settled;
  });
}

function subjectOf({ productId, number }: TestSampleRow): string {
  return `product ${productId} sample ${number}`;
}
