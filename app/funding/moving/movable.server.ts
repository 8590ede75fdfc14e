import { and, eq } from 'drizzle-orm';
import type { LockedProduct } from '#app/catalogue/funding-columns.server.ts';
import {
  beingPaidFor,
  fullyFunded,
  hidden,
  notAvailable,
  notForFunding,
} from '#app/funding/messages.ts';
import { findToken } from '#app/mail/tokens.server.ts';
import * as messages from './move-messages.ts';
import type { Holding } from '#app/funding/transfers/transfer.server.ts';
import { isBegun, openNeedOf } from '#app/funding/product-funding.server.ts';
import { lacksItsGoal, refundDueAt } from '#app/funding/transfers/refund-due.server.ts';
import { fundingStates, hasOpenDispute, hasOpenRequest } from '#app/funding/store.server.ts';
import { takenCents } from '#app/kit/money.ts';
import { MOVE_ASK_DAYS } from '#app/kit/facts.ts';
import { isUuid, paddedId } from '#app/kit/text.ts';
import { testName } from '#app/toxicology/panels/panels.ts';
import { daysAgo, now } from '#app/platform/clock.server.ts';
import type { Tx } from '#app/database/db.server.ts';
import { contributions, products } from '#db/schema.ts';

/** Who asks: the reader of a mailed link, or whoever has shown that an address is theirs. */
export type Giver = { token: string } | { id: string; emailNormalised: string };

/** Why not, in a sentence; the status is that of a call's answer. */
export interface NotMovable {
  ok: false;
  status: 404 | 409;
  sentence: string;
}

export function refused(sentence: string, status: NotMovable['status'] = 409): NotMovable {
  return { ok: false, status, sentence };
}

/** The contribution that somebody may move; it is read as it is, whether it can be moved or not. */
export async function shareOf(
  tx: Tx,
  giver: Giver,
): Promise<{ ok: true; share: Holding } | NotMovable> {
  const link = 'token' in giver ? await findToken('move-link', giver.token, tx) : undefined;
  if ('token' in giver && !link) return refused(messages.MOVE_LINK_UNKNOWN, 404);
  if (link?.usedAt) return refused(messages.LINK_USED);
  const id = 'token' in giver ? (link?.subject ?? '') : giver.id;
  if (!isUuid(id)) return refused(messages.NO_SUCH_CONTRIBUTION, 404);
  const isOwn =
    'token' in giver ? undefined : eq(contributions.emailNormalised, giver.emailNormalised);
  const own = and(eq(contributions.id, id), isOwn);
  const [share] = await tx.select().from(contributions).where(own);
  return share ? { ok: true, share } : refused(messages.NO_SUCH_CONTRIBUTION, 404);
}

/** Why a contribution cannot leave its place; `forRefund` is its giver's other request. */
export async function whyStays(
  tx: Tx,
  share: Holding,
  from: LockedProduct | undefined,
  forRefund = false,
): Promise<string | undefined> {
  if (share.status === 'disputed') return messages.DISPUTED;
  if (share.status !== 'paid' || !share.stripePaymentId || from?.removedAt)
    return messages.NOT_PAID;
  if (await hasOpenDispute(tx, share.orderId)) return messages.DISPUTED;
  if (!from) return messages.IS_DONATION;
  if (isBegun(from)) return messages.testingBegun(testName(from));
  return !forRefund && (await hasOpenRequest(tx, share.id)) ? messages.ASKED_BACK : undefined;
}

/** Why a product takes nothing of a contribution that stands at another; undefined where it does. */
export async function whyTakesNothing(tx: Tx, share: Holding, to: LockedProduct | undefined) {
  if (!to) return messages.NUMBER_UNKNOWN;
  const name = testName(to);
  if (to.id === share.productId) return messages.isThere(name);
  if (to.isDemo) return messages.cannotTake(notForFunding(name));
  if (to.removedAt) return messages.cannotTake(await whyGone(tx, to));
  if (to.hiddenAt) return messages.cannotTake(hidden(name));
  if (isBegun(to) || to.raisedCents >= to.targetCents) {
    return messages.cannotTake(fullyFunded(name));
  }
  const isTaken = takenCents(share.amountCents, openNeedOf(to)) > 0;
  return isTaken ? undefined : messages.cannotTake(beingPaidFor(name));
}

async function whyGone(tx: Tx, product: LockedProduct): Promise<string> {
  const name = testName(product);
  const [gone] = await fundingStates([product.id], tx);
  const [survivor] = gone?.mergedInto ? await fundingStates([gone.mergedInto], tx) : [];
  return survivor
    ? messages.isMerged(name, `No. ${paddedId(survivor.id)} ${testName(survivor)}`)
    : notAvailable(name);
}

/** Whether it would go back by age within the days in which its giver is asked: then a refund needs no decision. */
export async function goesBackSoon(tx: Tx, share: Holding): Promise<boolean> {
  const dueAt = refundDueAt(share);
  if (!dueAt || share.productId === null || daysAgo(MOVE_ASK_DAYS, dueAt) > now()) return false;
  return (await tx.$count(products, and(eq(products.id, share.productId), lacksItsGoal))) > 0;
}
