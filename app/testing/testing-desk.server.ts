import { and, asc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import { db, type Tx, snapshot } from '#app/database/db.server.ts';
import { requestsToDecide } from '#app/funding/store.server.ts';
import { balancesOfTests, leftOf, reserveNow } from './balances.server.ts';
import { registrationDesk } from './register-test.server.ts';
import { dayOf, promiseOf } from './promise.ts';
import { currentCosts, endingsOf, samplesOf, standingSteps } from './store.server.ts';
import { products } from '#db/schema.ts';

/** A funded product among those whose tests are to be looked after. */
export interface TestToDo {
  id: number;
  name: string;
  brand: string | null;
  testingStatus: string;
  hasBegun: boolean;
  /** Requests for refunds that are decided before anything is bought. */
  openRequests: number;
  /** Samples that were not given up, and how many of them are checked. */
  samples: number;
  checked: number;
  lateDays: number;
  /** Ended without results. */
  hasEnded: boolean;
  /** Negative: missing. */
  leftCents: number;
}

/** Every product whose goal was reached or whose testing has begun, those to do something for first. */
export async function listTests(): Promise<TestToDo[]> {
  return snapshot(readTests);
}

async function readTests(tx: Tx): Promise<TestToDo[]> {
  const found = await tx
    .select()
    .from(products)
    .where(
      and(
        eq(products.isDemo, false),
        isNull(products.removedAt),
        or(gte(products.raisedCents, products.targetCents), isNotNull(products.testingBegunAt)),
      ),
    )
    .orderBy(asc(products.testingBegunAt), asc(products.id));
  const ids = found.map(({ id }) => id);
  const samples = await samplesOf(tx, ids);
  const steps = await standingSteps(tx, samples);
  const balances = await balancesOfTests(tx, ids);
  const ended = (await endingsOf(tx, ids)).map(({ productId }) => productId);
  const asked = await requestsToDecide(tx, ids);
  const tests = found.map((product): TestToDo => {
    const { id, name, brand, testingStatus, testingBegunAt } = product;
    const own = samples.filter(({ productId }) => productId === id).map((sample) => sample.id);
    const done = (step: string) =>
      steps.filter((one) => one.step === step && own.includes(one.sampleId));
    const days = [
      ...(testingBegunAt ? [dayOf(testingBegunAt)] : []),
      ...done('bought').map(({ day }) => day),
    ].toSorted();
    const hasEnded = ended.includes(id);
    const isOpen = testingStatus !== 'Tested' && !hasEnded && days[0];
    return {
      id,
      name,
      brand,
      testingStatus,
      hasBegun: testingBegunAt !== null,
      openRequests: asked.filter((productId) => productId === id).length,
      samples: own.length - done('given-up').length,
      checked: done('checked').length,
      lateDays: isOpen ? promiseOf(isOpen, null, dayOf(now())).lateDays : 0,
      hasEnded,
      leftCents: leftOf(balances, id),
    };
  });
  return tests.toSorted((a, b) => urgency(a) - urgency(b));
}

/** What is tested, or ended, and closed comes last. */
function urgency({ testingStatus, hasEnded, leftCents }: TestToDo): number {
  if (testingStatus !== 'Tested' && !hasEnded) return 0;
  return leftCents === 0 ? 2 : 1;
}

/** Cents that tests have left, for those that cost more than they raised. */
export async function findReserve(): Promise<number> {
  return reserveNow(db());
}

/** What an administrator sees of one product's test beside the public page: ids, receipts. */
export async function findDesk(productId: number) {
  return snapshot(async (tx) => {
    const samples = await samplesOf(tx, [productId]);
    const steps = await standingSteps(tx, samples);
    const balances = await balancesOfTests(tx, [productId]);
    return {
      samples: samples.map(({ id, number }) => ({
        id,
        number,
        steps: steps
          .filter((step) => step.sampleId === id)
          .map(({ notedAt: _at, sampleId: _sample, ...step }) => step),
      })),
      costs: (await currentCosts(tx, [productId])).map(({ notedAt: _at, ...cost }) => cost),
      leftCents: leftOf(balances, productId),
      registration: await registrationDesk(tx, productId),
    };
  });
}

export type Desk = Awaited<ReturnType<typeof findDesk>>;
export type DeskSample = Desk['samples'][number];
export type DeskStep = DeskSample['steps'][number];
export type DeskCost = Desk['costs'][number];
