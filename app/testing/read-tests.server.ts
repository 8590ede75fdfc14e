import { and, asc, eq, inArray, isNotNull, isNull, min, ne } from 'drizzle-orm';
import { db, type Tx } from '#app/database/db.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { dayOf, promiseOf } from './promise.ts';
import type { StepName } from './steps.ts';
import { endingsOf, samplesWithSteps, type SampleWithSteps } from './store.server.ts';
import { products, resultRevisions } from '#db/schema.ts';

/** Where the tests of products stand, in their order, as whatever tells of them reads it. Days as `2026-11-21`. */
export async function readTests(tx: Tx, rows: readonly (typeof products.$inferSelect)[]) {
  const ids = rows.map(({ id }) => id);
  const samples = Map.groupBy(await samplesWithSteps(tx, ids), ({ productId }) => productId);
  const endings = await endingsOf(tx, ids);
  const published = await publishedDays(tx, ids);
  return rows.map((product) => {
    const { id, testingBegunAt, testingStatus } = product;
    const own = samples.get(id) ?? [];
    /** When it was ended without results, and why. */
    const ending = endings.find(({ productId }) => productId === id);
    /** When its first sample was bought, or when that was noted, whichever is earlier; null: not yet. */
    const begunOn = earliest([
      ...(testingBegunAt ? [dayOf(testingBegunAt)] : []),
      ...daysOf(own, 'bought'),
    ]);
    /** The day of its first results; null: not yet, or not known. */
    const publishedOn = testingStatus === 'Tested' ? (published.get(id) ?? null) : null;
    /** How late they are, or came. */
    const promise = begunOn && !ending ? promiseOf(begunOn, publishedOn, dayOf(now())) : undefined;
    return { product, samples: own, ending, begunOn, publishedOn, promise };
  });
}

/**
 * The tests that have begun and have neither results nor an end, the one that began first in front: by
 * when their results are promised, as `2026-11-21`, and their samples, each by the steps that it has.
 */
export async function testsUnderWay() {
  const { id, isDemo, removedAt, testingStatus, testingBegunAt: begunAt } = products;
  const isGoing = and(isNotNull(begunAt), ne(testingStatus, 'Tested'));
  const found = await db()
    .select()
    .from(products)
    .where(and(eq(isDemo, false), isNull(removedAt), isGoing))
    .orderBy(asc(begunAt), asc(id));
  return (await readTests(db(), found)).flatMap(({ product, samples, promise }) => {
    if (!promise) return [];
    const { id: productId, levels } = product;
    const steps = samples.map((sample) => sample.steps.map(({ step }) => step as StepName));
    const name = testName(product);
    return [{ id: productId, name, levels, promisedBy: promise.by, samples: steps }];
  });
}

/** The days of a step of samples. */
export function daysOf(samples: readonly SampleWithSteps[], step: string): string[] {
  const steps = samples.flatMap((sample) => sample.steps);
  return steps.filter((one) => one.step === step).map(({ day }) => day);
}

export function earliest(days: readonly string[]): string | null {
  return days.toSorted()[0] ?? null;
}

async function publishedDays(tx: Tx, ids: number[]): Promise<Map<number, string>> {
  const { originalId, publishedAt } = resultRevisions;
  const rows = await tx
    .select({ id: originalId, at: min(publishedAt) })
    .from(resultRevisions)
    .where(inArray(originalId, [0, ...ids]))
    .groupBy(originalId);
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, dayOf(at)] as const] : [])));
}
