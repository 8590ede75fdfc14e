import { and, asc, eq, isNotNull, isNull, ne, notExists, sql } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { dayOf, promiseOf } from './promise.ts';
import type { StepName } from './steps.ts';
import { samplesOf, standingSteps } from './store.server.ts';
import { products, testEndings } from '#db/schema.ts';

/** A test that has begun and has neither results nor an end. */
interface TestUnderWay {
  id: number;
  name: string;
  levels: number;
  /** By when its results are promised, as `2026-11-21`. */
  promisedBy: string;
  /** Its samples, each by the steps that it has. */
  samples: StepName[][];
}

/** The tests under way, the one that began first in front. */
export async function testsUnderWay(today: string): Promise<TestUnderWay[]> {
  const { id, name, levels, testingBegunAt: begunAt } = products;
  const found = await db()
    .select({ id, name, levels, begunAt })
    .from(products)
    .where(
      and(
        eq(products.isDemo, false),
        isNull(products.removedAt),
        isNotNull(begunAt),
        ne(products.testingStatus, 'Tested'),
        notExists(
          db()
            .select({ one: sql`1` })
            .from(testEndings)
            .where(eq(testEndings.productId, id)),
        ),
      ),
    )
    .orderBy(asc(begunAt), asc(id));
  const samples = await samplesOf(
    db(),
    found.map((product) => product.id),
  );
  const steps = await standingSteps(db(), samples);
  return found.map(({ begunAt: at, ...product }) => {
    const own = samples.filter(({ productId }) => productId === product.id);
    const ofSample = (sampleId: string) => steps.filter((step) => step.sampleId === sampleId);
    const days = own
      .flatMap((sample) => ofSample(sample.id))
      .filter(({ step }) => step === 'bought')
      .map(({ day }) => day);
    const [begun = today] = [...(at ? [dayOf(at)] : []), ...days].toSorted();
    return {
      ...product,
      promisedBy: promiseOf(begun, null, today).by,
      samples: own.map((sample) => ofSample(sample.id).map(({ step }) => step as StepName)),
    };
  });
}
