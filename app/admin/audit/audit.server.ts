import { and, eq, gt, inArray, like, or, sql, type SQL } from 'drizzle-orm';
import {
  entryMatches,
  isOpenQuestion,
  type AuditReport,
  type Comparison,
  type Movement,
} from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';
import {
  readAgain,
  readStripe,
  type AuditProgress,
  type StripeFacts,
} from './stripe-facts.server.ts';
import { attribute, NO_PRODUCT, type Side, type StripeSide } from './stripe-side.server.ts';
import { postMissingFees } from '#app/funding/unmatched/post-missing-fees.server.ts';
import { present } from '#app/kit/assert.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { solvency } from '#app/ledger/solvency.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { db, type Tx } from '#app/platform/database/db.server.ts';
import { contributions, ledgerEntries, products, refunds } from '#db/schema.ts';

/** So long a difference is looked at again before it is believed, unless it cannot be passing. */
const PATIENCE_MS = 8_000;
/** Stripe's ids of what comes and changes while payments go on. */
const MAY_BE_UNDER_WAY = /^(cs|in|pi|ch|py|re|du|dp|txn)_/;

/**
 * Compares Stripe's own records with the ledger and with the stored totals, product by product,
 * payment by payment, and movement by movement. Stripe is read over minutes and the books at one
 * moment, and payments go on meanwhile: what differs is asked for again, one by one, until it is the
 * same, or has not been for so long that it is believed. What is the same by then was under way, and
 * counts as the books had it.
 */
export async function audit(
  progress: AuditProgress = () => {},
  patienceMs = PATIENCE_MS,
): Promise<AuditReport> {
  const facts = await readStripe(progress);
  const until = Date.now() + patienceMs;
  let lasting: Set<string> | undefined;
  for (let waitMs = 100; ; waitMs *= 2) {
    const report = await look(facts);
    const differing = report.differences?.map(({ id }) => id) ?? [];
    const open = new Set(differing.filter((id) => MAY_BE_UNDER_WAY.test(id)));
    if (open.size === 0) return report;
    lasting = lasting?.intersection(open) ?? open;
    // What has begun to differ since is under way: there is always more while payments go on.
    if (lasting.size === 0 || Date.now() + waitMs > until) {
      const believed = lasting;
      return look(facts, (id) => MAY_BE_UNDER_WAY.test(id) && !believed.has(id));
    }
    await new Promise((resolve) => setTimeout(resolve, waitMs));
    // Fees and payouts are told of by no event.
    if (differing.some((id) => id.startsWith('txn_'))) await postMissingFees();
    for (const id of open) await readAgain(facts, id);
  }
}

/** The report of what was read so far against the books at this moment. */
async function look(
  facts: StripeFacts,
  isUnderWay: (id: string) => boolean = () => false,
): Promise<AuditReport> {
  const compared = await compare(facts, isUnderWay);
  const { entries, donations, balance, unattributed, differences } = compared;
  const problems = await checkLedger();
  const matches =
    !unattributed.some(isOpenQuestion) &&
    differences.length === 0 &&
    entries.every(entryMatches) &&
    donations.discrepancy === 0 &&
    balance.discrepancy === 0 &&
    problems.length === 0;
  const { read } = facts;
  const movements = movementsOf(facts);
  return { ...compared, movements, read, problems, matches, solvency: (await solvency(1)).at(-1) };
}

/** What moved, by type and currency. */
function movementsOf({ moved }: StripeFacts): Movement[] {
  const kinds = Map.groupBy(moved.values(), ({ type, currency }) => `${currency} ${type}`);
  return [...kinds.values()]
    .map((all) => {
      const { type, currency } = present(all[0], 'one of a kind');
      const cents = all.reduce((sum, { amount, fee }) => sum + amount - fee, 0);
      return { type, currency, count: all.length, amount: dollarsFromCents(cents) };
    })
    .sort((a, b) => a.currency.localeCompare(b.currency) || a.type.localeCompare(b.type));
}

/** The totals of every product that has money anywhere, as of one moment. */
async function compare(facts: StripeFacts, isUnderWay: (id: string) => boolean) {
  return db().transaction(
    async (tx) => {
      const side = await attribute(tx, facts, isUnderWay);
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
        unattributed: side.unattributed,
        differences: side.differences,
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

const NOTHING: Side = {
  paidCents: 0,
  refundedCents: 0,
  disputedCents: 0,
  movedCents: 0,
  contributions: [],
};

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
  const named = [...side.byProduct.keys(), ...codes].filter((id) => id > 0 && id < 2 ** 31);
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
    moved: dollarsFromCents(paid.movedCents),
    fees: dollarsFromCents(-(balances.get(`fees:${product.id}`) ?? 0)),
    is_demo: product.isDemo,
    differing: side.differing.get(product.id) ?? 0,
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
