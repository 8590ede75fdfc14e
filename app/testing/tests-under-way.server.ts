import { and, asc, eq, isNotNull, isNull, ne } from 'drizzle-orm';
import { db } from '#app/database/db.server.ts';
import { readTests } from './read-tests.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import type { StepName } from './steps.ts';
import { products } from '#db/schema.ts';

/**
 * The tests that have begun and have neither results nor an end, the one that began first in front: by
 * when their results are promised, as `2026-11-21`, and their samples, each by the steps that it has.
 */
export async function testsUnderWay() {
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
    const { id: productId, levels } = product;
    const steps = samples.map((sample) => sample.steps.map(({ step }) => step as StepName));
    const name = testName(product);
    return [{ id: productId, name, levels, promisedBy: promise.by, samples: steps }];
  });
}
