import { sql } from 'drizzle-orm';
import type Stripe from 'stripe';
import { differenceText } from '#app/admin/audit/audit.ts';
import { audit } from '#app/admin/audit/audit.server.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { solvency, type Solvency } from '#app/ledger/solvency.server.ts';
import { db } from '#app/database/db.server.ts';
import { stripe } from '#app/stripe/stripe.server.ts';
import { waitingEvents } from '#app/stripe/webhook-inbox.server.ts';
import { HANDLED_EVENTS } from '#app/webhooks.ts';
import { MADE_ELSEWHERE } from './elsewhere.ts';
import { differences } from '#test/oracle/compare.ts';
import { whatMustStand, type Balance, type MustStand } from '#test/oracle/what-must-stand.ts';

/** What the books and Stripe agree on, for the report. */
export interface Figures {
  payments: number;
  paidCents: number;
  refunds: number;
  disputes: number;
  /** Payments that are none of ours, and disputes of them. */
  foreign: number;
  foreignDisputes: number;
  /** Balance transactions of no payment. */
  movements: number;
  events: number;
  /** Refunds and disputes that were told of before their payment was recorded. */
  early: number;
  /** What is left for the project itself, in cents. */
  leftCents: number;
  mails: number;
}

const SHOWN = 5;
const ALL = { limit: 10_000 };

/** Holds the books against Stripe at rest; each sentence names one thing that is not right. */
export async function checkEverything(): Promise<{ problems: string[]; figures: Figures }> {
  const payments = await paymentsAtStripe();
  const refunds = await stripe().refunds.list({ limit: 100 }).autoPagingToArray(ALL);
  const disputes = await stripe().disputes.list({ limit: 100 }).autoPagingToArray(ALL);
  const must = await whatMustStand(stripe());
  const holdings = await solvency();
  const problems = [
    ...(await paidOnce(payments)),
    ...(await booksAreRight()),
    ...(await auditMatches()),
    ...(await nothingOverFunded()),
    ...(await refundedOnce(refunds, must)),
    ...(await nobodyUntold()),
    ...few(await differences(must)),
    ...isSolvent(holdings, must.balance),
    ...(await noEventStuck()),
  ];
  return {
    problems,
    figures: {
      payments: payments.size,
      paidCents: [...payments.values()].reduce((sum, cents) => sum + cents, 0),
      refunds: refunds.length,
      disputes: disputes.length,
      foreign: must.foreign.size,
      foreignDisputes: await count(sql`
        select count(*)::int as n from disputes where order_id is null and movements > 0`),
      movements: await count(sql`
        select count(*)::int as n from ledger_transactions where reason like 'balance at Stripe: %'`),
      events: await count(sql`select count(*)::int as n from webhook_events`),
      early: await early(),
      leftCents: holdings?.leftCents ?? 0,
      mails: await count(sql`select count(*)::int as n from mails`),
    },
  };
}

/** Every payment at Stripe, named as the ledger names its source, in cents. */
async function paymentsAtStripe(): Promise<Map<string, number>> {
  const payments = new Map<string, number>();
  for await (const session of stripe().checkout.sessions.list({ status: 'complete', limit: 100 })) {
    if (session.payment_status !== 'paid' || !session.metadata?.order_id) continue;
    payments.set(`checkout:${session.id}`, session.amount_total ?? 0);
  }
  for await (const invoice of stripe().invoices.list({ status: 'paid', limit: 100 })) {
    // The first invoice of a subscription was paid with its session.
    if (invoice.billing_reason === 'subscription_create') continue;
    payments.set(`invoice:${invoice.id}`, invoice.amount_paid);
  }
  return payments;
}

/** Every paid cent is in the ledger once, and nothing else is. */
async function paidOnce(payments: Map<string, number>): Promise<string[]> {
  const { rows } = await db().execute<{ source: string; cents: number; times: number }>(sql`
    select t.source, -sum(e.amount_cents)::float8 as cents, count(*)::int as times
    from ledger_transactions t join ledger_entries e on e.transaction_id = t.id
    where e.account = 'stripe' and (t.source like 'checkout:%' or t.source like 'invoice:%')
    group by t.source`);
  const booked = new Map(rows.map((row) => [row.source, row]));
  const problems: string[] = [];
  for (const [source, cents] of payments) {
    const found = booked.get(source);
    if (!found) problems.push(`${source}: ${cents} cents were paid and are not in the ledger`);
    else if (found.cents !== cents || found.times !== 1) {
      problems.push(`${source}: ${cents} cents were paid, ${found.cents} are in the ledger`);
    }
  }
  for (const source of booked.keys()) {
    if (!payments.has(source)) problems.push(`${source} is in the ledger and was never paid`);
  }
  return few(problems);
}

async function booksAreRight(): Promise<string[]> {
  const found = await checkLedger();
  return few(
    found.map((problem) => `ledger check: ${problem.rule}: ${JSON.stringify(problem.found)}`),
  );
}

async function auditMatches(): Promise<string[]> {
  const report = await audit();
  if (report.matches) return [];
  const { donations, balance, unattributed, differences: differing = [] } = report;
  return few([
    ...report.entries
      .filter(({ discrepancy }) => discrepancy !== 0)
      .map((entry) => `audit: ${JSON.stringify({ ...entry, contributions: undefined })}`),
    ...(donations.discrepancy === 0 ? [] : [`audit: donations ${JSON.stringify(donations)}`]),
    ...(balance.discrepancy === 0 ? [] : [`audit: balance ${JSON.stringify(balance)}`]),
    ...unattributed.map((one) => `audit: not attributed: ${JSON.stringify(one)}`),
    ...differing.map((one) => `audit: ${differenceText(one)}`),
    'audit: differences found',
  ]);
}

/** What is held is what Stripe says, and whoever is owed something can be paid from it. */
function isSolvent(
  held: Solvency | undefined,
  { stripeCents, bankCents, withheldCents }: Balance,
): string[] {
  if (!held) return ['nothing is held'];
  const { leftCents } = held;
  return [
    ...(held.stripeCents === stripeCents
      ? []
      : [`solvency: ${stripeCents} cents are at Stripe, ${held.stripeCents} stand here`]),
    ...(held.bankCents === bankCents
      ? []
      : [`solvency: ${bankCents} cents are in the bank, ${held.bankCents} stand here`]),
    ...(held.withheldCents === withheldCents
      ? []
      : [`solvency: ${withheldCents} cents are withheld, ${held.withheldCents} stand here`]),
    ...(leftCents < 0 ? [`solvency: ${-leftCents} cents less are there than are owed`] : []),
  ];
}

/** Refunds and disputes whose event came when their payment was not on the books yet. */
async function early(): Promise<number> {
  return count(sql`
    with told as (
      select payload #>> '{data,object,id}' as id, min(received_at) as at from webhook_events
      where type like 'refund.%' or type like 'charge.dispute.%' group by 1
    ), booked as (
      select o.id as order_id, min(t.created_at) as at from orders o join ledger_transactions t
        on t.source in ('checkout:' || o.session_id, 'invoice:' || o.invoice_id) group by 1
    )
    select count(distinct told.id)::int as n from told
    left join disputes d on d.id = told.id left join refunds r on r.stripe_refund_id = told.id
    join booked on booked.order_id = coalesce(d.order_id, r.order_id) and told.at < booked.at`);
}

/** At rest, and by the database's own rule at any moment before. */
async function nothingOverFunded(): Promise<string[]> {
  const over = await count(sql`
    select count(*)::int as n from products where raised_cents > target_cents`);
  const rules = await count(sql`
    select count(*)::int as n from pg_constraint where convalidated and conrelid = 'products'::regclass
      and conname in ('products_raised_within_target', 'products_reserved_within_target')`);
  return [
    ...(over > 0 ? [`${over} products are over-funded`] : []),
    ...(rules === 2 ? [] : ['the database does not refuse over-funded products']),
  ];
}

/** No allocation has left twice, and no charge gave back more than was paid. */
async function refundedOnce(refunds: Stripe.Refund[], { foreign }: MustStand): Promise<string[]> {
  const out = refunds.filter(({ status }) => status !== 'failed' && status !== 'canceled');
  const allocations = new Map<string, number>();
  const charges = new Map<string, number>();
  for (const refund of out) {
    const { allocation_id: allocation = 'none', made: where } = refund.metadata ?? {};
    if (where !== MADE_ELSEWHERE) {
      allocations.set(allocation, (allocations.get(allocation) ?? 0) + 1);
    }
    const charge = String(refund.charge);
    charges.set(charge, (charges.get(charge) ?? 0) + refund.amount);
  }
  const problems = [...allocations]
    .filter(([allocation, times]) => times > 1 || allocation === 'none')
    .map(([allocation, times]) => `allocation ${allocation} was refunded ${times} times`);
  for await (const charge of stripe().charges.list({ limit: 100 })) {
    const cents = charges.get(charge.id) ?? 0;
    if (cents > charge.amount || cents !== charge.amount_refunded) {
      problems.push(`${charge.id}: ${cents} of ${charge.amount} cents were refunded`);
    }
  }
  // One of a month that funded several products is several here.
  const known = await count(sql`
    select count(distinct coalesce(stripe_refund_id, id::text))::int as n from refunds
    where status = 'succeeded' or is_booked and status in ('held', 'canceled')`);
  const made = out.filter(
    ({ status, payment_intent: intent }) => status === 'succeeded' && !foreign.has(String(intent)),
  ).length;
  if (known !== made) {
    problems.push(`${made} refunds succeeded at Stripe, ${known} stand here as succeeded`);
  }
  return few(problems);
}

/** Every payment and every refund has its letter, and none was given up. */
async function nobodyUntold(): Promise<string[]> {
  const unpaid = await count(sql`
    select count(*)::int as n from orders o where status = 'paid'
      and not exists (select from mails m where m.dedupe_key = 'receipt:' || o.id)`);
  const refunded = await count(sql`
    select count(*)::int as n from refunds r where status = 'succeeded'
      and not exists (select from mails m where m.name = 'refund-receipt'
                      and m.params->>'refundId' = r.id::text)`);
  // What is withheld had nothing to say any more: a goal that a bank has taken back, for example.
  const dead = await count(sql`
    select count(*)::int as n from mails where dead_at is not null and not is_withheld`);
  return [
    ...(unpaid > 0 ? [`${unpaid} paid orders have no receipt`] : []),
    ...(refunded > 0 ? [`${refunded} refunds have no receipt`] : []),
    ...(dead > 0 ? [`${dead} letters were given up`] : []),
  ];
}

/** Every event that does something here was processed, those that came too early as well. */
async function noEventStuck(): Promise<string[]> {
  const waiting = await waitingEvents(HANDLED_EVENTS);
  return waiting.length > 0 ? [`${waiting.length} events were never processed`] : [];
}

async function count(query: ReturnType<typeof sql>): Promise<number> {
  const { rows } = await db().execute<{ n: number }>(query);
  return rows[0]?.n ?? 0;
}

function few(problems: string[]): string[] {
  const more = problems.length - SHOWN;
  return more > 0 ? [...problems.slice(0, SHOWN), `… and ${more} more of these`] : problems;
}
