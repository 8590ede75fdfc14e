import { randomUUID } from 'node:crypto';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import {
  goesBackSoon,
  refused,
  shareOf,
  whyStays,
  whyTakesNothing,
  type Giver,
  type NotMovable,
} from './movable.server.ts';
import { useTokens } from '#app/mail/tokens.server.ts';
import * as messages from './move-messages.ts';
import { followingFees } from '#app/funding/post-fee.server.ts';
import { openNeedOf } from '#app/funding/product-funding.server.ts';
import { standingAt, transfer, type Holding } from '#app/funding/transfers/transfer.server.ts';
import { takeBack } from '#app/funding/refunds/request-refund.server.ts';
import { lockPayment } from '#app/funding/store.server.ts';
import { tellAudience } from '#app/subscriptions/tell-audience.server.ts';
import { present } from '#app/kit/assert.ts';
import { takenCents } from '#app/kit/money.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, inTransaction, type Tx } from '#app/database/db.server.ts';
import { queueMails } from '#app/mail/mail-queue.server.ts';

/** Where a giver wants a contribution to go. */
export interface MoveInput {
  /** The number of a product. */
  to: number | 'project' | 'refund';
  /** Cents, as they were shown what would go there. */
  cents: number;
  /** Its 365 days count anew from now; of a move to another product alone. */
  acceptsNewDate: boolean;
}

/** `to` is the name of a product that took it. */
type Moving = { ok: true; to: { name: string } | 'project' | 'refund'; cents: number } | NotMovable;

/**
 * Moves a contribution where its giver wants it, in one transaction: to another product as far as that
 * needs it, to the project as a donation, or back, where it would go back soon by itself (decision
 * 0103). What does not move stays as it is, and a refusal moves nothing.
 */
export async function moveContribution(giver: Giver, input: MoveInput): Promise<Moving> {
  const found = await shareOf(db(), giver);
  if (!found.ok) return found;
  return inTransaction(async (tx): Promise<Moving> => {
    const isPlace = typeof input.to === 'number' && isProductId(input.to);
    const toId = isPlace ? Number(input.to) : undefined;
    const goesTo = toId === undefined ? [] : [toId];
    const { places } = await lockPayment(tx, found.share.orderId, goesTo);
    // Only now is it known where it stands, and whether the link was used meanwhile.
    const asked = await shareOf(tx, giver);
    if (!asked.ok) return asked;
    const { share } = asked;
    const from = places.get(share.productId ?? 0);
    const why = await whyStays(tx, share, from, input.to === 'refund');
    if (why || !from) return refused(why ?? messages.IS_DONATION);
    const moved =
      input.to === 'refund'
        ? await sendBack(tx, share, input)
        : await move(tx, share, { from, to: places.get(toId ?? 0) }, input);
    // All links about it, whether it was one of them that was used or the list.
    if (moved.ok) await useTokens(tx, { purpose: 'move-link', subject: share.id });
    return moved;
  });
}

async function sendBack(tx: Tx, share: Holding, input: MoveInput): Promise<Moving> {
  if (!(await goesBackSoon(tx, share))) return refused(messages.REFUND_BY_REQUEST);
  if (input.cents !== share.amountCents) return refused(messages.OTHER_AMOUNT);
  const taken = await takeBack(tx, share, { reason: 'requested' });
  return taken.accepted
    ? { ok: true, to: 'refund', cents: taken.amountCents }
    : refused(messages.NOT_PAID);
}

async function move(
  tx: Tx,
  share: Holding,
  way: { from: LockedProduct; to: LockedProduct | undefined },
  { to, cents, acceptsNewDate }: MoveInput,
): Promise<Moving> {
  const target = to === 'project' ? undefined : way.to;
  const why = to === 'project' ? undefined : await whyTakesNothing(tx, share, target);
  if (why) return refused(why, target ? 409 : 404);
  if (acceptsNewDate && share.renewedAt) return refused(messages.NOT_AGAIN);
  const most = target ? takenCents(share.amountCents, openNeedOf(target)) : share.amountCents;
  if (cents > share.amountCents) return refused(messages.OTHER_AMOUNT);
  if (target && cents > most) return refused(messages.takesLess(testName(target), most));
  // It takes more by now, or was never shown: what was shown is what its giver said yes to.
  if (cents !== most) return refused(messages.OTHER_AMOUNT);
  await book(tx, share, { ...way, to: target }, { cents, isRenewed: acceptsNewDate && !!target });
  return { ok: true, to: target ? { name: testName(target) } : 'project', cents };
}

/** The part that moves keeps its date, unless its giver accepted a new one; so does what stays. */
async function book(
  tx: Tx,
  share: Holding,
  { from, to }: { from: LockedProduct; to: LockedProduct | undefined },
  { cents, isRenewed }: { cents: number; isRenewed: boolean },
): Promise<void> {
  const source = `move:${randomUUID()}`;
  const movedAt = now();
  const fresh = { renewedAt: movedAt, moveAskedAt: null, refundToldAt: null };
  const set = {
    movedAt,
    refundAllowedAt: null,
    ...(isRenewed ? fresh : {}),
    ...(to ? {} : { refundToldAt: null }),
  };
  const toId = to?.id ?? null;
  const besides = await followingFees(tx, from.id, toId, cents);
  const { moved, filled } = await transfer(
    tx,
    { reason: 'contribution moved by its giver', source, besides },
    [{ of: share, to: standingAt(toId), cents, set }],
  );
  const { id } = present(moved[0], 'what was moved');
  for (const productId of filled) await tellAudience(tx, productId, 'goal-reached', source);
  await queueMails(tx, [
    {
      name: 'contribution-moved',
      toEmail: share.email,
      params: { contributionId: id, fromId: from.id },
      dedupeKey: `contribution-moved:${source}`,
    },
  ]);
}
