import type Stripe from 'stripe';
import { keepAsItStands } from '#app/admin/people/unmatched.server.ts';
import { listOpen } from '#app/admin/people/unmatched.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import type { Elsewhere, Operation, Step } from './plan.ts';
import { Refused, type Visitor, type World } from './world.ts';

type Doing<Name extends Operation['does']> = Step & Extract<Operation, { does: Name }>;

/** In the metadata of a refund that was not asked for here. */
export const MADE_ELSEWHERE = 'elsewhere';

const TRIES = 8;

const HOW: Record<Elsewhere, (cents: number) => object> = {
  link: () => ({ session: true }),
  directly: () => ({}),
  euros: () => ({ currency: 'eur' }),
  'euros to dollars': (cents) => ({ currency: 'eur', settled: Math.round(cents * 1.1) }),
};

/** Somebody else's payment in the same account; all of it or a part may be sent back, or contested. */
export async function payElsewhere(
  { sandbox }: World,
  visitor: Visitor,
  { cents, how, back, fails, contested }: Doing<'pay elsewhere'>,
): Promise<void> {
  const payment = { amount: cents, email: visitor.person.email, ...HOW[how](cents) };
  const { payment_intent: id } = await sandbox
    .control<{ payment_intent: string }>('foreign', payment)
    .catch((error: Error) => {
      // What it comes to in dollars is not known before its balance transaction is there.
      throw how === 'euros to dollars' ? new Refused(error.message) : error;
    });
  const sent = Math.floor(cents * back);
  if (sent > 0) {
    const refund = await sendBack(id, sent);
    const settled = how === 'euros to dollars' ? { settled: Math.round(sent * 1.07) } : {};
    const end = { outcome: 'failed', ...settled };
    if (fails) await sandbox.control(`refunds/${refund.id}`, end);
  }
  if (contested === 0) return;
  const contest = { payment_intent: id, amount: Math.ceil(cents * contested) };
  visitor.disputes.push((await sandbox.control<{ id: string }>('dispute', contest)).id);
}

/** The project bears what banks took of others' payments once nothing was left of them. */
export async function bearLosses(): Promise<void> {
  for (const { id, amount, order } of await listOpen(1_000)) {
    if (order || amount > 0) continue;
    await keepAsItStands({ actor: 'command line' }, id);
  }
}

/** A payout, a fee, a reserve. */
export async function moveTheBalance(
  { sandbox }: World,
  _: Visitor,
  { type, cents }: Doing<'move the balance'>,
): Promise<void> {
  await sandbox.control('transactions', { type, amount: cents });
}

/** Refunds a payment at the provider itself, all of it unless so many cents are named. */
export async function sendBack(paymentIntentId: string, amount?: number): Promise<Stripe.Refund> {
  const refund = {
    payment_intent: paymentIntentId,
    ...(amount ? { amount } : {}),
    metadata: { made: MADE_ELSEWHERE },
  };
  const idempotencyKey = `${MADE_ELSEWHERE}:${paymentIntentId}`;
  return persist(() => stripe().refunds.create(refund, { idempotencyKey }));
}

/** The payment of a paid session, a subscription's first one included. */
export async function paymentOf(sessionId: string): Promise<string> {
  const session = await persist(() => stripe().checkout.sessions.retrieve(sessionId));
  if (session.payment_intent) return String(session.payment_intent);
  return paymentOfInvoice(String(session.invoice));
}

/** The newest payment of a subscription. */
export async function paymentOfRenewal(subscription: string): Promise<string> {
  const { data } = await persist(() =>
    stripe().invoices.list({ subscription, status: 'paid', limit: 1 }),
  );
  if (data[0]?.billing_reason !== 'subscription_cycle') throw new Refused('there is no renewal');
  return paymentOfInvoice(data[0].id);
}

async function paymentOfInvoice(invoice: string): Promise<string> {
  const { data } = await persist(() => stripe().invoicePayments.list({ invoice, status: 'paid' }));
  return String(data[0]?.payment.payment_intent);
}

/** Whoever sits at the dashboard tries again where the provider fails. */
async function persist<T>(call: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await call();
    } catch (error) {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode === 400) throw new Refused((error as Error).message);
      if (tries === TRIES) throw error;
    }
  }
}
