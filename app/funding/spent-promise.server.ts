import { randomUUID } from 'node:crypto';
import { and, eq, inArray, sql } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { followingFees } from './post-fee.server.ts';
import { joinProduct, needOf } from './product-funding.server.ts';
import { allocationAccount, feesAccount, productAccount } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/platform/database/db.server.ts';
import { contributions, matchPromises } from '#db/schema.ts';

type Share = typeof contributions.$inferSelect;

/** At the match it is as it was paid: spent by nobody, and told of nothing. */
export const AS_GIVEN = {
  spentBy: null,
  refundToldAt: null,
  refundAllowedAt: null,
  moveAskedAt: null,
};

/** The match whose promise spent a share; undefined where none did. */
function matchThatSpent({ spentBy }: Pick<Share, 'spentBy'>): number | undefined {
  const [kind, matchId] = spentBy?.split(':') ?? [];
  return kind === 'match' ? Number(matchId) : undefined;
}

/**
 * The match that so many cents of a share go to which are there again after all (`joinMatch`): its product
 * has no room for them any more, or its promise is over. undefined where they stand at the product again,
 * and for what no match spent. `places` are locked.
 */
export async function matchAgain(
  tx: Tx,
  share: Share,
  cents: number,
  places: Map<number, LockedProduct>,
): Promise<LockedProduct | undefined> {
  const match = places.get(matchThatSpent(share) ?? 0);
  const product = places.get(share.productId ?? 0);
  if (!match || !product || cents === 0) return undefined;
  const isOver = async () => (await tx.$count(matchPromises, promiseIs(share, 'returned'))) > 0;
  return needOf(product) < cents || (await isOver()) ? match : undefined;
}

/** The gift that a share was added to is gone: its promise is over, whatever a bank decides. */
export async function endPromise(tx: Tx, share: Pick<Share, 'spentBy'>): Promise<void> {
  if (matchThatSpent(share) === undefined) return;
  const over = { status: 'returned', settledAt: now() };
  await tx.update(matchPromises).set(over).where(promiseIs(share, 'spent'));
}

/**
 * Has a share that a match spent stand as paid at its locked match instead of its product (`matchAgain`),
 * for other gifts or to go where the terms say. For a caller that has booked it to the product.
 */
export async function joinMatch(tx: Tx, share: Share, match: LockedProduct): Promise<void> {
  const { id, productId, amountCents } = share;
  const feeCents = productId === null ? 0 : await followingFees(tx, productId, amountCents);
  await post(tx, {
    reason: 'match taken back: its product has no room, or its gift is gone',
    source: `match:${match.id}:${randomUUID()}`,
    entries: [
      [allocationAccount(productId), -amountCents],
      [productAccount(match.id), amountCents],
      [feesAccount(productId), -feeCents],
      [feesAccount(match.id), feeCents],
    ],
  });
  await joinProduct(tx, match, { ...share, reservedCents: 0 });
  const there = { productId: match.id, mergedFrom: null, status: 'paid', ...AS_GIVEN };
  await tx.update(contributions).set(there).where(eq(contributions.id, id));
  const { spentBy, status } = contributions;
  const others = and(eq(spentBy, share.spentBy ?? ''), inArray(status, ['paid', 'disputed']));
  if ((await tx.$count(contributions, others)) === 0) return endPromise(tx, share);
  const left = { amountCents: spentCents(share) };
  await tx.update(matchPromises).set(left).where(promiseIs(share, 'spent'));
}

/** What a share's promise has spent: its shares, whatever became of them since. */
function spentCents({ spentBy }: Pick<Share, 'spentBy'>) {
  return sql`(select sum(amount_cents) from ${contributions} where spent_by = ${spentBy})`;
}

function promiseIs({ spentBy }: Pick<Share, 'spentBy'>, status: 'spent' | 'returned') {
  const [, , orderId = '', productId] = spentBy?.split(':') ?? [];
  return and(
    eq(matchPromises.orderId, orderId),
    eq(matchPromises.productId, Number(productId)),
    eq(matchPromises.status, status),
  );
}
