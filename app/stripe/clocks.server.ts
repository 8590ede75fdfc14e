import { sql } from 'drizzle-orm';
import Stripe from 'stripe';
import { present } from '#app/kit/assert.ts';
import { offsetMs, now } from '#app/platform/clock.server.ts';
import { db, inTransaction } from '#app/database/db.server.ts';
import { log } from '#app/platform/log.server.ts';
import { notifyAdministrators } from '#app/mail/notify-administrators.server.ts';
import { heardFromStripe, hearStripeSay, stripe } from './stripe.server.ts';

/** Money leaves only where the clocks that it goes by are within so many minutes of each other. */
export const MOST_APART_MINUTES = 5;
/** What was found is good for so long, unless a clock jumps meanwhile. */
const CACHE_MS = 60_000;

/**
 * Why the clocks are not to be trusted, in one sentence; undefined where they agree. Takes how far the
 * others are ahead of this site's, in milliseconds.
 */
export function disagreement(ahead: { stripe: number; database: number }): string | undefined {
  const { stripe: stripeMs, database } = ahead;
  const [who, ms] =
    Math.abs(stripeMs) >= Math.abs(database)
      ? ['Stripe’s', stripeMs]
      : ['the database’s', database];
  if (Math.abs(ms) <= MOST_APART_MINUTES * 60_000) return undefined;
  const side = ms > 0 ? 'behind' : 'ahead of';
  return `This site’s clock is ${lengthOf(Math.abs(ms))} ${side} ${who}. No refund is sent until they agree.`;
}

function lengthOf(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 120) return `${minutes} minutes`;
  const hours = Math.round(minutes / 60);
  return hours < 48 ? `${hours} hours` : `${Math.round(hours / 24)} days`;
}

/**
 * Now by Stripe's clock, where it has answered lately; else by our own. What Stripe measures by its own
 * clock, such as when a checkout ends, is reckoned from this.
 */
export function stripeNow(): Date {
  return new Date(now().getTime() + (heardFromStripe()?.aheadMs ?? 0));
}

/**
 * Compares the clocks; a sentence where nothing may be sent by them. Asks Stripe anew where its last
 * answer is old, or no longer agrees with a clock that has jumped since; throws where it is out of
 * reach.
 */
export async function clockTrouble(): Promise<string | undefined> {
  const heard = heardFromStripe();
  if (heard && heard.ageMs < CACHE_MS && !(await troubleWith(heard.aheadMs))) return undefined;
  return troubleWith(await askStripe());
}

/** The same of what is known already, for whoever asks after the state of the site. */
export async function knownClockTrouble(): Promise<string | null> {
  const heard = heardFromStripe();
  return (heard && (await troubleWith(heard.aheadMs))) ?? null;
}

async function troubleWith(stripeMs: number): Promise<string | undefined> {
  return disagreement({ stripe: stripeMs, database: await databaseAhead() });
}

/**
 * Whether what is about to send money has to wait for the clocks; says so in the log, and, once an
 * hour, to the administrators.
 */
export async function mustWaitForClocks(what: string): Promise<boolean> {
  const trouble = await clockTrouble();
  if (!trouble) return false;
  log.error({ waiting: what }, trouble);
  const key = now().toISOString().slice(0, 13);
  await inTransaction((tx) => notifyAdministrators(tx, 'clocks', { params: {}, key }));
  return true;
}

/**
 * No event is from the future: a signed one that is says that this clock is behind. Whatever is about to
 * send money asks Stripe itself then; one that is old, or told again, says nothing.
 */
export function noteStripeClock({ created }: Pick<Stripe.Event, 'created'>): void {
  const aheadMs = created * 1000 - now().getTime();
  if (aheadMs > MOST_APART_MINUTES * 60_000) hearStripeSay(created * 1000);
}

/** Looks at the clocks, run by the clock. */
export async function reportClocks(): Promise<void> {
  await mustWaitForClocks('refunds');
}

/** The Date of any answer will do, a refusal's included. */
async function askStripe(): Promise<number> {
  try {
    await stripe().events.list({ limit: 1 });
  } catch (error) {
    const { StripeError, StripeConnectionError } = Stripe.errors;
    if (!(error instanceof StripeError) || error instanceof StripeConnectionError) throw error;
  }
  return present(heardFromStripe(), 'the Date of an answer of Stripe').aheadMs;
}

/** How far the database's clock is ahead of the machine's; a test's jumps are the whole world's. */
async function databaseAhead(): Promise<number> {
  const { rows } = await db().execute<{ ms: number }>(
    sql`select extract(epoch from clock_timestamp())::float8 * 1000 as ms`,
  );
  return (rows[0]?.ms ?? Number.NaN) - (now().getTime() - offsetMs());
}
