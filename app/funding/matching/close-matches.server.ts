import { randomUUID } from 'node:crypto';
import { and, desc, eq, gt, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';
import { wasPaidFor } from './read-matches.server.ts';
import { lockProducts } from '#app/catalogue/funding-columns.server.ts';
import { isPool } from '#app/catalogue/pool.ts';
import { closeMatchPlace } from '#app/catalogue/remove-product.server.ts';
import { cutShare } from '#app/funding/disputes/cut-share.server.ts';
import {
  movableShares,
  moveCents,
  sumOf,
  type GivenShare,
} from '#app/funding/moving/move-share.server.ts';
import { SPEND_POOLS_JOB } from '#app/funding/pool-job.ts';
import { takeBack } from '#app/funding/refunds/request-refund.server.ts';
import { lockOrders, paidForAt, paymentsOf, promisesToReturn } from '#app/funding/store.server.ts';
import { KEPT } from '#app/kit/kept.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { nudge } from '#app/platform/database/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { queueMails } from '#app/platform/mail/mail-queue.server.ts';
import {
  contributions,
  disputes,
  mails,
  matches,
  matchPromises,
  orderLines,
  products,
} from '#db/schema.ts';

/**
 * Closes the matches whose end has come, and hands on what closed ones have and have not promised: as
 * their terms say, whenever that was promised and came to nothing, or came back later. Returns the cents
 * that were handed on; safe to repeat and to run twice at once.
 */
export async function closeMatches(): Promise<number> {
  const ended = await db()
    .select({ id: matches.id })
    .from(matches)
    .innerJoin(products, eq(products.id, matches.id))
    .where(and(isNull(products.removedAt), lte(matches.endsAt, now())));
  for (const { id } of ended) await db().transaction((tx) => closeMatchPlace(tx, id));
  let cents = 0;
  for (const match of await unsettled()) {
    try {
      cents += await handOn(match);
      if (match.isToTell) await tellOfEnd(match.id);
    } catch (error) {
      // Those after it are settled all the same.
      log.error({ err: error, matchId: match.id }, 'what a match did not use stays; tried again');
    }
  }
  return cents;
}

/** Closed, and with money that is not promised, or with a sponsor who paid and was not told of the end. */
function unsettled() {
  const { raisedCents, promisedCents, removedAt } = products;
  // Nobody is told whose address is erased, nor once it may be forgotten that they were.
  const isToTell = sql<boolean>`(${wasPaidFor} and ${gt(removedAt, daysAgo(KEPT.mailsDays))}
    and ${matches.sponsorEmail} not like 'erased-%@erased.invalid'
    and not exists (select from ${mails} where dedupe_key = 'match-ended:' || ${matches.id}))`;
  return db()
    .select({ id: matches.id, unusedTo: matches.unusedTo, isToTell })
    .from(matches)
    .innerJoin(products, eq(products.id, matches.id))
    .where(and(isNotNull(removedAt), or(gt(raisedCents, promisedCents), isToTell)));
}

/** Hands on what a closed match has and has not promised, in one transaction; the cents. */
async function handOn({ id, unusedTo }: { id: number; unusedTo: string }): Promise<number> {
  return db().transaction(async (tx) => {
    // Payments first, then products: the way round in which everything else locks them.
    const held = await paymentsOf(tx, id);
    await lockOrders(tx, held);
    const pool = isPool(Number(unusedTo)) ? Number(unusedTo) : undefined;
    const paidFor = await paidForAt(tx, id);
    const locked = await lockProducts(tx, [id, ...(pool ? [pool] : []), ...paidFor]);
    const from = locked.get(id);
    if (!from?.removedAt) return 0;
    const to = pool ? locked.get(pool) : undefined;
    const isBack = unusedTo === 'sponsor' || (pool !== undefined && (!to || to.removedAt !== null));
    const shares = await unspentOf(tx, id, held);
    // What stays is what can keep the promises: nothing of a payment that the bank may take.
    const cents = Math.max(0, sumOf(shares) - from.promisedCents);
    const source = `unused:${id}:${randomUUID()}`;
    if (isBack) return sendBack(tx, shares, cents, source);
    if (cents === 0) return 0;
    const booking = { reason: 'unused money of a match', source };
    // To a pool, where its days count anew, or to the project: both were named before the first gift.
    await moveCents(tx, shares, { from, to }, cents, booking, { renewedAt: now() });
    if (to) await nudge(tx, SPEND_POOLS_JOB, {});
    return cents;
  });
}

/** The last paid first: a card takes a refund the longer after its payment the less. */
function unspentOf(tx: Tx, matchId: number, held: string[]): Promise<GivenShare[]> {
  const { paidAt, id } = contributions;
  return tx
    .select()
    .from(contributions)
    .where(movableShares(matchId, held))
    .orderBy(desc(paidAt), desc(id));
}

/** Takes back so many cents of a sponsor's shares, the last of them cut; the cents that were. */
async function sendBack(
  tx: Tx,
  shares: GivenShare[],
  cents: number,
  source: string,
): Promise<number> {
  let sentCents = 0;
  let leftCents = cents;
  for (const share of shares) {
    if (leftCents === 0) break;
    const amountCents = Math.min(share.amountCents, leftCents);
    const isWhole = amountCents === share.amountCents;
    const id = isWhole ? share.id : await cutShare(tx, share.id, amountCents, source);
    const back = await takeBack(tx, { ...share, id }, { reason: 'match_unused' });
    sentCents += back.accepted ? back.amountCents : 0;
    leftCents -= amountCents;
  }
  return sentCents;
}

/**
 * Tells the sponsor, once, what their match did and where the rest of it went: when nothing of it stands
 * there any more or is yet to come back, and no bank asks about a payment on which what it did depends.
 */
async function tellOfEnd(id: number): Promise<void> {
  await db().transaction(async (tx) => {
    const [row] = await tx
      .select({ email: matches.sponsorEmail, raisedCents: products.raisedCents })
      .from(matches)
      .innerJoin(products, eq(products.id, matches.id))
      .where(eq(matches.id, id));
    if (!row || row.raisedCents > 0 || (await isAskedAbout(tx, id))) return;
    if ((await promisesToReturn(tx)).some(({ matchId }) => matchId === id)) return;
    const dedupeKey = `match-ended:${id}`;
    const params = { matchId: id };
    await queueMails(tx, [{ name: 'match-ended', toEmail: row.email, params, dedupeKey }]);
  });
}

/**
 * Whether a dispute or an inquiry is open, or won and yet to give back, of what a match's sponsor paid,
 * or of a gift that it added to and that what it added may still come back from.
 */
async function isAskedAbout(tx: Tx, id: number): Promise<boolean> {
  const { rows } = await tx.execute(sql`
    select from ${disputes} d
    where (d.closed_at is null or (d.status = 'won' and d.withdrawn_cents > 0)) and (
      exists (select from ${orderLines} l where l.order_id = d.order_id and l.product_id = ${id})
      or exists (
        select from ${matchPromises} p
        join ${products} paid_for on paid_for.id = p.product_id
        join ${products} place on place.id = coalesce(paid_for.merged_into, paid_for.id)
        where p.order_id = d.order_id and p.match_id = ${id} and p.status = 'spent'
          and place.testing_begun_at is null and place.testing_status <> 'Tested'))
    limit 1`);
  return rows.length > 0;
}
