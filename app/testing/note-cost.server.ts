import { eq } from 'drizzle-orm';
import { lockTestable } from '#app/funding/begin-testing.server.ts';
import { isUuid } from '#app/kit/text.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { findRow, type Tx } from '#app/database/db.server.ts';
import type { Operation } from './acts.ts';
import { latestDay } from './day-refusal.ts';
import { currentCosts, ofProduct, type CostRow } from './store.server.ts';
import { testCosts } from '#db/schema.ts';

/**
 * An invoice of the laboratory, or another cost of a product's test, is on the books. A receipt counts
 * once for a kind of cost, but where it is another one (`isAnyway`).
 */
export const noteCost: Operation<'note-cost'> = async (tx, productId, { isAnyway, ...cost }) => {
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const same = await findRow(testCosts, eq(testCosts.id, cost.id), tx);
  if (same) {
    const isRepeated =
      same.productId === productId &&
      same.kind === cost.kind &&
      same.reason === null &&
      costsSame(same, cost);
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
};

/** Puts another row in the place of a cost, with its reason, and books the difference. */
export const correctCost: Operation<'correct-cost'> = async (
  tx,
  _productId,
  { cost: costId, ...correction },
) => {
  const found = isUuid(costId) && (await findRow(testCosts, eq(testCosts.id, costId), tx));
  if (!found || !(await lockTestable(tx, found.productId))) return { ok: false, why: 'unknown' };
  const { productId } = found;
  if (correction.paidOn > latestDay(now())) return { ok: false, why: 'in_future' };
  const before = (await currentCosts(tx, [productId])).find(({ id }) => id === costId);
  if (!before) {
    const by = await findRow(testCosts, eq(testCosts.corrects, costId), tx);
    return by?.reason === correction.reason && costsSame(by, correction)
      ? { ok: true, isRepeated: true }
      : { ok: false, why: 'corrected_meanwhile' };
  }
  if (costsSame(before, correction)) return { ok: false, why: 'unchanged' };
  const { kind, sampleId, amountCents, paidOn, payee, receipt } = before;
  const row = { ...correction, id: crypto.randomUUID(), productId, sampleId, kind };
  await bookCost(tx, { ...row, corrects: costId, insteadOfCents: amountCents });
  return {
    ok: true,
    subjects: [ofProduct(productId)],
    before: { id: costId, kind, amountCents, paidOn, payee, receipt },
  };
};

/** What was paid: an amount of at least 0 cents. */
type Paid = Pick<CostRow, 'amountCents' | 'paidOn' | 'payee' | 'receipt'>;

export function costsSame(one: Paid, other: Paid): boolean {
  return (['amountCents', 'paidOn', 'payee', 'receipt'] as const).every(
    (key) => one[key] === other[key],
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
      [`spent:${row.productId}`, -cents],
    ],
  });
}
