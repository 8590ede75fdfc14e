import { and, asc, eq, exists, gte, isNotNull, isNull, or, sql } from 'drizzle-orm';
import { cached } from '#app/cache/cache.server.ts';
import { findProduct } from '#app/catalogue/find-product.server.ts';
import { medianOf } from '#app/kit/median.ts';
import { contentVersion } from '#app/database/content-version.server.ts';
import { type Tx, snapshot } from '#app/database/db.server.ts';
import { findTesting } from './find-testing.server.ts';
import { fundedAt } from './funded-at.server.ts';
import { daysBetween, dayOf } from './promise.ts';
import { daysOf, earliest, readTests } from './read-tests.server.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { registrationsOf } from './register-test.server.ts';
import { ledgerTransactions, products, testRegistrations } from '#db/schema.ts';

const CACHE_SECONDS = 60;

/** When what was taken off the list since first had its goal; null of all else, and of duplicates. */
const hadGoalAt =
  sql<Date | null>`case when products.removed_at is not null and merged_into is null then (
  select min(at) from (
    select t.created_at as at, sum(e.amount_cents) over (order by t.created_at, t.id) as raised
    from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
    where e.account = 'product:' || products.id) sums
  where raised >= target_cents) end`.mapWith(ledgerTransactions.createdAt);

/** Every test of a funded product, the latest first: none is left out, and none ends in silence. */
export async function publicTests() {
  return cached(`tests ${await contentVersion()}`, CACHE_SECONDS, async () => {
    const tests = await snapshot(readPublicTests);
    const waits = tests.flatMap(({ funded_on: from, published_on: to }) =>
      from && to ? [Math.max(0, daysBetween(from, to))] : [],
    );
    /** Days from funded to published, of those that are; null while none is. */
    return { tests, medianDays: medianOf(waits) };
  });
}

/**
 * The latest of them that was registered, bought, and published, with its books, of a product that
 * everybody sees; null while there is none.
 */
export async function finishedTest() {
  const { found } = await cached(`finished ${await contentVersion()}`, CACHE_SECONDS, async () => {
    for (const test of (await publicTests()).tests) {
      const { code, registered_on, bought_on, published_on } = test;
      const product = registered_on && bought_on && published_on && (await findProduct(code));
      if (!product || product.removed_reason || product.awaits_review) continue;
      const testing = await findTesting(code);
      if (testing && product.id === code) return { found: { test, testing } };
    }
    return { found: null };
  });
  return found;
}

/** All tests as of one moment, each from its goal to its end. Days as `2026-11-21`; null: not yet. */
export async function readPublicTests(tx: Tx) {
  const { id, isDemo, removedAt, hiddenAt, raisedCents, targetCents, testingBegunAt } = products;
  const { productId } = testRegistrations;
  // What was registered is listed whatever became of its product.
  const isRegistered = exists(tx.select().from(testRegistrations).where(eq(productId, id)));
  const isFunded = or(gte(raisedCents, targetCents), isNotNull(testingBegunAt));
  // What was funded and taken off the list ended, too.
  const wasFunded = and(isNull(products.unreviewedSince), isNotNull(hadGoalAt));
  const isSeen = and(isNull(hiddenAt), or(and(isNull(removedAt), isFunded), wasFunded));
  const found = await tx
    .select({ product: products, hadGoalAt })
    .from(products)
    .where(and(eq(isDemo, false), or(isRegistered, isSeen)))
    .orderBy(asc(id));
  const rows = found.map(({ product }) => product);
  const read = await readTests(tx, rows);
  const ids = rows.map(({ id }) => id);
  const registrations = await registrationsOf(tx, ids);
  const tests = [];
  for (const [at, { product, samples, ending, publishedOn, promise }] of read.entries()) {
    const { id, removedAt } = product;
    const first = (step: string) => earliest(daysOf(samples, step));
    const registered = registrations.find(({ productId }) => productId === id);
    const funded = found[at]?.hadGoalAt ?? (await fundedAt(tx, product));
    const endedAt = ending?.endedAt ?? removedAt;
    tests.push({
      code: id,
      name: testName(product),
      funded_on: funded ? dayOf(funded) : null,
      registered_on: registered ? dayOf(registered.registeredAt) : null,
      bought_on: first('bought'),
      at_laboratory_on: first('at-lab'),
      published_on: publishedOn,
      ended_on: endedAt ? dayOf(endedAt) : null,
      ended_because: ending?.reason ?? (removedAt ? goneBecause(product) : null),
      due_on: promise?.by ?? null,
      overdue_days: publishedOn ? 0 : (promise?.lateDays ?? 0),
      samples_bought: samples.length,
      samples_given_up: daysOf(samples, 'given-up').length,
    });
  }
  return tests.toSorted((a, b) => (lastDay(a) < lastDay(b) ? 1 : -1));
}

export type PublicTest = Awaited<ReturnType<typeof readPublicTests>>[number];

function goneBecause({ removedReason, mergedInto }: typeof products.$inferSelect): string {
  if (mergedInto !== null) return `Merged into product ${mergedInto}`;
  return removedReason === 'untestable' ? 'Cannot be tested' : 'Taken off the list';
}

function lastDay({
  ended_on,
  published_on,
  bought_on,
  funded_on,
}: Record<'ended_on' | 'published_on' | 'bought_on' | 'funded_on', string | null>): string {
  return ended_on ?? published_on ?? bought_on ?? funded_on ?? '';
}
