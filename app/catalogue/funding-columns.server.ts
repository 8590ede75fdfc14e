import { asc, eq, sql } from 'drizzle-orm';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { products } from '#db/schema.ts';

/** What funding needs to see of a product, all amounts in cents. */
export interface LockedProduct {
  id: number;
  name: string;
  brand: string | null;
  servingSizeG: number | null;
  isDemo: boolean;
  testingStatus: string;
  targetCents: number;
  raisedCents: number;
  reservedCents: number;
  contributorCount: number;
  testingBegunAt: Date | null;
  removedAt: Date | null;
  hiddenAt: Date | null;
  unreviewedSince: Date | null;
}

/**
 * Locks products until the transaction ends, always in the order of their codes, so that two
 * checkouts of the same products never wait for each other in a circle. Unknown codes are left out.
 */
export async function lockProducts(tx: Tx, ids: number[]): Promise<Map<number, LockedProduct>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({
      id: products.id,
      name: products.name,
      brand: products.brand,
      servingSizeG: products.servingSizeG,
      isDemo: products.isDemo,
      testingStatus: products.testingStatus,
      targetCents: products.targetCents,
      raisedCents: products.raisedCents,
      reservedCents: products.reservedCents,
      contributorCount: products.contributorCount,
      testingBegunAt: products.testingBegunAt,
      removedAt: products.removedAt,
      hiddenAt: products.hiddenAt,
      unreviewedSince: products.unreviewedSince,
    })
    .from(products)
    .where(sql`${products.id} = any(${sql.param(ids)}::int[])`)
    .orderBy(asc(products.id))
    .for('update');
  return new Map(rows.map((row) => [row.id, row]));
}

/** A change to what a product has raised, reserved, and by how many; amounts in cents. */
export interface FundingChange {
  raisedCents?: number;
  reservedCents?: number;
  contributors?: number;
  /** Of its goal: reached, or lost again before testing has begun. */
  testingStatus?: 'Testing in Progress' | 'Untested';
}

/**
 * Writes the projections of a product's funding, in the transaction of the ledger entries or the
 * order they project. A change past the target or below zero violates a constraint and rolls back.
 */
export async function changeFunding(tx: Tx, id: number, change: FundingChange): Promise<void> {
  await tx
    .update(products)
    .set({
      raisedCents: sql`${products.raisedCents} + ${change.raisedCents ?? 0}`,
      reservedCents: sql`${products.reservedCents} + ${change.reservedCents ?? 0}`,
      contributorCount: sql`${products.contributorCount} + ${change.contributors ?? 0}`,
      ...(change.testingStatus ? goal(change.testingStatus) : {}),
    })
    .where(eq(products.id, id));
}

/** The same of several products at once; of one whose goal is told of, by itself. */
export async function changeFundings(tx: Tx, changes: Map<number, FundingChange>): Promise<void> {
  const plain: [number, FundingChange][] = [];
  for (const [id, change] of changes) {
    if (change.testingStatus) await changeFunding(tx, id, change);
    else plain.push([id, change]);
  }
  if (plain.length === 0) return;
  const columnOf = (read: (change: FundingChange) => number | undefined) =>
    sql.param(plain.map(([, change]) => read(change) ?? 0));
  await tx.execute(sql`
    update ${products} set raised_cents = raised_cents + change.raised,
      reserved_cents = reserved_cents + change.reserved,
      contributor_count = contributor_count + change.contributors
    from unnest(
      ${sql.param(plain.map(([id]) => id))}::int[],
      ${columnOf(({ raisedCents }) => raisedCents)}::int[],
      ${columnOf(({ reservedCents }) => reservedCents)}::int[],
      ${columnOf(({ contributors }) => contributors)}::int[]
    ) as change (id, raised, reserved, contributors)
    where products.id = change.id`);
}

function goal(testingStatus: 'Testing in Progress' | 'Untested') {
  if (testingStatus === 'Testing in Progress') return { testingStatus, fellAt: null };
  const had = sql`${products.testingStatus} = 'Testing in Progress'`;
  const fellAt = sql`case when ${had} then ${now().toISOString()}::timestamptz end`;
  return { testingStatus, fellAt };
}
