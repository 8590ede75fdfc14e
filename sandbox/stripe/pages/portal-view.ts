import type {
  Invoice,
  PaymentMethod,
  PortalSession,
  StripeProduct,
  StripeObject,
  StripeSubscription,
} from '#sandbox/stripe/objects.ts';
import { dayInWords, dollars } from './page-parts.ts';
import { rhythm } from '#sandbox/stripe/subscriptions/periods.ts';
import type { Sandbox } from '#sandbox/stripe/sandbox.ts';
import { openInvoices } from '#sandbox/stripe/subscriptions/subscription-changes.ts';
import { amountCents, periodOf } from '#sandbox/stripe/subscriptions/subscription-objects.ts';

/** What the portal shows of a customer. */
export type PortalView = {
  session: PortalSession;
  subscriptions: SubscriptionView[];
  /** Newest first. */
  invoices: Invoice[];
};

export type SubscriptionView = {
  subscription: StripeSubscription;
  name: string;
  /** "$5.00 every month". */
  price: string;
  /** What comes next, as labels and their values. */
  next: [label: string, value: string][];
  /** "Visa ending in 4242, good until 12/2040". */
  card: string;
};

const MAX_SHOWN = 100;

export function viewOf(sandbox: Sandbox, session: PortalSession): PortalView {
  const { customer } = session;
  return {
    session,
    subscriptions: ownedBy<StripeSubscription>(sandbox, 'subscription', customer).map(
      (subscription) => viewOfSubscription(sandbox, subscription),
    ),
    invoices: ownedBy<Invoice>(sandbox, 'invoice', customer),
  };
}

/** The customer's newest objects of a kind. */
export function ownedBy<T extends StripeObject>(
  { store }: Sandbox,
  kind: string,
  customer: string,
): T[] {
  const rows = store.all<{ json: string }>(
    `SELECT json FROM objects WHERE kind = ? AND json_extract(json, '$.customer') = ?
     ORDER BY seq DESC LIMIT ${MAX_SHOWN}`,
    kind,
    customer,
  );
  return rows.map(({ json }) => JSON.parse(json) as T);
}

function viewOfSubscription(sandbox: Sandbox, subscription: StripeSubscription): SubscriptionView {
  const { store } = sandbox;
  const { data: items } = subscription.items;
  const names = items.map(({ price }) => store.need<StripeProduct>('product', price.product).name);
  const { card } = store.need<PaymentMethod>('payment_method', subscription.default_payment_method);
  const [{ price }] = items as [(typeof items)[0]];
  return {
    subscription,
    name: names.join(', '),
    price: `${dollars(amountCents(subscription))} ${rhythm(price.recurring!)}`,
    next: nextOf(sandbox, subscription),
    card: card
      ? `${BRANDS[card.brand] ?? card.brand} ending in ${card.last4}, good until ${card.exp_month}/${card.exp_year}`
      : '',
  };
}

function nextOf(sandbox: Sandbox, subscription: StripeSubscription): SubscriptionView['next'] {
  if (subscription.ended_at) return [['Ended on', dayInWords(subscription.ended_at)]];
  const end = dayInWords(periodOf(subscription).end);
  const label = subscription.cancel_at_period_end ? 'Ends on' : 'Next payment';
  const retryS = openInvoices(sandbox, subscription)[0]?.next_payment_attempt;
  if (!retryS) return [[label, end]];
  return [
    ['Payment failed', `We try again on ${dayInWords(retryS)}`],
    [label, end],
  ];
}

const BRANDS: Record<string, string> = {
  amex: 'American Express',
  mastercard: 'Mastercard',
  visa: 'Visa',
};
