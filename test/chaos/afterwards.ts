import { setTimeout as sleep } from 'node:timers/promises';
import { and, asc, eq } from 'drizzle-orm';
import { createMoveLink } from '#app/funding/moving/move-link.server.ts';
import { moveContribution } from '#app/funding/moving/move-contribution.server.ts';
import { moveOffer } from '#app/funding/moving/move-offer.server.ts';
import { refundProduct } from '#app/funding/refunds/refund-product.server.ts';
import { requestRefund } from '#app/funding/refunds/request-refund.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { contributions, orders, subscriptions } from '#db/schema.ts';
import type { Operation, Step } from './plan.ts';
import { paymentOfRenewal, sendBack } from './elsewhere.ts';
import { Refused, type Visitor, type World } from './world.ts';

type Doing<Name extends Operation['does']> = Step & Extract<Operation, { does: Name }>;

const PATIENCE_MS = 6_000;

/** One contribution is taken back, by two administrators at once: only one of them can. */
export async function refund(
  world: World,
  visitor: Visitor,
  { which, share }: Doing<'refund'>,
): Promise<void> {
  const { sessionId, paid } = await paidSharesOf(visitor.bought, which);
  const contribution = paid[share % paid.length]!;
  const request = () => requestRefund(contribution.id, { reason: 'requested' });
  const answers = await Promise.all([request(), request()]);
  const accepted = answers.filter((answer) => answer.accepted).length;
  if (accepted > 1) world.problems.push(`${sessionId}: one contribution was taken back twice`);
  if (accepted === 0) throw new Refused('the contribution cannot be taken back any more');
}

/** A contribution is moved by a link that is pressed twice at once: it moves once, and never past a need. */
export async function move(
  world: World,
  visitor: Visitor,
  { which, share, to: place }: Doing<'move'>,
): Promise<void> {
  const { sessionId, paid } = await paidSharesOf(visitor.bought, which);
  const { id, emailNormalised, amountCents } = paid[share % paid.length]!;
  const to = world.productIds[place] ?? world.productIds.at(-1) ?? 0;
  const token = new URL(await createMoveLink(id)).searchParams.get('token') ?? '';
  const made = await moveOffer({ id, emailNormalised }, to);
  const takes = made.ok ? made.offer.products.find((one) => one.id === to)?.takes : undefined;
  const taken = takes && Math.round(takes * 100);
  // What no product takes is given to the project now and then.
  const command = taken
    ? { to, cents: taken, acceptsNewDate: false }
    : { to: 'project' as const, cents: amountCents, acceptsNewDate: false };
  if (!taken && share > 0) throw new Refused('the product takes nothing of it');
  const pressed = await Promise.all([1, 2].map(() => moveContribution({ token }, command)));
  const moved = pressed.filter(({ ok }) => ok).length;
  if (moved > 1) world.problems.push(`${sessionId}: one contribution was moved twice by one link`);
  if (moved === 0) throw new Refused('the contribution cannot be moved');
}

/** A product is taken off the list, and all that was given to it goes back. */
export async function refundWholeProduct(
  world: World,
  _: Visitor,
  { product }: Doing<'refund a product'>,
): Promise<void> {
  const done = await refundProduct(world.productIds[product] ?? 0, { reason: 'removed' });
  if (done.removal === 'unknown' || done.removal === 'testing_begun') {
    throw new Refused(done.removal);
  }
}

/** The payer's bank contests a payment or a part, perhaps just after a share of it was sent back. */
export async function dispute(
  world: World,
  visitor: Visitor,
  { which, isInquiry, refundsFirst, share }: Doing<'dispute'>,
): Promise<void> {
  const { sessionId, paid } = await paidSharesOf(visitor.bought, which);
  if (refundsFirst) await requestRefund(paid[0]!.id, { reason: 'requested' });
  const cents = paid.reduce((sum, one) => sum + one.amountCents, 0);
  const contest = {
    session: sessionId,
    ...(isInquiry ? { inquiry: true } : {}),
    ...(share < 1 ? { amount: Math.max(1, Math.floor(cents * share)) } : {}),
  };
  const { id } = await world.sandbox.control<{ id: string }>('dispute', contest).catch(refused);
  visitor.disputes.push(id);
}

/** An inquiry that is lost becomes a dispute proper; everything else ends here, all or in part. */
export async function closeDispute(
  world: World,
  visitor: Visitor,
  { which, outcome, share }: Doing<'close a dispute'>,
): Promise<void> {
  const id = chosen(visitor.disputes, which);
  const cents = await outOf(id);
  const back = share < 1 && cents > 0 ? { amount: Math.floor(cents * share) } : {};
  const { status } = await world.sandbox
    .control<{ status: string }>(`dispute/${id}/close`, { outcome, ...back })
    .catch(refused);
  if (status === 'needs_response') return;
  visitor.disputes = visitor.disputes.filter((one) => one !== id);
  visitor.decided.push(id);
}

/** A bank decides a closed dispute anew: takes what it gave back, or gives back half of the rest. */
export async function decideAgain(
  world: World,
  visitor: Visitor,
  { which }: Doing<'decide again'>,
): Promise<void> {
  const id = chosen(visitor.decided, which);
  const { amount } = await stripe().disputes.retrieve(id);
  const out = await outOf(id);
  const back = out < amount ? out - amount : Math.ceil(out / 2);
  await world.sandbox.control(`dispute/${id}/funds`, { amount: back }).catch(refused);
}

async function outOf(id: string): Promise<number> {
  const { balance_transactions: moved } = await stripe().disputes.retrieve(id);
  return -moved.reduce((sum, { amount }) => sum + amount, 0);
}

/** A month of a subscription is over; its card may fail once, and its money may go at once. */
export async function renew(
  world: World,
  visitor: Visitor,
  { which, fails, atOnce }: Doing<'renew'>,
): Promise<void> {
  const id = await subscriptionOf(chosen(visitor.subscribed, which));
  const control = (verb: string, body: object = {}) =>
    world.sandbox.control(`subscriptions/${id}/${verb}`, body);
  if (fails) await control('payments', { outcome: 'fail' });
  await control('renew');
  if (fails) {
    await control('payments', { outcome: 'succeed' });
    await control('retry');
  }
  if (atOnce === 'nothing') return;
  const payment = await paymentOfRenewal(id);
  if (atOnce === 'sent back') return void (await sendBack(payment));
  const contest = { payment_intent: payment };
  visitor.disputes.push((await world.sandbox.control<{ id: string }>('dispute', contest)).id);
}

async function paidSharesOf(bought: string[], which: number) {
  const sessionId = chosen(bought, which);
  const paid = await soon('the payment is not recorded yet', async () => {
    const found = await db()
      .select({
        id: contributions.id,
        status: contributions.status,
        amountCents: contributions.amountCents,
        emailNormalised: contributions.emailNormalised,
      })
      .from(contributions)
      .innerJoin(orders, eq(orders.id, contributions.orderId))
      .where(and(eq(orders.sessionId, sessionId), eq(orders.status, 'paid')))
      .orderBy(asc(contributions.id));
    return found.length > 0 ? found : undefined;
  });
  const left = paid.filter(({ status }) => status === 'paid');
  if (left.length === 0) throw new Refused('nothing is left of the payment');
  return { sessionId, paid: left };
}

async function subscriptionOf(sessionId: string): Promise<string> {
  return soon('the subscription is not known yet', async () => {
    const [found] = await db()
      .select({ id: subscriptions.id })
      .from(subscriptions)
      .innerJoin(orders, eq(orders.id, subscriptions.orderId))
      .where(eq(orders.sessionId, sessionId));
    return found?.id;
  });
}

/** What an administrator would look for now and then, before leaving it for another day. */
async function soon<T>(otherwise: string, look: () => Promise<T | undefined>): Promise<T> {
  for (const end = Date.now() + PATIENCE_MS; ; await sleep(250)) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Refused(otherwise);
  }
}

function chosen(list: string[], which: number): string {
  const one = list[which % Math.max(1, list.length)];
  if (one === undefined) throw new Refused('there is none yet');
  return one;
}

function refused(error: Error): never {
  throw new Refused(error.message);
}
