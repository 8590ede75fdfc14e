import { eq, gt, inArray, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { entryMatches, type AuditEntry, type AuditReport } from '#app/admin/audit.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db } from '#app/platform/db.server.ts';
import { stripe } from '#app/platform/stripe.server.ts';
import { contributions, ledgerEntries, orders, products } from '#db/schema.ts';

/** What Stripe says was paid: per product, and what belongs to no product. */
interface StripeSide {
  byProduct: Map<number, { cents: number; contributions: AuditEntry['contributions'] }>;
  unattributed: AuditReport['unattributed'];
  sessions: number;
}

/**
 * Compares Stripe's own sessions with the ledger and with the stored totals, product by product,
 * by product code alone: a renamed product misleads nobody. `onProgress` hears how many sessions
 * have been read.
 */
export async function audit(
  onProgress: (sessions: number) => void = () => {},
): Promise<AuditReport> {
  const side = await stripeSide(onProgress);
  const entries = await entriesFrom(side);
  const isAttributed = side.unattributed.every((session) => session.known);
  return {
    entries,
    unattributed: side.unattributed,
    sessions: side.sessions,
    matches: isAttributed && entries.every(entryMatches),
  };
}

async function stripeSide(onProgress: (sessions: number) => void): Promise<StripeSide> {
  const side: StripeSide = { byProduct: new Map(), unattributed: [], sessions: 0 };
  const complete = stripe().checkout.sessions.list({
    status: 'complete',
    limit: 100,
    expand: ['data.line_items'],
  });
  for await (const session of complete) {
    side.sessions += 1;
    if (side.sessions % 100 === 0) onProgress(side.sessions);
    if (session.payment_status !== 'paid' || !session.metadata?.order_id) continue;
    await attribute(side, session, session.metadata.order_id);
  }
  onProgress(side.sessions);
  return side;
}

async function attribute(side: StripeSide, session: Stripe.Checkout.Session, orderId: string) {
  const [order] = await db()
    .select({ status: orders.status })
    .from(orders)
    .where(sql`${orders.id}::text = ${orderId}`);
  if (!order || order.status === 'review') {
    const amount = dollarsFromCents(session.amount_total ?? 0);
    side.unattributed.push({ session_id: session.id, amount, known: order !== undefined });
    return;
  }
  const date = new Date(session.created * 1000).toISOString();
  for await (const item of allLineItems(session)) {
    const productId = Number(item.metadata?.product_id);
    const found = side.byProduct.get(productId) ?? { cents: 0, contributions: [] };
    found.cents += item.amount_total;
    found.contributions.push({
      amount: dollarsFromCents(item.amount_total),
      date,
      session_id: session.id,
    });
    side.byProduct.set(productId, found);
  }
}

/** The expanded line items, and the further pages of a session that has more. */
async function* allLineItems(session: Stripe.Checkout.Session): AsyncGenerator<Stripe.LineItem> {
  if (session.line_items && !session.line_items.has_more) {
    yield* session.line_items.data;
    return;
  }
  yield* stripe().checkout.sessions.listLineItems(session.id, { limit: 100 });
}

async function entriesFrom(side: StripeSide): Promise<AuditEntry[]> {
  return db().transaction(
    async (tx) => {
      const paidFor = [...side.byProduct.keys()].filter(Number.isSafeInteger);
      const rows = await tx
        .select()
        .from(products)
        .where(or(gt(products.raisedCents, 0), inArray(products.id, [0, ...paidFor])));
      const ledger = new Map(
        (
          await tx
            .select({
              account: ledgerEntries.account,
              cents: sql<number>`sum(${ledgerEntries.amountCents})::float8`,
            })
            .from(ledgerEntries)
            .groupBy(ledgerEntries.account)
        ).map((row) => [row.account, row.cents]),
      );
      const owed = new Map(
        (
          await tx
            .select({
              productId: contributions.productId,
              cents: sql<number>`sum(${contributions.amountCents})::float8`,
            })
            .from(contributions)
            .where(eq(contributions.status, 'refund_pending'))
            .groupBy(contributions.productId)
        ).map((row) => [row.productId, row.cents]),
      );
      const known = new Set(rows.map((row) => row.id));
      const lost = [...side.byProduct.keys()].filter((id) => !known.has(id));
      const entries = [
        ...rows,
        ...lost.map((id) => ({ id, name: 'unknown product', raisedCents: 0, isDemo: false })),
      ].map((product): AuditEntry => {
        const paid = side.byProduct.get(product.id);
        const stripeCents = (paid?.cents ?? 0) - (owed.get(product.id) ?? 0);
        return {
          product_id: product.id,
          product_name: product.name,
          stripe_total: dollarsFromCents(stripeCents),
          supabase_amount: dollarsFromCents(product.raisedCents),
          discrepancy: dollarsFromCents(product.isDemo ? 0 : stripeCents - product.raisedCents),
          ledger_amount: dollarsFromCents(ledger.get(`product:${product.id}`) ?? 0),
          is_demo: product.isDemo,
          contributions: paid?.contributions ?? [],
        };
      });
      return entries.sort(
        (a, b) => Number(a.is_demo) - Number(b.is_demo) || a.product_id - b.product_id,
      );
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}
