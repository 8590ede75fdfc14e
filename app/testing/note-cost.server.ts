import { eq } from 'drizzle-orm';
import { lockTestable } from '#app/funding/begin-testing.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { spentAccount } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { latestDay } from './day-refusal.ts';
import type { OwnCostKind } from './steps.ts';
import { currentCosts, type CostRow } from './store.server.ts';
import { testCosts } from '#db/schema.ts';

/** What was paid; `id` is the form's: sent twice, it is one cost, and it is no other one. */
export interface Cost {
  id: string;
  kind: OwnCostKind;
  /** Above 0. */
  amountCents: number;
  paidOn: string;
  payee: string;
  /** Where the invoice is kept. */
  receipt: string;
}

export type CostNoted =
  | { ok: true; isRepeated: boolean }
  | { ok: false; why: 'unknown' | 'form_used' | 'not_begun' | 'in_future' | 'cost_noted' };

/**
 * An invoice of the laboratory, or another cost of a product's test, is on the books. A receipt counts
 * once for a kind of cost, but where it is another one (`isAnyway`).
 */
export async function noteCost(
  tx: Tx,
  productId: number,
  cost: Cost,
  isAnyway = false,
): Promise<CostNoted> {
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const [same] = await tx.select().from(testCosts).where(eq(testCosts.id, cost.id));
  if (same) {
    const isRepeated =
      same.productId === productId &&
      same.kind === cost.kind &&
      isSame(same, { ...cost, reason: '' });
    return isRepeated ? { ok: true, isRepeated } : { ok: false, why: 'form_used' };
  }
  // Until then the money may still go back.
  if (!product.testingBegunAt) return { ok: false, why: 'not_begun' };
  if (cost.paidOn > latestDay(now())) return { ok: false, why: 'in_future' };
  const isNoted = (await currentCosts(tx, [productId])).some(
    ({ kind, amountCents, receipt }) =>
      kind === cost.kind && amountCents > 0 && receipt === cost.receipt,
  );
  if (isNoted && !isAnyway) return { ok: false, why: 'cost_noted' };
  await bookCost(tx, { ...cost, productId, sampleId: null });
  return { ok: true, isRepeated: false };
}

/** A cost as it should have been noted; 0 cents: it was not paid after all. */
export interface CostCorrection {
  amountCents: number;
  paidOn: string;
  payee: string;
  receipt: string;
  reason: string;
}

export type CostCorrected =
  | { ok: true; isRepeated: boolean; before: CostRow; productId: number }
  | { ok: false; why: 'unknown' | 'no_reason' | 'unchanged' | 'corrected_meanwhile' | 'in_future' };

/** Puts another row in the place of a cost, with its reason, and books the difference. */
export async function correctCost(
  tx: Tx,
  costId: string,
  correction: CostCorrection,
): Promise<CostCorrected> {
  const [found] = isUuid(costId)
    ? await tx.select().from(testCosts).where(eq(testCosts.id, costId))
    : [];
  if (!found || !(await lockTestable(tx, found.productId))) return { ok: false, why: 'unknown' };
  const { productId } = found;
  if (correction.reason === '') return { ok: false, why: 'no_reason' };
  if (correction.paidOn > latestDay(now())) return { ok: false, why: 'in_future' };
  const before = (await currentCosts(tx, [productId])).find(({ id }) => id === costId);
  if (!before) {
    const [by] = await tx.select().from(testCosts).where(eq(testCosts.corrects, costId));
    if (!by || !isSame(by, correction)) return { ok: false, why: 'corrected_meanwhile' };
    return { ok: true, isRepeated: true, before: found, productId };
  }
  const { reason: _, ...figures } = correction;
  if (isSame(before, { ...figures, reason: before.reason ?? '' })) {
    return { ok: false, why: 'unchanged' };
  }
  await bookCost(tx, {
    ...correction,
    id: crypto.randomUUID(),
    productId,
    sampleId: before.sampleId,
    kind: before.kind,
    corrects: costId,
    insteadOfCents: before.amountCents,
  });
  return { ok: true, isRepeated: false, before, productId };
}

function isSame(row: CostRow, other: CostCorrection): boolean {
  return (
    row.amountCents === other.amountCents &&
    row.paidOn === other.paidOn &&
    row.payee === other.payee &&
    row.receipt === other.receipt &&
    (row.reason ?? '') === other.reason
  );
}

/** Writes a cost of a locked product and books it, or what it differs by from the one it corrects. */
export async function bookCost(
  tx: Tx,
  cost: Omit<typeof testCosts.$inferInsert, 'notedAt'> & { insteadOfCents?: number },
): Promise<void> {
  const { insteadOfCents = 0, ...row } = cost;
  await tx.insert(testCosts).values({ ...row, notedAt: now() });
  const cents = row.amountCents - insteadOfCents;
  if (cents === 0) return;
  await post(tx, {
    reason: row.corrects ? 'cost of a test, corrected' : `cost of a test: ${row.kind}`,
    source: `test-cost:${row.id}`,
    entries: [
      ['bank', cents],
      [spentAccount(row.productId), -cents],
    ],
  });
}
