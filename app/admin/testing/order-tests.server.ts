import { administer, type Action, type Actor } from '#app/trail/trail.server.ts';
import { buySample, type Purchase, type FromForm } from '#app/testing/buy-sample.server.ts';
import { correctStep, type StepCorrection } from '#app/testing/correct-step.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { endTest } from '#app/testing/end-test.server.ts';
import {
  correctCost,
  noteCost,
  type Cost,
  type CostCorrection,
} from '#app/testing/note-cost.server.ts';
import { noteStep, type Noted, type StepNoted } from '#app/testing/note-step.server.ts';
import { beginRegistered, registerTest } from '#app/testing/register-test.server.ts';
import type { Registering } from '#app/testing/registration.ts';
import { tellMaker } from '#app/testing/tell-maker.server.ts';
import { settleTest } from '#app/testing/settle-test.server.ts';
import type { TestSampleRow } from '#app/testing/store.server.ts';

/*
 * The test of a funded product, as administrators and commands order and note it: each write with
 * its row of the trail. What was noted before, word for word, leaves none: nothing is written.
 */

type Outcome = { ok: true; isRepeated?: boolean } | { ok: false };

/** Does something with its row of the trail, unless it is refused, or was done before. */
function withRow<T extends Outcome>(
  by: Actor,
  work: (tx: Tx) => Promise<T>,
  rowOf: (done: Extract<T, { ok: true }>) => Action,
): Promise<T> {
  return administer(by, async (tx, note) => {
    const done = await work(tx);
    if (done.ok && !done.isRepeated) await note(rowOf(done as Extract<T, { ok: true }>));
    return done;
  });
}

/** Registers a test in public; `seen` is the number of the registration that is changed, or 0. */
export function registerProductTest(by: Actor, productId: number, said: Registering, seen: number) {
  return withRow(
    by,
    (tx) => registerTest(tx, productId, said, seen),
    // The email of an organization stands in no public record, nor here.
    ({ number }) => {
      const { organizationEmail: _email, ...after } = said;
      const subject = `${ofProduct(productId)} registration ${number}`;
      return { action: 'register-test', subject, before: null, after };
    },
  );
}

/** Begins testing where no purchase is noted yet: nothing is refunded from then on. */
export function beginTest(by: Actor, productId: number) {
  return withRow(
    by,
    (tx) => beginRegistered(tx, productId),
    () => ({ action: 'begin-testing', subject: ofProduct(productId), before: null, after: null }),
  );
}

export function buyTestSample(
  by: Actor,
  productId: number,
  purchase: Purchase,
  form: FromForm = {},
) {
  return withRow(
    by,
    (tx) => buySample(tx, productId, purchase, form),
    ({ number }) => {
      const subject = ofSample({ productId, number });
      return { action: 'buy-sample', subject, before: null, after: purchase };
    },
  );
}

export function noteTestStep(by: Actor, sampleId: string, step: Noted): Promise<StepNoted> {
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
      const subject = ofSample(last.sample);
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

export function correctTestStep(by: Actor, stepId: number, correction: StepCorrection) {
  return withRow(
    by,
    (tx) => correctStep(tx, stepId, correction),
    ({ sample, before: { step, day, place, lot, note } }) => ({
      action: 'correct-test-step',
      subject: ofSample(sample),
      before: { step, day, place, lot, note },
      after: correction,
    }),
  );
}

export function noteTestCost(by: Actor, productId: number, cost: Cost, isAnyway = false) {
  return withRow(
    by,
    (tx) => noteCost(tx, productId, cost, isAnyway),
    () => ({ action: 'note-test-cost', subject: ofProduct(productId), before: null, after: cost }),
  );
}

export function correctTestCost(by: Actor, costId: string, correction: CostCorrection) {
  return withRow(
    by,
    (tx) => correctCost(tx, costId, correction),
    ({ productId, before: { kind, amountCents, paidOn, payee, receipt } }) => ({
      action: 'correct-test-cost',
      subject: ofProduct(productId),
      before: { id: costId, kind, amountCents, paidOn, payee, receipt },
      after: correction,
    }),
  );
}

/** Tells a product's maker that results are coming; the address stands in no trail. */
export function tellProductMaker(by: Actor, productId: number, email: string) {
  return withRow(
    by,
    (tx) => tellMaker(tx, productId, email),
    () => ({ action: 'tell-maker', subject: ofProduct(productId), before: null, after: null }),
  );
}

/** Ends a test that will have no results; the reason is public. */
export function endProductTest(by: Actor, productId: number, reason: string) {
  return withRow(
    by,
    (tx) => endTest(tx, productId, reason),
    () => ({ action: 'end-test', subject: ofProduct(productId), before: null, after: { reason } }),
  );
}

/** Closes a test's books; `leftCents` is what the administrator saw. */
export function settleTestBooks(by: Actor, productId: number, leftCents: number) {
  return withRow(
    by,
    (tx) => settleTest(tx, productId, leftCents),
    ({ amountCents, reserveCents }) => ({
      action: 'close-test-books',
      subject: ofProduct(productId),
      before: { leftCents },
      after: { amountCents, reserveCents },
    }),
  );
}

function ofProduct(productId: number): string {
  return `product ${productId}`;
}

function ofSample({ productId, number }: Pick<TestSampleRow, 'productId' | 'number'>): string {
  return `product ${productId} sample ${number}`;
}
