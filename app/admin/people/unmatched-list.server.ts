import { and, desc, eq, inArray, isNull, ne, or, lt } from 'drizzle-orm';
import { paidForOf } from './whose.server.ts';
import { claimsOn, type Claim } from '#app/funding/unmatched/claims.server.ts';
import { unmatchedKindOf, listUnmatched, STANDS } from '#app/funding/unmatched.server.ts';
import { dollarsFromCents, formatCents } from '#app/kit/money.ts';
import { paddedId } from '#app/kit/text.ts';
import { db } from '#app/database/db.server.ts';
import { allocations, contributions, products } from '#db/schema.ts';

export interface AllocateChoice {
  /** What `allocate` takes. */
  to: string;
  text: string;
}

/** What is unmatched, the oldest first, at most `limit`: what is known, and what it can be. */
export async function listOpen(limit: number) {
  const rows = await listUnmatched(limit);
  const paidFor = await paidForOf(rows.flatMap(({ order }) => order?.id ?? []));
  return Promise.all(
    rows.map(async ({ row, order }) => ({
      id: row.id,
      formId: crypto.randomUUID(),
      kind: unmatchedKindOf(row.id, row.openCents),
      /** In dollars, below zero where it left. */
      amount: dollarsFromCents(row.openCents),
      whole: dollarsFromCents(row.amountCents),
      happenedAt: row.happenedAt.toISOString(),
      payment: row.paymentIntentId,
      order: order && {
        id: order.id,
        note: order.note,
        email: order.email,
        products: paidFor(order.id),
      },
      choices:
        row.openCents < 0
          ? [
              ...(await shareChoices(await claimsOn(db(), order ?? undefined, []))),
              { to: 'loss', text: 'The project covers it' },
              { to: 'outside', text: 'Paid back to us outside Stripe' },
            ]
          : [
              ...(order ? [{ to: 'refund', text: 'Refund it to its payer' }] : []),
              { to: 'donation', text: 'A donation' },
              { to: 'outside', text: 'Passed on outside Stripe' },
            ],
    })),
  );
}

export type OpenListed = Awaited<ReturnType<typeof listOpen>>[number];

/** Shares of its payment, and refunds of them that are owed. */
async function shareChoices(claims: Claim[]): Promise<AllocateChoice[]> {
  const ids = claims.flatMap(({ contributionId }) => contributionId ?? []);
  const named = await db()
    .select({ id: contributions.id, product: products })
    .from(contributions)
    .leftJoin(products, eq(products.id, contributions.productId))
    .where(inArray(contributions.id, ids));
  return claims
    .filter(({ isInDoubt }) => !isInDoubt)
    .map(({ id, kind, cents, contributionId }) => {
      const product = named.find((one) => one.id === contributionId)?.product;
      const of = product
        ? `given to ${paddedId(product.id)} ${product.name}`
        : 'given to no product';
      const what = kind === 'refund' ? 'The refund we owe' : 'A refund';
      return { to: id, text: `${what} of the ${formatCents(cents)} ${of}` };
    });
}

/** What an allocation is of is undone with it; what a payment sends back is no longer ours to undo. */
const IS_UNDOABLE = or(
  ne(allocations.goesTo, 'refund'),
  lt(allocations.amountCents, 0),
  isNull(allocations.unmatchedId),
);

/** What was allocated, the latest first, at most `limit`. */
export async function listAllocated(limit: number) {
  const rows = await db()
    .select()
    .from(allocations)
    .where(and(STANDS, IS_UNDOABLE))
    .orderBy(desc(allocations.notedAt), desc(allocations.id))
    .limit(limit);
  return rows.map(({ amountCents, notedAt, ...row }) => ({
    ...row,
    subject: row.unmatchedId ?? row.refundId ?? '',
    amount: dollarsFromCents(Math.abs(amountCents)),
    notedAt: notedAt.toISOString(),
  }));
}

export type AllocatedListed = Awaited<ReturnType<typeof listAllocated>>[number];

export async function countAllocated(): Promise<number> {
  return db().$count(allocations, and(STANDS, IS_UNDOABLE));
}
