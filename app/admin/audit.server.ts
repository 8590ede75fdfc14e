import { and, eq, gt, inArray, like, or, sql, type SQL } from 'drizzle-orm';
import {
  entryMatches,
  isOpenQuestion,
  type AuditEntry,
  type AuditReport,
  type Comparison,
} from '#app/admin/audit.ts';
import {
  NO_PRODUCT,
  readStripeSide,
  type AuditProgress,
  type Side,
  type StripeSide,
} from '#app/admin/stripe-side.server.ts';
import { isProductId } from '#app/catalogue/find-product.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db, type Tx } from '#app/platform/db.server.ts';
import { contributions, ledgerEntries, products, refunds } from '#db/schema.ts';

/**
 * Compares Stripe's own records with the ledger and with the stored totals, product by product. A
 * payment that lands in the middle would look like a difference, so one is only believed when a
 * second look finds one too.
 */
export async function audit(progress: AuditProgress = () => {}): Promise<AuditReport> {
  const first = await lookOnce(progress);
  return first.matches ? first : lookOnce(progress);
}

async function lookOnce(progress: AuditProgress): Promise<AuditReport> {
  const side = await readStripeSide(progress);
  const { entries, donations, balance } = await compare(side);
  const problems = await checkLedger();
  const matches =
    !side.unattributed.some(isOpenQuestion) &&
    entries.every(entryMatches) &&
    donations.discrepancy === 0 &&
    balance.discrepancy === 0 &&
    problems.length === 0;
  const { unattributed, read } = side;
  return { entries, donations, balance, unattributed, read, problems, matches };
}

/** The totals of every product that has money anywhere, as of one moment. */
async function compare(side: StripeSide) {
  return db().transaction(
    async (tx) => {
      const balances = await balancesOf(tx);
      const back = {
        owed: await goingBack(tx, side.merged, IS_OWED),
        otherwise: await goingBack(tx, side.merged, eq(refunds.status, 'paid_otherwise')),
      };
      const entries = await entriesFrom(tx, side, balances, back);
      const given = side.byProduct.get(NO_PRODUCT) ?? NOTHING;
      const donatedCents = remaining(given) - centsBack(back, NO_PRODUCT);
      return {
        entries,
        donations: comparison(donatedCents, balances.get('donations') ?? 0),
        balance: comparison(side.balanceCents, -(balances.get('stripe') ?? 0)),
      };
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Cents by product that are not at Stripe any more, or will not be, though Stripe does not say so. */
interface Back {
  owed: Map<number, number>;
  /** Paid by ourselves. */
  otherwise: Map<number, number>;
}

function centsBack({ owed, otherwise }: Back, code: number): number {
  return (owed.get(code) ?? 0) + (otherwise.get(code) ?? 0);
}

const NOTHING: Side = { paidCents: 0, refundedCents: 0, disputedCents: 0, contributions: [] };

function remaining({ paidCents, refundedCents, disputedCents }: Side): number {
  return paidCents - refundedCents - disputedCents;
}

function comparison(stripeCents: number, ledgerCents: number): Comparison {
  return {
    stripe_total: dollarsFromCents(stripeCents),
    ledger_amount: dollarsFromCents(ledgerCents),
    discrepancy: dollarsFromCents(stripeCents - ledgerCents),
  };
}

async function entriesFrom(
  tx: Tx,
  side: StripeSide,
  balances: Map<string, number>,
  back: Back,
): Promise<AuditEntry[]> {
  const accounts = [...balances.keys()].filter((account) => account.startsWith('product:'));
  const codes = accounts.map((account) => Number(account.slice('product:'.length)));
  const named = [...side.byProduct.keys(), ...codes].filter(isProductId);
  const stored = await tx
    .select()
    .from(products)
    .where(or(gt(products.raisedCents, 0), inArray(products.id, [0, ...named])));
  const known = new Set(stored.map((product) => product.id));
  const lost = new Set(named.filter((id) => !known.has(id)));
  const unknown = [...lost].map((id) => ({ ...UNKNOWN_PRODUCT, id }));
  return [...stored, ...unknown]
    .map((product) => entryOf(product, side, balances, back))
    .sort((a, b) => Number(a.is_demo) - Number(b.is_demo) || a.product_id - b.product_id);
}

const UNKNOWN_PRODUCT = { name: 'unknown product', raisedCents: 0, isDemo: false };

function entryOf(
  product: typeof UNKNOWN_PRODUCT & { id: number },
  side: StripeSide,
  balances: Map<string, number>,
  back: Back,
): AuditEntry {
  const paid = side.byProduct.get(product.id) ?? NOTHING;
  const stripeCents = remaining(paid) - centsBack(back, product.id);
  return {
    product_id: product.id,
    product_name: product.name,
    stripe_total: dollarsFromCents(stripeCents),
    supabase_amount: dollarsFromCents(product.raisedCents),
    discrepancy: dollarsFromCents(product.isDemo ? 0 : stripeCents - product.raisedCents),
    ledger_amount: dollarsFromCents(balances.get(`product:${product.id}`) ?? 0),
    refunded: dollarsFromCents(paid.refundedCents),
    refunded_otherwise: dollarsFromCents(back.otherwise.get(product.id) ?? 0),
    owed: dollarsFromCents(back.owed.get(product.id) ?? 0),
    disputed: dollarsFromCents(paid.disputedCents),
    fees: dollarsFromCents(-(balances.get(`fees:${product.id}`) ?? 0)),
    is_demo: product.isDemo,
    contributions: paid.contributions,
  };
}

/** Cents on each account that the audit looks at. */
async function balancesOf(tx: Tx): Promise<Map<string, number>> {
  const { account, amountCents } = ledgerEntries;
  const rows = await tx
    .select({ account, cents: sql<number>`sum(${amountCents})::float8` })
    .from(ledgerEntries)
    .where(
      or(
        like(account, 'product:%'),
        like(account, 'fees:%'),
        inArray(account, ['stripe', 'donations']),
      ),
    )
    .groupBy(account);
  return new Map(rows.map((row) => [row.account, row.cents]));
}

/** Refunds that have not left Stripe's balance. */
const IS_OWED = and(
  inArray(refunds.status, ['queued', 'pending', 'failed']),
  eq(refunds.isBooked, false),
);

/** Cents of each product's money, of the refunds of a kind. */
async function goingBack(
  tx: Tx,
  merged: Map<number, number>,
  isOfKind: SQL | undefined,
): Promise<Map<number, number>> {
  const rows = await tx
    .select({
      productId: contributions.productId,
      cents: sql<number>`sum(${refunds.amountCents})::float8`,
    })
    .from(refunds)
    .innerJoin(contributions, eq(contributions.id, refunds.contributionId))
    .where(isOfKind)
    .groupBy(contributions.productId);
  const back = new Map<number, number>();
  for (const { productId, cents } of rows) {
    const code = productId ?? NO_PRODUCT;
    const id = merged.get(code) ?? code;
    back.set(id, (back.get(id) ?? 0) + cents);
  }
  return back;
}
