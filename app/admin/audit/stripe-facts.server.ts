import type Stripe from 'stripe';
import { accountOfMovement } from '#app/funding/book-movement.server.ts';
import { payerEmail } from '#app/funding/checkout-session.server.ts';
import { idOf } from '#app/funding/stripe-payment.server.ts';
import { isDispute } from '#app/funding/unmatched.server.ts';
import { isUnknownAtStripe, stripe } from '#app/stripe/stripe.server.ts';

/** A payment at Stripe: a checkout session, or a monthly donation's invoice. */
export interface PaidAtStripe {
  id: string;
  /** The order that it names; empty where it names none, and is ours by our own record or not at all. */
  orderId: string;
  /** A session that began a subscription: its money is its first invoice's. */
  isSubscription: boolean;
  /** Cents that Stripe took; an invoice may be paid outside of it. */
  cents: number;
  outsideCents: number;
  email: string | null;
  /** In seconds. */
  created: number;
  /** Cents by the product that each line item names; null names none. */
  lines: { productId: number | null; cents: number }[];
}

/** What one balance transaction moved, in cents of its currency. */
export interface MovedAtStripe {
  id: string;
  currency: string;
  amount: number;
  fee: number;
  /** The refund, dispute or charge that it is of; null where it is of none of these. */
  of: string | null;
  paymentIntentId: string | null;
}

/** A refund whose money is out, in cents. */
export type RefundAtStripe = Pick<Stripe.Refund, 'id' | 'amount' | 'metadata'>;

/** All that Stripe has of our money, as it was read, by Stripe's ids. */
export interface StripeFacts {
  paid: Map<string, PaidAtStripe>;
  refunds: Map<string, RefundAtStripe>;
  moved: Map<string, MovedAtStripe>;
  read: Record<string, number>;
}

/** Says what is being read and how far it has come. */
export type AuditProgress = (what: string, read: number) => unknown;

const WITH_LINES = ['line_items'];
const WITH_SOURCE = ['source'];
const inList = (paths: string[]) => paths.map((path) => `data.${path}`);

/** Reads all that Stripe has of our money, in pages of a hundred. */
export async function readStripe(progress: AuditProgress): Promise<StripeFacts> {
  const facts: StripeFacts = {
    paid: new Map(),
    refunds: new Map(),
    moved: new Map(),
    read: {},
  };
  const each = async <T>(what: string, list: AsyncIterable<T>, take: (one: T) => unknown) => {
    facts.read[what] = 0;
    for await (const page of pagesOf(list, 100)) {
      for (const one of page) await take(one);
      await progress(what, (facts.read[what] += page.length));
    }
  };
  const api = stripe();
  const limit = 100;
  const sessions = api.checkout.sessions.list({
    status: 'complete',
    limit,
    expand: inList(WITH_LINES),
  });
  await each('sessions', sessions, (one) => takeSession(facts, one));
  const invoices = api.invoices.list({ status: 'paid', limit });
  await each('invoices', invoices, (one) => takeInvoice(facts, one));
  await each('refunds', api.refunds.list({ limit }), (one) => takeRefund(facts, one));
  const moved = api.balanceTransactions.list({ limit, expand: inList(WITH_SOURCE) });
  await each('balance transactions', moved, (one) => takeMoved(facts, one));
  return facts;
}

/**
 * Reads what stands under one of Stripe's ids again, with the balance transactions that are of it:
 * it may have come or changed since the lists were read. An id that Stripe does not know changes
 * nothing.
 */
export async function readAgain(facts: StripeFacts, id: string): Promise<void> {
  const api = stripe();
  try {
    if (id.startsWith('cs_')) {
      const session = await api.checkout.sessions.retrieve(id, {
        expand: [...WITH_LINES, 'payment_intent'],
      });
      await takeSession(facts, session);
      const intent = session.payment_intent;
      if (intent && typeof intent === 'object') await movesOf(facts, idOf(intent.latest_charge));
    } else if (id.startsWith('in_')) {
      takeInvoice(facts, await api.invoices.retrieve(id));
      const payments = api.invoicePayments.list({ invoice: id, status: 'paid', limit: 100 });
      for await (const { payment } of payments) {
        const intentId = idOf(payment.payment_intent);
        const intent = intentId && (await api.paymentIntents.retrieve(intentId));
        if (intent) await movesOf(facts, idOf(intent.latest_charge));
      }
    } else if (id.startsWith('pi_')) {
      await movesOf(facts, idOf((await api.paymentIntents.retrieve(id)).latest_charge));
    } else if (id.startsWith('re_')) {
      takeRefund(facts, await api.refunds.retrieve(id));
      await movesOf(facts, id);
    } else if (isDispute(id)) {
      await movesOf(facts, id);
    } else if (id.startsWith('txn_')) {
      takeMoved(facts, await api.balanceTransactions.retrieve(id, { expand: WITH_SOURCE }));
    }
  } catch (error) {
    if (!isUnknownAtStripe(error)) throw error;
  }
}

async function movesOf(facts: StripeFacts, source: string | null): Promise<void> {
  if (!source) return;
  const list = stripe().balanceTransactions.list({
    source,
    limit: 100,
    expand: inList(WITH_SOURCE),
  });
  for await (const one of list) takeMoved(facts, one);
}

async function takeSession(facts: StripeFacts, session: Stripe.Checkout.Session): Promise<void> {
  const orderId = session.metadata?.order_id ?? '';
  if (session.payment_status !== 'paid') return;
  const isSubscription = session.mode === 'subscription';
  const lines: PaidAtStripe['lines'] = [];
  if (!isSubscription) {
    for await (const item of allLineItems(session)) {
      const named = item.metadata?.product_id;
      lines.push({ productId: named ? Number(named) : null, cents: item.amount_total });
    }
  }
  facts.paid.set(session.id, {
    id: session.id,
    orderId,
    isSubscription,
    cents: session.amount_total ?? 0,
    outsideCents: 0,
    email: payerEmail(session) ?? null,
    created: session.created,
    lines,
  });
}

/** The expanded line items, and the further pages of a session that has more. */
async function* allLineItems(session: Stripe.Checkout.Session): AsyncGenerator<Stripe.LineItem> {
  if (session.line_items && !session.line_items.has_more) {
    yield* session.line_items.data;
    return;
  }
  yield* stripe().checkout.sessions.listLineItems(session.id, { limit: 100 });
}

/** Monthly donations: those of subscriptions that began with an order of ours. */
function takeInvoice(facts: StripeFacts, invoice: Stripe.Invoice): void {
  const orderId = invoice.parent?.subscription_details?.metadata?.order_id ?? '';
  if (invoice.status !== 'paid' || invoice.amount_paid === 0) return;
  const outsideCents = Math.min(invoice.amount_paid_off_stripe ?? 0, invoice.amount_paid);
  const cents = invoice.amount_paid - outsideCents;
  facts.paid.set(invoice.id, {
    id: invoice.id,
    orderId,
    isSubscription: false,
    cents,
    outsideCents,
    email: invoice.customer_email,
    created: invoice.created,
    lines: [{ productId: null, cents }],
  });
}

function takeRefund({ refunds }: StripeFacts, { id, amount, metadata }: Stripe.Refund): void {
  refunds.set(id, { id, amount, metadata });
}

function takeMoved({ moved }: StripeFacts, one: Stripe.BalanceTransaction): void {
  const { id, currency, source } = one;
  // A bank debit under way is announced; its money may never come.
  const charge = source && typeof source === 'object' && source.object === 'charge' ? source : null;
  if (charge?.status === 'pending') return;
  // What was announced of one that failed was taken back: the fees of both are booked as one.
  const takenBack = charge?.status === 'failed' ? charge.failure_balance_transaction : null;
  const isOfPayment = !takenBack && accountOfMovement(one) === undefined;
  const intent =
    source && typeof source === 'object' && 'payment_intent' in source
      ? source.payment_intent
      : null;
  moved.set(id, {
    id,
    currency,
    // What is of no payment is booked as one, its fee included.
    amount: isOfPayment ? one.amount : one.net,
    fee: isOfPayment ? one.fee : 0,
    of: isOfPayment ? idOf(source) : idOf(takenBack),
    paymentIntentId: idOf(intent),
  });
}

/** Gathers what comes one by one into pages of so many, the last one shorter. */
async function* pagesOf<T>(items: AsyncIterable<T>, size: number): AsyncGenerator<T[]> {
  let page: T[] = [];
  for await (const item of items) {
    page.push(item);
    if (page.length < size) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}
