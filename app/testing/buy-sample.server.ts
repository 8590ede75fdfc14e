import { createHash } from 'node:crypto';
import { and, eq, isNull } from 'drizzle-orm';
import { beginTesting, lockTestable } from '#app/funding/begin-testing.server.ts';
import { sealAll } from '#app/log/seal.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { findRow, type Tx } from '#app/database/db.server.ts';
import type { Operation, Said } from './acts.ts';
import { dayRefusal } from './day-refusal.ts';
import { bookCost, costsSame } from './note-cost.server.ts';
import { begunWith, whyNotBegun } from './register-test.server.ts';
import { sealedStep, statesSame } from './sealed-acts.ts';
import { currentCosts, currentSteps, endingOf, ofSample, samplesOf } from './store.server.ts';
import { testCosts, testPhotos, testSamples, testSteps } from '#db/schema.ts';

/** A product's money buys three; the rest is for what breaks or gets lost. */
const MOST_SAMPLES = 20;

/**
 * A sample of a funded product is bought, and its price is on the books. With the first one testing
 * begins, under the conditions of `begin-testing.server.ts`: from then on nothing is refunded.
 */
export const buySample: Operation<'buy'> = async (tx, productId, said) => {
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const known = await samplesOf(tx, [productId]);
  const paid = await findRow(testCosts, eq(testCosts.id, said.id), tx);
  if (paid) {
    const same = known.find(({ id }) => id === said.id);
    return same && costsSame(paid, costOf(said)) && (await isFirstNoted(tx, said))
      ? { ok: true, number: same.number, hasBegun: false, isRepeated: true }
      : { ok: false, why: 'form_used' };
  }
  if (await endingOf(tx, productId)) return { ok: false, why: 'ended' };
  if (known.length >= MOST_SAMPLES) return { ok: false, why: 'too_many' };
  const number = known.length + 1;
  if ((said.number ?? number) !== number) return { ok: false, why: 'bought_meanwhile' };
  const around = { now: now(), ...(await begunWith(tx, product)) };
  const why = dayRefusal(said.day, around);
  if (why) return { ok: false, why };
  if (!said.isAnyway && (await isNoted(tx, productId, said)))
    return { ok: false, why: 'sample_noted' };
  const notBegun = product.testingBegunAt ? undefined : await whyNotBegun(tx, product);
  if (notBegun) return { ok: false, why: notBegun };
  const beginning = await beginTesting(tx, product);
  if (!beginning.ok && beginning.why !== 'begun') return { ok: false, why: beginning.why };
  await write(tx, { productId, number }, said);
  const subjects = [ofSample({ productId, number })];
  return { ok: true, number, hasBegun: beginning.ok, isRepeated: false, subjects };
};

/** A purchase as a step of its sample, and as a cost. */
function stepOf({ day, shop, lot, bestBefore, note }: Said<'buy'>) {
  return { step: 'bought', day, place: shop, lot, bestBefore, note };
}

function costOf({ day, shop, priceCents, receipt }: Said<'buy'>) {
  return { amountCents: priceCents, paidOn: day, payee: shop, receipt };
}

/** Whether a purchase was first noted in these words. */
async function isFirstNoted(tx: Tx, said: Said<'buy'>): Promise<boolean> {
  const { sampleId, step, corrects } = testSteps;
  const first = and(eq(sampleId, said.id), eq(step, 'bought'), isNull(corrects));
  const bought = await findRow(testSteps, first, tx);
  return bought !== undefined && statesSame(bought, stepOf(said));
}

/** Whether a sample of this lot is noted with this receipt, which may have several lots on it. */
async function isNoted(tx: Tx, productId: number, said: Said<'buy'>): Promise<boolean> {
  const costs = await currentCosts(tx, [productId]);
  const ids = costs
    .filter((cost) => cost.amountCents > 0 && cost.receipt === said.receipt)
    .flatMap(({ sampleId }) => sampleId ?? []);
  const lot = said.lot ?? null;
  return (await currentSteps(tx, ids)).some((one) => one.step === 'bought' && one.lot === lot);
}

async function write(tx: Tx, sample: { productId: number; number: number }, said: Said<'buy'>) {
  const { id, photo } = said;
  const [notedAt, step] = [now(), stepOf(said)];
  await tx.insert(testSamples).values({ id, ...sample, notedAt });
  await tx.insert(testSteps).values({ sampleId: id, ...step, notedAt });
  const sha256 = photo && createHash('sha256').update(photo.content).digest('hex');
  if (photo && sha256) await tx.insert(testPhotos).values({ sampleId: id, sha256, ...photo });
  const { productId } = sample;
  await bookCost(tx, { id, productId, sampleId: id, kind: 'sample', ...costOf(said) });
  await sealAll(tx, [sealedStep(sample, step, false, sha256)]);
}
