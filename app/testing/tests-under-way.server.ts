import { and, asc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { readTests } from './read-tests.server.ts';
import type { StepName } from './steps.ts';
import { products } from '#db/schema.ts';

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
export async function testsUnderWay(): Promise<TestUnderWay[]> {
  const { id, isDemo, removedAt, testingStatus, testingBegunAt: begunAt } = products;
  const found = await db()
    .select()
    .from(products)
    .where(
      and(eq(isDemo, false), isNull(removedAt), isNotNull(begunAt), ne(testingStatus, 'Tested')),
    )
    .orderBy(asc(begunAt), asc(id));
  return (await readTests(db(), found)).flatMap(({ product, samples, promise }) => {
    if (!promise) return [];
    const { id: productId, name, levels } = product;
    const steps = samples.map((sample) => sample.steps.map(({ step }) => step as StepName));
    return [{ id: productId, name, levels, promisedBy: promise.by, samples: steps }];
  });
}
