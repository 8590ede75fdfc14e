import { setTimeout as sleep } from 'node:timers/promises';
import { stripe } from '#app/stripe/stripe.server.ts';
import { NobodyThere, Person, type Answered } from './person.ts';
import type { Operation, Step, Command } from './plan.ts';
import { paymentOf, sendBack } from './elsewhere.ts';
import { Refused, type Visitor, type World } from './world.ts';

type Doing<Name extends Operation['does']> = Step & Extract<Operation, { does: Name }>;

const CARD = '4242424242424242';

/** Commits a funding list and pays for it by card, one product or several. */
export async function fund(
  world: World,
  visitor: Visitor,
  step: Doing<'fund' | 'fund several' | 'fight for the rest'>,
): Promise<void> {
  const sessionId = await commit(world, visitor, step.items);
  await pay(world, visitor, sessionId, step.card);
  visitor.bought.push(sessionId);
  if (step.looks) await look(visitor, sessionId);
}

/** Reserves, and is never seen again: the reservation ends with its session. */
export async function abandon(
  world: World,
  visitor: Visitor,
  { items }: Doing<'abandon'>,
): Promise<void> {
  await commit(world, visitor, items);
}

/** The session is expired at Stripe, perhaps at the moment in which its buyer pays. */
export async function expire(
  world: World,
  visitor: Visitor,
  { items, isPaid }: Doing<'expire'>,
): Promise<void> {
  const sessionId = await commit(world, visitor, items);
  const [status] = await Promise.all([
    isPaid ? world.sandbox.pay(sessionId, form(visitor.person, CARD)) : undefined,
    stripe()
      .checkout.sessions.expire(sessionId)
      .catch(() => {}),
  ]);
  if (status === 303) visitor.bought.push(sessionId);
}

/** A bank debit: completed now, settled or refused by the bank seconds later, or returned. */
export async function payByBank(
  world: World,
  visitor: Visitor,
  { items, outcome, looks }: Doing<'pay by bank'>,
): Promise<void> {
  const sessionId = await commit(world, visitor, items);
  await world.sandbox.control(`sessions/${sessionId}/bank`, {});
  const isReturned = outcome === 'returned';
  const more = { method: 'us_bank_account', bank_outcome: isReturned ? 'wait' : outcome };
  const status = await world.sandbox.pay(sessionId, { ...form(visitor.person, ''), ...more });
  if (status !== 303) throw new Error(`the hosted page answered ${status}`);
  if (isReturned) {
    for (const told of ['succeeded', 'returned']) {
      await world.sandbox.control(`async/${sessionId}`, { outcome: told });
    }
  }
  if (looks) await look(visitor, sessionId);
}

/** A donation, once or each month, of which the bank or the dashboard may hear at once. */
export async function donate(
  world: World,
  visitor: Visitor,
  step: Doing<'donate' | 'subscribe'>,
): Promise<void> {
  const call = step.does === 'donate' ? 'donation' : 'subscription';
  const path = `/api/create-${call}-checkout`;
  const sessionId = await checkOut(world, visitor, () =>
    visitor.person.post(path, { amount: step.dollars, purpose: step.purpose }),
  );
  await pay(world, visitor, sessionId, CARD);
  if (step.atOnce === 'sent back') await sendBack(await paymentOf(sessionId));
  else if (step.does === 'donate') visitor.bought.push(sessionId);
  if (step.does === 'subscribe') visitor.subscribed.push(sessionId);
  if (step.atOnce === 'contested') {
    const { id } = await world.sandbox.control<{ id: string }>('dispute', { session: sessionId });
    visitor.disputes.push(id);
  }
  if (step.looks) await look(visitor, sessionId);
}

/** Commits a list; who is told that less is left takes what is left, as a person would. */
function commit(world: World, visitor: Visitor, items: Command[]): Promise<string> {
  let cart = items.map(([product, amount]) => ({
    productId: world.productIds[product] ?? 0,
    amount,
  }));
  return checkOut(world, visitor, async () => {
    const answered = await visitor.person.post('/api/create-checkout', { cart });
    const left: typeof cart = answered.body?.validItems ?? [];
    if (answered.status === 409 && left.length > 0) {
      cart = left.map(({ productId, amount }) => ({ productId, amount }));
    }
    return answered;
  });
}

/** Asks for a checkout until there is one, or until a person would give up. */
async function checkOut(
  world: World,
  visitor: Visitor,
  ask: () => Promise<Answered>,
): Promise<string> {
  for (let tries = 1; ; tries += 1) {
    const { status, body } = await ask();
    if (status === 200) return body.sessionId;
    const isOver = status === 409 && body.validItems?.length === 0;
    if (isOver || status === 404) throw new Refused(body.error);
    if (tries === 5) throw new Error(`${status} ${body?.error}`);
    if (status === 429) visitor.person = new Person(world.pair);
    else await sleep(100 * tries);
  }
}

async function pay(world: World, visitor: Visitor, sessionId: string, card: string): Promise<void> {
  const status = await world.sandbox.pay(sessionId, form(visitor.person, card));
  if (status !== 303) throw new Error(`the hosted page answered ${status}`);
}

/** Opens the success page, which may be quicker than any webhook; who paid has paid without it. */
async function look(visitor: Visitor, sessionId: string): Promise<void> {
  try {
    await visitor.person.get(`/api/checkout-success?session_id=${sessionId}`);
  } catch (error) {
    if (!(error instanceof NobodyThere)) throw error;
  }
}

function form(person: Person, card: string): Record<string, string> {
  return {
    method: 'card',
    email: person.email,
    card_number: card,
    card_expiry: '12 / 34',
    card_cvc: '123',
    card_name: 'A visitor',
  };
}
