import { sql } from 'drizzle-orm';
import { lockTestable } from '#app/funding/begin-testing.server.ts';
import { balanceOf, post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Operation } from './acts.ts';
import { balancesOfTests, leftOf } from './balances.server.ts';
import { currentCosts, endingOf, hasSamplesUnderWay, settlementsOf } from './store.server.ts';
import { testSettlements } from '#db/schema.ts';

/** Any number: it names this lock among the database's. */
const RESERVE = 7_302_187;

/**
 * Closes the books of a test that is finished, or ended without results: what is left goes to the reserve, what is missing comes from
 * there and, for the rest, from the project's own money, which gets it back first should something
 * be left after all (decision 0029). `leftCents` is what the administrator saw. What comes later, a
 * fee or a correction, is settled again.
 */
export const settleTest: Operation<'settle'> = async (tx, productId, { leftCents }) => {
  const product = await lockTestable(tx, productId);
  if (!product) return { ok: false, why: 'unknown' };
  const hasEnded = (await endingOf(tx, productId)) !== undefined;
  if (product.testingStatus !== 'Tested' && !hasEnded) return { ok: false, why: 'not_tested' };
  if (await hasSamplesUnderWay(tx, productId)) return { ok: false, why: 'samples_open' };
  const costs = await currentCosts(tx, [productId]);
  const hasInvoice = costs.some((cost) => cost.kind === 'laboratory' && cost.amountCents > 0);
  // What the laboratory never had, it may never ask money for.
  if (!hasInvoice && !hasEnded) return { ok: false, why: 'no_invoice' };
  await tx.execute(sql`select pg_advisory_xact_lock(${RESERVE}::bigint)`);
  const amountCents = leftOf(await balancesOfTests(tx, [productId]), productId);
  if (amountCents === 0) return { ok: false, why: 'nothing_left' };
  if (amountCents !== leftCents) return { ok: false, why: 'changed_meanwhile' };
  const earlier = await settlementsOf(tx, [productId]);
  const reserveCents =
    amountCents > 0
      ? amountCents - Math.min(amountCents, madeUpFor(earlier))
      : -Math.min(-amountCents, await balanceOf(tx, 'reserve'));
  const number = earlier.length + 1;
  const row = { productId, number, amountCents, reserveCents, settledAt: now() };
  await tx.insert(testSettlements).values(row);
  await post(tx, {
    reason: 'books of a test closed',
    source: `test-settled:${productId}:${number}`,
    entries: [
      [`settled:${productId}`, -amountCents],
      ['reserve', reserveCents],
      ['spent', amountCents - reserveCents],
    ],
  });
  return { ok: true, amountCents, reserveCents };
};

/** What the project's own money has made up for and did not get back, in cents. */
function madeUpFor(earlier: { amountCents: number; reserveCents: number }[]): number {
  return earlier.reduce((sum, row) => sum + row.reserveCents - row.amountCents, 0);
}
