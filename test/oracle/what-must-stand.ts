import type Stripe from 'stripe';

/** A payment as Stripe has it, and what of it has left again. Cents. */
export interface Payment {
  /** Lower case. */
  email: string;
  paidCents: number;
  /** Refunds that have left the balance and have not failed. */
  refundedCents: number;
  /** What disputes hold: withdrawn and not given back. */
  disputedCents: number;
  /** What was paid for, by product code; under 0 what is for no product. Empty where none is told. */
  parts: Map<number, number>;
  /** Whether the site has asked for it. */
  isOurs: boolean;
  /** Of a month that funds by a rule: what it funds is the site's to choose, so no `parts` are told. */
  isByRule: boolean;
}

/** Between so many cents and so many: what a payment for several products has left is of any. */
export interface Bounds {
  paidCents: number;
  leastCents: number;
  mostCents: number;
}

/** What must stand in the books, by payment intent, by email, and by product code. */
export interface MustStand {
  payments: Map<string, Payment>;
  people: Map<string, { paidCents: number; leftCents: number }>;
  products: Map<number, Bounds>;
  /** Cents that payments which are none of ours have left in the balance in dollars, by payment. */
  foreign: Map<string, number>;
  balance: Balance;
}

/** Cents of the balance in dollars, fees taken off, and where else Stripe says it has moved money. */
export interface Balance {
  stripeCents: number;
  bankCents: number;
  withheldCents: number;
}

const PAGE = { limit: 100 };
export const NO_PRODUCT = 0;

/**
 * The oracle: reads what the sandbox holds, over its API and nothing else, and says what must stand.
 * It knows nothing of the site but the names under which it sends orders and products to Stripe.
 */
export async function whatMustStand(api: Stripe): Promise<MustStand> {
  const payments = new Map<string, Payment>();
  for await (const charge of api.charges.list(PAGE)) {
    if (charge.status !== 'succeeded' || charge.currency !== 'usd') continue;
    payments.set(idOf(charge.payment_intent), {
      email: (charge.billing_details.email ?? '').toLowerCase(),
      paidCents: charge.amount,
      refundedCents: 0,
      disputedCents: 0,
      parts: new Map(),
      isOurs: Boolean(charge.metadata.order_id),
      isByRule: false,
    });
  }
  await readParts(api, payments);
  await readRenewals(api, payments);
  for await (const refund of api.refunds.list(PAGE)) {
    const isOut = refund.balance_transaction && !['failed', 'canceled'].includes(refund.status!);
    const payment = payments.get(idOf(refund.payment_intent));
    if (payment && isOut) payment.refundedCents += refund.amount;
  }
  for await (const dispute of api.disputes.list(PAGE)) {
    const payment = payments.get(idOf(dispute.payment_intent));
    const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
    if (payment) payment.disputedCents -= moved;
  }
  return {
    payments,
    people: byPerson(payments),
    products: byProduct(payments),
    ...(await readBalance(api, payments)),
  };
}

/** Cents that are still there: a bank may take what was refunded before, and then none are. */
export function leftOf({ paidCents, refundedCents, disputedCents }: Payment): number {
  return Math.max(0, paidCents - refundedCents - disputedCents);
}

async function readParts(api: Stripe, payments: Map<string, Payment>): Promise<void> {
  const expand = ['data.line_items'];
  for await (const session of api.checkout.sessions.list({ ...PAGE, status: 'complete', expand })) {
    const payment = payments.get(idOf(session.payment_intent));
    const { kind, purpose } = session.metadata ?? {};
    // What a submission pays for has no code yet, and a gift for what is closest is the site's to place.
    if (!payment || kind === 'submission') continue;
    payment.isByRule = purpose !== undefined;
    if (payment.isByRule) continue;
    for (const item of session.line_items?.data ?? []) {
      const code = Number(item.metadata?.product_id ?? NO_PRODUCT);
      payment.parts.set(code, (payment.parts.get(code) ?? 0) + item.amount_total);
    }
  }
}

/** Payments of a subscription's invoices: for no product, unless its metadata says otherwise. */
async function readRenewals(api: Stripe, payments: Map<string, Payment>): Promise<void> {
  const ours = new Map<string, string>();
  for await (const invoice of api.invoices.list({ ...PAGE, status: 'paid' })) {
    const metadata = invoice.parent?.subscription_details?.metadata;
    if (metadata?.order_id) ours.set(invoice.id, metadata.purpose ?? 'project');
  }
  for await (const { invoice, payment: how } of api.invoicePayments.list({
    ...PAGE,
    status: 'paid',
  })) {
    const payment = payments.get(idOf(how.payment_intent ?? null));
    const purpose = ours.get(idOf(invoice));
    if (!payment || purpose === undefined) continue;
    payment.isOurs = true;
    payment.isByRule = purpose !== 'project';
    if (!payment.isByRule) payment.parts.set(NO_PRODUCT, payment.paidCents);
  }
}

/** What each balance transaction in dollars has moved, of foreign payments and in all. */
async function readBalance(api: Stripe, payments: Map<string, Payment>) {
  const foreign = new Map<string, number>();
  const balance = { stripeCents: 0, bankCents: 0, withheldCents: 0 };
  const list = api.balanceTransactions.list({ ...PAGE, expand: ['data.source'] });
  for await (const { amount, net, currency, source, type } of list) {
    const of = source && typeof source === 'object' && 'payment_intent' in source ? source : null;
    const intent = of && idOf(of.payment_intent);
    // Of a debit that failed nothing is left.
    if (of?.object === 'charge' && of.status !== 'succeeded') {
      balance.stripeCents += net;
      continue;
    }
    // A payment in euros is none of ours; it may have come to dollars.
    if (intent && !payments.get(intent)?.isOurs) {
      const cents = currency === 'usd' ? amount : 0;
      foreign.set(intent, (foreign.get(intent) ?? 0) + cents);
    }
    if (currency !== 'usd') continue;
    balance.stripeCents += net;
    if (/^(payout|topup)/.test(type)) balance.bankCents -= net;
    if (type === 'reserve_transaction') balance.withheldCents -= net;
  }
  return { foreign, balance };
}

function byPerson(payments: Map<string, Payment>): MustStand['people'] {
  const people: MustStand['people'] = new Map();
  for (const payment of payments.values()) {
    if (!payment.isOurs) continue;
    const known = people.get(payment.email) ?? { paidCents: 0, leftCents: 0 };
    known.paidCents += payment.paidCents;
    known.leftCents += leftOf(payment);
    people.set(payment.email, known);
  }
  return people;
}

function byProduct(payments: Map<string, Payment>): MustStand['products'] {
  const products: MustStand['products'] = new Map();
  for (const payment of payments.values()) {
    if (!payment.isOurs) continue;
    const left = leftOf(payment);
    for (const [code, cents] of payment.parts) {
      const known = products.get(code) ?? { paidCents: 0, leastCents: 0, mostCents: 0 };
      known.paidCents += cents;
      known.leastCents += Math.max(0, cents - (payment.paidCents - left));
      known.mostCents += Math.min(cents, left);
      products.set(code, known);
    }
  }
  return products;
}

function idOf(value: string | { id: string } | null): string {
  return typeof value === 'string' ? value : (value?.id ?? '');
}
