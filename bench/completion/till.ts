import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'drizzle-orm';
import pg from 'pg';
import type Stripe from 'stripe';
import { createPool, openPools } from '#app/catalogue/pools.server.ts';
import { searchText } from '#app/catalogue/search-text.ts';
import { configure } from '#app/config.ts';
import { recordPayment } from '#app/funding/checkout/record-payment.server.ts';
import { reserve } from '#app/funding/checkout/reserve.server.ts';
import type { AskedItem } from '#app/funding/cart-schema.ts';
import { createMatch } from '#app/funding/matching/make-match.server.ts';
import { noteSponsorPayment } from '#app/funding/matching/note-payment.server.ts';
import { SPEND_POOLS_JOB } from '#app/funding/pool-job.ts';
import { allowLargeRefunds, readLargeRefunds } from '#app/funding/refunds/large-refunds.server.ts';
import { SEND_REFUND_JOB } from '#app/funding/refunds/owe-refund.server.ts';
import { refundUnfunded } from '#app/funding/refunds/refund-unfunded.server.ts';
import { centsFromDollars } from '#app/kit/money.ts';
import { checkLedger } from '#app/ledger/check.server.ts';
import { now } from '#app/platform/clock.server.ts';
import { db, disconnect } from '#app/platform/database/db.server.ts';
import { startQueue, stopQueue } from '#app/platform/database/queue.server.ts';
import { log } from '#app/platform/log.server.ts';
import { SEND_MAIL_JOB } from '#app/platform/mail/mail-queue.server.ts';
import { hearStripeSay } from '#app/platform/stripe/stripe.server.ts';
// Names the kinds of orders.
import '#app/webhooks.ts';
import { products } from '#db/schema.ts';
import type { OwnDatabase } from '#test/support/own-database.ts';
import { KINDS, type Product } from './model.ts';

type Addresses = Pick<OwnDatabase, 'url' | 'ownerUrl'>;

/** What Stripe keeps of a card payment in the United States: 2.9 % and 30 cents. */
const FEE = { share: 0.029, cents: 30 };

/**
 * Runs `work` on a new database with these products, which the program then stands on: the site's own
 * operations by the site's own role, without HTTP, Stripe, or anybody who works on queued jobs.
 */
export async function onNewDatabase<T>(
  own: Addresses,
  catalogue: Product[],
  work: () => Promise<T>,
): Promise<T> {
  const name = `completion_${randomBytes(6).toString('hex')}`;
  const template = new URL(own.ownerUrl).pathname.slice(1);
  await asOwner(own, `create database ${name} template ${template}`);
  await asOwner(own, `alter database ${name} set synchronous_commit = off`);
  const url = new URL(own.url);
  url.pathname = `/${name}`;
  const { LOG_LEVEL } = configure({
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: url.href,
    DATABASE_POOL_SIZE: '6',
  });
  log.level = LOG_LEVEL;
  const queues = [SEND_MAIL_JOB, SPEND_POOLS_JOB, SEND_REFUND_JOB];
  await startQueue(
    queues.map((queue) => ({ name: queue, run: async () => {} })),
    false,
  );
  try {
    await addProducts(catalogue);
    return await work();
  } finally {
    await stopQueue();
    await disconnect();
    await asOwner(own, `drop database ${name} with (force)`);
  }
}

async function asOwner({ ownerUrl }: Addresses, statement: string): Promise<void> {
  const url = new URL(ownerUrl);
  url.pathname = '/postgres';
  const client = new pg.Client({ connectionString: url.href });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function addProducts(catalogue: Product[]): Promise<void> {
  const rows = catalogue.map((product) => {
    return { ...product, searchText: searchText(product.name, '') };
  });
  await db().insert(products).values(rows);
}

/** A pool for any product, and one for each kind that visitors come for. */
export async function makePools(): Promise<void> {
  const wanted = [['any', ''] as const, ...KINDS.map((kind) => ['group', kind] as const)];
  for (const [kind, of] of wanted) {
    const made = await db().transaction((tx) => createPool(tx, kind, of));
    if (!made.ok) throw new Error(`no pool for ${of || kind}: ${made.why}`);
  }
}

/** What a sponsor pays in on the first day, in cents, and what of it a gift gets at most. */
const SPONSOR = { sumCents: 500_000, mostCents: 2_500, days: 300 };
/** Numbers of visitors that nobody else has. */
const SPONSORS_NUMBER = 1_000_000;

/**
 * Has a sponsor give their sum, either as a match for any product, without card fees, or to the pool for
 * any product in as many payments as one takes. Returns cents.
 */
export async function giveSponsorsSum(as: 'match' | 'pool'): Promise<number> {
  const { sumCents, mostCents, days } = SPONSOR;
  if (as === 'pool') {
    const pool = (await openPools()).find(({ kind }) => kind === 'any');
    if (!pool) throw new Error('there is no pool for any product');
    const parts = 4;
    for (let part = 0; part < parts; part += 1) {
      const amount = sumCents / parts / 100;
      await pay([{ productId: pool.id, amount }], SPONSORS_NUMBER + part);
    }
    return sumCents;
  }
  await db().transaction(async (tx) => {
    const made = await createMatch(tx, {
      sponsorName: '',
      sponsorEmail: `giver-${SPONSORS_NUMBER}@example.org`,
      kind: 'any',
      of: '',
      sumCents,
      mostCents,
      firstGifts: null,
      endsAt: new Date(now().getTime() + days * 86_400_000),
      unusedTo: 'sponsor',
    });
    if (!made.ok) throw new Error(`no match: ${made.why}`);
    const paidOn = now().toISOString().slice(0, 10);
    const payment = { matchId: made.id, amountCents: sumCents, paidOn, reference: 'wire 1' };
    const noted = await noteSponsorPayment(tx, payment);
    if (!noted.ok) throw new Error(`the match was not paid: ${noted.why}`);
  });
  return sumCents;
}

/** Reserves and pays a funding list, as the site does it before and after Stripe. Returns cents. */
export async function pay(cart: AskedItem[], number: number): Promise<number> {
  const hash = createHash('sha256').update(`visitor ${number}`).digest('hex');
  const visitor = { browserHash: hash, addressHash: hash, networks: [] };
  const reservation = await reserve(cart, visitor, 'http://localhost');
  if (!reservation.reserved) throw new Error(`not reserved: ${JSON.stringify(reservation.reason)}`);
  const { order } = reservation;
  const email = `giver-${number}@example.org`;
  const session = {
    id: `cs_${order.id}`,
    currency: 'usd',
    amount_total: order.amountCents,
    customer_details: { email },
  } as Stripe.Checkout.Session;
  const paid = new Map(cart.map((item) => [item.productId, centsFromDollars(item.amount)]));
  const cents = Math.round(order.amountCents * FEE.share) + FEE.cents;
  const status = await recordPayment(order, session, paid, {
    source: `checkout:${session.id}`,
    sessionId: session.id,
    paymentIntentId: `pi_${order.id}`,
    customerId: null,
    subscriptionId: null,
    invoiceId: null,
    email,
    paidAt: now(),
    fee: { transactionId: `txn_${order.id}`, cents },
  });
  if (status !== 'paid') throw new Error(`a payment went to ${status}`);
  return order.amountCents;
}

/** The 365-day rule, with an administrator who says yes to whatever it holds. */
export async function sweep(): Promise<void> {
  // Stripe's clock is the world's, which jumps.
  hearStripeSay(now().getTime());
  const { isHeld, code } = await readLargeRefunds();
  if (isHeld) await db().transaction((tx) => allowLargeRefunds(tx, code));
  await refundUnfunded();
}

/** Where the money is, in cents, and how far the products are. */
export interface Standing {
  /** Products that have their goal. */
  complete: number;
  /** Samples that are paid for, of all products. */
  samples: number;
  completeCents: number;
  /** On products without their goal, and in pools. */
  heldCents: number;
  /** Taken off what it was given to, to go back by age. */
  returnedCents: number;
  /** Of what goes back, what Stripe kept. */
  lostFeesCents: number;
}

export async function standing(): Promise<Standing> {
  const { rows } = await db().execute<Record<keyof Standing, string>>(sql`
    select
      count(*) filter (where raised_cents >= target_cents) as complete,
      sum(floor(raised_cents::float8 * levels / target_cents)) as samples,
      coalesce(sum(raised_cents) filter (where raised_cents >= target_cents), 0) as "completeCents",
      coalesce(sum(raised_cents) filter (where raised_cents < target_cents), 0) as "heldCents",
      (select coalesce(sum(amount_cents), 0) from refunds
       where reason in ('unfunded_365_days', 'match_unused')) as "returnedCents",
      (select coalesce(round(sum(amount_cents) * ${FEE.share}::float8) + count(distinct order_id) * ${FEE.cents}::int, 0)
       from refunds where reason = 'unfunded_365_days'
         and order_id not in (select id from orders where kind = 'outside')) as "lostFeesCents"
    from products`);
  return Object.fromEntries(
    Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)]),
  ) as unknown as Standing;
}

/** Throws where the books are wrong, or a cent that was given is neither here nor on its way back. */
export async function holdToTheBooks(givenCents: number): Promise<void> {
  const problems = await checkLedger();
  if (problems.length > 0) throw new Error(`the books are wrong: ${JSON.stringify(problems)}`);
  const { completeCents, heldCents, returnedCents } = await standing();
  const foundCents = completeCents + heldCents + returnedCents;
  if (foundCents !== givenCents) {
    throw new Error(`${givenCents} cents were given, and ${foundCents} are accounted for`);
  }
}
