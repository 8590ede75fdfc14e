import { and, eq, gt, inArray, like, or, sql } from 'drizzle-orm';
import { isOpenQuestion, type AuditReport, type Comparison } from './audit.ts';
import type { AuditEntry } from './audit-schema.ts';
import {
  readAgain,
  readStripe,
  type AuditProgress,
  type StripeFacts,
} from './stripe-facts.server.ts';
import { attribute, NO_PRODUCT, type StripeSide } from './stripe-side.server.ts';
import { postMissingFees } from '#app/funding/reconciling/post-missing-fees.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { balancesOf } from '#app/ledger/post.server.ts';
import { solvency } from '#app/ledger/solvency.server.ts';
import { dollarsFromCents } from '#app/kit/money.ts';
import { type Tx, snapshot } from '#app/database/db.server.ts';
import { contributions, ledgerEntries, products, refunds } from '#db/schema.ts';
import { testName } from '#app/toxicology/panels/panels.ts';

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
    entries.every(({ discrepancy }) => discrepancy === 0) &&
    donations.discrepancy === 0 &&
    balance.discrepancy === 0 &&
    problems.length === 0;
  return { ...compared, read: facts.read, problems, matches, solvency: await solvency() };
}

/** The totals of every product that has money anywhere, as of one moment. */
async function compare(facts: StripeFacts, isUnderWay: (id: string) => boolean) {
  return snapshot(async (tx) => {
    const side = await attribute(tx, facts, isUnderWay);
    const { account } = ledgerEntries;
    const isAudited = or(like(account, 'product:%'), inArray(account, ['stripe', 'donations']));
    const balances = await balancesOf(tx, isAudited);
    const back = await goingBack(tx, side.merged);
    const centsOf = (id: number) => (side.byProduct.get(id)?.cents ?? 0) - (back.get(id) ?? 0);
    return {
      entries: await entriesFrom(tx, side, balances, centsOf),
      donations: comparison(centsOf(NO_PRODUCT), balances.get('donations') ?? 0),
      balance: comparison(side.balanceCents, -(balances.get('stripe') ?? 0)),
      unattributed: side.unattributed,
      differences: side.differences,
    };
  });
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
  { byProduct }: StripeSide,
  balances: Map<string, number>,
  centsOf: (productId: number) => number,
): Promise<AuditEntry[]> {
  const accounts = [...balances.keys()].filter((account) => account.startsWith('product:'));
  const codes = accounts.map((account) => Number(account.slice('product:'.length)));
  const named = [...byProduct.keys(), ...codes].filter((id) => id > 0 && id < 2 ** 31);
  const stored = await tx
    .select()
    .from(products)
    .where(or(gt(products.raisedCents, 0), inArray(products.id, [0, ...named])));
  const known = new Set(stored.map((product) => product.id));
  const lost = new Set(named.filter((id) => !known.has(id)));
  const unknown = [...lost].map((id) => ({ ...UNKNOWN_PRODUCT, id }));
  const called = stored.map((product) => ({ ...product, name: testName(product) }));
  return [...called, ...unknown]
    .map(({ id, name, raisedCents, isDemo }) => ({
      product_id: id,
      product_name: name,
      stripe_total: dollarsFromCents(centsOf(id)),
      supabase_amount: dollarsFromCents(raisedCents),
      discrepancy: dollarsFromCents(isDemo ? 0 : centsOf(id) - raisedCents),
      contributions: byProduct.get(id)?.contributions ?? [],
      is_demo: isDemo,
    }))
    .sort((a, b) => Number(a.is_demo) - Number(b.is_demo) || a.product_id - b.product_id);
}

const UNKNOWN_PRODUCT = { name: 'unknown product', raisedCents: 0, isDemo: false };

/**
 * Cents by product that are not at Stripe any more, or will not be, though Stripe does not say so:
 * refunds that have not left its balance, and those that were paid by ourselves.
 */
async function goingBack(tx: Tx, merged: Map<number, number>): Promise<Map<number, number>> {
  const { status, isBooked, amountCents, contributionId } = refunds;
  const isOwed = and(inArray(status, ['queued', 'pending', 'failed']), eq(isBooked, false));
  const rows = await tx
    .select({
      productId: contributions.productId,
      cents: sql<number>`sum(${amountCents})::float8`,
    })
    .from(refunds)
    .innerJoin(contributions, eq(contributions.id, contributionId))
    .where(or(isOwed, eq(status, 'paid_otherwise')))
    .groupBy(contributions.productId);
  const back = new Map<number, number>();
  for (const { productId, cents } of rows) {
    const code = productId ?? NO_PRODUCT;
    const id = merged.get(code) ?? code;
    back.set(id, (back.get(id) ?? 0) + cents);
  }
  return back;
}
