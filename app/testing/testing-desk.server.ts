import { and, asc, eq, gte, isNotNull, isNull, or } from 'drizzle-orm';
import { snapshot } from '#app/database/db.server.ts';
import { requestsToDecide } from '#app/funding/store.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { balancesOfTests, leftOf } from './balances.server.ts';
import { registrationDesk } from './register-test.server.ts';
import { readTests } from './read-tests.server.ts';
import { currentCosts, hasStep, samplesWithSteps } from './store.server.ts';
import { products } from '#db/schema.ts';

/** Every product whose goal was reached or whose testing has begun, those to do something for first. */
export async function listTests() {
  return snapshot(async (tx) => {
    const { isDemo, removedAt, raisedCents, targetCents, testingBegunAt: begunAt } = products;
    const isFunded = or(gte(raisedCents, targetCents), isNotNull(begunAt));
    const found = await tx
      .select()
      .from(products)
      .where(and(eq(isDemo, false), isNull(removedAt), isFunded))
      .orderBy(asc(begunAt), asc(products.id));
    const ids = found.map(({ id }) => id);
    const balances = await balancesOfTests(tx, ids);
    const asked = await requestsToDecide(tx, ids);
    const tests = (await readTests(tx, found)).map(({ product, samples, ending, promise }) => {
      const { id, brand, testingStatus, testingBegunAt } = product;
      return {
        id,
        name: testName(product),
        brand,
        testingStatus,
        hasBegun: testingBegunAt !== null,
        /** Requests for refunds that are decided before anything is bought. */
        openRequests: asked.filter((productId) => productId === id).length,
        /** Samples that were not given up, and how many of them are checked. */
        samples: samples.filter((one) => !hasStep(one, 'given-up')).length,
        checked: samples.filter((one) => hasStep(one, 'checked')).length,
        lateDays: testingStatus === 'Tested' ? 0 : (promise?.lateDays ?? 0),
        /** Ended without results. */
        hasEnded: ending !== undefined,
        /** Negative: missing. */
        leftCents: leftOf(balances, id),
      };
    });
    return tests.toSorted((a, b) => urgency(a) - urgency(b));
  });
}

export type TestToDo = Awaited<ReturnType<typeof listTests>>[number];

/** What is tested, or ended, and closed comes last. */
function urgency(test: { testingStatus: string; hasEnded: boolean; leftCents: number }): number {
  if (test.testingStatus !== 'Tested' && !test.hasEnded) return 0;
  return test.leftCents === 0 ? 2 : 1;
}

/** What an administrator sees of one product's test beside the public page: ids, receipts. */
export async function findDesk(productId: number) {
  return snapshot(async (tx) => {
    const samples = await samplesWithSteps(tx, [productId]);
    const balances = await balancesOfTests(tx, [productId]);
    return {
      samples: samples.map(({ id, number, steps }) => ({
        id,
        number,
        steps: steps.map(({ notedAt: _at, sampleId: _sample, ...step }) => step),
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
