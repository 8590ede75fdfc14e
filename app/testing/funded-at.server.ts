import { and, eq, gt, inArray, isNotNull, lte, max, sql } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import {
  contributions,
  disputeLines,
  ledgerEntries,
  ledgerTransactions,
  products,
} from '#db/schema.ts';

type Begun = Pick<LockedProduct, 'id' | 'testingBegunAt'>;

/**
 * When the last of the money came that a product's test was begun with; undefined where none was
 * given. Money of a duplicate came when that was merged, contested money when the dispute was won, what
 * its giver moved when they did.
 */
export async function fundedAt(tx: Tx, product: Begun): Promise<Date | undefined> {
  const { testingBegunAt } = product;
  const { id, paidAt, movedAt, paidForProductId, productId, status, isExcess } = contributions;
  const own = and(eq(productId, product.id), eq(isExcess, false));
  // What is contested since was there when testing began.
  const was = testingBegunAt
    ? and(inArray(status, ['paid', 'disputed', 'charged_back']), lte(paidAt, testingBegunAt))
    : eq(status, 'paid');
  const given = await tx
    .select({ id, paidAt, movedAt, paidForProductId })
    .from(contributions)
    .where(and(own, was));
  const isMerged = given.some((one) => one.paidForProductId !== null);
  const merges = isMerged ? await mergesInto(tx, product.id) : new Map<number, Date>();
  const won = await wonFor(tx, product);
  const moments = given.flatMap((one) => [
    ...(one.paidAt ? [one.paidAt] : []),
    ...(one.movedAt ? [one.movedAt] : []),
    ...(one.paidForProductId === null ? [] : (mergeOf(one.paidForProductId, merges) ?? [])),
    ...(won.get(one.id) ?? []),
  ]);
  if (isMerged) moments.push(...(await spentOn(tx, product.id)));
  return moments.toSorted((a, b) => a.getTime() - b.getTime()).at(-1);
}

/** Entries of money that came to a product. */
function cameTo(productId: number) {
  const { account, amountCents } = ledgerEntries;
  return and(eq(account, `product:${productId}`), gt(amountCents, 0));
}

/** When money came to a product with its duplicates, by the code of each. */
async function mergesInto(tx: Tx, productId: number): Promise<Map<number, Date>> {
  const rows = await tx
    .select({ id: products.id, at: products.removedAt })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(ledgerTransactions.id, ledgerEntries.transactionId))
    .innerJoin(products, eq(ledgerTransactions.source, sql`'merge:' || ${products.id}`))
    .where(cameTo(productId));
  return new Map(rows.flatMap(({ id, at }) => (at ? [[id, at] as const] : [])));
}

/** When a pool or a match of an earlier version last spent money on a product; testing of it had not begun then. */
async function spentOn(tx: Tx, productId: number): Promise<Date[]> {
  const { id, source, createdAt } = ledgerTransactions;
  const [last] = await tx
    .select({ at: max(createdAt) })
    .from(ledgerEntries)
    .innerJoin(ledgerTransactions, eq(id, ledgerEntries.transactionId))
    .where(and(cameTo(productId), sql`${source} ~ '^(pool|match):'`));
  return last?.at ? [last.at] : [];
}

/** A duplicate's own merge; where that was into another duplicate, the latest that came after. */
function mergeOf(from: number, merges: ReadonlyMap<number, Date>): Date[] | undefined {
  const own = merges.get(from);
  return own ? [own] : [...merges.values()].toSorted((a, b) => a.getTime() - b.getTime()).slice(-1);
}

/** When disputes gave back what they had taken off a product before its test was begun. */
async function wonFor(tx: Tx, { id, testingBegunAt }: Begun): Promise<Map<string, Date[]>> {
  const { allocationId, returnedAt } = disputeLines;
  const isWon = testingBegunAt ? lte(returnedAt, testingBegunAt) : isNotNull(returnedAt);
  const rows = await tx
    .select({ id: allocationId, at: max(returnedAt) })
    .from(disputeLines)
    .innerJoin(contributions, eq(contributions.id, allocationId))
    .where(and(eq(contributions.productId, id), isWon))
    .groupBy(allocationId);
  return new Map(rows.flatMap((row) => (row.at ? [[row.id, [row.at]] as const] : [])));
}
