import { newId } from '#sandbox/stripe/api/ids.ts';
import type {
  LineItem,
  Metadata,
  StripePrice,
  StripeSubscription,
  SubscriptionItem,
} from '#sandbox/stripe/objects.ts';
import { periodEndS } from './periods.ts';
import { complete } from '#sandbox/stripe/api/schema.ts';

type NewSubscription = {
  customer: string;
  paymentMethod: string;
  invoice: string;
  items: LineItem[];
  description?: string;
  metadata: Metadata;
};

/** An active subscription whose first period begins at `nowS`; the items share one rhythm. */
export function makeSubscription(made: NewSubscription, nowS: number): StripeSubscription {
  const id = newId('sub');
  return complete<object>('subscription', {
    id,
    object: 'subscription',
    automatic_tax: complete('Subscription.AutomaticTax', { enabled: false }),
    billing_cycle_anchor: nowS,
    billing_mode: { type: 'flexible', flexible: { proration_discounts: 'included' } },
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: complete('Subscription.CancellationDetails', {}),
    collection_method: 'charge_automatically',
    created: nowS,
    currency: 'usd',
    customer: made.customer,
    default_payment_method: made.paymentMethod,
    default_tax_rates: [],
    description: made.description ?? null,
    discounts: [],
    invoice_settings: complete('Subscription.InvoiceSettings', { issuer: { type: 'self' } }),
    items: {
      object: 'list',
      data: made.items.map((item) => makeItem(item, id, nowS)),
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: made.invoice,
    livemode: false,
    metadata: made.metadata,
    payment_settings: complete('Subscription.PaymentSettings', {
      save_default_payment_method: 'off',
    }),
    start_date: nowS,
    status: 'active',
  }) as StripeSubscription;
}

/** The running period, which all items share, in seconds. */
export function periodOf({ items }: StripeSubscription): { start: number; end: number } {
  const [item] = items.data;
  return { start: item!.current_period_start, end: item!.current_period_end };
}

/** The subscription with another running period. */
export function withPeriod(
  subscription: StripeSubscription,
  startS: number,
  endS: number,
): StripeSubscription {
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_start: startS,
    current_period_end: endS,
  }));
  return { ...subscription, items: { ...subscription.items, data } };
}

/** What each period costs, in cents. */
export function amountCents({ items }: StripeSubscription): number {
  return items.data.reduce((sum, { price, quantity }) => sum + price.unit_amount * quantity, 0);
}

function makeItem({ price, quantity }: LineItem, id: string, nowS: number): SubscriptionItem {
  return complete<object>('subscription_item', {
    id: newId('si'),
    object: 'subscription_item',
    created: nowS,
    current_period_start: nowS,
    current_period_end: periodEndS(nowS, nowS, price.recurring!),
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity,
    subscription: id,
    tax_rates: [],
  }) as SubscriptionItem;
}

/** The price in the older form that items still carry; it has the price's id. */
function planOf(price: StripePrice) {
  return complete('plan', {
    id: price.id,
    object: 'plan',
    active: price.active,
    amount: price.unit_amount,
    amount_decimal: String(price.unit_amount),
    billing_scheme: 'per_unit',
    created: price.created,
    currency: price.currency,
    interval: price.recurring!.interval,
    interval_count: price.recurring!.interval_count,
    livemode: false,
    metadata: price.metadata,
    nickname: price.nickname,
    product: price.product,
    usage_type: 'licensed',
  });
}
