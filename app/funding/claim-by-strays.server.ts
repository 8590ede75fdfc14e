import { randomUUID } from 'node:crypto';
import {
  centsOf,
  claimsOn,
  sumOf,
  type Claims,
  type Meant,
} from '#app/funding/claims-on-payment.server.ts';
import type { Order } from '#app/funding/order.ts';
import { settleClaims } from '#app/funding/settle-claims.server.ts';
import { settleStrays, type Stray } from '#app/funding/strays.server.ts';
import type { Account } from '#app/ledger/accounts.ts';
import { post } from '#app/ledger/post.server.ts';
import type { Tx } from '#app/platform/db.server.ts';

/**
 * Settles what a locked order owes, or still holds, by strays of it that came before: a refund made
 * at the payment provider while ours was on its way is what settles it once ours has failed. The ids
 * of what was settled.
 */
export async function claimByStrays(tx: Tx, order: Order): Promise<Set<string>> {
  const settled = new Set<string>();
  for (;;) {
    const match = matchOf(await claimsOn(tx, order));
    if (!match) return settled;
    const { strays, ...meant } = match;
    // The latest of them stands for all: should one of them fail, none of it is settled.
    const last = strays.at(-1)?.id ?? '';
    const made = await settleClaims(tx, order, meant, last);
    await settleStrays(
      tx,
      strays.map(({ id }) => id),
      last,
    );
    await post(tx, {
      reason: 'refund made elsewhere, for this after all',
      source: `refund-claimed:${last}:${randomUUID()}`,
      entries: [
        ...made.entries,
        ...strays.map(({ amountCents }): [Account, number] => ['review', amountCents]),
      ],
    });
    for (const id of made.settled) settled.add(id);
  }
}

type Match = Pick<Meant, 'shares' | 'review'> & { strays: Stray[] };

/**
 * Strays that are just what is open: all of them all of it, or all of them or one what is owed, or
 * one claim of it. What stands with a product alone is nobody's to take by a guess.
 */
function matchOf({ shares, review, strays }: Claims): Match | undefined {
  if (strays.length === 0) return undefined;
  const owed = shares.filter(({ status }) => status !== 'paid');
  const owedReview = review?.isOwed ? review : undefined;
  const groups = [
    { shares, review },
    { shares: owed, review: owedReview },
    ...owed.map((share) => ({ shares: [share], review: undefined })),
  ];
  for (const candidates of [strays, ...strays.map((one) => [one])]) {
    const cents = sumOf(candidates);
    const group = groups.find((one) => centsOf(one) === cents);
    if (group) return { ...group, strays: candidates };
  }
  return undefined;
}
