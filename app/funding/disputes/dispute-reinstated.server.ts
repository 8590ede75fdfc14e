import { and, eq, inArray, isNull } from 'drizzle-orm';
import { sumOf, withdrawShortfall, type DisputeMovement } from './dispute-withdrawn.server.ts';
import type { Order } from '#app/funding/order.ts';
import { needOf } from '#app/funding/product-funding.server.ts';
import { lockPlaces } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { cutRefund, readRefund, requeueOwed } from '#app/funding/transfers/refund.server.ts';
import { takingOrder } from '#app/funding/transfers/taking-order.ts';
import {
  owed,
  PLACES,
  standingAt,
  transfer,
  type Move,
} from '#app/funding/transfers/transfer.server.ts';
import { changeOpen, paymentUnderReview } from '#app/funding/unmatched.server.ts';
import type { Entry } from '#app/ledger/post.server.ts';
import { now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, disputeLines, refunds } from '#db/schema.ts';

type Line = typeof disputeLines.$inferSelect;

/**
 * Gives back to allocations what a dispute had taken from them, to the cent. What it took beyond
 * them comes first: a bank returns what had been refunded before. Then shares of products and donations, those
 * first that are taken last; the last one is cut. A product keeps what it lacks to its goal, whatever is
 * reserved of it; what it does not, or all, once it is off the list, is refunded. What another dispute of
 * the payment took beyond its allocations is of these from then on.
 */
export async function putBack(tx: Tx, order: Order, movement: DisputeMovement): Promise<void> {
  const { disputeId, source, cents } = movement;
  const places = await lockPlaces(tx, order.id);
  const lines = await returnable(tx, disputeId, places);
  const linesCents = sumOf(lines.map(({ line }) => line));
  const beyondCents = Math.min(cents, Math.max(0, movement.outCents - linesCents));
  let leftCents = cents - beyondCents;
  const besides: Entry[] = [];
  const moves: (Move & { line: Line })[] = [];
  const again: string[] = [];
  const gone: string[] = [];
  for (const { line, of } of lines) {
    const partCents = Math.min(line.amountCents, leftCents);
    if (partCents <= 0) break;
    leftCents -= partCents;
    if (line.account === 'review') {
      const row = await paymentUnderReview(tx, order);
      if (row) await changeOpen(tx, row.id, partCents);
      besides.push(['review', partCents]);
      await closeLine(tx, line, partCents, line.allocationId);
    } else if (line.account === 'refunds') {
      // A refund that went out while the dispute held it: what comes back makes up for that, and the
      // payer has had the money.
      const isGone = (await readRefund(tx, line.allocationId))?.isBooked === true;
      if (isGone) besides.push(['disputes', partCents]);
      else if (!of) besides.push(['refunds', partCents]);
      if (of)
        moves.push({ line, of, cents: partCents, to: isGone ? PLACES.refunded : PLACES.owedAgain });
      else {
        const isCut = partCents < line.amountCents;
        const id = isCut ? await cutRefund(tx, line.allocationId, partCents) : line.allocationId;
        await closeLine(tx, line, partCents, id);
        (isGone ? gone : again).push(id);
      }
    } else if (of) {
      const product = places.get(of.productId ?? 0);
      // Who only reserves may never pay; what they pay too much is theirs again.
      const lackCents = product ? needOf(product, product.reservedCents) : partCents;
      const keptCents = Math.min(partCents, lackCents);
      if (product) product.raisedCents += keptCents;
      const back = owed(product?.removedAt ? 'reinstated_removed' : 'reinstated_full');
      const backCents = partCents - keptCents;
      // What stays is moved last: it keeps the id.
      if (backCents > 0) moves.push({ line, of, cents: backCents, to: back });
      if (keptCents > 0) moves.push({ line, of, cents: keptCents, to: standingAt(of.productId) });
    }
  }
  const rest = beyondCents + leftCents;
  const movedCents = moves
    .filter(({ to }) => to.account !== 'stripe')
    .reduce((sum, { cents: moving = 0 }) => sum + moving, 0);
  besides.push(['disputes', rest], ['stripe', movedCents - cents]);
  const cause = { reason: 'dispute: funds reinstated', source, besides };
  const { moved, filled } = await transfer(tx, cause, moves);
  for (const [at, { id, amountCents }] of moved.entries()) {
    const move = moves[at];
    if (!move) continue;
    await closeLine(tx, move.line, amountCents, id);
    if (move.to === PLACES.owedAgain) again.push(id);
    if (move.to === PLACES.refunded) gone.push(id);
  }
  await tx.update(refunds).set({ status: 'succeeded' }).where(inArray(refunds.id, gone));
  for (const id of again) await requeueOwed(tx, id);
  await withdrawShortfall(tx, order);
  for (const id of filled) await tellAudience(tx, id, 'goal-reached', order.id);
}

/** What a dispute has taken and not given back: what counts first, in the order of taking backward. */
async function returnable(tx: Tx, disputeId: string, places: Parameters<typeof takingOrder>[1]) {
  const rows = await tx
    .select({ line: disputeLines, of: contributions })
    .from(disputeLines)
    .leftJoin(contributions, eq(contributions.id, disputeLines.allocationId))
    .where(and(eq(disputeLines.disputeId, disputeId), isNull(disputeLines.returnedAt)));
  const standing = rows.flatMap(({ line, of }) => (of && line.account !== 'refunds' ? of : []));
  const ids = takingOrder(standing, places).map(({ id }) => id);
  const classOf = ({ line }: { line: Line }) => ['review', 'refunds'].indexOf(line.account);
  const rankOf = ({ line }: { line: Line }) => ids.indexOf(line.allocationId);
  // What was owed is spent nowhere: without a rank, it comes back by its size, as it was taken.
  return rows.toSorted(
    (a, b) =>
      classOf(a) - classOf(b) || rankOf(b) - rankOf(a) || a.line.amountCents - b.line.amountCents,
  );
}

/** Marks so much of a line as returned; what is cut off it is of the contribution of that id. */
async function closeLine(tx: Tx, line: Line, cents: number, allocationId: string): Promise<void> {
  const { disputeId, account } = line;
  const ofLine = and(
    eq(disputeLines.disputeId, disputeId),
    eq(disputeLines.allocationId, line.allocationId),
    eq(disputeLines.account, account),
  );
  const returnedAt = now();
  if (cents === line.amountCents) {
    await tx.update(disputeLines).set({ returnedAt }).where(ofLine);
    return;
  }
  line.amountCents -= cents;
  await tx.update(disputeLines).set({ amountCents: line.amountCents }).where(ofLine);
  if (allocationId === line.allocationId) return;
  await tx.insert(disputeLines).values({ ...line, allocationId, amountCents: cents, returnedAt });
}
