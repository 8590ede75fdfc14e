import type Stripe from 'stripe';
import type { Order, OrderLine } from './order.ts';
import type { Tx } from '#app/database/db.server.ts';

/** What a checkout of one kind asks the payer for. */
interface CheckoutTerms {
  /** `subscription`: the line items recur. */
  mode: 'payment' | 'subscription';
  /** Follows from the order alone, to the letter: a repeated request must be the same. */
  lineItems: Stripe.Checkout.SessionCreateParams.LineItem[];
  /** Cards and the wallets that hold them: no money that is days under way, or comes back late. */
  isByCard: boolean;
  /** What else is needed to write the order anew, should it be lost here: stands in the session. */
  fields?: Record<string, string>;
}

/** What a line item says that it is for. */
export interface PaidLine {
  /** NaN where it names no product. */
  productId: number;
  /** The product's own, empty where it names none. */
  productKey: string;
  cents: number;
}

/** A session of an order that this database has lost, with what was paid for. */
export interface LostOrder {
  session: Stripe.Checkout.Session;
  lines: PaidLine[];
}

/** A payment as Stripe says it was made, held against its order. */
export interface Payment {
  /** What the ledger books it under: `checkout:cs_…` or `invoice:in_…`. */
  source: string;
  sessionId: string | null;
  paymentIntentId: string | null;
  customerId: string | null;
  subscriptionId: string | null;
  invoiceId: string | null;
  /** As the payer typed it. */
  email: string;
  /** When the charge was made, by Stripe's clock: the 365 days count from here. */
  paidAt: Date;
  /** What Stripe kept of it, where it says so already; the reconciler posts it later otherwise. */
  fee: { transactionId: string; cents: number } | undefined;
}

/** An order whose payment is being recorded, with its lines as read under its lock. */
export interface PaidOrder {
  order: Order;
  payment: Payment;
  lines: OrderLine[];
}

/** One kind of order: how it is checked out, and who records its payment. */
export interface OrderKind {
  /** Where a payer who turns back lands, e.g. `/cart`. */
  cancelPath: string;
  /** The same where the checkout is over and nothing was charged, which the page then says. */
  notChargedPath?: string;
  /**
   * Recorded with others in one transaction: all that it locks are its order and its products, by
   * their codes, so that no two groups wait for each other in a circle.
   */
  isGrouped: boolean;
  terms(order: Order): Promise<CheckoutTerms>;
  /**
   * Books payments in the transaction that has locked their orders, each once, in the order in which
   * they came; one at a time unless the kind `isGrouped`.
   */
  record(tx: Tx, paid: PaidOrder[]): Promise<void>;
  /**
   * Writes anew what belongs to a lost order, whose own row is written, from its session. In words,
   * why it cannot: all of its money then goes under review.
   */
  rebuild?(tx: Tx, orderId: string, lost: LostOrder): Promise<string | undefined>;
  /**
   * Records a payment that does not itself name its order, if it is of this kind; whether it is.
   * Throws where it is and cannot be recorded yet.
   */
  recordUnnamed?(paymentIntentId: string): Promise<boolean>;
}

const kinds = new Map<string, OrderKind>();

/** Names a kind of order; `webhooks.ts` is the only caller. */
export function defineOrderKind(name: string, kind: OrderKind): void {
  kinds.set(name, kind);
}

/** Records a payment that does not itself name its order; whether it is ours. */
export async function recordUnnamed(paymentIntentId: string): Promise<boolean> {
  for (const kind of kinds.values()) if (await kind.recordUnnamed?.(paymentIntentId)) return true;
  return false;
}

/** Whether anything is called so. */
export function isOrderKind(name: string): boolean {
  return kinds.has(name);
}

export function orderKind(name: string): OrderKind {
  const kind = kinds.get(name);
  if (!kind) throw new Error(`No kind of order is called ${name}.`);
  return kind;
}
