import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { present } from '#app/kit/assert.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { REGISTRATIONS } from '#app/log/forms.ts';
import { entriesOf } from '#app/log/store.server.ts';
import { type Tx, snapshot } from '#app/database/db.server.ts';
import { balancesOfTests, leftOf, type Balances } from './balances.server.ts';
import { fundedAt } from './funded-at.server.ts';
import { registrationsOf } from './register-test.server.ts';
import { registrationLines } from './registration.ts';
import { dayOf } from './promise.ts';
import { seenOf } from './seen.ts';
import { readTests } from './read-tests.server.ts';
import {
  currentCosts,
  settlementsOf,
  type CostRow,
  type SampleWithSteps,
  type SettlementRow,
} from './store.server.ts';
import { purchasePhotoPath, shownPhotos } from './purchase-photos.server.ts';
import type { CostKind, StepName } from './steps.ts';
import type { Statement, Testing } from './testing-schema.ts';
import { contributions, products } from '#db/schema.ts';

/**
 * How far a product's test is and where its money went, as of one moment; undefined where there is no
 * such product, and for made-up ones, whose money is made up too. A duplicate that was merged is the
 * product it was merged into.
 */
export async function findTesting(productId: number): Promise<Testing | undefined> {
  if (!isProductId(productId)) return undefined;
  return snapshot((tx) => readTesting(tx, productId));
}

async function readTesting(tx: Tx, asked: number): Promise<Testing | undefined> {
  const survivor = sql`coalesce((select merged_into from products where id = ${asked}), ${asked})`;
  const [product] = await tx.select().from(products).where(eq(products.id, survivor));
  if (!product || product.isDemo) return undefined;
  const { id, testingBegunAt, testingStatus, raisedCents, targetCents, levels } = product;
  const [test] = await readTests(tx, [product]);
  const { samples, ending, begunOn, publishedOn, promise } = present(test, 'its test');
  const costs = await currentCosts(tx, [id]);
  const isFunded = testingBegunAt !== null || raisedCents >= targetCents;
  const funded = isFunded ? await fundedAt(tx, product) : undefined;
  const sampleIds = samples.map((sample) => sample.id);
  const shown = await shownPhotos(tx, sampleIds);
  const sealed = await entriesOf(tx, REGISTRATIONS, [id]);
  const settlements = await settlementsOf(tx, [id]);
  const [settlement] = settlements;
  return {
    product_id: id,
    testing_status: testingStatus,
    levels,
    funded_on: funded ? dayOf(funded) : null,
    begun_on: begunOn,
    registrations: (await registrationsOf(tx, [id])).map(({ facts, reason, ...one }, at) => ({
      registered_on: dayOf(one.registeredAt),
      reason,
      log_entry: sealed[at]?.index ?? null,
      lines: [...registrationLines(facts), ...(facts.limits ? seenOf(facts).lines : [])],
    })),
    published_on: publishedOn,
    ended_on: ending ? dayOf(ending.endedAt) : null,
    ended_because: ending?.reason ?? null,
    promised_from: promise?.from ?? null,
    promised_by: promise?.by ?? null,
    // Results that were published before their day was kept are not called late.
    late_days: testingStatus === 'Tested' && !publishedOn ? 0 : (promise?.lateDays ?? 0),
    samples: samples.map((sample) => ({
      ...sampleOf(sample, costs),
      photo: shown.includes(sample.id) ? purchasePhotoPath(id, sample.number) : null,
    })),
    statement: {
      ...statementOf(id, await balancesOfTests(tx, [id]), costs, settlements),
      ...(await movedTo(tx, id)),
      settled_on: settlement ? dayOf(settlement.settledAt) : null,
    },
  };
}

function sampleOf({ id, number, steps }: SampleWithSteps, costs: CostRow[]) {
  const cost = costs.find(({ sampleId }) => sampleId === id);
  const bought = steps.find(({ step }) => step === 'bought');
  return {
    number,
    lot: bought?.lot ?? null,
    best_before: bought?.bestBefore ?? null,
    price: cost ? dollarsFromCents(cost.amountCents) : null,
    steps: steps.map(({ step, day, place, note, reason: correction }) => {
      return { step: step as StepName, day, place, note, correction };
    }),
  };
}

/** Where a product's money went, in dollars: of its accounts, its costs, and its closings. */
export function statementOf(
  id: number,
  balances: Balances,
  costs: CostRow[],
  settlements: SettlementRow[],
): Omit<Statement, 'settled_on' | 'moved'> {
  const spentOn = (kind: CostKind) =>
    -costs.filter((cost) => cost.kind === kind).reduce((sum, cost) => sum + cost.amountCents, 0);
  const cents = {
    raised: balances.get(`product:${id}`) ?? 0,
    card_fees: balances.get(`fees:${id}`) ?? 0,
    samples: spentOn('sample'),
    laboratory: spentOn('laboratory'),
    shipping: spentOn('shipping'),
    other: spentOn('other'),
    reserve: -sumOf(settlements, ({ reserveCents }) => reserveCents),
    project: sumOf(settlements, (one) => one.reserveCents - one.amountCents),
    left: leftOf(balances, id),
  };
  const dollars = Object.entries(cents).map(([name, value]) => [
    name,
    // A sum of nothing spent is not minus nothing.
    dollarsFromCents(value || 0),
  ]);
  return Object.fromEntries(dollars) as Omit<Statement, 'settled_on' | 'moved'>;
}

/** Dollars of what a product has raised that were given to another, and have moved to it since. */
async function movedTo(tx: Tx, id: number): Promise<Pick<Statement, 'moved'>> {
  const { productId, movedAt, paidForProductId, status, isExcess, amountCents } = contributions;
  const paidFor = alias(products, 'paid_for');
  // By its giver, or by a pool or a match of an earlier version; what was merged is where it was.
  const isMoved = or(isNotNull(movedAt), sql`${paidFor.removedReason} is distinct from 'merged'`);
  const [row] = await tx
    .select({ cents: sql<number>`coalesce(sum(${amountCents}), 0)::float8` })
    .from(contributions)
    .innerJoin(paidFor, eq(paidFor.id, paidForProductId))
    .where(and(eq(productId, id), eq(status, 'paid'), eq(isExcess, false), isMoved));
  return { moved: dollarsFromCents(row?.cents ?? 0) };
}

function sumOf(settlements: SettlementRow[], centsOf: (one: SettlementRow) => number): number {
  return settlements.reduce((sum, one) => sum + centsOf(one), 0);
}
