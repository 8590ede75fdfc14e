import { and, eq, inArray, isNull, or } from 'drizzle-orm';
import type Stripe from 'stripe';
import type { AuditEntry, Unattributed } from '#app/admin/audit.ts';
import { straysAmong, type Stray } from '#app/funding/strays.server.ts';
import { pagesOf } from '#app/admin/pages-of.ts';
import { mergedProducts } from '#app/catalogue/mark-merged.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid } from '#app/kit/text.ts';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { contributions, disputeLines, disputes, orderLines, orders, refunds } from '#db/schema.ts';

/** What Stripe says of one product, or of no product (donations), in cents. */
export interface Side {
  paidCents: number;
  refundedCents: number;
  disputedCents: number;
  contributions: AuditEntry['contributions'];
}

/** The key of money for no product. */
export const NO_PRODUCT = 0;

export interface StripeSide {
  byProduct: Map<number, Side>;
  /** Codes that were merged: their money is with the product that stayed. */
  merged: Map<number, number>;
  unattributed: Unattributed[];
  /** Sum of the net amounts of all balance transactions in U.S. dollars. */
  balanceCents: number;
  read: Record<string, number>;
}

/** Says what is being read and how far it has come. */
export type AuditProgress = (what: string, read: number) => unknown;

/**
 * Reads all that Stripe has of our money, in pages of a hundred, each attributed to products by
 * their codes alone: what a product is called, or whether it is still listed, misleads nobody.
 */
export async function readStripeSide(progress: AuditProgress): Promise<StripeSide> {
  const merged = await mergedProducts(db());
  const side: StripeSide = {
    byProduct: new Map(),
    merged,
    unattributed: [],
    balanceCents: 0,
    read: {},
  };
  const api = stripe();
  const each = async <T>(what: string, list: AsyncIterable<T>, take: (page: T[]) => unknown) => {
    side.read[what] = 0;
    for await (const page of pagesOf(list, 100)) {
      await take(page);
      await progress(what, (side.read[what] += page.length));
    }
  };
  const expand = ['data.line_items'];
  const sessions = api.checkout.sessions.list({ status: 'complete', limit: 100, expand });
  await each('sessions', sessions, (page) => takeSessions(side, page));
  const invoices = api.invoices.list({ status: 'paid', limit: 100 });
  await each('invoices', invoices, (page) => takeInvoices(side, page));
  await each('refunds', api.refunds.list({ limit: 100 }), (page) => takeRefunds(side, page));
  await each('disputes', api.disputes.list({ limit: 100 }), (page) => takeDisputes(side, page));
  const moved = api.balanceTransactions.list({ limit: 100, expand: ['data.source'] });
  await each('balance transactions', moved, (page) => {
    for (const { currency, net, source } of page) {
      // A bank debit under way is announced; its money may never come.
      const isAnnounced =
        source !== null &&
        typeof source === 'object' &&
        source.object === 'charge' &&
        source.status === 'pending';
      if (currency === 'usd' && !isAnnounced) side.balanceCents += net;
    }
  });
  return side;
}

function sideOf({ byProduct, merged }: StripeSide, productId: number | null): Side {
  const code = productId ?? NO_PRODUCT;
  const id = merged.get(code) ?? code;
  const known = byProduct.get(id);
  if (known) return known;
  const fresh = { paidCents: 0, refundedCents: 0, disputedCents: 0, contributions: [] };
  byProduct.set(id, fresh);
  return fresh;
}

async function takeSessions(side: StripeSide, page: Stripe.Checkout.Session[]): Promise<void> {
  const paid = page.filter(
    ({ payment_status, metadata }) => payment_status === 'paid' && metadata?.order_id,
  );
  const ids = paid.flatMap(({ metadata }) => metadata?.order_id ?? []).filter(isUuid);
  const known = ids.length ? await db().select().from(orders).where(inArray(orders.id, ids)) : [];
  const lines = ids.length
    ? await db().select().from(orderLines).where(inArray(orderLines.orderId, ids))
    : [];
  const byId = new Map(known.map((order) => [order.id, order]));
  for (const session of paid) {
    const order = byId.get(session.metadata?.order_id ?? '');
    if (!order || order.status === 'review') {
      const why = order ? 'under review' : 'no order of ours';
      const amount = dollarsFromCents(session.amount_total ?? 0);
      side.unattributed.push({ id: session.id, amount, why });
      continue;
    }
    if (session.mode === 'subscription') continue; // counted by its invoice
    const submitted = lines.find((line) => line.orderId === order.id)?.productId;
    for await (const item of allLineItems(session)) {
      const named = item.metadata?.product_id;
      const productId = named ? Number(named) : (submitted ?? null);
      addPayment(side, productId, item.amount_total, session.created, session.id);
    }
  }
}

function addPayment(
  side: StripeSide,
  productId: number | null,
  cents: number,
  created: number,
  id: string,
): void {
  const entry = sideOf(side, productId);
  entry.paidCents += cents;
  entry.contributions.push({
    amount: dollarsFromCents(cents),
    date: new Date(created * 1000).toISOString(),
    session_id: id,
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
function takeInvoices(side: StripeSide, page: Stripe.Invoice[]): void {
  for (const invoice of page) {
    const orderId = invoice.parent?.subscription_details?.metadata?.order_id;
    if (!orderId || !isUuid(orderId) || invoice.amount_paid === 0) continue;
    addPayment(side, null, invoice.amount_paid, invoice.created, invoice.id);
  }
}

async function takeRefunds(side: StripeSide, page: Stripe.Refund[]): Promise<void> {
  const out = page.filter(
    ({ status, balance_transaction }) =>
      status !== 'failed' && status !== 'canceled' && balance_transaction,
  );
  if (out.length === 0) return;
  const allocations = out.flatMap(({ metadata }) => metadata?.allocation_id ?? []).filter(isUuid);
  const rows = await db()
    .select({ refund: refunds, productId: contributions.productId })
    .from(refunds)
    .leftJoin(contributions, eq(contributions.id, refunds.contributionId))
    .where(
      or(
        inArray(
          refunds.stripeRefundId,
          out.map(({ id }) => id),
        ),
        allocations.length ? inArray(refunds.id, allocations) : undefined,
      ),
    );
  const strays = await straysAmong(out.map(({ id }) => id));
  for (const made of out) {
    const own = rows.filter(
      ({ refund }) =>
        refund.id === made.metadata?.allocation_id || refund.stripeRefundId === made.id,
    );
    const stray = strays.get(made.id) ?? (own.length === 0 ? UNKNOWN_STRAY : undefined);
    const why = stray && WHY_STRAYED[stray.status]?.(stray);
    if (why) {
      const amount = dollarsFromCents(stray.amountCents ?? made.amount);
      side.unattributed.push({ id: made.id, amount, why });
    }
    for (const { refund, productId } of own) {
      // What a dispute had taken before counts there, and what was paid by other means as that;
      // money under review was never counted.
      const isCounted = ['held', 'canceled', 'paid_otherwise'].includes(refund.status);
      if (isCounted || !refund.contributionId) continue;
      // It made it whole until another part of it failed: owed again, it is a stray.
      if (refund.stripeRefundId === made.id && !refund.isBooked && stray) continue;
      sideOf(side, productId).refundedCents += refund.amountCents;
    }
  }
}

/** One that was made since this site last looked. */
const UNKNOWN_STRAY = { status: 'open', refundId: null, amountCents: null } as const;

/** Why a refund is on no product's account, by how it stands; one that was settled is on one. */
const WHY_STRAYED: Record<
  string,
  ((stray: Pick<Stray, 'refundId'>) => Unattributed['why']) | undefined
> = {
  open: ({ refundId }) =>
    refundId === null
      ? 'a refund that fits no share'
      : 'refunded, although paid by other means before',
  borne: () => 'a refund that the project bears',
};

async function takeDisputes(side: StripeSide, page: Stripe.Dispute[]): Promise<void> {
  if (page.length === 0) return;
  const ids = page.map(({ id }) => id);
  const known = await db().select().from(disputes).where(inArray(disputes.id, ids));
  const lines = await db()
    .select({ line: disputeLines, productId: contributions.productId, is: contributions.id })
    .from(disputeLines)
    .leftJoin(contributions, eq(contributions.id, disputeLines.allocationId))
    .where(and(inArray(disputeLines.disputeId, ids), isNull(disputeLines.returnedAt)));
  for (const dispute of page) {
    const moved = dispute.balance_transactions.reduce((sum, { amount }) => sum + amount, 0);
    const here = known.find(({ id }) => id === dispute.id);
    if ((here?.withdrawnCents ?? 0) !== Math.max(0, -moved)) {
      const why = here?.orderId === null ? 'no order of ours' : 'not recorded yet';
      side.unattributed.push({ id: dispute.id, amount: dollarsFromCents(-moved), why });
    }
    for (const { line, productId, is } of lines) {
      if (line.disputeId !== dispute.id || !is) continue;
      sideOf(side, productId).disputedCents += line.amountCents;
    }
  }
}
