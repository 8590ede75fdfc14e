import { aliasedTable, and, asc, desc, eq, inArray, isNull } from 'drizzle-orm';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { findRow, type Tx } from '#app/database/db.server.ts';
import { STEPS, type StepName } from './steps.ts';
import { testCosts, testEndings, testSamples, testSettlements, testSteps } from '#db/schema.ts';

type TestSampleRow = typeof testSamples.$inferSelect;
export type StepRow = typeof testSteps.$inferSelect;
export type CostRow = typeof testCosts.$inferSelect;
export type SampleWithSteps = Awaited<ReturnType<typeof samplesWithSteps>>[number];
type EndingRow = typeof testEndings.$inferSelect;
export type SettlementRow = typeof testSettlements.$inferSelect;

/** A product as rows of the trail name it, and a sample of it. */
export function ofProduct(productId: number): string {
  return `product ${productId}`;
}

export function ofSample({ productId, number }: Pick<TestSampleRow, 'productId' | 'number'>) {
  return `${ofProduct(productId)} sample ${number}`;
}

/** A sample and its product, locked; undefined where there is none of that id. */
export async function lockSample(tx: Tx, id: string) {
  const sample = isUuid(id) && (await findRow(testSamples, eq(testSamples.id, id), tx));
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
  const order = ({ step }: StepRow) => STEPS.indexOf(step as StepName);
  return steps.toSorted((a, b) => order(a) - order(b));
}

/** Samples of products by number, each with its steps as they stand, without what is void. */
export async function samplesWithSteps(tx: Tx, productIds: number[]) {
  const samples = await samplesOf(tx, productIds);
  const ids = samples.map(({ id }) => id);
  const steps = (await currentSteps(tx, ids)).filter(({ isVoid }) => !isVoid);
  const own = Map.groupBy(steps, ({ sampleId }) => sampleId);
  return samples.map((sample) => ({ ...sample, steps: own.get(sample.id) ?? [] }));
}

/** Whether a sample has come so far, or was given up. */
export function hasStep({ steps }: { steps: readonly { step: string }[] }, step: StepName) {
  return steps.some((one) => one.step === step);
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
  const samples = await samplesWithSteps(tx, [productId]);
  return samples.some((one) => !hasStep(one, 'published') && !hasStep(one, 'given-up'));
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
