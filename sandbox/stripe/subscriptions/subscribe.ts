import { storeCustomer } from '#sandbox/stripe/checkout/customers.ts';
import { emit } from '#sandbox/stripe/webhooks/events.ts';
import { issueInvoice, newInvoiceId, tryInvoice } from './invoice-payment.ts';
import { allLineItems } from '#sandbox/stripe/checkout/line-items.ts';
import type { Session, SessionHidden } from '#sandbox/stripe/objects.ts';
import { saveCard, type CardPayer } from '#sandbox/stripe/payments/saved-cards.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { planRenewal } from './subscription-changes.ts';
import { makeSubscription } from './subscription-objects.ts';

/** Ids of what a paid session in the mode `subscription` brought about. */
type Started = { customer: string; subscription: string; invoice: string };

/** Makes customer, subscription and first invoice of a session whose card pays, and lets it pay. */
export function startSubscription(sandbox: Sandbox, session: Session, payer: CardPayer): Started {
  const { store, clock } = sandbox;
  const { email, name } = payer;
  const customer = session.customer ?? storeCustomer(sandbox, { email, name }).id;
  const { subscription: data } = store.hidden<SessionHidden>(session.id);
  const subscription = makeSubscription(
    {
      customer,
      paymentMethod: saveCard(sandbox, customer, payer).id,
      invoice: newInvoiceId(),
      items: allLineItems(store, session),
      description: data!.description,
      metadata: data!.metadata,
    },
    clock.nowS(),
  );
  store.insert(subscription);
  planRenewal(sandbox, subscription);
  emit(sandbox, 'customer.subscription.created', subscription);
  const period = { start: clock.nowS(), end: clock.nowS() };
  const invoice = issueInvoice(sandbox, { subscription, reason: 'subscription_create', period });
  tryInvoice(sandbox, invoice, true);
  return { customer, subscription: subscription.id, invoice: invoice.id };
}
