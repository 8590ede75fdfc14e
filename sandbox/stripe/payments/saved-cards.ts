import type { Card, Decline } from './cards.ts';
import { saveChange } from '#sandbox/stripe/changes.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import type {
  PaymentMethod,
  PaymentMethodHidden,
  StripeSubscription,
  SubscriptionHidden,
} from '#sandbox/stripe/objects.ts';
import { makePaymentMethod, type Payer } from './payment-objects.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';

export type CardPayer = Payer & { card: Card };

/** Keeps a card with its customer, for payments that are made later without the buyer. */
export function saveCard(sandbox: Sandbox, customer: string, payer: CardPayer): PaymentMethod {
  const paymentMethod = {
    ...makePaymentMethod(payer, sandbox.clock.nowS()),
    customer,
  } as PaymentMethod;
  const hidden: PaymentMethodHidden = { card: payer.card };
  sandbox.store.insert(paymentMethod, { hidden });
  emit(sandbox, 'payment_method.attached', paymentMethod);
  return paymentMethod;
}

/** Gives a customer's subscriptions another card, for what is paid from now on. */
export function changeCard(
  sandbox: Sandbox,
  subscriptions: StripeSubscription[],
  card: Card,
  name?: string,
): void {
  const [first] = subscriptions;
  if (!first) return;
  const old = sandbox.store.need<PaymentMethod>('payment_method', first.default_payment_method);
  const billing = old.billing_details;
  const payer = { email: billing.email ?? '', name: name ?? billing.name ?? '', card };
  const saved = saveCard(sandbox, first.customer, payer);
  for (const subscription of subscriptions) {
    const changed = { ...subscription, default_payment_method: saved.id };
    saveChange(sandbox, 'customer.subscription.updated', subscription, changed);
  }
}

/**
 * The saved card of a subscription as it behaves now: its own way when the buyer is there (`first`),
 * later as the sandbox was told, or else as such a card does.
 */
export function payerOf(
  { store }: Sandbox,
  subscription: StripeSubscription,
  first: boolean,
): CardPayer {
  const id = subscription.default_payment_method;
  const { billing_details: billing } = store.need<PaymentMethod>('payment_method', id);
  const { card } = store.hidden<PaymentMethodHidden>(id);
  const { payments } = store.hidden<SubscriptionHidden>(subscription.id);
  const later = { fail: TOLD_TO_FAIL, succeed: undefined, card: card.decline ?? card.laterDecline };
  return {
    email: billing.email ?? '',
    name: billing.name ?? '',
    card: { ...card, decline: first ? card.decline : later[payments ?? 'card'] },
  };
}

const TOLD_TO_FAIL: Decline = {
  code: 'card_declined',
  declineCode: 'generic_decline',
  message: 'Your card was declined.',
};
