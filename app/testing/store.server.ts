import { aliasedTable, and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { stepOrder, type StepName } from './steps.ts';
import { testCosts, testEndings, testSamples, testSettlements, testSteps } from '#db/schema.ts';

export type TestSampleRow = typeof testSamples.$inferSelect;
export type StepRow = typeof testSteps.$inferSelect;
export type CostRow = typeof testCosts.$inferSelect;
type EndingRow = typeof testEndings.$inferSelect;
export type SettlementRow = typeof testSettlements.$inferSelect;

/** A sample and its product, locked; undefined where there is none of that id. */
export async function lockSample(
  tx: Tx,
  id: string,
): Promise<{ sample: TestSampleRow; product: LockedProduct } | undefined> {
  const [sample] = await tx.select().from(testSamples).where(eq(testSamples.id, id));
  if (!sample) return undefined;
  const product = (await lockProducts(tx, [sample.productId])).get(sample.productId);
  return product && { sample, product };
}

/** A product's samples, by number. */
export async function samplesOf(tx: Tx, productIds: number[]): Promise<TestSampleRow[]> {
  return tx
    .select()
    .from(testSamples)
    .where(inArray(testSamples.productId, [0, ...productIds]))
    .orderBy(asc(testSamples.productId), asc(testSamples.number));
}

/**
 * The steps of samples as they stand, those of each sample in the order in which steps happen: a
 * correction is a later row of an earlier step. Corrected ones are left out, void ones are there.
 */
export async function currentSteps(tx: Tx, sampleIds: string[]): Promise<StepRow[]> {
  if (sampleIds.length === 0) return [];
  const later = aliasedTable(testSteps, 'later');
  const rows = await tx
    .select({ step: testSteps })
    .from(testSteps)
    .leftJoin(later, eq(later.corrects, testSteps.id))
    .where(and(inArray(testSteps.sampleId, sampleIds), isNull(later.id)))
    .orderBy(asc(testSteps.day), asc(testSteps.id));
  const steps: StepRow[] = rows.map(({ step }) => step);
  return steps.toSorted((a, b) => stepOrder(a.step as StepName) - stepOrder(b.step as StepName));
}

/** The same of samples, without what is void. */
export async function standingSteps(
  tx: Tx,
  samples: readonly { id: string }[],
): Promise<StepRow[]> {
  const steps = await currentSteps(
    tx,
    samples.map(({ id }) => id),
  );
  return steps.filter(({ isVoid }) => !isVoid);
}

/** The costs of products as they stand, the oldest first; those taken back are there with 0 cents. */
export async function currentCosts(tx: Tx, productIds: number[]): Promise<CostRow[]> {
  const later = aliasedTable(testCosts, 'later');
  const rows = await tx
    .select({ cost: testCosts })
    .from(testCosts)
    .leftJoin(later, eq(later.corrects, testCosts.id))
    .where(and(inArray(testCosts.productId, [0, ...productIds]), isNull(later.id)))
    .orderBy(asc(testCosts.paidOn), asc(testCosts.notedAt), asc(testCosts.id));
  return rows.map(({ cost }) => cost);
}

/** The closings of products' books, the latest first. */
export async function settlementsOf(tx: Tx, productIds: number[]): Promise<SettlementRow[]> {
  return tx
    .select()
    .from(testSettlements)
    .where(inArray(testSettlements.productId, [0, ...productIds]))
    .orderBy(desc(testSettlements.number));
}

/** Whether samples of a product are neither published nor given up. */
export async function hasSamplesUnderWay(tx: Tx, productId: number): Promise<boolean> {
  const samples = await samplesOf(tx, [productId]);
  const over = (await standingSteps(tx, samples))
    .filter(({ step }) => ['published', 'given-up'].includes(step))
    .map(({ sampleId }) => sampleId);
  return samples.some(({ id }) => !over.includes(id));
}

/** How the tests of products ended that have no results. */
export async function endingsOf(tx: Tx, productIds: number[]): Promise<EndingRow[]> {
  return tx
    .select()
    .from(testEndings)
    .where(inArray(testEndings.productId, [0, ...productIds]));
}

/** How a product's test ended without results; undefined where it did not. */
export async function endingOf(tx: Tx, productId: number): Promise<EndingRow | undefined> {
  const [ending] = await endingsOf(tx, [productId]);
  return ending;
}
