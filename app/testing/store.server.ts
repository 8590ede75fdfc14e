import { aliasedTable, and, asc, desc, eq, inArray, isNull, lte } from 'drizzle-orm';
import { lockProducts, type LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import type { Tx } from '#app/platform/db.server.ts';
import { contributions, testCosts, testSamples, testSettlements, testSteps } from '#db/schema.ts';

export type SampleRow = typeof testSamples.$inferSelect;
export type StepRow = typeof testSteps.$inferSelect;
export type CostRow = typeof testCosts.$inferSelect;
export type SettlementRow = typeof testSettlements.$inferSelect;

/** A sample and its product, locked; undefined where there is none of that id. */
export async function lockSample(
  tx: Tx,
  id: string,
): Promise<{ sample: SampleRow; product: LockedProduct } | undefined> {
  const [sample] = await tx.select().from(testSamples).where(eq(testSamples.id, id));
  if (!sample) return undefined;
  const product = (await lockProducts(tx, [sample.productId])).get(sample.productId);
  return product && { sample, product };
}

/** A product's samples, by number. */
export async function samplesOf(tx: Tx, productIds: number[]): Promise<SampleRow[]> {
  return tx
    .select()
    .from(testSamples)
    .where(inArray(testSamples.productId, [0, ...productIds]))
    .orderBy(asc(testSamples.productId), asc(testSamples.number));
}

/** The steps of samples as they stand: corrected ones are left out, void ones are there. */
export async function currentSteps(tx: Tx, sampleIds: string[]): Promise<StepRow[]> {
  if (sampleIds.length === 0) return [];
  const later = aliasedTable(testSteps, 'later');
  const rows = await tx
    .select({ step: testSteps })
    .from(testSteps)
    .leftJoin(later, eq(later.corrects, testSteps.id))
    .where(and(inArray(testSteps.sampleId, sampleIds), isNull(later.id)))
    .orderBy(asc(testSteps.day), asc(testSteps.id));
  return rows.map(({ step }) => step);
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

/** The closings of a product's books, the latest first. */
export async function settlementsOf(tx: Tx, productId: number): Promise<SettlementRow[]> {
  return tx
    .select()
    .from(testSettlements)
    .where(eq(testSettlements.productId, productId))
    .orderBy(desc(testSettlements.number));
}

/**
 * When the last of the money came that a product's test was begun with; undefined where none was
 * given.
 */
export async function fundedAt(
  tx: Tx,
  { id, testingBegunAt }: { id: number; testingBegunAt: Date | null },
): Promise<Date | undefined> {
  const { paidAt, productId, status, isExcess } = contributions;
  const own = and(eq(productId, id), eq(isExcess, false));
  // What is contested since was there when testing began.
  const was = testingBegunAt
    ? and(inArray(status, ['paid', 'disputed', 'charged_back']), lte(paidAt, testingBegunAt))
    : eq(status, 'paid');
  const [row] = await tx
    .select({ paidAt })
    .from(contributions)
    .where(and(own, was))
    .orderBy(desc(paidAt))
    .limit(1);
  return row?.paidAt ?? undefined;
}
