import { eq, gt, inArray, like, or, sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { entryMatches, type AuditEntry, type AuditReport } from '#app/admin/audit.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { isUuid } from '#app/kit/text.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
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
 * have been read. A payment that lands in the middle would look like a difference, so one is only
 * believed when a second look finds one too.
 */
export async function audit(
  onProgress: (sessions: number) => void = () => {},
): Promise<AuditReport> {
  const first = await lookOnce(onProgress);
  return first.matches ? first : lookOnce(onProgress);
}

async function lookOnce(onProgress: (sessions: number) => void): Promise<AuditReport> {
  const side = await stripeSide(onProgress);
  const entries = await entriesFrom(side);
  const problems = await checkLedger();
  const isAttributed = side.unattributed.every((session) => session.known);
  return {
    entries,
    unattributed: side.unattributed,
    sessions: side.sessions,
    problems,
    matches: isAttributed && entries.every(entryMatches) && problems.length === 0,
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
  const [order] = isUuid(orderId)
    ? await db().select({ status: orders.status }).from(orders).where(eq(orders.id, orderId))
    : [];
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

/** The three totals of every product that has money anywhere, as of one moment. */
async function entriesFrom(side: StripeSide): Promise<AuditEntry[]> {
  return db().transaction(
    async (tx) => {
      const balances = await productBalances(tx);
      const owed = await owedBack(tx);
      const named = [...side.byProduct.keys(), ...balances.keys()].filter(isProductId);
      const stored = await tx
        .select()
        .from(products)
        .where(or(gt(products.raisedCents, 0), inArray(products.id, [0, ...named])));
      const known = new Set(stored.map((product) => product.id));
      const lost = new Set(named.filter((id) => !known.has(id)));
      const unknown = [...lost].map((id) => ({ ...UNKNOWN_PRODUCT, id }));
      return [...stored, ...unknown]
        .map((product) => entryOf(product, side, balances, owed))
        .sort((a, b) => Number(a.is_demo) - Number(b.is_demo) || a.product_id - b.product_id);
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

const UNKNOWN_PRODUCT = { name: 'unknown product', raisedCents: 0, isDemo: false };

function entryOf(
  product: typeof UNKNOWN_PRODUCT & { id: number },
  side: StripeSide,
  balances: Map<number, number>,
  owed: Map<number, number>,
): AuditEntry {
  const paid = side.byProduct.get(product.id);
  const stripeCents = (paid?.cents ?? 0) - (owed.get(product.id) ?? 0);
  return {
    product_id: product.id,
    product_name: product.name,
    stripe_total: dollarsFromCents(stripeCents),
    supabase_amount: dollarsFromCents(product.raisedCents),
    discrepancy: dollarsFromCents(product.isDemo ? 0 : stripeCents - product.raisedCents),
    ledger_amount: dollarsFromCents(balances.get(product.id) ?? 0),
    is_demo: product.isDemo,
    contributions: paid?.contributions ?? [],
  };
}

/** Cents on each product's ledger account. */
async function productBalances(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .select({
      account: ledgerEntries.account,
      cents: sql<number>`sum(${ledgerEntries.amountCents})::float8`,
    })
    .from(ledgerEntries)
    .where(like(ledgerEntries.account, 'product:%'))
    .groupBy(ledgerEntries.account);
  return new Map(rows.map((row) => [Number(row.account.slice('product:'.length)), row.cents]));
}

/** Cents paid for each product that are to go back. */
async function owedBack(tx: Tx): Promise<Map<number, number>> {
  const rows = await tx
    .select({
      productId: contributions.productId,
      cents: sql<number>`sum(${contributions.amountCents})::float8`,
    })
    .from(contributions)
    .where(eq(contributions.status, 'refund_pending'))
    .groupBy(contributions.productId);
  return new Map(rows.map((row) => [row.productId ?? 0, row.cents]));
}
